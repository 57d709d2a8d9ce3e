"""Files of answers load in every form in which the authors' programs write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from soundmark.benchmarks import FindingKind
from soundmark.benchmarks.savvy import read_savvy
from soundmark.benchmarks.savvy.predictions import PredictionsError, SavvyAnswers, read_answers
from soundmark.types import SpatialQuestion
from tests.support import savvy_files as made

REPLIES: dict[str, Any] = {
    "direction_ego_hard_3": "B. front-right",
    "direction_exo_hard_12": None,
    "distance_ego_hard_20": 1.5,
    "distance_exo_hard_21": "about 5 m",
}
EXPECTED = ("B. front-right", None, "1.5", "about 5 m")


@pytest.fixture
def questions(tmp_path: Path) -> tuple[SpatialQuestion, ...]:
    return read_savvy(made.write_json(tmp_path / "savvy_bench_file.json", made.items())).pack.questions


def as_items() -> list[Any]:
    """As `main.py` writes predavmap.json: the items of gtavmap.json; one that abstains has no prediction at all."""
    rows = {row["id"].removeprefix(made.PREFIX): row for row in made.items()}
    answered = [rows[name] | {"prediction": reply} for name, reply in REPLIES.items()]
    answered[1].pop("prediction")
    # Its own right answer and that of its map are no answers.
    answered[1] |= {"groundtruth": "A", "gt_context_json": {"prediction": "C"}}
    return answered


def as_outputs() -> dict[str, Any]:
    """As the Snapshot Descriptor's outputs are."""
    return {
        made.PREFIX + name: {"event": "...", "prediction": reply, "qid": made.PREFIX + name}
        for name, reply in REPLIES.items()
    }


def as_plain() -> dict[str, Any]:
    return {made.PREFIX + name: reply for name, reply in REPLIES.items()}


def as_samples() -> list[Any]:
    """As lmms-eval logs samples."""
    rows = {row["id"].removeprefix(made.PREFIX): row for row in made.as_strings(made.items())}
    return [
        {"doc_id": n, "doc": rows[name], "target": "x", "resps": [[reply]], "filtered_resps": [reply]}
        for n, (name, reply) in enumerate(REPLIES.items())
    ]


def as_scored() -> list[Any]:
    """As lmms-eval logs scored items: the raw answer under another name beside what the program made of it."""
    return [
        {"spatial_avqa_score": {"id": made.PREFIX + name, "ori_prediction": reply, "prediction": 99.0}}
        for name, reply in REPLIES.items()
    ]


def check(answers: SavvyAnswers) -> None:
    assert [name.removeprefix(made.PREFIX) for name in answers.question_ids] == list(REPLIES)
    assert answers.replies == EXPECTED
    assert answers.tasks == ("direction_ego", "direction_exo", "distance_ego", "distance_exo")
    assert answers.levels == ("hard",) * 4
    assert answers.true_choices.tolist() == [1, 2, -1, -1]
    np.testing.assert_array_equal(answers.true_distances_m, [np.nan, np.nan, made.SQRT_2, 5.0])
    missing = [name.removeprefix(made.PREFIX) for name in answers.missing_ids]
    assert missing == ["direction_ego_simple_4", "direction_exo_simple_13"]
    assert answers.findings == ()


@pytest.mark.parametrize("form", [as_items, as_outputs, as_plain, as_samples, as_scored])
def test_every_form_gives_the_same_answers(tmp_path: Path, questions: tuple[SpatialQuestion, ...], form: Any) -> None:
    check(read_answers(made.write_json(tmp_path / "answers.json", form()), questions))


@pytest.mark.parametrize("form", [as_items, as_samples, as_scored])
def test_so_do_lines(tmp_path: Path, questions: tuple[SpatialQuestion, ...], form: Any) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in form()) + "\n")
    check(read_answers(path, questions))


def test_a_single_line_is_a_file(tmp_path: Path, questions: tuple[SpatialQuestion, ...]) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps(as_items()[0]))
    assert read_answers(path, questions).replies == ("B. front-right",)


def test_rows_that_do_not_count_are_told_and_the_others_kept(
    tmp_path: Path, questions: tuple[SpatialQuestion, ...]
) -> None:
    first = as_items()[0]
    rows = [
        first, first | {"prediction": "A"}, first | {"id": f"{made.PREFIX}direction_ego_hard_99"}, 7, {"id": None},
        first | {"id": made.items()[1]["id"], "prediction": ["A"]},
        first | {"id": made.items()[1]["id"], "prediction": "x" * 200_000},
    ]  # fmt: skip
    answers = read_answers(made.write_json(tmp_path / "answers.json", rows), questions)
    assert answers.replies == ("B. front-right",)
    kinds = [finding.kind for finding in answers.findings]
    assert kinds.count(FindingKind.REPEATED_ID) == 1
    assert kinds.count(FindingKind.BAD_VALUE) == 1
    assert kinds.count(FindingKind.BAD_ROW) == 4


def test_a_damaged_line_costs_one_answer(tmp_path: Path, questions: tuple[SpatialQuestion, ...]) -> None:
    lines = [json.dumps(row) for row in as_items()]
    lines[2] = lines[2][:50]
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(lines))
    answers = read_answers(path, questions)
    assert len(answers.replies) == 3
    assert [finding.subject for finding in answers.findings] == ["row 3"]


@pytest.mark.parametrize("content", ["", "[]", "{}", "null", "[1]", "\x00", '[{"id": "other", "prediction": "A"}]'])
def test_a_file_without_answers_gets_a_sentence(
    tmp_path: Path, questions: tuple[SpatialQuestion, ...], content: str
) -> None:
    path = tmp_path / "answers.json"
    path.write_text(content)
    with pytest.raises(PredictionsError):
        read_answers(path, questions)
    with pytest.raises(PredictionsError, match="not there"):
        read_answers(tmp_path / "nowhere.json", questions)
