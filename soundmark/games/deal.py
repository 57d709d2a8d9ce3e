"""Which questions a game deals: free, by a seed, and today's. Pure functions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from typing import TypeAlias

from soundmark.games.apart import kept_apart
from soundmark.types import Question, QuestionId, TruthT_co

MAX_CANDIDATES = 200
MAX_CANDIDATES_APART = 60
"""Where questions that give others away are kept apart, which takes a few times as long."""
DRAWS_PER_GAME = 100_000
"""About a tenth of a second."""

GivesAway: TypeAlias = Callable[[QuestionId, QuestionId], bool]
"""Whether what is told after the first question tells the answer of the second, when that is asked later."""


class GameKind(StrEnum):
    """How the questions of a game are chosen."""

    FREE = "free"
    SEED = "seed"
    DAILY = "daily"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """What was fixed when a game began.

    Attributes:
        kind, seed: with the question list's version and the filters these decide the questions.
        benchmark, revision: the question list and its version.
        question_ids: the questions, in order.
        filters: what the player chose to be asked about, by tag: only questions that have one of the values.
        time_limit_s: for each round; None for no limit.
        is_logged: False when the player chose to play without logging.
        said: what the player told of themselves for this game, by name.
        opponent: key of the model or baseline that is played against (`soundmark.games.opponents`); '' for nobody.
    """

    kind: GameKind
    seed: str
    benchmark: str
    revision: str
    question_ids: tuple[QuestionId, ...]
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    time_limit_s: int | None = None
    is_logged: bool = True
    said: Mapping[str, str] = field(default_factory=dict)
    opponent: str = ""

    def to_json(self) -> dict[str, object]:
        """The spec as the round book keeps it."""
        return {
            "kind": self.kind.value,
            "seed": self.seed,
            "benchmark": self.benchmark,
            "revision": self.revision,
            "question_ids": list(self.question_ids),
            "filters": {name: list(values) for name, values in self.filters.items()},
            "time_limit_s": self.time_limit_s,
            "is_logged": self.is_logged,
            "said": dict(self.said),
            "opponent": self.opponent,
        }

    @classmethod
    def from_json(cls, spec: Mapping[str, object]) -> GameSpec:
        """The spec that `to_json` wrote."""
        ids, limit = spec["question_ids"], spec["time_limit_s"]
        filters, said, opponent = spec.get("filters"), spec.get("said"), spec.get("opponent")
        return cls(
            kind=GameKind(str(spec["kind"])),
            seed=str(spec["seed"]),
            benchmark=str(spec["benchmark"]),
            revision=str(spec["revision"]),
            question_ids=tuple(QuestionId(str(item)) for item in ids) if isinstance(ids, list) else (),
            filters={name: tuple(values) for name, values in filters.items()} if isinstance(filters, dict) else {},
            time_limit_s=limit if isinstance(limit, int) else None,
            is_logged=spec.get("is_logged") is not False,
            said=said if isinstance(said, dict) else {},
            opponent=opponent if isinstance(opponent, str) else "",
        )


def deal(
    question_ids: Collection[QuestionId],
    *,
    revision: str,
    kind: GameKind,
    seed: str,
    rounds: int,
    blocks: Mapping[QuestionId, str] | None = None,
    classes: Mapping[QuestionId, str] | None = None,
    gives_away: GivesAway | None = None,
) -> tuple[QuestionId, ...]:
    """The questions of a game: those whose SHA-256 with revision, kind of draw and seed come first.

    The same seed deals the same questions on every machine and in every version of Python. The kind takes part, so
    that no seed link can ask for the daily game of another day. With `blocks` (which
    recordings arrive together), the blocks are drawn in this way and then the questions within each, so that a game
    needs few of them. With `classes` (kinds of questions) the kinds take turns: a game has as many of one kind as of
    another, where there are enough. With `gives_away` (whether what is told after a question tells the answer of a
    later one) no question comes after one that gives it away: a game is rather shorter than `rounds`, and with blocks
    too it stays within one where that can be.
    """

    def draw(name: str) -> str:
        stream = "daily" if kind is GameKind.DAILY else "seed"
        return hashlib.sha256("\x1f".join((revision, stream, seed, name)).encode()).hexdigest()

    of_block = {name: draw(name) for name in set(blocks.values())} if blocks else {}
    in_order = sorted(question_ids, key=lambda one: (of_block[blocks[one]] if blocks else "", draw(one)))
    if gives_away is not None:
        return kept_apart(in_order, classes, rounds, gives_away, blocks)
    if classes:
        turns: dict[str, int] = {}
        turn_of: dict[QuestionId, int] = {}
        for one in in_order:
            turn_of[one] = turns[classes[one]] = turns.get(classes[one], -1) + 1
        in_order.sort(key=lambda one: turn_of[one])
    return tuple(in_order[:rounds])


def fresh_seed(
    question_ids: Sequence[QuestionId],
    seen: Collection[QuestionId],
    *,
    revision: str,
    rounds: int,
    candidates: Iterator[str],
    blocks: Mapping[QuestionId, str] | None = None,
    classes: Mapping[QuestionId, str] | None = None,
    gives_away: GivesAway | None = None,
) -> str:
    """The first candidate that deals only questions the player has not had, else the one that repeats least."""
    had, best, fewest = set(seen), "", rounds + 1
    most = MAX_CANDIDATES if gives_away is None else MAX_CANDIDATES_APART
    for seed in islice(candidates, max(1, min(most, DRAWS_PER_GAME // max(1, len(question_ids))))):
        dealt = deal(
            question_ids,
            revision=revision,
            kind=GameKind.FREE,
            seed=seed,
            rounds=rounds,
            blocks=blocks,
            classes=classes,
            gives_away=gives_away,
        )
        repeats = len(had.intersection(dealt))
        if repeats < fewest:
            best, fewest = seed, repeats
        if not repeats:
            break
    return best


def daily_seed(now: datetime) -> str:
    """The day in UTC as YYYY-MM-DD: with the question list's version it decides the daily game for everybody."""
    return now.astimezone(UTC).date().isoformat()


def fits(question: Question[TruthT_co], filters: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a question has one of the values that were chosen, for every tag with a choice."""
    facts = {**question.tags, "language": question.language}
    return all(not values or facts.get(name) in values for name, values in filters.items())
