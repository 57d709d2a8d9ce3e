"""JSON files of others, read without trust: size, depth, numbers and repeated keys are all looked at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from soundmark.audio.errors import shown
from soundmark.types import SoundmarkError

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = Mapping[str, Json]

MAX_JSON_BYTES = 64 * 1024 * 1024
"""The largest published file, the Snapshot Descriptor's output, has 12 MB."""


class JsonFileError(SoundmarkError):
    """A file that cannot be read as JSON; the text names the file (never its folder) and says what to do."""


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """What a file holds.

    Attributes:
        value: its content. NaN and Infinity, which are no JSON, come through as such floats: whoever needs a number
            refuses them there, so that one bad value costs one entry and not the file.
        repeated_keys: keys that stood twice in an object, each named once; the first value was kept.
    """

    value: Json
    repeated_keys: tuple[str, ...] = ()


def read_json(path: Path, *, max_bytes: int = MAX_JSON_BYTES) -> JsonDocument:
    """Read one JSON value.

    Raises:
        JsonFileError: when the file is not there, too large, no UTF-8, no JSON, or nested too deeply.
    """
    return parse_json(_text(path, max_bytes), shown(path.name))


def read_json_lines(path: Path, *, max_bytes: int = MAX_JSON_BYTES) -> list[JsonDocument | JsonFileError]:
    """Read one JSON value a line; a line that is none stands as the error it gave. Blank lines are passed over.

    Raises:
        JsonFileError: when the file is not there, too large or no UTF-8.
    """
    name = shown(path.name)
    # Not splitlines: that also cuts at U+2028 and the like, which JSON allows inside a string.
    lines = _text(path, max_bytes).split("\n")
    return [_line(line, f"Line {number} of {name}") for number, line in enumerate(lines, 1) if line.strip()]


def parse_json(text: str, name: str) -> JsonDocument:
    """Parse one JSON value.

    Args:
        text: the JSON.
        name: what to call it in messages.

    Raises:
        JsonFileError: when it is no JSON or nested too deeply.
    """
    repeated: dict[str, None] = {}

    def first_of_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for key, value in pairs:
            if key in found:
                repeated[key] = None
            else:
                found[key] = value
        return found

    try:
        value: Json = json.loads(text, object_pairs_hook=first_of_each)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise JsonFileError(f"{name} is not JSON ({error.msg} at {where}). Get the file again.") from error
    except RecursionError as error:
        raise JsonFileError(f"{name} is nested too deeply. Get the file again.") from error
    except ValueError as error:  # an integer of thousands of digits
        raise JsonFileError(f"{name} holds a number that is too long. Get the file again.") from error
    return JsonDocument(value, tuple(repeated))


def _line(line: str, name: str) -> JsonDocument | JsonFileError:
    try:
        return parse_json(line, name)
    except JsonFileError as error:
        return error


def _text(path: Path, max_bytes: int) -> str:
    name = shown(path.name)
    try:
        with path.open("rb") as file:
            # One byte more than allowed tells a file that is too large, however long it has become by now.
            content = file.read(max_bytes + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise JsonFileError(f"{name} is not there or may not be read. Check its name and its permissions.") from error
    if len(content) > max_bytes:
        raise JsonFileError(f"{name} has more than {max_bytes // 2**20} MB. Check that it is the right file.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise JsonFileError(f"{name} is not UTF-8 text. Get the file again.") from error
