"""From degrees, minutes and seconds to one signed angle."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from soundmark.geography.coordinate_text import Part

SIXTY = 60.0
MAX_LATITUDE_DEG = 90.0
MAX_LONGITUDE_DEG = 360.0
"""A map that was panned round gives up to twice the usual range; beyond it no writer means a longitude."""


class CoordinateReason(StrEnum):
    """Why a text is, or is not, read as coordinates."""

    OK = "ok"
    NO_COORDINATES = "no_coordinates"
    TOO_LONG = "too_long"
    INVALID_LATITUDE = "invalid_latitude"
    INVALID_LONGITUDE = "invalid_longitude"
    INVALID_MINUTES = "invalid_minutes"
    AMBIGUOUS_HEMISPHERE = "ambiguous_hemisphere"
    MISSING_HEMISPHERE = "missing_hemisphere"
    CONTRADICTORY_SIGN = "contradictory_sign"
    CONTRADICTORY_ORDER = "contradictory_order"
    AMBIGUOUS_ORDER = "ambiguous_order"
    AMBIGUOUS_COMMA = "ambiguous_comma"
    SEVERAL_POINTS = "several_points"
    TOO_MANY_NUMBERS = "too_many_numbers"
    UNREADABLE = "unreadable"


class NotCoordinates(Exception):
    """The text is no coordinates, for the reason given."""

    def __init__(self, reason: CoordinateReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def angle_deg(numbers: Sequence[Part], hemisphere: Part | None = None) -> float:
    """The signed angle of up to three numbers: degrees, minutes, seconds.

    A minus with S or W says the same twice and is taken; with N or E, or a plus with S or W, it contradicts.

    Raises:
        NotCoordinates: minutes or seconds of 60 and more, a fraction before a smaller unit, units out of order,
            a sign inside, or a sign against the hemisphere.
    """
    if not 1 <= len(numbers) <= len(("degrees", "minutes", "seconds")):
        raise NotCoordinates(CoordinateReason.TOO_MANY_NUMBERS)
    sign = _sign(numbers, hemisphere)
    degrees = 0.0
    for level, number in _levels(numbers):
        is_last = number is numbers[-1]
        if (number.decimals and not is_last) or (level and number.value >= SIXTY):
            raise NotCoordinates(CoordinateReason.INVALID_MINUTES)
        degrees += number.value / SIXTY**level
    return sign * degrees


def _sign(numbers: Sequence[Part], hemisphere: Part | None) -> float:
    written = numbers[0].sign
    if any(number.sign for number in numbers[1:]):
        raise NotCoordinates(CoordinateReason.CONTRADICTORY_SIGN)
    if hemisphere is not None and written and written != hemisphere.sign:
        raise NotCoordinates(CoordinateReason.CONTRADICTORY_SIGN)
    return -1.0 if "-" in (written, hemisphere.sign if hemisphere else "") else 1.0


def _levels(numbers: Sequence[Part]) -> list[tuple[int, Part]]:
    """Each number with its level; an unmarked one is one below the number before it."""
    levels: list[tuple[int, Part]] = []
    previous = -1
    for number in numbers:
        level = previous + 1 if number.unit is None else number.unit
        if level <= previous or level > len(("minutes", "seconds")) or (previous < 0 and level > 0):
            raise NotCoordinates(CoordinateReason.INVALID_MINUTES)
        levels.append((level, number))
        previous = level
    return levels
