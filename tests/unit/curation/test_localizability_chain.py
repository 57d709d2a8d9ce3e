"""From judged reasoning to a pack of localizable clips, by commands alone, on data whose contributions are known."""

from __future__ import annotations

import csv
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
import soundfile

from soundmark.cli import main
from tests.support.curation import RATE_HZ, lines_of, street

NEAR = {"Bell": 2.0, "Speech": 1.0, "Rain": 0.0, "Wind": 0.25}
FAR = {"Bell": 0.0, "Speech": 0.0, "Rain": 1.0, "Wind": 0.25}
"""What a category contributes for each unit of its share: to answers near the truth, and to far ones."""
SHARES: Mapping[str, Sequence[float]] = {
    "Bell": (0.0, 0.25, 0.5), "Speech": (0.0, 0.5, 1.0), "Rain": (0.25, 0.75), "Wind": (0.0, 1.0),
}  # fmt: skip
"""Such that each contribution is one of the five levels."""
NEW = {
    "chapel.wav": {"Bell": 0.5, "Speech": 0.25},
    "edge.wav": {"Bell": 0.5},
    "market.wav": {"Speech": 1.0, "Bell": 0.25, "Rain": 0.25, "Wind": 1.0},
    "porch.wav": {"Bell": 0.5, "Speech": 0.5, "Rain": 0.75},
    "field.wav": {"Wind": 1.0, "Rain": 0.5},
}
LOCALIZABILITY = {"chapel.wav": 1.25, "edge.wav": 1.0, "market.wav": 1.25, "porch.wav": 0.75, "field.wav": -0.5}
"""By hand: 2 x bell + 1 x speech - 1 x rain. Wind stays below alpha on both sides."""


def levels_of(shares: Mapping[str, float], slopes: Mapping[str, float], lean: int) -> str:
    """A judge's reply: the categories, the longest heard first, with their levels.

    Args:
        shares: of a clip.
        slopes: of its side.
        lean: by how much this judge is too mild or too strict where it can be; two that lean apart agree on average.
    """
    names = sorted(shares, key=lambda name: (-shares[name], name))
    levels = [round(4 * slopes[name] * shares[name]) for name in names]
    return json.dumps({str(n): level + lean * (0 < level < 4) for n, level in enumerate(levels, start=1)})


def table(path: str, header: str, rows: Iterable[Sequence[object]]) -> str:
    with Path(path).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header.split(","), *rows])
    return path


def tag_rows(clips: Mapping[str, Mapping[str, float]]) -> list[tuple[str, str, float]]:
    return [(name, category, share) for name, shares in clips.items() for category, share in shares.items()]


def test_what_judges_say_decides_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MODELS_FILE", str(tmp_path / "models.toml"))
    every = [dict(zip(SHARES, values, strict=True)) for values in itertools.product(*SHARES.values())]
    clips = {f"clip{n:02}": {name: t for name, t in shares.items() if t} for n, shares in enumerate(every)}
    is_near = {name: n % 3 != 0 for n, name in enumerate(clips)}
    models: list[str] = []
    for judge, lean in (("mild", 1), ("strict", -1), ("exact", 0)):
        models += ["[[models]]", f'name = "{judge}"', 'adapter = "scripted"', "inputs = []"]
        for name, shares in clips.items():
            reply = levels_of(shares, NEAR if is_near[name] else FAR, lean)
            models += ["[[models.script]]", f'when = "I am in {name} "', f"answers = ['{reply}']"]
    Path("models.toml").write_text("\n".join(models), encoding="utf-8")
    tags = table("tags.csv", "file_name,category,share", tag_rows(clips))
    errors = [(name, 999.9 if is_near[name] else 1000.0, f"I am in {name} by what I hear.") for name in clips]
    answers = table("answers.csv", "file_name,error_km,reasoning", errors)

    judges = [word for judge in ("mild", "strict", "exact") for word in ("--judge", judge)]
    tables = ["--tags", tags, "--answers", answers]
    assert main(["localizability", "judge", *tables, *judges, "--to", "judged.jsonl", "--data", "data"]) == 0
    assert main(["localizability", "fit", *tables, "--judged", "judged.jsonl", "--to", "weights.json"]) == 0
    fitted = {one["category"]: one for one in json.loads(Path("weights.json").read_text("utf-8"))["categories"]}
    for category, one in fitted.items():
        assert one["near"]["value"] == pytest.approx(NEAR[category], abs=1e-12)
        assert one["far"]["value"] == pytest.approx(FAR[category], abs=1e-12)
    sides = {name: one["side"] for name, one in fitted.items()}
    assert sides == {"Bell": "positive", "Speech": "positive", "Rain": "negative", "Wind": "neither"}

    Path("recordings").mkdir()
    for seed, name in enumerate(NEW):
        soundfile.write(Path("recordings") / name, street(seed, 1.0), RATE_HZ)
    new_tags = table("new_tags.csv", "file_name,category,share", tag_rows(NEW))
    curate = ["curate", "recordings", "--to", "chosen", "--workers", "1", "--near-duplicates", "off"]
    curate += ["--tags", new_tags, "--weights", "weights.json"]
    for more, theta in (([], 1.0), (["--theta", "0.7"], 0.7)):
        assert main([*curate, *more]) == 0
        clip_of = {
            str(one["recording"]): str(one["file_name"]) for one in lines_of(Path("chosen-curation/clips.jsonl"))
        }
        assert set(clip_of) == {name for name, value in LOCALIZABILITY.items() if value > theta}
        with Path("chosen/metadata.csv").open(encoding="utf-8", newline="") as file:
            written = {row["file_name"]: float(row["localizability"]) for row in csv.DictReader(file)}
        for name, clip in clip_of.items():
            assert written[clip] == pytest.approx(LOCALIZABILITY[name], abs=1e-6)
    assert "localizab" in capsys.readouterr().out
