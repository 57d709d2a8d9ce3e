"""Columns of votes as they came, before anybody looked at their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.outcomes import Ints

NEEDED = ("model_a", "model_b", "winner")
CHECKS = ("check_listened", "check_nameless", "check_fresh")
STYLES = ("words", "list_items", "headers", "emphases", "coordinates")
"""Style features; a table has each twice, as `words_a` and `words_b` (GeoArena, section 4.4)."""
STYLE_COLUMNS = tuple(f"{name}_{side}" for name in STYLES for side in "ab")
LABELS = ("task", "media", "language", "logged_in", "benchmark", "setting", "responder_kind")
"""What votes may be chosen by."""

_ALIASES: Mapping[str, tuple[str, ...]] = {
    "winner": ("winner", "vote", "outcome", "preference"),
    "voter": ("voter", "voter_id", "responder_id", "user_id", "judge"),
    "question": ("question", "question_id", "clip_id"),
    "time": ("voted_at", "timestamp", "tstamp", "time", "created_at"),
}
_NAMES = (
    *NEEDED,
    "vote_id",
    "battle_id",
    "voter",
    "question",
    "time",
    *LABELS,
    *CHECKS,
    *STYLE_COLUMNS,
    "withdrawn_id",
)
MEANINGS = {alias: name for name in _NAMES for alias in _ALIASES.get(name, (name,))}
"""A column's name in a file -> what it is called here."""


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A row that cannot be used.

    Attributes:
        number: of the row: the line, of a file that has lines.
        why: the rest of a sentence.
    """

    number: int
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class RawColumn:
    """A column of few different values.

    Attributes:
        codes: place of each row's value, shape (rows,).
        values: the different values; None for none.
    """

    codes: Ints
    values: Sequence[object]


@dataclass(frozen=True, slots=True, eq=False)
class RawVotes:
    """A table of votes as it came.

    Attributes:
        numbers: of the rows, as they are named to people.
        columns: by what they are called here.
        unreadable: rows that could not even be read.
    """

    numbers: Ints
    columns: Mapping[str, RawColumn]
    unreadable: tuple[WrongRow, ...] = ()


def coded(values: Iterable[object]) -> RawColumn:
    """A column from values, one a row."""
    places: dict[tuple[type, object], int] = {}
    found: list[object] = []
    codes: list[int] = []
    for value in values:
        key = value if isinstance(value, (str, bytes, bool, int, float)) or value is None else repr(value)
        code = places.setdefault((type(value), key), len(places))
        if code == len(found):
            found.append(value)
        codes.append(code)
    return RawColumn(np.array(codes, dtype=np.int64), found)


def meanings_of(names: Iterable[str]) -> dict[str, str]:
    """What is called how in a file: meaning -> the file's own name of the column; the first alias wins.

    Upper and lower case, spaces and hyphens make no difference.
    """
    own = {"_".join(name.casefold().replace("-", " ").split()): name for name in reversed(list(names))}
    found: dict[str, str] = {}
    for alias, meaning in MEANINGS.items():
        if alias in own:
            found.setdefault(meaning, own[alias])
    return found
