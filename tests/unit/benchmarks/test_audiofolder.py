"""The real `datasets` loads folder packs of every kind as an audiofolder, to the rows that we read."""

from __future__ import annotations

import csv
import importlib.util
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks import read_any_pack
from soundmark.types import ChoiceTruth, GeoTruth, Question, SpatialTruth
from tests.support.packs import tone

SECTORS = {"option_a": "left", "option_b": "right", "option_c": "back"}
PACKS: Mapping[str, Sequence[dict[str, Any]]] = {
    "geo": [
        {"file_name": "a.wav", "latitude": 25.0478, "longitude": 121.5319, "city": "臺北", "has_speech": "true"},
        {"file_name": "b.wav", "latitude": -33.8688, "longitude": 151.2093, "city": "Sydney", "has_speech": "false"},
    ],
    "choice": [
        {"file_name": "a.wav", "question": "哪裡？", **SECTORS, "answer": "B", "language": "zh-Hant"},
        {"file_name": "b.wav", "question": "Where?", **SECTORS, "answer": "C", "language": "en"},
    ],
    "spatial": [
        {"file_name": "a.wav", "question": "Where is it?", "task": "direction_ego", **SECTORS, "answer": "A",
         "azimuth_deg": -90.5, "start_s": 0.1, "end_s": 0.9},
        {"file_name": "b.wav", "question": "How far is it?", "task": "distance_ego", "option_a": "", "option_b": "",
         "option_c": "", "answer": "2.25", "azimuth_deg": None, "start_s": 0.2, "end_s": 0.8},
    ],
}  # fmt: skip
SHORT = {("geo", "metadata.csv"), ("choice", "metadata.jsonl"), ("spatial", "metadata.csv")}
CASES = [
    pytest.param(kind, table, marks=() if (kind, table) in SHORT else pytest.mark.long)
    for kind in PACKS
    for table in ("metadata.csv", "metadata.jsonl")
]


def write(folder: Path, rows: Sequence[dict[str, Any]], table: str) -> None:
    folder.mkdir()
    for row in rows:
        tone(folder / row["file_name"])
    with (folder / table).open("w", encoding="utf-8", newline="") as file:
        if table == "metadata.jsonl":
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        else:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def truth_of(question: Question[ChoiceTruth | GeoTruth | SpatialTruth]) -> list[object]:
    truth = question.truth
    if isinstance(truth, GeoTruth):
        return [truth.place.latitude_deg, truth.place.longitude_deg, truth.city, question.tags["has_speech"]]
    if isinstance(truth, ChoiceTruth):
        return [question.prompt, question.language, truth.choice_index]
    told = truth.distance_m if truth.choice_index is None else truth.choice_index
    return [question.prompt, question.tags["task"], told, truth.azimuth_deg, truth.start_s, truth.end_s]


def truth_in(kind: str, item: Mapping[str, Any]) -> list[object]:
    """The same of a row that `datasets` gives."""
    if kind == "geo":
        flag = str(item["has_speech"]).lower()  # a column of true and false is one of flags to it
        return [item["latitude"], item["longitude"], item["city"], flag]
    place = {"A": 0, "B": 1, "C": 2}.get(item["answer"])
    if kind == "choice":
        return [item["question"], item["language"], place]
    told = float(item["answer"]) if place is None else place
    return [item["question"], item["task"], told, item["azimuth_deg"], item["start_s"], item["end_s"]]


@pytest.mark.parametrize(("kind", "table"), CASES)
def test_datasets_loads_the_same_rows(tmp_path: Path, kind: str, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets")
    if importlib.util.find_spec("torchcodec") is None:
        # Without it datasets 5 takes no value for an Audio column, not even a path that it need not decode.
        monkeypatch.setattr(datasets.Audio, "encode_example", lambda _, path: {"bytes": None, "path": path})
    folder = tmp_path / "pack"
    write(folder, PACKS[kind], table)
    ours = read_any_pack(folder)
    assert ours.report.left_out == ()
    loaded = datasets.load_dataset("audiofolder", data_dir=str(folder), split="train", cache_dir=str(tmp_path / "hf"))
    loaded = loaded.cast_column("audio", datasets.Audio(decode=False))
    assert [Path(item["audio"]["path"]) for item in loaded] == [question.clip.path for question in ours.questions]
    assert [truth_in(kind, item) for item in loaded] == [truth_of(question) for question in ours.questions]
