"""Which columns of somebody's dataset hold what a question needs: `question=Q,option_a=A,answer==B`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from soundmark.audio.errors import shown
from soundmark.benchmarks.columns import column_name
from soundmark.benchmarks.errors import PackError

AUDIO = "audio"
MAX_PAIRS = 60
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_EXAMPLE = "as audio=audio,question=prompt,options=choices,answer=label,language==zh"


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """The columns of a dataset by the names that folder packs have for them.

    Attributes:
        columns: our name -> the dataset's column, or a member of it, as `choices.text`.
        constants: our name -> a text that holds for all rows.
    """

    columns: Mapping[str, str]
    constants: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """Our names of everything that rows will have."""
        return (*self.columns, *self.constants)

    @property
    def sources(self) -> frozenset[str]:
        """The dataset's columns that are read."""
        return frozenset(column.partition(".")[0] for column in self.columns.values())

    def values(self, row: Mapping[str, object]) -> dict[str, object]:
        """A row of the dataset under our names, the audio left out.

        Raises:
            ValueError: when a member is asked of a value that has none.
        """
        found: dict[str, object] = dict(self.constants)
        found |= {name: _member(row, column) for name, column in self.columns.items() if name != AUDIO}
        return found


OWN_NAMES = ColumnMap({}, {})
"""Stands for the names that the columns have: those of a dataset that was pushed from a folder pack."""


def by_own_names(columns: Sequence[str]) -> ColumnMap:
    """The mapping of columns that are called as folder packs call them; whatever else there is becomes a tag.

    Raises:
        PackError: when no column is called audio.
    """
    named = {column_name(column): column for column in columns if _NAME.fullmatch(column_name(column))}
    named.pop("file_name", None)
    if AUDIO not in named:
        there = ", ".join(map(shown, columns[:30]))
        raise PackError(f"No column is called audio; there are: {there}. Say with --map what they hold, {_EXAMPLE}.")
    return ColumnMap(named, {})


def parse_map(text: str) -> ColumnMap:
    """The mapping that a person writes: pairs with commas between them, `ours=theirs`, or `ours==text` for all rows.

    Raises:
        PackError: when it is none, names a column of ours twice, or says nothing about the audio.
    """
    columns: dict[str, str] = {}
    constants: dict[str, str] = {}
    pairs = [pair.strip() for pair in text.split(",") if pair.strip()]
    if len(pairs) > MAX_PAIRS:
        raise PackError(f"--map has more than {MAX_PAIRS} pairs.")
    for pair in pairs:
        written, equals, theirs = pair.partition("=")
        name = column_name(written)
        if not equals or not _NAME.fullmatch(name) or not theirs.strip("= "):
            raise PackError(f"--map has a part that is no pair: {shown(pair)}. Write it {_EXAMPLE}.")
        if name in columns or name in constants:
            raise PackError(f"--map names {shown(name)} twice.")
        if theirs.startswith("="):
            constants[name] = theirs[1:].strip()
        else:
            columns[name] = theirs.strip()
    if AUDIO not in columns:
        raise PackError(f"--map does not say which column holds the audio. Write it {_EXAMPLE}.")
    return ColumnMap(columns, constants)


def _member(row: Mapping[str, object], column: str) -> object:
    if column in row:  # also a column with a dot in its name
        return row[column]
    first, *others = column.split(".")
    value: object = row.get(first)
    for name in others:
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise ValueError(f"{shown(column)} is no member")
        value = value.get(name)
    return value
