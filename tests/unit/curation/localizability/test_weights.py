"""Weights come back from their file as they were, and a file that was changed by hand is refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.curation.localizability.fit import CategoryFit, Fit, FitCounts, Side, Slope
from soundmark.curation.localizability.rules import Rules
from soundmark.curation.localizability.weights import Provenance, Source, Weights, read_weights, weights_json

WEIGHTS = Weights(
    fit=Fit(
        rules=Rules(alpha=0.25, theta=0.8, gamma_km=750.0, scale=(0.0, 1.0, 2.0, 3.0, 4.0), min_clips=2),
        categories=(
            CategoryFit("Speech", Slope(0.1 + 0.2, 4, 0.01), Slope(1.5, 2, 0.2), Side.POSITIVE),
            CategoryFit("Rain", Slope(0.9, 1), Slope(0.3, 2, 0.1), Side.NEGATIVE),  # one clip is too few for P
            CategoryFit("<b>Gong</b> 鑼", Slope(None, 0), Slope(None, 0), Side.NEITHER),
        ),
        counts=FitCounts(
            n_near=5, n_far=4, n_cells=12, n_without_error=1, n_judged_untagged=2, n_tagged_unjudged=3
        ),
    ),
    provenance=Provenance(
        created_at=datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC), app_version="0.1.0", judges=("g", "c", "q"),
        reasoner="gemini-2.5", tagger="EfficientAT mn10",
        sources=(Source(role="tags", name="t.csv", sha256="ab" * 32),),
    ),
)  # fmt: skip


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "w.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_they_come_back(tmp_path: Path) -> None:
    text = weights_json(WEIGHTS)
    assert read_weights(written(tmp_path, text)) == WEIGHTS
    assert weights_json(read_weights(tmp_path / "w.json")) == text


def test_the_file_says_where_they_come_from(tmp_path: Path) -> None:
    found = json.loads(weights_json(WEIGHTS))
    assert found["created_at"] == "2026-05-04T03:02:01+00:00"
    assert found["judges"] == ["g", "c", "q"]
    assert found["parameters"] == {
        "alpha": 0.25, "gamma_km": 750.0, "theta": 0.8, "scale": [0, 1, 2, 3, 4], "min_clips": 2
    }  # fmt: skip
    assert found["counts"]["n_near"] == 5
    assert found["sources"] == [{"role": "tags", "name": "t.csv", "sha256": "ab" * 32}]


def _set(*path: str | int, to: object) -> Callable[[dict[str, Any]], None]:
    def change(found: dict[str, Any]) -> None:
        inner: Any = found
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = to

    return change


CHANGES = {
    "another format": (_set("format", to="x"), "its format is not"),
    "a newer version": (_set("version", to=2), "version 2 of the format, and this program reads 1"),
    "a version that is a flag": (_set("version", to=True), "its version is no whole number"),
    "no time": (_set("created_at", to="yesterday"), "its created_at is no time"),
    "alpha as a text": (_set("parameters", "alpha", to="0.25"), "its alpha is not a number"),
    "a negative alpha": (_set("parameters", "alpha", to=-1), "alpha is -1"),
    "four levels": (_set("parameters", "scale", to=[0, 1, 2, 3]), "Give five ascending numbers"),
    "a level as a text": (_set("parameters", "scale", to=[0, 1, 2, 3, "4"]), "its scale is not a number"),
    "no counts": (_set("counts", to=[]), "its counts is no JSON object"),
    "a negative count": (_set("counts", "n_far", to=-1), "n_far is no whole number"),
    "no categories": (_set("categories", to=[]), "0 categories"),
    "a category that is none": (_set("categories", 0, to="Speech"), "its categories is no JSON object"),
    "a side that does not follow": (_set("categories", 0, "side", to="negative"), "side of Speech does not follow"),
    "an alpha that moves sides": (_set("parameters", "alpha", to=0.31), "side of Speech does not follow"),
    "a category twice": (_set("categories", 1, "category", to="Speech"), "category twice"),
    "a name with a line end": (_set("categories", 0, "category", to="a\nb"), "no name of a category"),
    "a name of a megabyte": (_set("categories", 0, "category", to="a" * 2**20), "no text of up to 1,000"),
    "a slope without clips": (_set("categories", 0, "near", "n_clips", to=0), "contradicts itself"),
    "an error without slope": (_set("categories", 2, "far", "standard_error", to=0.1), "contradicts itself"),
    "a huge slope": (_set("categories", 0, "near", "value", to=1e300), "cannot be"),
    "an endless integer": (_set("categories", 0, "near", "value", to=10**400), "too large"),
    "judges as a text": (_set("judges", to="g"), "its judges is no list"),
}


@pytest.mark.parametrize(("change", "sentence"), CHANGES.values(), ids=CHANGES.keys())
def test_a_wrong_value_is_named(change: Callable[[dict[str, Any]], None], sentence: str, tmp_path: Path) -> None:
    found = json.loads(weights_json(WEIGHTS))
    change(found)
    with pytest.raises(LocalizabilityError) as error:
        read_weights(written(tmp_path, json.dumps(found)))
    assert sentence in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not JSON"), ("[]", "no JSON object"), ("{", "not JSON"), ('{"format": 1, "format": 2}', "a key twice"),
        (weights_json(WEIGHTS).replace("0.25", "NaN"), "NaN"), ("[" * 100_000, "nested too deeply"),
    ],
)  # fmt: skip
def test_what_is_no_such_file_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(LocalizabilityError, match=sentence):
        read_weights(written(tmp_path, text))


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(LocalizabilityError, match="There is no file"):
        read_weights(tmp_path / "none.json")
    with pytest.raises(LocalizabilityError, match="cannot be read"):
        read_weights(tmp_path)


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=6))
@settings(max_examples=60)
def test_damage_is_refused_or_changes_nothing_that_is_wrong(tmp_path_factory: pytest.TempPathFactory, at: int,
                                                            junk: bytes) -> None:  # fmt: skip
    content = weights_json(WEIGHTS).encode()
    at %= len(content)
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    path.write_bytes(content[:at] + junk + content[at + len(junk) :])
    try:
        found = read_weights(path)
    except LocalizabilityError:
        return
    assert [one.side for one in found.fit.categories] == [one.side for one in WEIGHTS.fit.categories]
