"""Coordinates among words: each run of numbers, signs and words of the compass is read by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

from soundmark.geography.coordinates import ParsedCoordinates, parse_coordinates
from soundmark.models.parsing.place_context import PlaceContext, place_context
from soundmark.models.parsing.place_spelling import spelled, spelled_piece
from soundmark.types import Coordinate

MAX_RUNS = 200
_NUMBER = r"[+\-−–]?\s?\d{1,4}(?:[.,]\d{1,20})?"
_LABEL = (
    r"(?:latitude|longitude|lat|lng|long|lon|latitud|longitud|latitudine|longitudine|breite|breitengrad|länge"
    r"|längengrad)"
)
_EAST_ASIAN = r"(?:緯度|纬度|[經经経]度|[北南][緯纬]|[東东西][經经経]|위도|경도|북위|남위|동경|서경)"
_SIDE = r"(?:north|south|east|west|nord|süd|sud|ost|est|ouest|oeste|norte|sur|este|N|S|E|W|O)"
_SIGN = r"[°º˚'′’\"″”“‘]|度|分|秒|degrees?|deg\.?|minutes?|min|seconds?|sec"
_BETWEEN = re.compile(
    rf"(?:\s|[,;:/|()\[\]=，、；：]|{_SIGN}|{_EAST_ASIAN}"
    rf"|(?<![^\W\d_])(?:{_LABEL}|{_SIDE}|and|is|of|by|a|the|和|และ|и|এবং|approximately|about|around|~|≈)(?![^\W\d_\s度]))"
    r"{0,60}",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"[(\[]?\s?{_LABEL}\s?[,/]\s?{_LABEL}\s?[)\]]?\s?[:=]?\s?[(\[]?\s?\Z|"
    rf"(?:(?:(?<![^\W\d_])(?:{_LABEL}|{_SIDE})|{_EAST_ASIAN})"
    r"(?:\s|[:：=(\[|]|is|of|about|approximately|~|≈){0,8}){1,3}\Z",
    re.IGNORECASE,
)
_AFTER = re.compile(rf"(?:\s{{0,3}}(?:{_SIGN}|(?:{_LABEL}|{_SIDE})(?![^\W\d_]))){{1,6}}", re.IGNORECASE)
_NUMBERS = re.compile(rf"(?<![\w.])(?:{_NUMBER})(?!\d)|(?<=[NSEWOnsewo緯纬經经度度分])(?:{_NUMBER})(?!\d)")
_TELLTALE = re.compile(
    rf"[°º˚]|度|(?<![^\W\d_])(?:{_LABEL})(?![^\W\d_])|\d\s?{_SIDE}(?![^\W\d_])|(?<![^\W\d_]){_SIDE}\s?\d|[緯纬經经]",
    re.IGNORECASE,
)
_DECIMALS = re.compile(r"\d(?:\.\d{3}|,\d{4})")
_MANY_DECIMALS = re.compile(r"\d[.,]\d{4}")
_ANY_DECIMALS = re.compile(r"\d\.\d")
_FEW_DECIMALS = re.compile(r"\d\.\d{2}")
_TOLERANCE_DEG = 0.02


@dataclass(frozen=True, slots=True)
class Found:
    """A run that looks like coordinates, and what it says."""

    text: str
    parsed: ParsedCoordinates
    is_stated: bool

    @property
    def place(self) -> Coordinate | None:
        """The point, where the run is one."""
        return self.parsed.place


def coordinates_in(text: str) -> list[Found]:
    """The runs of a prose that look like coordinates, in order, those that are turned down left out."""
    text = spelled(text)
    found: list[Found] = []
    last: int | None = None
    for start, end in _runs(text):
        piece = spelled_piece(text[start:end])
        context = place_context(text, start, end, last)
        if not context.is_denied and _is_like_coordinates(piece, context):
            last = end
            found.append(Found(piece, parse_coordinates(" ".join(piece.split())), context.is_stated))
    return found


def _runs(text: str) -> list[tuple[int, int]]:
    """Numbers with nothing but signs, separators and words of the compass between them."""
    runs: list[list[int]] = []
    for number in _NUMBERS.finditer(text):
        if runs and _BETWEEN.fullmatch(text[runs[-1][1] : number.start()][:61]):
            runs[-1][1] = number.end()
        else:
            runs.append([number.start(), number.end()])
        if len(runs) > MAX_RUNS:
            break
    return [_widened(text, start, end) for start, end in runs]


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """With the label or hemisphere before the first number and the signs behind the last."""
    before = _BEFORE.search(text[max(0, start - 40) : start])
    after = _AFTER.match(text, end)
    return start - (len(before.group()) if before else 0), after.end() if after else end


def _is_like_coordinates(piece: str, context: PlaceContext) -> bool:
    """Whether a run shows by a sign, a word or its decimals that it means coordinates, or the words before do."""
    numbers = re.findall(r"\d+(?:[.,]\d+)?", piece)
    is_told = (
        _TELLTALE.search(piece) is not None
        or (context.is_announced and len(_FEW_DECIMALS.findall(piece)) > 1)
        or (context.is_alone and len(_ANY_DECIMALS.findall(piece)) > 1)
    )
    return len(numbers) > 1 and (
        is_told or (len(_DECIMALS.findall(piece)) > 1 and _MANY_DECIMALS.search(piece) is not None)
    )


def agree(places: list[Coordinate]) -> bool:
    """Whether all are one point, within rounding."""
    first = places[0]
    return all(
        abs(place.latitude_deg - first.latitude_deg) <= _TOLERANCE_DEG
        and abs(place.longitude_deg - first.longitude_deg) <= _TOLERANCE_DEG
        for place in places
    )
