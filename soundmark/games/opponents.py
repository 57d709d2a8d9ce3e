"""Playing against a model or a baseline: who is offered, what it answered, and how the race stands. Pure functions.

An opponent's answers are those in the log. Nothing of them leaves the server before the player's own answer is there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from soundmark.store.schema import GeoRow, ResponseRow, RunRow
from soundmark.types import Note, ResponderKind, Status, worded

MAX_KEY_CHARS = 300
MAX_SHOWN_CHARS = 4000
"""Of what a model said: as much as a person reads. All of it is in the log."""
MAX_LINE_CHARS = 60
HEARS = "audio"
OwnRowT = TypeVar("OwnRowT", bound=ResponseRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """Somebody who answers by program. One that reads a transcript is another than one that hears the sound.

    Attributes:
        name: of the model or baseline, as it is logged. It can come from outside: show it as text only.
        setting: what it was given.
    """

    kind: ResponderKind
    name: str
    setting: str

    @classmethod
    def who_gave(cls, row: ResponseRow) -> Opponent:
        """Whose answer a row is."""
        return cls(kind=row.responder_kind, name=row.responder_id or "", setting=row.setting)

    @property
    def key(self) -> str:
        """Names it in a browser's ticket and in a game."""
        return f"{self.kind.value}/{self.setting}/{self.name}"

    @property
    def label(self) -> str:
        """Its name for people; with what it was given, where a model did not hear the sound."""
        return self.name if self.is_plain else f"{self.name} ({self.setting[:20]})"

    @property
    def is_plain(self) -> bool:
        """Whether the name says all: baselines have a setting each."""
        return self.kind is ResponderKind.BASELINE or self.setting in ("", HEARS)

    def has_given(self, row: ResponseRow) -> bool:
        """Whether a row is its answer."""
        return Opponent.who_gave(row) == self


class MachineAnswers(Protocol):
    """Gives the logged answers of models and baselines, given benchmark and question ids; the oldest first."""

    def __call__(self, benchmark: str, question_ids: Collection[str], /) -> Iterable[ResponseRow]:
        """Those to these questions."""


def no_machines(_benchmark: str, _question_ids: Collection[str], /) -> Iterable[ResponseRow]:
    """Nobody has answered."""
    return ()


def opponent_of(key: object) -> Opponent | None:
    """The opponent that a key names; None for nobody, and for what is no key."""
    if not isinstance(key, str) or len(key) > MAX_KEY_CHARS:
        return None
    kind, _, rest = key.partition("/")
    setting, _, name = rest.partition("/")
    if kind not in (ResponderKind.MODEL.value, ResponderKind.BASELINE.value) or not name:
        return None
    return Opponent(kind=ResponderKind(kind), name=name, setting=setting)


def offered(runs: Iterable[object], always: Sequence[Opponent]) -> list[Opponent]:
    """Who can be played against: models that went over the questions, by name, then the baselines.

    Args:
        runs: rows of the table `runs` for the benchmark that is played.
        always: baselines that answer every list.
    """
    ran = {
        Opponent(kind=row.responder_kind, name=row.responder_id, setting=row.setting)
        for row in runs
        if isinstance(row, RunRow) and row.ok_count and row.responder_kind is not ResponderKind.HUMAN
    }
    every = [
        one for one in ran.union(always) if opponent_of(one.key) == one
    ]  # a name too long for a ticket is left out
    return sorted(every, key=_kind_and_name)


def answer_of(opponent: Opponent, rows: Iterable[ResponseRow]) -> ResponseRow | None:
    """The answer of an opponent that counts, in any order of rows; None when it has given none."""
    return max((row for row in rows if opponent.has_given(row)), key=lambda row: row.precedence, default=None)


def newest_answers(
    rows: Iterable[ResponseRow], own: OwnRowT, is_same: Callable[[ResponseRow, OwnRowT], bool]
) -> list[OwnRowT]:
    """The answer of each model and baseline that counts to the question of `own`, as it was answered; models first.

    Args:
        rows: in any order; those of people are left out.
        own: a player's answer.
        is_same: whether an answer is to the question of another one as it is now.
    """
    newest: dict[Opponent, OwnRowT] = {}
    for row in sorted(rows, key=lambda row: row.precedence):
        if row.responder_kind is not ResponderKind.HUMAN and isinstance(row, type(own)) and is_same(row, own):
            newest[Opponent.who_gave(row)] = row
    return [newest[who] for who in sorted(newest, key=_kind_and_name)]


def _kind_and_name(one: Opponent) -> tuple[bool, str, str]:
    return one.kind is ResponderKind.BASELINE, one.label.casefold(), one.key


