"""The rows of metadata.csv as typed values, each wrong one named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.table import Record, read_table
from soundmark.benchmarks.values import MAX_TEXT_CHARACTERS, clean_text, parse_flag, parse_place, relative_name
from soundmark.types import Coordinate

_TYPED = frozenset(
    {"file_name", "latitude", "longitude", "continent", "country", "city", "licence", "source", "is_synthetic"}
)
_FLAGS = frozenset({"has_speech"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What the table says about one recording.

    Attributes:
        file_name: path inside the pack, which may or may not exist.
        tags: every other column that is filled in, by its name; `has_speech` is 'true' or 'false'.
    """

    file_name: PurePosixPath
    place: Coordinate
    continent: str = ""
    country: str = ""
    city: str = ""
    licence: str = ""
    source: str = ""
    is_synthetic: bool = False
    tags: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """The usable rows, in the order of the table and one a file, and what was found wrong.

    Attributes:
        n_rows: all rows that are not blank.
        mentioned: file names of all rows, usable or not, so that no file is reported a second time.
    """

    rows: tuple[Row, ...]
    n_rows: int
    left_out: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    mentioned: frozenset[PurePosixPath]


def read_metadata(folder: Path) -> Metadata:
    """Read metadata.csv of a pack; the audio files are not looked at.

    Raises:
        PackError: when the table as a whole cannot be used.
    """
    table = read_table(folder)
    left_out = list(table.misshapen)
    notes: list[Finding] = []
    rows: list[Row] = []
    mentioned: set[PurePosixPath] = set()
    for record in table.records:
        written = record.cells["file_name"].strip()
        try:
            name = relative_name(written)
        except ValueError as error:
            subject = written or f"line {record.line}"
            left_out.append(Finding(FindingKind.BAD_NAME, subject, str(error)))
            continue
        mentioned.add(name)
        try:
            place = parse_place(record.cells["latitude"], record.cells["longitude"])
        except ValueError as error:
            left_out.append(Finding(FindingKind.BAD_PLACE, written, str(error)))
            continue
        notes += _remarks(record, written, place)
        rows.append(_row(record, name, place))
    unique, clashes, repeats = _one_a_file(rows)
    return Metadata(
        rows=unique,
        n_rows=len(table.records) + len(table.misshapen),
        left_out=(*left_out, *clashes),
        notes=(*notes, *repeats),
        mentioned=frozenset(mentioned),
    )


def _row(record: Record, name: PurePosixPath, place: Coordinate) -> Row:
    cells = record.cells

    def text(column: str) -> str:
        return clean_text(cells.get(column, ""))[:MAX_TEXT_CHARACTERS]

    tags = {_tag_name(column): text(column) for column in cells if column and column not in _TYPED | _FLAGS}
    flags = {column: _flag(cells[column]) for column in _FLAGS & cells.keys()}
    tags |= {column: "true" if flag else "false" for column, flag in flags.items() if flag is not None}
    return Row(
        file_name=name,
        place=place,
        continent=text("continent"),
        country=text("country"),
        city=text("city"),
        licence=text("licence"),
        source=text("source"),
        is_synthetic=_flag(cells.get("is_synthetic", "")) or False,
        tags={column: value for column, value in tags.items() if value},
    )


def _tag_name(column: str) -> str:
    return clean_text(column)[:MAX_TEXT_CHARACTERS]


def _flag(cell: str) -> bool | None:
    try:
        return parse_flag(cell)
    except ValueError:
        return None


def _remarks(record: Record, written: str, place: Coordinate) -> Iterator[Finding]:
    if place.latitude_deg == 0 and place.longitude_deg == 0:
        yield Finding(FindingKind.NULL_ISLAND, written)
    for column in sorted((_FLAGS | {"is_synthetic"}) & record.cells.keys()):
        try:
            parse_flag(record.cells[column])
        except ValueError as error:
            yield Finding(FindingKind.BAD_FLAG, written, f"{column}: {error}")
    if any(len(cell) > MAX_TEXT_CHARACTERS for cell in record.cells.values()):
        yield Finding(FindingKind.SHORTENED, written)


def _one_a_file(rows: list[Row]) -> tuple[tuple[Row, ...], list[Finding], list[Finding]]:
    """First rows of each file; files with rows that place them differently (left out); files named again (a note)."""
    by_file: dict[PurePosixPath, list[Row]] = {}
    for row in rows:
        by_file.setdefault(row.file_name, []).append(row)
    unique: list[Row] = []
    clashes: list[Finding] = []
    repeats: list[Finding] = []
    for name, same in by_file.items():
        if any(row.place != same[0].place for row in same):
            clashes.append(Finding(FindingKind.TWO_PLACES, str(name)))
            continue
        unique.append(same[0])
        if len(same) > 1:
            repeats.append(Finding(FindingKind.REPEATED_ROW, str(name)))
    return tuple(unique), clashes, repeats
