"""Single values of a scene file, each wrong one with a sentence that names its place. Nothing is guessed."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from soundmark.spatial.scene import Floats

MAX_TEXT_CHARACTERS = 500
MAX_METRES = 1e6
MAX_SECONDS = 1e6
MAX_SENTENCES = 100
_SHOWN_CHARACTERS = 60


@dataclass(slots=True)
class Notes:
    """What was found wrong, in the order of the file.

    Attributes:
        sentences: the first hundred.
        n_more: how many more there were.
    """

    sentences: list[str] = field(default_factory=list)
    n_more: int = 0

    def wrong(self, where: str, what: str) -> None:
        """Add a sentence."""
        if len(self.sentences) < MAX_SENTENCES:
            self.sentences.append(f"{where}: {what}")
        else:
            self.n_more += 1

    def all(self) -> tuple[str, ...]:
        """The sentences, and how many more there were."""
        more = (f"and {self.n_more} more.",) if self.n_more else ()
        return (*self.sentences, *more)


def shown(value: object) -> str:
    """A value from a file made fit for a message: on one line, without control characters, not long."""
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def read_fields(value: object, where: str, notes: Notes, known: Sequence[str]) -> dict[str, object] | None:
    """The fields of an object; unknown ones are reported and left out."""
    if not isinstance(value, dict):
        notes.wrong(where, f"must be an object with the fields {', '.join(known)}, not {shown(value)}.")
        return None
    for name in value:
        if name not in known:
            notes.wrong(where, f"has an unknown field {shown(name)}; the fields are {', '.join(known)}.")
    return {name: item for name, item in value.items() if name in known and item is not None}


def read_items(value: object, where: str, notes: Notes) -> list[object]:
    """A list; nothing for a missing one."""
    if value is None:
        return []
    if not isinstance(value, list):
        notes.wrong(where, f"must be a list, not {shown(value)}.")
        return []
    return value


def read_number(value: object, where: str, notes: Notes, low: float, high: float) -> float | None:
    """A finite number within bounds, both inclusive."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        notes.wrong(where, "is missing." if value is None else f"must be a number, not {shown(value)}.")
        return None
    if not low <= value <= high or (isinstance(value, float) and not math.isfinite(value)):
        notes.wrong(where, f"must be a number from {low:g} to {high:g}, not {shown(value)}.")
        return None
    return float(value)


def read_numbers(value: object, where: str, notes: Notes, n: int, limit: float) -> Floats | None:
    """A list of n finite numbers, shape (n,), none larger than the limit."""
    if not isinstance(value, list) or len(value) != n:
        notes.wrong(where, f"must be a list of {n} numbers, not {shown(value)}.")
        return None
    numbers = [read_number(item, f"{where}[{row}]", notes, -limit, limit) for row, item in enumerate(value)]
    if any(number is None for number in numbers):
        return None
    return np.array(numbers, dtype=np.float64)


def read_text(value: object, where: str, notes: Notes) -> str | None:
    """A text of one line that is not empty."""
    if not isinstance(value, str):
        notes.wrong(where, "is missing." if value is None else f"must be a text, not {shown(value)}.")
        return None
    text = value.strip()
    if not text or len(text) > MAX_TEXT_CHARACTERS or not text.isprintable():
        notes.wrong(where, f"must be one line of 1 to {MAX_TEXT_CHARACTERS} characters, not {shown(value)}.")
        return None
    return text


def read_word(value: object, where: str, notes: Notes, words: Sequence[str]) -> str | None:
    """One of a few words."""
    if isinstance(value, str) and value in words:
        return value
    missing = "is missing; it is" if value is None else f"must be one of the words below, not {shown(value)}:"
    notes.wrong(where, f"{missing} {' or '.join(words)}.")
    return None


def read_span(fields: dict[str, object], where: str, notes: Notes) -> tuple[float, float] | None:
    """Start and end in seconds, the end not before the start."""
    start_s = read_number(fields.get("start_s"), f"{where}.start_s", notes, 0.0, MAX_SECONDS)
    end_s = read_number(fields.get("end_s"), f"{where}.end_s", notes, 0.0, MAX_SECONDS)
    if start_s is None or end_s is None:
        return None
    if end_s < start_s:
        notes.wrong(where, f"ends at {end_s:g} s, before it begins at {start_s:g} s.")
        return None
    return start_s, end_s
