"""Published files of answers become rows of the log, marked as imported, with the file they are from.

Ids follow from model, file and question, so that a second import of the same file adds nothing.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sqlite3
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import cast

from soundmark import __version__
from soundmark.audio.errors import shown
from soundmark.benchmarks.agl1k.predictions import Prediction, read_predictions
from soundmark.benchmarks.agl1k.score import place_of, status_of
from soundmark.benchmarks.choice_predictions import ChoicePrediction, read_choice_predictions
from soundmark.evaluation.extra import MAX_DETAIL_CHARS, MAX_REASONING_CHARS
from soundmark.evaluation.figures import PUBLISHED_TEXTS, TEXTS, Answers
from soundmark.evaluation.items import AnyQuestion
from soundmark.evaluation.rows import (
    AnswerColumns,
    AnswerRow,
    asked_columns,
    choice_row,
    geo_row,
)
from soundmark.models.answer import PlaceAnswer
from soundmark.scoring.agl1k_names import is_refusal
from soundmark.store.journal import Journal, insert_job
from soundmark.store.schema import SCHEMA_VERSION, RunRow
from soundmark.types import ChoiceQuestion, GeoQuestion, QuestionKind, ResponderKind, SoundmarkError, Status
from soundmark.wording import n_of

NAMESPACE = uuid.UUID("6f0b2f44-0d55-5bb4-9d3e-2f2a1d8f6b57")
"""Makes ids (UUIDv5, RFC 9562) of what was imported."""
IMPORTED = "imported"
"""`endpoint_kind` of an imported run."""


class ImportFileError(SoundmarkError):
    """A file of answers that cannot be imported."""


@dataclass(frozen=True, kw_only=True)
class ImportWish:
    """What is imported.

    Attributes:
        path: the published file.
        model: whose answers they are.
        setting: what the model was given.
        deployment: which deployment writes the rows.
        now: the time of the import (UTC), which is that of the rows.
    """

    path: Path
    model: str
    deployment: str
    now: datetime
    setting: str = "audio"

    @cached_property
    def source(self) -> str:
        """The file's name and digest, for the column `imported_from`.

        Raises:
            ImportFileError: when it cannot be read.
        """
        try:
            with self.path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise ImportFileError(f"{shown(self.path.name)} cannot be read ({error.strerror}). Check it.") from error
        return f"{shown(self.path.name)} sha256:{digest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What came of a file.

    Attributes:
        answers: questions with the rows of their answers.
        run: the row that holds them together.
        remarks: sentences on what was left out.
    """

    answers: Answers
    run: RunRow
    remarks: tuple[str, ...]


def read_import(wish: ImportWish, questions: Sequence[AnyQuestion]) -> Imported:
    """The rows of a published file.

    Args:
        wish: what to import.
        questions: of the benchmark; answers to others are left out.

    Raises:
        ImportFileError: when no answer belongs to a question, or the kind of question has no published form.
        SoundmarkError: when the file cannot be read.
    """
    by_id = {str(question.question_id): question for question in questions}
    kind = questions[0].kind
    if kind is QuestionKind.GEO:
        geo = read_predictions(wish.path)
        read, remarks = _geo(wish, geo.answers, by_id), list(geo.remarks)
        n_all = len(geo.answers)
    elif kind is QuestionKind.CHOICE:
        choice = read_choice_predictions(wish.path)
        read, remarks = _choice(wish, choice.answers, by_id), list(choice.remarks)
        n_all = len(choice.answers)
    else:
        raise ImportFileError("No form of published answers to spatial questions can be imported yet. Score the file.")
    if not read:
        raise ImportFileError(
            f"No answer of {shown(wish.path.name)} belongs to a question of this benchmark. Check that the file and "
            "the benchmark's revision go together."
        )
    if len(read) < n_all:
        remarks.append(f"Left out {n_of(n_all - len(read), 'answer')} whose question the benchmark does not have.")
    return Imported(answers=read, run=_run(wish, questions, [row for _, row in read]), remarks=tuple(remarks))


def write_import(imported: Imported, journal: Journal) -> int:
    """Write the rows in one transaction; those that are there stay as they are. How many answers were new.

    Raises:
        JournalError: when they could not be stored; then none is.
    """
    jobs = [insert_job(row) for _, row in imported.answers]
    run = insert_job(imported.run)

    def insert_all(connection: sqlite3.Connection) -> int:
        run(connection)
        return sum(job(connection) for job in jobs)

    return journal.write(insert_all)


def _geo(
    wish: ImportWish, answers: Sequence[Prediction], by_id: dict[str, AnyQuestion]
) -> list[tuple[AnyQuestion, AnswerRow]]:
    found: list[tuple[AnyQuestion, AnswerRow]] = []
    for answer in answers:
        question = by_id.get(answer.question_id)
        if question is not None:
            found.append((question, _geo_row(wish, answer, cast("GeoQuestion", question))))
    return found


