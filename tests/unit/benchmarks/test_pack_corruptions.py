"""Damaged tables of folder packs of every kind: a sentence or a report, never a crash and never a shifted column."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks import PackError, read_any_pack
from soundmark.types import ChoiceTruth, GeoTruth, Question, SpatialTruth
from tests.support.corrupt import corruptions
from tests.support.packs import tone
from tests.support.table_damage import changed_tables, check_fields

OPTIONS = ["red door", "blue door", "green door"]
CHOICES = [
    {
        "file_name": f"{name}.wav",
        "question": f"Which door, {name}?",
        "options": OPTIONS,
        "answer": letter,
        "category": "doors",
    }
    for name, letter in zip("abcd", "ABCA", strict=True)
]
PLACES = [
    {"file_name": f"{name}.wav", "latitude": f"{10 + i}.25", "longitude": f"{120 + i}.5", "city": f"City {i}"}
    for i, name in enumerate("abcd")
]
SPATIAL = [
    {
        "file_name": f"{name}.wav",
        "question": f"How far, {name}?",
        "task": "distance_ego",
        "answer": f"{i}.5",
        "level": "hard",
    }
    for i, name in enumerate("abcd")
]


def written(folder: Path, rows: Sequence[dict[str, Any]], table: str) -> Path:
    folder.mkdir()
    for number, name in enumerate("abcd"):
        tone(folder / f"{name}.wav", 0.1, 300.0 + 50 * number)
    (folder / table).write_text(text_of(rows, table), "utf-8")
    return folder


def text_of(rows: Sequence[dict[str, Any]], table: str) -> str:
    if table == "metadata.jsonl":
        return "".join(json.dumps(row) + "\n" for row in rows)
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]))
    writer.writeheader()
    writer.writerows({k: json.dumps(v) if isinstance(v, list | dict) else v for k, v in row.items()} for row in rows)
    return file.getvalue()


@pytest.mark.parametrize("table", ["metadata.csv", "metadata.jsonl"])
@pytest.mark.parametrize("rows", [CHOICES, PLACES, SPATIAL], ids=["choice", "geo", "spatial"])
def test_100_damaged_tables(tmp_path: Path, rows: list[dict[str, Any]], table: str) -> None:
    folder = written(tmp_path / "pack", rows, table)
    cache = tmp_path / "audit.json"
    whole = read_any_pack(folder, audit_cache=cache)
    assert len(whole.questions) == 4
    n_refused = n_reported = 0
    for content in corruptions((folder / table).read_bytes(), 100):
        (folder / table).write_bytes(content)
        try:
            pack = read_any_pack(folder, audit_cache=cache)
        except PackError as error:
            assert str(tmp_path) not in str(error)
            n_refused += 1
            continue
        n_reported += bool(pack.report.left_out or pack.report.notes)
        assert pack.report.n_playable == len(pack.questions) <= pack.report.n_rows
        for question in pack.questions:
            truth = question.truth
            if isinstance(truth, ChoiceTruth):
                assert 0 <= truth.choice_index < len(question.choices)
                assert set(question.choices).isdisjoint({"doors", "A", "B", "C", question.prompt})
            elif isinstance(truth, SpatialTruth):
                assert truth.distance_m is not None and 0 <= truth.distance_m <= 10_000
                assert question.tags["task"] == "distance_ego"
            else:
                assert isinstance(truth, GeoTruth)
                assert -90 <= truth.place.latitude_deg <= 90
                assert truth.city == "" or not truth.city.replace(".", "").isdigit()
    assert n_refused + n_reported > 30


def fields(question: Question[ChoiceTruth | GeoTruth | SpatialTruth]) -> dict[str, str]:
    """What a question says, by the column that says it."""
    said = {"file_name": "" if question.clip.path is None else question.clip.path.name}
    said |= {name: question.tags.get(name, "") for name in ("category", "task", "level")}
    truth = question.truth
    if isinstance(truth, GeoTruth):
        place = truth.place
        return said | {
            "latitude": f"{place.latitude_deg:g}",
            "longitude": f"{place.longitude_deg:g}",
            "city": truth.city,
        }
    said |= {"question": question.prompt, "options": "".join(question.choices)}
    if isinstance(truth, ChoiceTruth):
        return said | {"answer": "ABC"[truth.choice_index]}
    return said | {"answer": "" if truth.distance_m is None else f"{truth.distance_m:g}"}


@pytest.mark.parametrize("table", ["metadata.csv", "metadata.jsonl"])
@pytest.mark.parametrize("rows", [CHOICES, PLACES, SPATIAL], ids=["choice", "geo", "spatial"])
def test_100_changed_tables_never_shift_a_column(tmp_path: Path, rows: list[dict[str, Any]], table: str) -> None:
    """Names exchanged, lost or written otherwise, and values of other types: refused, reported, or right."""
    folder, cache = written(tmp_path / "pack", rows, table), tmp_path / "audit.json"
    right = [fields(question) for question in read_any_pack(folder, audit_cache=cache).questions]
    n_refused = n_reported = n_right = 0
    for changed in changed_tables(rows, 100, mixed=True):
        (folder / table).write_text(text_of(changed.rows, table), "utf-8")
        try:
            pack = read_any_pack(folder, audit_cache=cache)
        except PackError as error:
            assert str(error).strip().endswith(".")
            n_refused += 1
            continue
        n_reported += bool(pack.report.left_out)
        n_right += not pack.report.left_out
        assert pack.report.n_playable == len(pack.questions) <= pack.report.n_rows == 4
        for question in pack.questions:
            found = fields(question)
            number = [one["file_name"] for one in right].index(found["file_name"])
            check_fields(changed, number, found, right[number])
    assert min(n_refused, n_reported, n_right) > 3


@pytest.mark.parametrize("table", ["metadata.csv", "metadata.jsonl"])
@pytest.mark.parametrize(
    ("rows", "needed"),
    [
        (CHOICES, ["file_name", "question", "options", "answer"]),
        (PLACES, ["file_name", "latitude", "longitude"]),
        (SPATIAL, ["file_name", "question", "task", "answer"]),
    ],
    ids=["choice", "geo", "spatial"],
)
def test_a_column_under_another_name_gets_a_sentence(
    tmp_path: Path, rows: list[dict[str, Any]], needed: list[str], table: str
) -> None:
    for name in needed:
        renamed = [{("other" if key == name else key): value for key, value in row.items()} for row in rows]
        folder = written(tmp_path / name, renamed, table)
        with pytest.raises(PackError, match="lacks"):
            read_any_pack(folder)


@pytest.mark.parametrize(
    "value", [None, 7, 1.5, True, [], ["A", "B"], {}, {"a": 1}, "", "x" * 10_000, "\ud800", "\0", 1e308]
)
@pytest.mark.parametrize("rows", [CHOICES, PLACES, SPATIAL], ids=["choice", "geo", "spatial"])
def test_a_value_of_another_type_costs_its_row_at_most(
    tmp_path: Path, rows: list[dict[str, Any]], value: object
) -> None:
    folder = written(tmp_path / "pack", rows, "metadata.jsonl")
    cache = tmp_path / "audit.json"
    for name in rows[0]:
        changed = [rows[0] | {name: value}, *rows[1:]]
        (folder / "metadata.jsonl").write_text("".join(json.dumps(row) + "\n" for row in changed), "utf-8")
        pack = read_any_pack(folder, audit_cache=cache)
        assert {str(question.question_id).partition("#")[0] for question in pack.questions} >= {
            "b.wav",
            "c.wav",
            "d.wav",
        }
        assert len(pack.questions) == 4 or pack.report.left_out
