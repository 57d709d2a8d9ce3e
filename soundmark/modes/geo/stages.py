"""Where a game can stand: a question is shown, it is settled, or the game is finished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from soundmark.audio import Published
from soundmark.games.deal import GameSpec
from soundmark.games.opponents import Race
from soundmark.games.table import Seat
from soundmark.geography.country import continent_at
from soundmark.modes.geo.others import MachineGuess, OtherGuess
from soundmark.modes.geo.round import RoundState
from soundmark.store.rounds import GameRecord
from soundmark.store.schema import GeoRow
from soundmark.types import GeoQuestion, GeoTruth

GeoSeat: TypeAlias = Seat[GeoTruth]
AT_SEA = "no continent: it is at sea"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A question that waits for an answer; `published` is the copy of its clip, None when the page has it already."""

    seat: GeoSeat
    state: RoundState
    points_so_far: float
    race: Race | None = None
    published: Published | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """An answered question: what is told after the row is in the log.

    Attributes:
        others: how other people answered the same question.
        machines: what models and baselines said to it.
        people_farther: of the other people's answers, how many were farther off, ties counted half.
        people: how many there are.
        race: how the game stands against the opponent, this round included; None in a game against nobody.
        published: a copy of the clip for a page that does not have it yet.
    """

    seat: GeoSeat
    row: GeoRow
    others: tuple[OtherGuess, ...]
    machines: tuple[MachineGuess, ...]
    people_farther: float
    people: int
    points_so_far: float
    race: Race | None = None
    published: Published | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game whose rounds are all answered."""

    game: GameRecord
    spec: GameSpec
    rows: tuple[GeoRow, ...]
    cities: tuple[str, ...]
    race: Race | None = None


Stage = Shown | Settled | Finished


def continent_of(question: GeoQuestion) -> str:
    """The continent of a question's place: as its pack says, else by its coordinates."""
    return question.truth.continent or continent_at(question.truth.place) or AT_SEA


def place_name(question: GeoQuestion) -> str:
    """City and country of a question's place, as far as its pack names them."""
    return ", ".join(part for part in (question.truth.city, question.truth.country) if part)
