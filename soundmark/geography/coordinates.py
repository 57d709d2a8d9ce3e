"""Read typed coordinates, and write them. No text makes it fail; what is not certain is no place.

Read are decimal degrees (point or comma), degrees with minutes and seconds, hemispheres before or after in letters or
words, labels, East Asian notation, and links to maps. Without hemispheres and labels latitude comes first. Latitude
and longitude are never swapped to make a text fit: an impossible latitude is an error of the writer that nobody can
undo, since the possible ones may be swapped too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from soundmark.geography.angles import MAX_LATITUDE_DEG, MAX_LONGITUDE_DEG, CoordinateReason, NotCoordinates
from soundmark.geography.coordinate_pairs import angles_of
from soundmark.geography.coordinate_text import cleaned, parts_of
from soundmark.geography.map_links import MAX_LINK_LENGTH, is_link, points_of_link
from soundmark.types import Coordinate, Note, worded

__all__ = ["MAX_TEXT_LENGTH", "CoordinateReason", "ParsedCoordinates", "format_coordinate", "parse_coordinates"]

MAX_TEXT_LENGTH = 200
_EXAMPLE = "48.8566, 2.3522"
_SENTENCES = {
    CoordinateReason.OK: "",
    CoordinateReason.NO_COORDINATES: f"No coordinates found. Type latitude and longitude, for example {_EXAMPLE}.",
    CoordinateReason.TOO_LONG: f"The text is too long. Type only latitude and longitude, for example {_EXAMPLE}.",
    CoordinateReason.INVALID_LATITUDE: "The first angle, the latitude, must lie between -90 and 90 degrees. "
    "Type latitude before longitude.",
    CoordinateReason.INVALID_LONGITUDE: "The longitude must lie between -180 and 180 degrees.",
    CoordinateReason.INVALID_MINUTES: "Minutes and seconds must be below 60 and only the last number may have "
    "decimals, for example 48°51'24\" N, 2°21'8\" E.",
    CoordinateReason.AMBIGUOUS_HEMISPHERE: "The letter O means West in some languages and East in others. Type E or W.",
    CoordinateReason.MISSING_HEMISPHERE: "One angle has a letter of the compass and the other has not. "
    "Type both, for example 40.71 N, 74.01 W.",
    CoordinateReason.CONTRADICTORY_SIGN: "The sign contradicts the letter beside it. Type the sign or the letter.",
    CoordinateReason.CONTRADICTORY_ORDER: "It is not clear which angle is the latitude. "
    "Type one latitude (N or S) and one longitude (E or W).",
    CoordinateReason.AMBIGUOUS_ORDER: "This notation puts the longitude first in some programs. "
    f"Type latitude and longitude alone, for example {_EXAMPLE}.",
    CoordinateReason.AMBIGUOUS_COMMA: "The comma may be a decimal comma or stand between two numbers. "
    f"Type points for decimals, for example {_EXAMPLE}.",
    CoordinateReason.SEVERAL_POINTS: "There is more than one point in the text. Type one.",
    CoordinateReason.TOO_MANY_NUMBERS: "There are more than two numbers and it is not clear how they belong together. "
    f"Type two, for example {_EXAMPLE}, or mark degrees, minutes and seconds.",
    CoordinateReason.UNREADABLE: f"These coordinates could not be read with certainty. Type them like {_EXAMPLE}.",
}


@dataclass(frozen=True, slots=True)
class ParsedCoordinates:
    """What a text says. `place` is there exactly when `reason` is `ok`."""

    place: Coordinate | None
    reason: CoordinateReason

    @property
    def sentence(self) -> str:
        """What was wrong and what to type instead; '' when nothing was."""
        return _SENTENCES[self.reason]

    @property
    def note(self) -> Note:
        """The sentence for a page."""
        return {"text": self.sentence, **worded(f"coordinates_{self.reason.value}")}


def parse_coordinates(text: str) -> ParsedCoordinates:
    """The one place that a text names in coordinates, or the reason why it names none.

    Longitudes up to 360 degrees either way are wrapped, as maps write them. A minus together with N or E is
    contradictory; the letter O as a hemisphere is ambiguous; three and more bare numbers are too many.
    """
    link = is_link(text)
    if len(text) > (MAX_LINK_LENGTH if link else MAX_TEXT_LENGTH):
        return ParsedCoordinates(None, CoordinateReason.TOO_LONG)
    return _attempt(lambda: _of_link(text)) if link else _of_text(cleaned(text))


def _of_link(text: str) -> Coordinate:
    points = points_of_link(text)
    if len(points) != 1:
        raise NotCoordinates(CoordinateReason.SEVERAL_POINTS if points else CoordinateReason.NO_COORDINATES)
    return _place(*points.pop())


def _of_text(text: str) -> ParsedCoordinates:
    """Commas between digits are decimal commas, unless a decimal point shows that they are not."""
    as_written = _attempt(lambda: _place(*angles_of(parts_of(text))))
    if re.search(r"\d\.\d", text) or not re.search(r"\d,\d", text):
        return as_written
    with_points = _attempt(lambda: _place(*angles_of(parts_of(_decimal_points(text)))))
    if with_points.place is None and as_written.place is not None:
        return ParsedCoordinates(None, CoordinateReason.AMBIGUOUS_COMMA)
    return with_points


def _decimal_points(text: str) -> str:
    """The text with points for decimal commas: `1,5` is one number, `1,5,2,5` are two, `1,5,2` may be anything."""
    return re.sub(r"\d+(?:,\d+)+", lambda run: _numbers_of_run(run.group().split(",")), text)


def _numbers_of_run(digits: list[str]) -> str:
    if len(digits) not in (2, 4):
        raise NotCoordinates(CoordinateReason.AMBIGUOUS_COMMA)
    return " ; ".join(".".join(digits[start : start + 2]) for start in range(0, len(digits), 2))


def _attempt(read: Callable[[], Coordinate]) -> ParsedCoordinates:
    try:
        return ParsedCoordinates(read(), CoordinateReason.OK)
    except NotCoordinates as problem:
        return ParsedCoordinates(None, problem.reason)


def _place(latitude_deg: float, longitude_deg: float) -> Coordinate:
    if abs(latitude_deg) > MAX_LATITUDE_DEG:
        raise NotCoordinates(CoordinateReason.INVALID_LATITUDE)
    if abs(longitude_deg) > MAX_LONGITUDE_DEG:
        raise NotCoordinates(CoordinateReason.INVALID_LONGITUDE)
    return Coordinate.wrapped(latitude_deg, longitude_deg)


def format_coordinate(place: Coordinate) -> str:
    """The place in words of the compass, 4 decimals (11 m): `48.8566° N, 2.3522° E`."""
    latitude, longitude = round(place.latitude_deg, 4), round(place.longitude_deg, 4)
    north_south, east_west = "S" if latitude < 0 else "N", "W" if longitude < 0 else "E"
    return f"{abs(latitude):.4f}° {north_south}, {abs(longitude):.4f}° {east_west}"