def points_of(row: ResponseRow) -> float | None:
    """What an answer is worth in a race; None for one that failed for technical reasons, which counts nowhere."""
    if row.status is Status.ERROR:
        return None
    if row.status is not Status.OK:
        return 0.0
    return row.points if isinstance(row, GeoRow) else (row.score or 0.0)


class Outcome(StrEnum):
    """How a race stands for the player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """How a game against somebody stands, over the rounds that are answered and that both have an answer in.

    Attributes:
        rounds: (own points, the opponent's points) of each answered round; None where one has no answer that counts.
        digits: decimals to which points are shown.
    """

    opponent: Opponent
    rounds: tuple[tuple[float | None, float | None], ...]
    digits: int = 0

    @property
    def _counted(self) -> list[tuple[float, float]]:
        return [(own, theirs) for own, theirs in self.rounds if own is not None and theirs is not None]

    @property
    def n(self) -> int:
        """Rounds that count."""
        return len(self._counted)

    @property
    def own(self) -> float:
        """The player's points."""
        return sum(own for own, _ in self._counted)

    @property
    def theirs(self) -> float:
        """The opponent's points."""
        return sum(theirs for _, theirs in self._counted)

    @property
    def outcome(self) -> Outcome:
        """How it stands for the player. Points as they are shown decide."""
        own, theirs = round(self.own, self.digits), round(self.theirs, self.digits)
        return Outcome.WON if own > theirs else Outcome.LOST if own < theirs else Outcome.DRAWN


def race_of(
    key: str,
    own: Sequence[OwnRowT],
    machines: MachineAnswers,
    is_same: Callable[[ResponseRow, OwnRowT], bool],
    *,
    digits: int = 0,
) -> Race | None:
    """How a game stands against the opponent that it names; None for a game against nobody.

    Args:
        key: of the opponent, '' for nobody.
        own: the player's answers so far: only to these questions are the opponent's looked up.
        machines: gives the logged answers.
        is_same: whether an answer is to the question of another one as it is now: a list may have changed its truth.
        digits: decimals to which the mode shows points.
    """
    opponent = opponent_of(key)
    if opponent is None:
        return None
    by_question: dict[str, list[ResponseRow]] = {}
    if own:
        for row in machines(own[0].benchmark, [row.question_id for row in own]):
            by_question.setdefault(row.question_id, []).append(row)
    rounds = []
    for row in own:
        answers = [one for one in by_question.get(row.question_id, ()) if is_same(one, row)]
        theirs = answer_of(opponent, answers)
        rounds.append((points_of(row), None if theirs is None else points_of(theirs)))
    return Race(opponent=opponent, rounds=tuple(rounds), digits=digits)


def race_line(race: Race | None) -> Note | None:
    """How a game ended, as a line of a text to share; None without a round that counts."""
    if race is None or not race.n:
        return None
    name = " ".join(race.opponent.label.split())
    if len(name) > MAX_LINE_CHARS:
        name = f"{name[: MAX_LINE_CHARS - 1].rstrip(' -')}…"
    is_baseline = race.opponent.kind is ResponderKind.BASELINE
    return worded(
        f"share_{race.outcome.value}",
        name={"name": name} if is_baseline else name,
        own=f"{race.own:,.{race.digits}f}",
        theirs=f"{race.theirs:,.{race.digits}f}",
    )


def race_part(race: Race | None) -> dict[str, object]:
    """How a game stands, as a part of a widget's value; nothing in a game against nobody."""
    if race is None:
        return {}
    own, theirs = race.own, race.theirs
    if race.digits:  # whole ones are rounded where they are written
        own, theirs = round(own, race.digits), round(theirs, race.digits)
    value = {
        "kind": race.opponent.kind.value,
        "label": race.opponent.label,
        "own": own,
        "theirs": theirs,
        "n": race.n,
        "last": race.rounds[-1] if race.rounds else None,
        "outcome": race.outcome.value,
    }
    return {"race": value}


def reasoning_of(row: ResponseRow) -> str:
    """Why a model or baseline answered so, as plain text: its thoughts where they are logged, and what it said.

    It comes from outside: show it as text only. Cut to what a person reads.
    """
    try:
        extra = json.loads(row.extra_json or "{}")
    except (ValueError, RecursionError):
        extra = {}
    thoughts = extra.get("reasoning") if isinstance(extra, dict) else None
    said = row.raw_answer if row.responder_kind is ResponderKind.MODEL else None
    parts = [part.strip() for part in (thoughts, said) if isinstance(part, str) and part.strip()]
    text = "\n\n".join(dict.fromkeys(parts))
    return text if len(text) <= MAX_SHOWN_CHARS else text[:MAX_SHOWN_CHARS] + " \u2026"
