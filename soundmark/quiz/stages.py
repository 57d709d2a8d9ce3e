"""Where a quiz game can stand: a question is shown, it is settled, or the game is finished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from soundmark.audio import Published
from soundmark.games.deal import GameSpec
from soundmark.games.opponents import Race
from soundmark.games.table import Seat
from soundmark.quiz.rules import Tally
from soundmark.store.rounds import GameRecord
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceTruth

QuizSeat: TypeAlias = Seat[ChoiceTruth]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A question that waits for an answer; `published` is the copy of its clip, None when the page has it already."""

    seat: QuizSeat
    order: tuple[int, ...]
    tally: Tally
    race: Race | None = None
    published: Published | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """An answered question: what is told after the row is in the log.

    Attributes:
        others: the answers of other people to the same question.
        machines: the newest answer of each model and baseline to it.
        race: how the game stands against the opponent, this round included; None in a game against nobody.
        published: a copy of the clip for a page that does not have it yet.
    """

    seat: QuizSeat
    row: ChoiceRow
    tally: Tally
    others: tuple[ChoiceRow, ...]
    machines: tuple[ChoiceRow, ...] = ()
    race: Race | None = None
    published: Published | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game whose rounds are all answered.

    Attributes:
        others: other people's answers to the question of each row.
    """

    game: GameRecord
    spec: GameSpec
    rows: tuple[ChoiceRow, ...]
    tally: Tally
    others: tuple[tuple[ChoiceRow, ...], ...]
    race: Race | None = None


Stage = Shown | Settled | Finished
