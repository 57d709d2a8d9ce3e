"""A folder with spatial questions plays; every row that gives no question is named once."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from soundmark.benchmarks import FindingKind, read_any_pack, read_spatial_pack
from soundmark.types import QuestionKind, SpatialTruth, Wording

SECTORS = ["A: front-left", "B: front-right", "C: back-left", "D: back-right"]


def folder_of(folder: Path, *rows: dict[str, Any]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "metadata.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for index, name in enumerate(dict.fromkeys(row["file_name"] for row in rows)):
        file = io.BytesIO()
        wave = 0.3 * np.sin(2 * np.pi * (440 + 10 * index) * np.arange(8000) / 8000)
        soundfile.write(file, np.stack([wave] * 7, axis=1), 8000, format="WAV")
        (folder / name).write_bytes(file.getvalue())
    return folder


def direction(**changes: Any) -> dict[str, Any]:
    full = {"file_name": "a.wav", "question": "Where is the voice?", "task": "direction_ego", "level": "hard"}
    return full | {"options": SECTORS, "answer": "B", "azimuth_deg": 30.5, "start_s": 0.1, "end_s": 0.9} | changes


def distance(**changes: Any) -> dict[str, Any]:
    full = {"file_name": "a.wav", "question": "How far is it?", "task": "distance_exo", "answer": 2.25}
    return full | changes


def test_both_sorts_of_questions_are_read(tmp_path: Path) -> None:
    folder = folder_of(
        tmp_path, direction(scene="scenes/one.json", question_id="d-1"), distance(question_de="Wie weit?")
    )
    (folder / "scenes").mkdir()
    (folder / "scenes" / "one.json").write_text("{}")
    first, second = read_any_pack(folder).questions
    assert first.kind is second.kind is QuestionKind.SPATIAL
    assert first.truth == SpatialTruth(choice_index=1, azimuth_deg=30.5, start_s=0.1, end_s=0.9)
    assert first.choices == ("front-left", "front-right", "back-left", "back-right")
    assert first.tags == {"task": "direction_ego", "level": "hard", "scene": "scenes/one.json"}
    assert first.question_id == "d-1"
    assert second.truth == SpatialTruth(distance_m=2.25)
    assert (second.choices, second.wordings) == ((), {"de": Wording(prompt="Wie weit?")})
    assert second.tags == {"task": "distance_exo"}


@pytest.mark.parametrize("answer", [2.5, "2.5", "2,5", "2.5 m", " 2.50 metres"])
def test_metres_as_people_write_them(tmp_path: Path, answer: object) -> None:
    pack = read_spatial_pack(folder_of(tmp_path, distance(answer=answer)))
    assert pack.questions[0].truth == SpatialTruth(distance_m=2.5)


@pytest.mark.parametrize(
    ("bad", "kind", "said"),
    [
        (direction(task="direction"), FindingKind.BAD_VALUE, "task direction"),
        (direction(task=""), FindingKind.BAD_VALUE, "no task"),
        (direction(level="easy"), FindingKind.BAD_VALUE, "level easy"),
        (direction(options=None), FindingKind.BAD_ANSWER, "no options"),
        (direction(answer="E"), FindingKind.BAD_ANSWER, "outside"),
        (direction(azimuth_deg=270), FindingKind.BAD_VALUE, "-180 to 180"),
        (direction(azimuth_deg="left"), FindingKind.BAD_VALUE, "not a number"),
        (direction(start_s=0.5, end_s=0.5), FindingKind.BAD_VALUE, "not after"),
        (direction(end_s=1.5), FindingKind.BAD_VALUE, "behind the end of the clip at 1.0 s"),
        (direction(start_s=-1), FindingKind.BAD_VALUE, "start_s -1"),
        (distance(answer="B"), FindingKind.BAD_ANSWER, "not a number"),
        (distance(answer=-1), FindingKind.BAD_ANSWER, "0 to 10000"),
        (distance(answer=1e300), FindingKind.BAD_ANSWER, "0 to 10000"),
        (distance(answer=None), FindingKind.BAD_ANSWER, "no answer"),
        (distance(answer=[2.5]), FindingKind.BAD_ANSWER, "not a number"),
        (distance(distance_m=3), FindingKind.BAD_ANSWER, "disagree"),
    ],
)
def test_rows_that_give_no_question_are_named_with_a_reason(
    tmp_path: Path, bad: dict[str, Any], kind: FindingKind, said: str
) -> None:
    pack = read_spatial_pack(folder_of(tmp_path, distance(file_name="good.wav"), bad))
    assert len(pack.questions) == 1
    ((found, detail),) = [(finding.kind, finding.detail) for finding in pack.report.left_out]
    assert found is kind
    assert said in detail


@pytest.mark.parametrize("scene", ["../out.json", "/etc/passwd", "gone.json", "link.json", "a.wav", "C:\\x.json"])
def test_scenes_outside_the_folder_or_absent_are_remarked_and_dropped(tmp_path: Path, scene: str) -> None:
    (tmp_path / "out.json").write_text("{}")
    folder = folder_of(tmp_path / "pack", direction(scene=scene))
    (folder / "link.json").symlink_to(tmp_path / "out.json")
    pack = read_spatial_pack(folder)
    assert "scene" not in pack.questions[0].tags
    assert [note.kind for note in pack.report.notes] == [FindingKind.BAD_VALUE]


def test_minus_180_degrees_is_plus_180(tmp_path: Path) -> None:
    pack = read_spatial_pack(folder_of(tmp_path, direction(azimuth_deg=-180)))
    assert pack.questions[0].truth.azimuth_deg == 180


def test_the_revision_follows_the_truth(tmp_path: Path) -> None:
    rows = [distance(question_id="q"), distance(question_id="q", level="hard"), distance(question_id="q", answer=3)]
    first, same, other = (
        read_spatial_pack(folder_of(tmp_path / str(number), row)).revision for number, row in enumerate(rows)
    )
    assert first == same != other
