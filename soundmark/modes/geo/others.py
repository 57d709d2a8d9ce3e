"""How others answered a question: people, models, and a baseline that never listens. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from soundmark.scoring.geo import error_km
from soundmark.scoring.geo_baselines import MIDDLE_NAME, centroid
from soundmark.store.schema import GeoRow
from soundmark.types import Coordinate, GeoQuestion, ResponderKind, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherGuess:
    """How somebody else answered the same question."""

    kind: ResponderKind
    name: str
    place: Coordinate
    error_km: float


def guesses_of_others(rows: Iterable[GeoRow], own: GeoRow) -> list[OtherGuess]:
    """The guesses of others on the question of `own`, as it was answered: each person's first only.

    Left out are the player's own answers, rows without a guess, and rows whose question had its truth elsewhere.
    """
    found: list[OtherGuess] = []
    heard_from: set[str] = set()
    for row in rows:
        if row.response_id == own.response_id or not _is_same_question(row, own):
            continue
        if row.responder_kind is ResponderKind.HUMAN and row.responder_id is not None:
            if row.responder_id == own.responder_id or row.responder_id in heard_from:
                continue
            heard_from.add(row.responder_id)
        if row.status is not Status.OK or row.latitude_deg is None or row.longitude_deg is None or row.error_km is None:
            continue
        name = "Another player" if row.responder_kind is ResponderKind.HUMAN else str(row.responder_id)
        place = Coordinate.wrapped(row.latitude_deg, row.longitude_deg)
        found.append(OtherGuess(kind=row.responder_kind, name=name, place=place, error_km=row.error_km))
    return found


def middle_guess(questions: Sequence[GeoQuestion], question: GeoQuestion) -> OtherGuess:
    """The baseline that always answers the middle of the clip list."""
    middle = centroid([one.truth.place for one in questions])
    return OtherGuess(
        kind=ResponderKind.BASELINE, name=MIDDLE_NAME, place=middle, error_km=error_km(middle, question.truth.place)
    )


def count_farther(own_error_km: float, others_error_km: Iterable[float]) -> float:
    """How many of the others were farther off, ties counted half."""
    return sum(1.0 if other > own_error_km else 0.5 * (other == own_error_km) for other in others_error_km)


def _is_same_question(row: GeoRow, own: GeoRow) -> bool:
    return (row.question_id, row.true_latitude_deg, row.true_longitude_deg) == (
        own.question_id,
        own.true_latitude_deg,
        own.true_longitude_deg,
    )
