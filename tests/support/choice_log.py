"""Logged answers to choice questions, for tests and measurements."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from datetime import timedelta

from soundmark.store.ids import new_response_id
from soundmark.store.schema import SCHEMA_VERSION, ChoiceRow
from soundmark.types import ChoiceQuestion, ResponderKind, Status
from tests.support.rows import NOON

STATUSES = (Status.OK,) * 8 + (Status.SKIPPED, Status.ERROR)
MODEL_STATUSES = (*STATUSES, Status.REFUSED, Status.UNPARSED)


def choice_row(question: ChoiceQuestion, *, is_right: bool = True, **changes: object) -> ChoiceRow:
    """A player's answer to a question, with the given changes."""
    truth, n_choices = question.truth.choice_index, len(question.choices)
    chosen = truth if is_right else (truth + 1) % n_choices
    row = ChoiceRow(
        response_id=new_response_id(),
        schema_version=SCHEMA_VERSION,
        benchmark=question.benchmark,
        benchmark_revision=question.revision,
        question_id=question.question_id,
        responder_kind=ResponderKind.HUMAN,
        responder_id="p" * 32,
        setting="audio",
        status=Status.OK,
        score=float(is_right),
        shown_at=NOON,
        answered_at=NOON,
        app_version="0",
        deployment_id="test",
        choice_order=list(range(n_choices)),
        choice_index=chosen,
        true_index=truth,
        correct=is_right,
        timed_out=False,
        game_id="game",
    )
    return dataclasses.replace(row, **changes)  # type: ignore[arg-type]


def answered(row: ChoiceRow, status: Status) -> ChoiceRow:
    """The same round with another outcome."""
    if status is Status.OK:
        return row
    correct = False if status in (Status.REFUSED, Status.UNPARSED) else None
    return dataclasses.replace(row, status=status, choice_index=None, correct=correct)


def made_up_log(
    questions: Sequence[ChoiceQuestion], rows: int, *, players: int, reports: Sequence[str | None], seed: int = 1
) -> Iterator[ChoiceRow]:
    """Answers of people and of two models in the order of time: some questions again, some passed, some failed.

    Args:
        questions: to answer.
        rows: how many answers.
        players: how many people.
        reports: what a person may have said of themselves.
        seed: another one makes another log.
    """
    rng = random.Random(seed)
    skills = [rng.uniform(0.3, 0.95) for _ in range(players)]
    for number in range(rows):
        question, moment = rng.choice(questions), NOON + timedelta(seconds=number)
        is_model = rng.random() < 0.05
        who = rng.randrange(2 if is_model else players)
        row = choice_row(
            question,
            is_right=rng.random() < (0.6 if is_model else skills[who]),
            responder_kind=ResponderKind.MODEL if is_model else ResponderKind.HUMAN,
            responder_id=f"model-{who}" if is_model else f"{who * 7919:032x}"[::-1],
            self_report=None if is_model else reports[who % len(reports)],
            prompt_id="default" if is_model else "people-1",
            game_id=None if is_model else f"game-{who}-{number // 1000}",
            shown_at=moment,
            answered_at=moment,
        )
        yield answered(row, rng.choice(MODEL_STATUSES if is_model else STATUSES))
