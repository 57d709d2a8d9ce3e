"""Reading JSON Lines that a crash may have torn: every whole object is kept, and a torn line spoils no other."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lines:
    """What was found.

    Attributes:
        objects: the JSON objects, in order; two that stand on one line are both there.
        bad_lines: lines with something else, as they are.
    """

    objects: list[dict[str, object]]
    bad_lines: list[str]


def read_lines(data: bytes) -> Lines:
    """Read JSON Lines, torn or not. Bytes that are not UTF-8 are replaced by U+FFFD; byte order marks are skipped.

    Nothing is looked for inside a torn line: what looks like an object there may be part of somebody's answer.
    """
    found = Lines([], [])
    for line in data.decode("utf-8", errors="replace").split("\n"):
        text = line.strip().removeprefix("\ufeff")
        if text and not _read_line(text, found.objects):
            found.bad_lines.append(line)
    return found


def _read_line(line: str, objects: list[dict[str, object]]) -> bool:
    """Add every object of a line; False when something is left over."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(line):
        try:
            value, at = decoder.raw_decode(line, at)
        except (ValueError, RecursionError):
            return False
        if not isinstance(value, dict):
            return False
        objects.append(value)
        while at < len(line) and line[at].isspace():
            at += 1
    return True
