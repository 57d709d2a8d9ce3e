"""AGL1K's published table: its header names 19 columns, its rows have 20 fields.

The name `channel_environment_and_background` stands for two columns. A reader that goes by the header takes every field
for its neighbour, silently; here the names are put right by position, and only for exactly this header.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.report import Finding, FindingKind

MAX_TABLE_BYTES = 64 * 1024 * 1024

CATEGORIES = (
    "human_sounds",
    "animal",
    "music",
    "natural_sounds",
    "channel",
    "environment_and_background",
    "sounds_of_things",
    "source_ambiguous_sounds",
)
"""Shares of time 0..1: the top of the AudioSet ontology, and the last of them what may be anything."""

COLUMNS = (
    "key", "short_key", "longitude", "latitude", "altitude", "description", "title", "mp3name", "mp3seconds",
    "city", "country", "continent", *CATEGORIES,
)  # fmt: skip

PUBLISHED_HEADER = (*COLUMNS[:16], "channel_environment_and_background", *COLUMNS[18:])
"""As published: one name short."""

_LINE_END = re.compile("\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Record:
    """One row: the line of the file it stands on, and its cells by the true name of their column."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows with as many fields as there are columns, and a finding for each other one."""

    records: tuple[Record, ...]
    misshapen: tuple[Finding, ...]
    is_repaired: bool


def table_bytes(path: Path) -> bytes:
    """The bytes of the table.

    Raises:
        PackError: when there is no such file, or it is far too large.
    """
    try:
        if path.stat().st_size > MAX_TABLE_BYTES:
            raise PackError(f"{shown(path.name)} has more than {MAX_TABLE_BYTES // 2**20} MB. It is not AGL1K's table.")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise PackError(f"There is no file {shown(path.name)}. Check the name.") from error
    except OSError as error:
        raise PackError(f"{shown(path.name)} cannot be read ({error.strerror}). Check its permissions.") from error


def parse_table(content: bytes, name: str) -> Table:
    """The rows of the table, each on a line of its own as published: a damaged one takes no other with it.

    Args:
        content: UTF-8, with or without byte order mark. A row with bytes that are none is left out.
        name: of the file, for messages.

    Raises:
        PackError: when the header is neither the published one over rows of 20 fields nor names all 20 columns.
    """
    lines = _LINE_END.split(content.decode("utf-8-sig", errors="replace"))
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not numbered:
        raise PackError(f"{shown(name)} is empty. Get AGL1K's table anew.")
    header = tuple(cell.strip() for cell in _cells(numbered[0][1]) or ())
    rows = [(number, line, _cells(line)) for number, line in numbered[1:]]
    names = _names(header, {len(cells) for _, _, cells in rows if cells is not None}, name)
    records: list[Record] = []
    misshapen: list[Finding] = []
    for number, line, cells in rows:
        fault = _fault(line, cells)
        if fault:
            misshapen.append(Finding(FindingKind.BAD_ROW, f"line {number}", fault))
        elif cells is not None:
            records.append(Record(number, dict(zip(names, cells, strict=True))))
    return Table(tuple(records), tuple(misshapen), is_repaired=header == PUBLISHED_HEADER)


def _cells(line: str) -> list[str] | None:
    """The cells of a line; None when its quotation marks do not close, or a cell is longer than any text here."""
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error:
        return None


def _fault(line: str, cells: list[str] | None) -> str:
    if cells is None:
        return "its quotation marks do not close, or a field is very long"
    if len(cells) != len(COLUMNS):
        return f"{len(cells)} fields instead of {len(COLUMNS)}"
    return "it holds bytes that are not UTF-8" if "\ufffd" in line else ""


def _names(header: tuple[str, ...], widths: set[int], name: str) -> tuple[str, ...]:
    """The names of the columns in the order of the fields.

    Raises:
        PackError: when the header and the rows do not tell it.
    """
    if header == PUBLISHED_HEADER and len(COLUMNS) in widths:
        return COLUMNS
    if sorted(header) == sorted(COLUMNS):
        return header
    raise PackError(f"{shown(name)} is not AGL1K's table: {_difference(header, widths)} Get the published file.")


def _difference(header: tuple[str, ...], widths: set[int]) -> str:
    if header == PUBLISHED_HEADER:
        found = " or ".join(str(width) for width in sorted(widths)[:5]) or "no"
        return f"its header has the published 19 names, but its rows have {found} fields instead of {len(COLUMNS)}."
    lacking = [column for column in COLUMNS if column not in header]
    unknown = [cell for cell in header if cell not in COLUMNS]
    twice = [column for column in COLUMNS if header.count(column) > 1]
    told = [f"lacks {', '.join(lacking[:3])}"] if lacking else []
    told += [f"has the unknown {', '.join(shown(cell) or 'empty name' for cell in unknown[:3])}"] if unknown else []
    told += [f"has {twice[0]} twice"] if twice else []
    count = "1 name" if len(header) == 1 else f"{len(header)} names"
    return f"its header has {count}, {' and '.join(told) or 'in another order'}."
