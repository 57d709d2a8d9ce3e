"""The rows of a pack's table as typed values, each wrong one named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Generic

from soundmark.benchmarks.columns import Record, Table
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.rows import RowContent, RowError
from soundmark.benchmarks.values import relative_name
from soundmark.types import GeoTruth, TruthT_co

RowReader = Callable[[Record], RowContent[TruthT_co]]
"""Makes a question of a row, or raises RowError."""


@dataclass(frozen=True, slots=True)
class Row(Generic[TruthT_co]):
    """A usable row: the path inside the pack that it names, which may or may not exist, and its question."""

    file_name: PurePosixPath
    content: RowContent[TruthT_co]


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata(Generic[TruthT_co]):
    """The usable rows, in the order of the table, and what was found wrong.

    Attributes:
        n_rows: all rows that are not blank.
        mentioned: file names of all rows, usable or not, so that no file is reported a second time.
    """

    rows: tuple[Row[TruthT_co], ...]
    n_rows: int
    left_out: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    mentioned: frozenset[PurePosixPath]


def read_rows(table: Table, row_reader: RowReader[TruthT_co]) -> Metadata[TruthT_co]:
    """Read the rows of a table; the audio files are not looked at."""
    left_out = list(table.misshapen)
    notes: list[Finding] = []
    rows: list[Row[TruthT_co]] = []
    mentioned: set[PurePosixPath] = set()
    for record in table.records:
        written = record.cells["file_name"].strip()
        try:
            name = relative_name(written)
        except ValueError as error:
            left_out.append(Finding(FindingKind.BAD_NAME, written or f"line {record.line}", str(error)))
            continue
        mentioned.add(name)
        try:
            content = row_reader(record)
        except RowError as error:
            left_out.append(Finding(error.kind, written, error.detail))
            continue
        notes += [Finding(kind, written, detail) for kind, detail in content.remarks]
        rows.append(Row(name, content))
    return Metadata(
        rows=tuple(rows),
        n_rows=len(table.records) + len(table.misshapen),
        left_out=tuple(left_out),
        notes=tuple(notes),
        mentioned=frozenset(mentioned),
    )


def one_a_file(metadata: Metadata[GeoTruth]) -> Metadata[GeoTruth]:
    """The first row of each file: files with rows that place them differently are left out, repeats are noted."""
    by_file: dict[PurePosixPath, list[Row[GeoTruth]]] = {}
    for row in metadata.rows:
        by_file.setdefault(row.file_name, []).append(row)
    unique: list[Row[GeoTruth]] = []
    clashes: list[Finding] = []
    repeats: list[Finding] = []
    for name, same in by_file.items():
        if any(row.content.truth.place != same[0].content.truth.place for row in same):
            clashes.append(Finding(FindingKind.TWO_PLACES, str(name)))
            continue
        unique.append(same[0])
        if len(same) > 1:
            repeats.append(Finding(FindingKind.REPEATED_ROW, str(name)))
    return Metadata(
        rows=tuple(unique),
        n_rows=metadata.n_rows,
        left_out=(*metadata.left_out, *clashes),
        notes=(*metadata.notes, *repeats),
        mentioned=metadata.mentioned,
    )
