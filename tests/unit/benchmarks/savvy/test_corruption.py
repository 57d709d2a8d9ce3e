"""200 random corruptions of each kind of file: a clear error or a reported skip, never a crash or a shifted value."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks import FindingKind, PackError
from soundmark.benchmarks.savvy import read_savvy
from soundmark.benchmarks.savvy.predictions import PredictionsError, read_answers
from tests.support import savvy_files as made

N_CORRUPTIONS = 200
SCENE = f"{made.PREFIX}direction_ego_hard_3"
"""The question that every file beside the questions says something about."""

JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 1e308, float("nan"), float("-inf"), "", "NaN", "\ud800", "\x00", "../..", "[", '"', "{}",
    "[1, 2, 3]", [], [[]], {}, {"": None}, [None, None], ["A: x", "A: x"], "A" * 5000, "1e400", "0:99:99", "００",
)  # fmt: skip


def cut(text: str, chance: random.Random) -> bytes:
    return text.encode()[: chance.randrange(len(text))]


def flipped(text: str, chance: random.Random) -> bytes:
    raw = bytearray(text.encode())
    for _ in range(chance.randint(1, 8)):
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return bytes(raw)


def changed(text: str, chance: random.Random) -> bytes:
    """One value of another type, a key renamed or lost, or two values of an object swapped."""
    value = json.loads(text)
    holder, key = _place(value, chance)
    match chance.randrange(4):
        case 0:
            holder[key] = copy.deepcopy(chance.choice(JUNK))
        case 1 if isinstance(holder, dict):
            holder[chance.choice(("renamed", "", "\n", "id", "loc", "0", "-3", "00001"))] = holder.pop(key)
        case 2 if isinstance(holder, dict):
            other = chance.choice(list(holder))
            holder[key], holder[other] = holder[other], holder[key]
        case _:
            del holder[key]
    return json.dumps(value).encode()


def _place(value: Any, chance: random.Random) -> tuple[Any, Any]:
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        if not (isinstance(value[key], dict | list) and value[key]) or chance.random() < 0.2:
            return value, key
        value = value[key]


WAYS: tuple[Callable[[str, random.Random], bytes], ...] = (cut, flipped, changed, changed)


def corruptions(made_value: Any, seed: str) -> list[bytes]:
    text = json.dumps(made_value)
    chance = random.Random(seed)
    return [chance.choice(WAYS)(text, chance) for _ in range(N_CORRUPTIONS)]


@pytest.mark.parametrize("form", made.FORMS)
def test_a_corrupt_file_of_questions(tmp_path: Path, form: str) -> None:
    path = tmp_path / "savvy_bench_file.json"
    expected = {row["id"]: row["groundtruth"] for row in made.items()}
    n_told = 0
    for raw in corruptions(made.FORMS[form](made.items()), form):
        path.write_bytes(raw)
        try:
            pack = read_savvy(path).pack
        except PackError as error:
            assert str(error)
            assert str(tmp_path) not in str(error)
            n_told += 1
            continue
        report = pack.report
        assert report.n_playable == len(pack.questions)
        assert len({question.question_id for question in pack.questions}) == len(pack.questions)
        intact = [question for question in pack.questions if question.question_id in expected]
        n_told += bool(report.left_out or report.notes or len(intact) < len(expected))
        for question in pack.questions:
            truth = question.truth
            assert (truth.choice_index is None) != (truth.distance_m is None)
            if truth.choice_index is not None:
                assert 0 <= truth.choice_index < len(question.choices)
    assert n_told > N_CORRUPTIONS / 2  # cuts and most changes are told; a flipped bit in a sentence cannot be


@pytest.mark.parametrize("name", made.PARTS)
def test_a_corrupt_file_beside_the_questions_costs_no_question(tmp_path: Path, name: str) -> None:
    whole = made.PARTS[name]()
    if isinstance(whole, dict):
        whole = dict(list(whole.items())[:8])
    made.write_json(tmp_path / "savvy_bench_file.json", made.items())
    path = made.write_json(tmp_path / name, whole)
    intact = [question.question_id for question in read_savvy(tmp_path).pack.questions]
    n_told = 0
    notes = read_savvy(tmp_path).pack.report.notes
    for raw in corruptions(whole, name):
        path.write_bytes(raw)
        benchmark = read_savvy(tmp_path)
        assert [question.question_id for question in benchmark.pack.questions] == intact
        told = [found for found in benchmark.scenes[SCENE].findings if found.kind is not FindingKind.CORRECTED]
        n_told += bool(told) or benchmark.pack.report.notes != notes
    assert n_told > N_CORRUPTIONS / 4


def test_a_corrupt_file_of_the_human_evaluation_costs_no_question(tmp_path: Path) -> None:
    clone = made.write_clone(tmp_path)
    path = clone / "SAVVY-Bench" / "data" / "spatial_avqa" / "test" / "human_eval_id.json"
    for raw in corruptions(made.human_ids(), "human"):
        path.write_bytes(raw)
        benchmark = read_savvy(clone)
        assert len(benchmark.pack.questions) == 6
        assert set(benchmark.human_ids) <= set(benchmark.scenes)


def test_a_corrupt_file_of_answers(tmp_path: Path) -> None:
    questions = read_savvy(made.write_json(tmp_path / "savvy_bench_file.json", made.items())).pack.questions
    path = tmp_path / "predavmap.json"
    rows = [row | {"prediction": "A"} for row in made.items()]
    n_told = 0
    for raw in corruptions(rows, "answers"):
        path.write_bytes(raw)
        try:
            answers = read_answers(path, questions)
        except PredictionsError as error:
            assert str(error)
            n_told += 1
            continue
        assert len(answers.question_ids) == len(answers.replies) == len(answers.true_choices)
        assert set(answers.question_ids) | set(answers.missing_ids) == {str(q.question_id) for q in questions}
        n_told += bool(answers.findings or answers.missing_ids)
    assert n_told > N_CORRUPTIONS / 4
