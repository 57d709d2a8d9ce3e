"""Single values of a metadata table: coordinates, flags, texts and file names. Nothing is guessed."""

from __future__ import annotations

import math
import re
import unicodedata
from pathlib import PurePosixPath

from soundmark.audio.errors import shown
from soundmark.types import Coordinate

MAX_TEXT_CHARACTERS = 500

_NUMBER = re.compile(r"[+-]?[0-9]{1,20}(?:[.,][0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")
_TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
"""Embeddings, overrides and isolates of the bidirectional algorithm."""
_TRUE = frozenset({"true", "yes", "1"})
_FALSE = frozenset({"false", "no", "0"})


def parse_place(latitude: str, longitude: str) -> Coordinate:
    """A place from two cells in decimal degrees; a decimal comma is read as a point.

    Degrees and minutes, letters for the hemisphere and thousands separators are refused. A longitude of -180 is +180.

    Raises:
        ValueError: with a sentence about the first wrong value.
    """
    latitude_deg = _degrees("latitude", latitude, 90.0)
    longitude_deg = _degrees("longitude", longitude, 180.0)
    return Coordinate.wrapped(latitude_deg, longitude_deg)


def _degrees(name: str, text: str, largest: float) -> float:
    stripped = text.strip()
    if not stripped:
        raise ValueError(f"no {name}")
    if not _NUMBER.fullmatch(stripped):
        raise ValueError(f"{name} {shown(stripped)} is not a number")
    value = float(stripped.replace(",", "."))
    if not -largest <= value <= largest:
        hint = ", are latitude and longitude swapped?" if name == "latitude" and abs(value) <= 180 else ""
        raise ValueError(f"{name} {shown(stripped)} is not in -{largest:g} to {largest:g}{hint}")
    return value


def parse_flag(text: str) -> bool | None:
    """True or False, or None for an empty cell.

    Raises:
        ValueError: for any other word.
    """
    word = text.strip().casefold()
    if not word:
        return None
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError(f"{shown(text.strip())} is neither true nor false")


def finite_number(value: object) -> float:
    """A number as JSON and tables hold it; neither a flag nor a text is one.

    Raises:
        ValueError: with the end of a sentence that begins with the name of the value.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("is not a number")
    try:
        number = float(value)
    except OverflowError as error:
        raise ValueError("is too large") from error
    if not math.isfinite(number):
        raise ValueError("is not a finite number")
    return number


def clean_text(text: str) -> str:
    """Text of a cell on one line, composed (NFC), without control characters and marks that turn the writing round.

    Joiners stay: Persian and Malayalam names need them.
    """
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    if spaced.isprintable():
        return spaced  # nearly always; looking at each character takes longer than all the rest of reading a table
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cs") and c not in _TURNING)


def relative_name(text: str) -> PurePosixPath:
    """A file name of a table as a path inside the pack.

    Raises:
        ValueError: with a sentence, when it is empty, absolute, leads upwards or is written for another system.
    """
    if not text:
        raise ValueError("no file name")
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in text):
        raise ValueError("it holds control characters")
    if "\\" in text:
        raise ValueError("it holds a backslash")
    path = PurePosixPath(text)
    if path.is_absolute() or re.match(r"[A-Za-z]:", text):
        raise ValueError("it is an absolute path")
    if ".." in path.parts or not path.parts:
        raise ValueError("it leads out of the folder")
    return path
