"""Files of answers to SAVVY-Bench, in the forms in which its authors' programs write them.

A list of items with `id` and `prediction` (`predavmap.json`), an object of outputs by id (`sd_output_v2`), JSON lines
with either, and the samples that lmms-eval logs (`doc` and `filtered_resps`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from soundmark.audio.errors import shown
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.savvy.json_files import JsonDocument, JsonFileError, read_json, read_json_lines
from soundmark.benchmarks.savvy.values import id_of
from soundmark.spatial.scene import Floats
from soundmark.types import SoundmarkError, SpatialQuestion

MAX_REPLY_CHARACTERS = 100_000
MAX_FILE_BYTES = 256 * 1024 * 1024
"""Answer files repeat the items and the models' reasoning."""

_ID_KEYS = ("id", "qid", "question_id")
_ANSWER_KEYS = ("ori_prediction", "prediction", "answer", "raw_answer")
"""The raw answer before what the authors' programs make of it."""

_NESTED = ("spatial_avqa_score", "doc")
"""Where lmms-eval puts the item into its samples."""


class PredictionsError(SoundmarkError):
    """A file of answers that cannot be scored at all."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SavvyAnswers:
    """Answers beside the right ones, one row a question that the file answers, in the benchmark's order.

    Attributes:
        question_ids, tasks, levels: of the questions; a task is 'direction_ego' and the like.
        replies: the models' words, not interpreted; None for null and for an item without a prediction, by which the
            authors' programs abstain.
        choices: the choices of each question, none for a distance.
        true_choices: shape (n,), int, counted from 0; -1 for a distance.
        true_distances_m: shape (n,), NaN for a direction.
        missing_ids: questions that the file does not answer.
        findings: rows of the file that do not count, and why.
    """

    question_ids: tuple[str, ...]
    tasks: tuple[str, ...]
    levels: tuple[str, ...]
    replies: tuple[str | None, ...]
    choices: tuple[tuple[str, ...], ...]
    true_choices: NDArray[np.int64]
    true_distances_m: Floats
    missing_ids: tuple[str, ...]
    findings: tuple[Finding, ...]


def read_answers(path: Path, questions: Iterable[SpatialQuestion]) -> SavvyAnswers:
    """Read a file of answers and join it to the questions. What the file says of the right answers is not used.

    Args:
        path: JSON or JSON lines, told apart by the content.
        questions: of the benchmark.

    Raises:
        PredictionsError: when the file cannot be read, or answers no question of the benchmark.
    """
    findings: list[Finding] = []
    replies = _replies(_rows(path, findings), findings)
    asked = {str(question.question_id): question for question in questions}
    unknown = [question_id for question_id in replies if question_id not in asked]
    findings += [
        Finding(FindingKind.BAD_VALUE, question_id, "no question of the benchmark; left out as published")
        for question_id in unknown
    ]
    answered = [question for question_id, question in asked.items() if question_id in replies]
    if not answered:
        raise PredictionsError(
            f"{shown(path.name)} answers no question of SAVVY-Bench. Give a list of objects with id and prediction."
        )
    truths = [question.truth for question in answered]
    return SavvyAnswers(
        question_ids=tuple(str(question.question_id) for question in answered),
        tasks=tuple(question.tags["task"] for question in answered),
        levels=tuple(question.tags.get("level", "") for question in answered),
        replies=tuple(replies[str(question.question_id)] for question in answered),
        choices=tuple(question.choices for question in answered),
        true_choices=np.array(
            [-1 if truth.choice_index is None else truth.choice_index for truth in truths], dtype=np.int64
        ),
        true_distances_m=np.array(
            [np.nan if truth.distance_m is None else truth.distance_m for truth in truths], dtype=np.float64
        ),
        missing_ids=tuple(question_id for question_id in asked if question_id not in replies),
        findings=tuple(findings),
    )


_Row = tuple[str, object]
"""What to call a row where it has no id, and its value: an object, or a bare answer under an id."""


def _rows(path: Path, findings: list[Finding]) -> Iterator[_Row]:
    try:
        document: JsonDocument | None = read_json(path, max_bytes=MAX_FILE_BYTES)
    except JsonFileError as error:
        # Several lines of JSON are no JSON value; a single line is both.
        lines = _json_lines(path, error)
        document = None
    if document is None:
        for number, line in enumerate(lines, 1):
            if isinstance(line, JsonFileError):
                findings.append(Finding(FindingKind.BAD_ROW, f"row {number}", str(line)))
            else:
                yield f"row {number}", line.value
        return
    value = document.value
    findings += [
        Finding(FindingKind.REPEATED_ID, key, "the first counts") for key in document.repeated_keys if "_" in key
    ]
    if isinstance(value, list):
        yield from ((f"row {number}", row) for number, row in enumerate(value, 1))
    elif isinstance(value, dict) and not _is_row(value):
        yield from ((key, {"id": key} | _answer(output)) for key, output in value.items())
    else:
        yield "row 1", value


def _json_lines(path: Path, error: JsonFileError) -> list[JsonDocument | JsonFileError]:
    """The lines of a file that is no JSON value as a whole.

    Raises:
        PredictionsError: when no line of it is JSON either.
    """
    try:
        lines = read_json_lines(path, max_bytes=MAX_FILE_BYTES)
    except JsonFileError as unreadable:
        raise PredictionsError(str(unreadable)) from unreadable
    if not any(isinstance(line, JsonDocument) for line in lines):
        raise PredictionsError(str(error)) from error
    return lines


def _is_row(value: Mapping[str, object]) -> bool:
    return any(key in value for key in (*_ID_KEYS, *_NESTED))


def _answer(output: object) -> dict[str, object]:
    """The answer in one output of an object by id: a bare value, or under a name."""
    if isinstance(output, Mapping):
        return {"prediction": next((output[key] for key in _ANSWER_KEYS if key in output), None)}
    return {"prediction": output}


def _replies(rows: Iterable[_Row], findings: list[Finding]) -> dict[str, str | None]:
    replies: dict[str, str | None] = {}
    for name, row in rows:
        try:
            question_id, reply = _read(row)
        except ValueError as error:
            findings.append(Finding(FindingKind.BAD_ROW, name, str(error)))
            continue
        if question_id in replies:
            same = "the same answer" if replies[question_id] == reply else "another answer"
            findings.append(Finding(FindingKind.REPEATED_ID, question_id, f"{same}; the first counts"))
        else:
            replies[question_id] = reply
    return replies


def _read(row: object) -> tuple[str, str | None]:
    """Id and answer of one row.

    Raises:
        ValueError: with a sentence.
    """
    if not isinstance(row, Mapping):
        raise ValueError("it is not an object")
    item = next((row[key] for key in _NESTED if isinstance(row.get(key), Mapping)), row)
    question_id = next((item[key] for key in _ID_KEYS if key in item), None)
    return id_of(question_id, "id"), _reply(_raw(row, item))


def _raw(row: Mapping[str, object], item: Mapping[str, object]) -> object:
    """The answer before any reading: of lmms-eval's samples the first response."""
    for key in ("filtered_resps", "resps"):
        value = row.get(key)
        while isinstance(value, list) and value:
            value = value[0]
        if value is not None and value != []:
            return value
    # A sample's `doc` is the question: what stands there is no answer, unless the scored item does.
    source = item if item is row or "spatial_avqa_score" in row else {}
    return next((source[key] for key in _ANSWER_KEYS if key in source), None)


def _reply(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("its prediction is neither a text nor a number")
    try:
        reply = str(value)
    except ValueError as error:  # an integer of thousands of digits
        raise ValueError("its prediction is too long") from error
    if len(reply) > MAX_REPLY_CHARACTERS:
        raise ValueError(f"its prediction has more than {MAX_REPLY_CHARACTERS:,} characters")
    return reply
