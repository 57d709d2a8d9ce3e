"""Single values of the published files, in each of the forms in which they are published. Nothing is guessed.

The same item is published with native values (`2.05`, a list of options), with every value a string (`"2.05"`,
`'["A: left", ...]'`), and as the `Json` type of `datasets` (`'"B"'`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from soundmark.audio.errors import shown
from soundmark.benchmarks.savvy.json_files import Json, JsonFileError, JsonObject, parse_json
from soundmark.benchmarks.values import clean_text, finite_number

MAX_TEXT_CHARACTERS = 4_000
"""Longest text kept; the longest published question has about 700 characters."""

LARGEST_COORDINATE_M = 10_000.0
"""A recording is of one home: what lies further away is no position."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?")
_CLOCK = re.compile(r"(?:([0-9]{1,2}):)?([0-9]{1,3}):([0-9]{1,2}(?:\.[0-9]{1,9})?)")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,119}")
_JSON_START = ("[", "{", '"')
_TIMES_WRAPPED = 3


def unwrapped(value: object) -> object:
    """A value out of the JSON string it may be wrapped in; a string that is no JSON list, object or string stays.

    A number in a string stays a string: `number_of` reads it.
    """
    for _ in range(_TIMES_WRAPPED):
        if not (isinstance(value, str) and value.lstrip().startswith(_JSON_START)):
            break
        try:
            value = parse_json(value, "a value").value
        except JsonFileError:
            break
    return value


def number_of(value: object, name: str) -> float:
    """A finite number, native or as a string; a flag is none, and a time stamp is its seconds.

    Raises:
        ValueError: with a sentence.
    """
    value = unwrapped(value)
    if isinstance(value, datetime):  # `datasets` takes some numbers for times
        return value.timestamp()
    if value is None or value == "":
        raise ValueError(f"no {name}")
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value.strip()):
            raise ValueError(f"{name} {shown(value)} is not a number")
        value = float(value.strip())
    try:
        return finite_number(value)
    except ValueError as error:
        raise ValueError(f"{name} {error}") from error


def optional_number(value: object, name: str) -> float | None:
    """As `number_of`, but None for a value that is absent (None or '')."""
    return None if value is None or value == "" else number_of(value, name)


def metres_of(value: object, name: str) -> float:
    """A distance of 0 to 10,000 m.

    Raises:
        ValueError: with a sentence.
    """
    metres = number_of(value, name)
    if not 0 <= metres <= LARGEST_COORDINATE_M:
        raise ValueError(f"{name} {metres:g} is not in 0 to {LARGEST_COORDINATE_M:g} m")
    return metres


def azimuth_of_text(value: object, name: str) -> float:
    """An azimuth of -180 to 180 degrees, brought into (-180, 180].

    Raises:
        ValueError: with a sentence.
    """
    degrees = number_of(value, name)
    if not -180 <= degrees <= 180:
        raise ValueError(f"{name} {degrees:g} is not in -180 to 180 degrees")
    return 180.0 if degrees == -180 else degrees


def pair_of(value: object, name: str, *, largest: float = LARGEST_COORDINATE_M) -> tuple[float, float]:
    """Two numbers, as [x, y].

    Raises:
        ValueError: with a sentence, when there are not two, or one is beyond `largest`.
    """
    value = unwrapped(value)
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"{name} is not a list of two numbers")
    x, y = (number_of(part, name) for part in value)
    if max(abs(x), abs(y)) > largest:
        raise ValueError(f"{name} is beyond {largest:g}")
    return x, y


def text_of(value: object, name: str) -> str:
    """Text on one line without control characters; '' for an absent value.

    Raises:
        ValueError: when it is no text, or longer than 4,000 characters.
    """
    if isinstance(value, str) and value.lstrip().startswith('"'):
        value = unwrapped(value)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(f"{name} is not a text")
    if len(value) > MAX_TEXT_CHARACTERS:
        raise ValueError(f"{name} has more than {MAX_TEXT_CHARACTERS:,} characters")
    return clean_text(value)


def id_of(value: object, name: str) -> str:
    """An id of letters, digits, '_' and '-', which is safe as a file name.

    Raises:
        ValueError: with a sentence.
    """
    text = text_of(value, name)
    if not text:
        raise ValueError(f"no {name}")
    if not _ID.fullmatch(text):
        raise ValueError(f"{name} is not made of letters, digits, _ and - alone, or too long")
    return text


def flag_of(value: object) -> bool | None:
    """True or False, native or as a word; None for anything else."""
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().lower())
    return value if isinstance(value, bool) else None


def clock_of(value: object, name: str) -> float:
    """Seconds of '0:48', '00:48', '1:02:03', or of a number.

    Raises:
        ValueError: with a sentence.
    """
    match = _CLOCK.fullmatch(value.strip()) if isinstance(value, str) else None
    seconds = number_of(value, name) if match is None else _seconds(match)
    if not 0 <= seconds < 100 * 3600:
        raise ValueError(f"{name} is not a time of a recording")
    return seconds


def _seconds(match: re.Match[str]) -> float:
    hours, minutes, seconds = match.groups()
    return 3600.0 * int(hours or 0) + 60.0 * int(minutes) + float(seconds)


def object_of(value: object, name: str) -> JsonObject:
    """A JSON object, native or in a string.

    Raises:
        ValueError: when it is none.
    """
    value = unwrapped(value)
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} is not an object")
    return value


def list_of(value: object, name: str) -> list[Json]:
    """A JSON list, native or in a string.

    Raises:
        ValueError: when it is none.
    """
    value = unwrapped(value)
    if not isinstance(value, list | tuple):
        raise ValueError(f"{name} is not a list")
    return list(value)
