"""Errors of models by class: which answers are errors, what the newest annotation says, shares, and what is logged."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from leaderboard.board import GEO_PACK
from leaderboard.error_cases import LABELS, MEANINGS, country_errors, error_types, next_unsorted, shares_of
from leaderboard.error_figure import error_figure
from leaderboard.error_sorting import ErrorSorting, SortingError
from soundmark.benchmarks import GeoPack, Pack
from soundmark.benchmarks.report import PackReport
from soundmark.scoring.proportion import wilson_interval
from soundmark.store.journal import Journal
from soundmark.store.schema import AnnotationRow, ErrorType
from soundmark.types import Clip, Coordinate, GeoTruth, Question, QuestionId, QuestionKind, ResponderKind, Status
from tests.support.any_rows import NOON, any_row
from tests.support.services import services_on


def geo(number: int, **more: Any) -> Any:
    columns: dict[str, Any] = {
        "response_id": f"r{number}", "benchmark": "b", "question_id": f"q{number}", "prompt_id": None,
        "responder_kind": ResponderKind.MODEL, "responder_id": "m", "setting": "audio", "imported_from": None,
        "status": Status.OK, "answered_at": NOON + timedelta(seconds=number), "true_latitude_deg": 1.0,
        "true_longitude_deg": 2.0, "repeat_index": 0, "true_country": "Norway", "true_city": "Oslo",
        "named_city": None, "named_country": None, "guess_country": "SE", "error_km": 417.2,
    }  # fmt: skip
    return any_row("geo", **columns | more)


def said(number: int, of: str, kind: ErrorType | None, **more: Any) -> Any:
    columns: dict[str, Any] = {
        "annotation_id": f"a{number}", "annotated_table": "geo", "annotated_id": of, "error_type": kind,
        "annotated_at": NOON + timedelta(seconds=number),
    }  # fmt: skip
    return any_row("annotations", **columns | more)


@pytest.mark.parametrize(
    ("columns", "is_error"),
    [
        ({"guess_country": "SE"}, True),
        ({"guess_country": "NO"}, False),
        ({"guess_country": "SE", "named_country": "norway"}, False),
        ({"guess_country": "NO", "named_country": "Sweden"}, True),
        ({"guess_country": None}, True),  # on the open sea
        ({"status": Status.REFUSED, "guess_country": None}, True),
        ({"status": Status.UNPARSED, "guess_country": None}, False),
        ({"status": Status.ERROR}, False),
        ({"true_country": None}, False),
        ({"responder_kind": ResponderKind.HUMAN}, False),
        ({"responder_kind": ResponderKind.BASELINE}, False),
    ],
    ids=str,
)
def test_an_error_is_an_answer_of_a_model_that_names_another_country(columns: dict[str, Any], is_error: bool) -> None:
    assert [row.response_id for row in country_errors([geo(1, **columns)]).get("m", [])] == ["r1"] * is_error


def test_of_two_runs_the_newest_answer_counts_and_settings_stand_apart() -> None:
    rows = [geo(1, question_id="q"), geo(2, question_id="q"), geo(3, question_id="q", setting="transcript"),
            geo(4, question_id="q", imported_from="file")]  # fmt: skip
    found = {label: [row.response_id for row in errors] for label, errors in country_errors(rows).items()}
    assert found == {"m": ["r2"], "m (transcript)": ["r3"], "m (imported)": ["r4"]}
    right = geo(5, question_id="q", guess_country="NO")
    assert "m" not in country_errors([*rows, right])


def test_the_order_is_one_of_chance_that_the_log_does_not_decide() -> None:
    rows = [geo(number) for number in range(200)]
    first = [row.response_id for row in country_errors(rows)["m"]]
    assert first == [row.response_id for row in country_errors(reversed(rows))["m"]]
    assert first != sorted(first, key=lambda name: int(name[1:]))
    early = sum(int(name[1:]) < 100 for name in first[:100])
    assert 35 <= early <= 65


def test_the_newest_annotation_counts_and_one_can_be_taken_back() -> None:
    rows = [said(3, "r1", ErrorType.REFUSAL), said(1, "r1", ErrorType.BIRD_BIAS), said(2, "r2", ErrorType.REFUSAL),
            said(4, "r2", None), said(5, "r3", ErrorType.OVER_REASONING, annotated_table="choice"),
            said(6, "r4", ErrorType.REFUSAL, annotation_id="init-annotations"), geo(1)]  # fmt: skip
    assert error_types(rows) == {"r1": ErrorType.REFUSAL}
    assert error_types(reversed(rows)) == {"r1": ErrorType.REFUSAL}


@pytest.mark.parametrize("seed", range(3))
def test_shares_are_those_of_pandas_with_wilsons_intervals(seed: int) -> None:
    rng = random.Random(seed)
    rows = [geo(number) for number in range(80)]
    annotations = [said(number, f"r{rng.randrange(90)}", rng.choice([*ErrorType, None])) for number in range(120)]
    found = shares_of("m", country_errors(rows)["m"], error_types(annotations))
    frame = pd.DataFrame([(row.annotated_at, row.annotated_id, row.error_type) for row in annotations],
                         columns=["at", "of", "kind"])  # fmt: skip
    frame = frame.sort_values("at").drop_duplicates("of", keep="last").dropna()
    frame = frame[frame["of"].isin([row.response_id for row in rows])]
    counts = frame.kind.value_counts()
    assert (found.errors, found.sorted_n) == (80, len(frame))
    for kind in ErrorType:
        share, n = found.shares[kind], int(counts.get(kind, 0))
        assert share.n == n and share.share == pytest.approx(n / len(frame))
        assert (share.interval.low, share.interval.high) == wilson_interval(n, len(frame))


def test_the_next_one_is_unsorted_and_what_was_passed_over_comes_last() -> None:
    errors = country_errors([geo(number) for number in range(3)])["m"]
    names = [row.response_id for row in errors]
    types = {names[0]: ErrorType.REFUSAL}
    assert next_unsorted(errors, types, ()) is errors[1]
    assert next_unsorted(errors, types, [names[1]]) is errors[2]
    assert next_unsorted(errors, types, names) is errors[1]
    assert next_unsorted(errors, dict.fromkeys(names, ErrorType.REFUSAL), ()) is None


def test_the_figure_has_a_bar_for_each_class_and_shows_names_as_text() -> None:
    assert list(LABELS) == list(MEANINGS) == list(ErrorType)
    errors = country_errors([geo(1, responder_id="<b>m</b>"), geo(2, responder_id="<b>m</b>")])["<b>m</b>"]
    assert error_figure([shares_of("m", errors, {})]) is None
    figure = error_figure([shares_of("<b>m</b>", errors, {"r1": ErrorType.BIRD_BIAS})])
    assert figure is not None
    (bars,) = figure.data
    assert bars.name == "&lt;b&gt;m&lt;/b&gt;, 1 of 2"
    assert dict(zip(bars.y, bars.x, strict=True))["Bird bias"] == 100.0 and len(bars.y) == 7


def pack() -> GeoPack:
    questions = tuple(
        Question(
            question_id=QuestionId(f"q{number}"), benchmark="b", revision="r", kind=QuestionKind.GEO, prompt="Where?",
            clip=Clip(path=Path("none.wav"), sha256=""), truth=GeoTruth(place=Coordinate(1.0, 2.0)),
        )
        for number in range(3)
    )  # fmt: skip
    report = PackReport(n_rows=3, n_playable=3)
    return Pack(benchmark="b", revision="r", title="", questions=questions, report=report, is_synthetic=False)


def test_what_the_owner_says_is_added_to_the_log_and_nothing_is_lost(journal: Journal, tmp_path: Path) -> None:
    sorting = ErrorSorting(services_on(journal, tmp_path))
    for number in range(3):
        journal.append(geo(number, response_id=f"r{number}"))
    assert sorting.next("m") is None  # the clips are not checked yet
    sorting.services.packs.start(GEO_PACK, lambda _: pack())
    assert sorting.services.packs.of(GEO_PACK).pack().benchmark == "b"
    first = sorting.next("m")
    assert first is not None
    assert sorting.told(first).endswith("recorded in Oslo, Norway; the model says Sweden, 417 km away.")
    sorting.keep(first.response_id, ErrorType.BIRD_BIAS)
    second = sorting.next("m")
    assert second is not None and second.response_id != first.response_id
    sorting.keep(first.response_id, ErrorType.LANGUAGE_AMBIGUITY)
    (shares,) = sorting.shares()
    assert (shares.errors, shares.sorted_n, shares.shares[ErrorType.LANGUAGE_AMBIGUITY].n) == (3, 1, 1)
    sorting.keep(first.response_id, None)
    assert sorting.shares()[0].sorted_n == 0
    logged = [row for row in journal.rows("annotations") if isinstance(row, AnnotationRow)]
    assert [row.error_type for row in logged] == [ErrorType.BIRD_BIAS, ErrorType.LANGUAGE_AMBIGUITY, None]
    assert {(row.annotated_table, row.annotated_id, row.benchmark) for row in logged} == {
        ("geo", first.response_id, "b")
    }


@pytest.mark.parametrize("name", ["r9", "", None, ["r0"], "<script>"])
def test_an_answer_that_is_no_error_cannot_be_sorted(journal: Journal, tmp_path: Path, name: object) -> None:
    sorting = ErrorSorting(services_on(journal, tmp_path))
    with pytest.raises(SortingError, match="no longer among the errors"):
        sorting.keep(name, ErrorType.REFUSAL)
    assert list(journal.rows("annotations")) == []
