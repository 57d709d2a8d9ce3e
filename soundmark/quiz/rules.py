"""The rules of one quiz round: the order of the choices, and the row that an answer becomes. Pure functions."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from soundmark.games.deal import GameSpec
from soundmark.games.played import played_columns
from soundmark.secret import Secret
from soundmark.store.ids import Player
from soundmark.store.round_records import RoundRecord
from soundmark.store.schema import ChoiceRow, ResponseRow
from soundmark.types import ChoiceQuestion, ResponderKind, RoundId, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What a player handed in, checked for form.

    Attributes:
        position: of the choice as it was shown, from 0; None for "I don't know".
        input_method: click, keyboard or touch.
        listened_s, play_count: as the browser counted them.
    """

    position: int | None
    input_method: str | None = None
    listened_s: float | None = None
    play_count: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How a game went: right answers, answers, passed rounds, the present and the longest run of right answers."""

    right: int
    answered: int
    passed: int
    streak: int
    best_streak: int


def choice_seed(round_id: RoundId, key: Secret) -> int:
    """The seed of a round's order of choices: 32 bits of a digest of its id, keyed. It is logged with the answer.

    The browser has the id of the round: without a key it could undo the order before it answers, and see in which
    place the benchmark has each choice.
    """
    digest = hmac.new(key.value.encode(), f"choices\x1f{round_id}".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:4])


def choice_order(seed: int, n_choices: int) -> tuple[int, ...]:
    """The order in which the benchmark's choices are shown: by SHA-256 of seed and number.

    Every order is as likely as any other over the seeds, and the same seed gives the same order on every machine.
    """

    def draw(number: int) -> bytes:
        return hashlib.sha256(f"{seed}\x1f{number}".encode()).digest()

    return tuple(sorted(range(n_choices), key=draw))


def row_of(
    *,
    spec: GameSpec,
    record: RoundRecord,
    question: ChoiceQuestion,
    seed: int,
    submission: Submission,
    player: Player,
    prompt_id: str,
    deployment: str,
    now: datetime,
) -> ChoiceRow:
    """The row that is logged for an answered round. "I don't know" is skipped: no choice, and no wrong one.

    The choices were shown in the order of `seed`, and `submission` names the one that was taken by its place in it.
    """
    order = choice_order(seed, len(question.choices))
    chosen = None if submission.position is None else order[submission.position]
    correct = None if chosen is None else chosen == question.truth.choice_index
    return ChoiceRow(
        **played_columns(spec, record, question, player, deployment=deployment, now=now),
        setting="audio",
        prompt_id=prompt_id,
        status=Status.SKIPPED if chosen is None else Status.OK,
        raw_answer=None if chosen is None else question.choices[chosen],
        score=1.0 if correct else 0.0,
        listened_s=submission.listened_s,
        extra_json=json.dumps({"choice_seed": seed, "other_wordings": sorted(question.wordings)}),
        choice_order=list(order),
        choice_index=chosen,
        true_index=question.truth.choice_index,
        correct=correct,
        language=question.language,
        clip_language=question.tags.get("clip_language"),
        category=question.tags.get("category"),
        hop_type=question.tags.get("hop_type"),
        self_report=_self_report(spec, question),
        play_count=submission.play_count,
        input_method=submission.input_method,
    )


def _self_report(spec: GameSpec, question: ChoiceQuestion) -> str | None:
    """What the player said of themselves that bears on this question, as 'language:native lived_there:yes'."""
    told = {name: value for name, value in spec.said.items() if not name.startswith("language:")}
    level = spec.said.get(f"language:{question.language}")
    parts = [f"language:{level}"] if level else []
    parts += [f"{name}:{value}" for name, value in sorted(told.items())]
    return " ".join(parts) or None


def error_row(row: ChoiceRow) -> ChoiceRow:
    """The row of a round whose clip could not be played: it counts nowhere, and its rate is shown."""
    return dataclasses.replace(row, status=Status.ERROR, score=None, raw_answer=None, correct=None)


def tally(rows: Sequence[ChoiceRow]) -> Tally:
    """How a game went so far. A passed round ends a run of right answers; one that could not be played does not."""
    streak = best = 0
    for row in rows:
        if row.status is Status.ERROR:
            continue
        streak = streak + 1 if row.correct else 0
        best = max(best, streak)
    return Tally(
        right=sum(row.correct is True for row in rows),
        answered=sum(row.status is Status.OK for row in rows),
        passed=sum(row.status is Status.SKIPPED for row in rows),
        streak=streak,
        best_streak=best,
    )


def answers_of(rows: Iterable[object], own: ChoiceRow) -> list[ChoiceRow]:
    """The answers of other people to the question of `own`, each person's first only.

    Left out are the player's own answers, rounds that could not be played, and answers to another question: another
    list may have had its name and id.
    """
    found: list[ChoiceRow] = []
    heard_from = {own.responder_id} - {None}
    for row in rows:
        if not isinstance(row, ChoiceRow) or row.responder_kind is not ResponderKind.HUMAN:
            continue
        if row.response_id == own.response_id or row.status is Status.ERROR or not is_same_question(row, own):
            continue
        if row.responder_id not in heard_from:
            heard_from |= {row.responder_id} - {None}
            found.append(row)
    return found


def is_same_question(row: ResponseRow, own: ChoiceRow) -> bool:
    """Whether a row answers the question of another one, with the choices and the truth that it had then."""
    if not isinstance(row, ChoiceRow):
        return False
    is_same = (row.benchmark, row.question_id, row.true_index) == (own.benchmark, own.question_id, own.true_index)
    return is_same and sorted(row.choice_order) == sorted(own.choice_order)
