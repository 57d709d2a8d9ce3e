"""How others answered a question: people, models and baselines. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from soundmark.games.opponents import Opponent, newest_answers, points_of, reasoning_of
from soundmark.store.schema import GeoRow, ResponseRow
from soundmark.types import Coordinate, ResponderKind, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherGuess:
    """The guess of another person."""

    place: Coordinate
    error_km: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineGuess:
    """What a model or baseline said to the question.

    Attributes:
        who: its name can come from outside: show it as text only.
        place, error_km: None without a guess.
        points: None for a failed call.
        reasoning: plain text from outside; '' for none.
    """

    who: Opponent
    status: Status
    place: Coordinate | None
    error_km: float | None
    points: float | None
    reasoning: str


def guesses_of_people(rows: Iterable[GeoRow], own: GeoRow) -> list[OtherGuess]:
    """The guesses of other people on the question of `own`, as it was answered: each person's first only.

    Left out are the player's own answers, rows without a guess, and rows whose question had its truth elsewhere.
    """
    found: list[OtherGuess] = []
    heard_from: set[str] = set()
    for row in rows:
        if row.responder_kind is not ResponderKind.HUMAN:
            continue
        if row.response_id == own.response_id or not is_same_question(row, own):
            continue
        if row.responder_id is not None:
            if row.responder_id == own.responder_id or row.responder_id in heard_from:
                continue
            heard_from.add(row.responder_id)
        if row.status is not Status.OK or row.latitude_deg is None or row.longitude_deg is None or row.error_km is None:
            continue
        place = Coordinate.wrapped(row.latitude_deg, row.longitude_deg)
        found.append(OtherGuess(place=place, error_km=row.error_km))
    return found


def guesses_of_machines(rows: Iterable[ResponseRow], own: GeoRow) -> list[MachineGuess]:
    """What each model and baseline said last to the question of `own`, as it was answered; by kind and name."""
    return [_machine_guess(row) for row in newest_answers(rows, own, is_same_question)]


def _machine_guess(row: GeoRow) -> MachineGuess:
    has_place = row.status is Status.OK and row.latitude_deg is not None and row.longitude_deg is not None
    place = Coordinate.wrapped(row.latitude_deg or 0.0, row.longitude_deg or 0.0) if has_place else None
    return MachineGuess(
        who=Opponent.who_gave(row),
        status=row.status,
        place=place,
        error_km=row.error_km if has_place else None,
        points=points_of(row),
        reasoning=reasoning_of(row),
    )


def count_farther(own_error_km: float, others_error_km: Iterable[float]) -> float:
    """How many of the others were farther off, ties counted half."""
    return sum(1.0 if other > own_error_km else 0.5 * (other == own_error_km) for other in others_error_km)


def is_same_question(row: ResponseRow, own: GeoRow) -> bool:
    """Whether a row answers the question of another one, with the truth that it had then."""
    return isinstance(row, GeoRow) and (row.question_id, row.true_latitude_deg, row.true_longitude_deg) == (
        own.question_id,
        own.true_latitude_deg,
        own.true_longitude_deg,
    )