def _geo_row(wish: ImportWish, answer: Prediction, question: GeoQuestion) -> AnswerRow:
    status = status_of(answer)
    texts = {name: _short(getattr(answer, name)) for name in TEXTS}
    extra: dict[str, object] = {
        PUBLISHED_TEXTS: texts,
        "reasoning": (answer.reasoning or "")[:MAX_REASONING_CHARS],
        "seed": _short(answer.seed),
    }
    named = {name: None if is_refusal(texts[name]) else texts[name] for name in TEXTS[2:]}
    place = PlaceAnswer(place=place_of(answer)) if status is Status.OK else None
    # The published values are the answer where the file does not keep what the model said.
    raw = answer.output or json.dumps(texts, ensure_ascii=False)
    common = _common(wish, question, status, raw, extra)
    # An answer without a place may name something all the same.
    return dataclasses.replace(
        geo_row(question, place, common),
        named_city=named["city"] or None,
        named_country=named["country"] or None,
        named_continent=named["continent"] or None,
    )


def _short(text: str | None) -> str | None:
    return None if text is None else text[:MAX_DETAIL_CHARS]


def _choice(
    wish: ImportWish, answers: Sequence[ChoicePrediction], by_id: dict[str, AnyQuestion]
) -> list[tuple[AnyQuestion, AnswerRow]]:
    found: list[tuple[AnyQuestion, AnswerRow]] = []
    for answer in answers:
        question = by_id.get(answer.question_id)
        chosen = None if question is None else _chosen(answer, question)
        if question is None or (chosen is None and answer.chosen is not None):
            continue  # no such question, or an option that it does not have
        raw = None if answer.chosen is None else answer.options[answer.chosen]
        common = _common(wish, question, answer.status, raw, {"published_truth": answer.options[answer.truth]})
        order = tuple(range(len(question.choices)))
        found.append((question, choice_row(cast("ChoiceQuestion", question), chosen, common, order=order)))
    return found


def _chosen(answer: ChoicePrediction, question: AnyQuestion) -> int | None:
    """The choice by the benchmark's number: by its text where the file has options, else by its letter."""
    if answer.chosen is None:
        return None
    text = answer.options[answer.chosen]
    if text in question.choices:
        return question.choices.index(text)
    has_letters = answer.options == ("A", "B", "C", "D")
    return answer.chosen if has_letters and answer.chosen < len(question.choices) else None


def _common(
    wish: ImportWish, question: AnyQuestion, status: Status, raw: str | None, extra: dict[str, object]
) -> AnswerColumns:
    return {
        **asked_columns(question),
        "response_id": _id("response", wish, question.benchmark, question.question_id),
        "responder_kind": ResponderKind.MODEL,
        "responder_id": wish.model,
        "run_id": _id("run", wish, question.benchmark),
        "setting": wish.setting,
        "prompt_id": None,
        "status": status,
        "raw_answer": raw,
        "shown_at": wish.now,
        "answered_at": wish.now,
        "deployment_id": wish.deployment,
        "extra_json": json.dumps(
            {name: value for name, value in extra.items() if value}, ensure_ascii=False, allow_nan=False
        ),
        "status_reason": None,
        "parser_version": None,
        "repeat_index": 0,
        "latency_s": None,
        "imported_from": wish.source,
    }


def _id(what: str, wish: ImportWish, *parts: str) -> str:
    return str(uuid.uuid5(NAMESPACE, "\x1f".join((what, wish.model, wish.setting, wish.source, *parts))))


def _run(wish: ImportWish, questions: Sequence[AnyQuestion], rows: Sequence[AnswerRow]) -> RunRow:
    statuses = Counter(row.status for row in rows)
    scores = [row.score for row in rows if row.score is not None]
    return RunRow(
        run_id=_id("run", wish, questions[0].benchmark),
        schema_version=SCHEMA_VERSION,
        benchmark=questions[0].benchmark,
        benchmark_revision=questions[0].revision,
        responder_kind=ResponderKind.MODEL,
        responder_id=wish.model,
        endpoint_kind=IMPORTED,
        setting=wish.setting,
        repeats=1,
        question_count=len(questions),
        answer_count=len(rows),
        ok_count=statuses[Status.OK],
        refused_count=statuses[Status.REFUSED],
        unparsed_count=statuses[Status.UNPARSED],
        error_count=statuses[Status.ERROR],
        score_mean=sum(scores) / len(scores) if scores else None,
        is_complete=len(rows) == len(questions),
        started_at=wish.now,
        ended_at=wish.now,
        app_version=__version__,
        deployment_id=wish.deployment,
        imported_from=wish.source,
    )
