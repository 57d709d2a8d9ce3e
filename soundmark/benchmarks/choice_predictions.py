"""Published answers to multiple-choice questions: TAU's `*_scored.jsonl`, and a simple form for others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.answer_key import AnswerKeyError, resolve_answer
from soundmark.benchmarks.columns import column_name
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.json_table import cell_text
from soundmark.benchmarks.option_shapes import options_of
from soundmark.benchmarks.row_files import FileRow, read_row_file
from soundmark.types import Status
from soundmark.wording import n_of

_ERROR_TEXT = re.compile(r"\s*(?:error(?::.*)?)?\s*", re.IGNORECASE | re.DOTALL)
_LETTERS_ONLY = ("A", "B", "C", "D")
_STATUSES = {status.value: status for status in Status}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicePrediction:
    """One answered question.

    Attributes:
        question_id: '' where the record has none.
        status: what became of it.
        options: as they are compared with answers.
        truth: the place of the right option, from 0, as published.
        chosen: the place of the option that was answered; None without an answer.
        published_right: what the file itself says, None where it says nothing.
        labels: its groups: `category`, `hop_type`, `language`, `clip`; '' where the record has none.
    """

    question_id: str
    status: Status
    options: tuple[str, ...]
    truth: int
    chosen: int | None
    published_right: bool | None
    labels: Mapping[str, str]

    @property
    def right(self) -> bool:
        """Whether the answer is the right choice."""
        return self.chosen == self.truth


@dataclass(frozen=True, slots=True)
class ChoicePredictions:
    """The answers of a file, and sentences on what was left out or doubtful."""

    answers: tuple[ChoicePrediction, ...]
    remarks: tuple[str, ...]


def read_choice_predictions(path: Path) -> ChoicePredictions:
    """Read a file of answers: JSON lines, a JSON array, Parquet or CSV, a record a question.

    A record has the right answer in `answer` or `target`, the options in any published shape where the answers are
    texts, and what the model said in `predictedAnswer` (a letter or null, as a judge extracted it) or else in
    `prediction`. Without `predictedAnswer` only a bare answer is read, a letter or an option's text: a sentence that
    holds one is `unparsed`. An empty prediction, or one that begins with `error:`, is a failed call. `status`
    (ok, refused, unparsed, error, skipped), `language`, `type`, `hopType`, `question_id` and `correct` are used where
    they are there.

    Raises:
        PackError: when the file cannot be read, or no answer comes of it.
    """
    file = read_row_file(path)
    answers: dict[str, ChoicePrediction] = {}
    bad: Counter[str] = Counter("lines that cannot be read" for _ in file.misshapen)
    for row in file.rows:
        try:
            answer = _answer(row)
        except (AnswerKeyError, ValueError) as error:
            bad[str(error).partition(":")[0]] += 1
            continue
        key = f"{answer.labels['language']}/{answer.question_id}" if answer.question_id else f"row {row.number}"
        if key in answers:
            bad["a question that was answered before"] += 1
        else:
            answers[key] = answer
    remarks = [f"Left out {number} of the records: {reason}." for reason, number in bad.items()]
    if not answers:
        raise PackError(f"{shown(path.name)} holds no answers with answer and prediction. {' '.join(remarks)}".rstrip())
    found = tuple(answers.values())
    doubts = sum(a.published_right is not None and a.published_right != a.right for a in found)
    if doubts:
        remarks.append(
            f"{n_of(doubts, 'record says', 'records say')} otherwise than the letters whether the answer is right."
        )
    if not any("predictedanswer" in map(column_name, row.values) for row in file.rows):
        remarks.append("Answers were read here, strictly; scores that a model extracted may differ a little.")
    return ChoicePredictions(found, tuple(remarks))


def _answer(row: FileRow) -> ChoicePrediction:
    values = {column_name(str(name)): value for name, value in row.values.items()}
    options = _options(values)
    truth = resolve_answer(values.get("answer", values.get("target")), options)
    status, chosen = _chosen(values, options)
    correct = values.get("correct")
    return ChoicePrediction(
        question_id=_text(values, "question_id", "questionid", "uniqueid", "unique_id", "id"),
        status=status,
        options=options,
        truth=truth,
        chosen=chosen,
        published_right=correct if isinstance(correct, bool) else None,
        labels={
            "category": _text(values, "type", "category"),
            "hop_type": _text(values, "hoptype", "hop_type"),
            "language": _text(values, "language", "config"),
            "clip": _text(values, "audiopath", "audio", "clip"),
        },
    )


def _options(values: Mapping[str, object]) -> tuple[str, ...]:
    """The options of a record; the letters alone where it has none."""
    try:
        return options_of(values)
    except AnswerKeyError as error:
        if str(error) != "no options":
            raise
        return _LETTERS_ONLY


def _chosen(values: Mapping[str, object], options: tuple[str, ...]) -> tuple[Status, int | None]:
    given = cell_text(values.get("status")).strip().casefold()
    if given and given not in _STATUSES:
        raise ValueError(f"a status that is none: {shown(given)}")
    if given and given != Status.OK.value:
        return _STATUSES[given], None
    said = cell_text(values.get("prediction"))
    if "prediction" in values and not given and _ERROR_TEXT.fullmatch(said):
        return Status.ERROR, None
    if "predictedanswer" not in values and "prediction" not in values:
        raise ValueError("no prediction")
    try:
        return Status.OK, resolve_answer(values.get("predictedanswer", said), options)
    except AnswerKeyError:
        return Status.UNPARSED, None


def _text(values: Mapping[str, object], *names: str) -> str:
    for name in names:
        value = values.get(name)
        if isinstance(value, str | int) and str(value).strip():
            return str(value).strip()[:500]
    return ""
