"""The shape of metadata.csv: encoding, delimiter, header, and rows with as many fields as the header names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.report import Finding, FindingKind

METADATA_NAME = "metadata.csv"
REQUIRED = ("file_name", "latitude", "longitude")
MAX_TABLE_BYTES = 64 * 1024 * 1024

_DELIMITERS = (",", ";", "\t")
_SPELLINGS = {"filename": "file_name", "license": "licence"}


@dataclass(frozen=True, slots=True)
class Record:
    """One row: the line of the file it ends on, and its cells by column name."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows that have the shape of the header, and a finding for each that has not."""

    records: tuple[Record, ...]
    misshapen: tuple[Finding, ...]


def read_table(folder: Path) -> Table:
    """Read the table of a pack.

    Column names count without regard to case, spaces and hyphens; comma, semicolon or tab separates cells; a byte
    order mark and any line ends are fine. Blank rows are passed over.

    Raises:
        PackError: when there is no table, or it is no UTF-8 text, lacks a column, or its header does not fit its rows.
    """
    text = _text(folder / METADATA_NAME)
    delimiter = max(_DELIMITERS, key=lambda candidate: _fitness(text, candidate))
    try:
        return _table(text, delimiter)
    except csv.Error as error:
        raise PackError(f"{METADATA_NAME} is not a table ({error}). Check its quotation marks.") from error


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_TABLE_BYTES:
            raise PackError(f"{METADATA_NAME} has more than {MAX_TABLE_BYTES // 2**20} MB. Split the pack.")
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PackError(_missing_table(path.parent)) from error
    except UnicodeDecodeError as error:
        message = f"{METADATA_NAME} is not UTF-8 text. Save it as UTF-8 (in Excel: CSV UTF-8)."
        raise PackError(message) from error
    except OSError as error:
        raise PackError(f"{METADATA_NAME} cannot be read ({error.strerror}). Check its permissions.") from error
    # Excel writes the delimiter it used into a line of its own; left blank, so that line numbers stay right.
    first, _, rest = text.partition("\n")
    return "\n" + rest if first.strip().lower().startswith("sep=") else text


def _missing_table(folder: Path) -> str:
    name = shown(folder.name)
    if not folder.is_dir():
        return f"There is no folder {name}. Check the name."
    columns = ",".join(REQUIRED)
    others = sorted(path.name for path in folder.glob("*.csv"))
    hint = f" Is it {shown(others[0])}? Then rename it." if others else f" Write one, with the columns {columns}."
    return f"The folder {name} has no {METADATA_NAME}.{hint}"


def _fitness(text: str, delimiter: str) -> tuple[int, int]:
    """How well a delimiter cuts the header: required columns found, columns in all."""
    try:
        header = next(_rows(text, delimiter), (0, []))[1]
    except csv.Error:
        return (0, 0)
    return (len(set(REQUIRED) & set(_column_names(header))), len(header))


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row that is not blank."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, row


def _column_names(header: list[str]) -> list[str]:
    names = ["_".join(cell.casefold().replace("-", " ").replace("_", " ").split()) for cell in header]
    return [_SPELLINGS.get(name, name) for name in names]


def _table(text: str, delimiter: str) -> Table:
    rows = list(_rows(text, delimiter))
    if not rows:
        raise PackError(f"{METADATA_NAME} is empty. Write a header with the columns {','.join(REQUIRED)}, then rows.")
    names = _column_names(rows[0][1])
    body = rows[1:]
    _check_width(len(names), body)
    _check_names(names)
    records = [Record(line, dict(zip(names, row, strict=True))) for line, row in body if len(row) == len(names)]
    misshapen = [
        Finding(FindingKind.BAD_ROW, f"line {line}", f"{len(row)} fields instead of {len(names)}")
        for line, row in body
        if len(row) != len(names)
    ]
    return Table(tuple(records), tuple(misshapen))


def _check_width(n_names: int, body: list[tuple[int, list[str]]]) -> None:
    """Refuse a header that is short of names: every cell would slip under the name of its neighbour, silently."""
    if body and all(len(row) > n_names for _, row in body):
        n_fields = len(body[0][1])
        raise PackError(
            f"The header of {METADATA_NAME} has {n_names} names, but its rows have {n_fields} fields. "
            "Add the missing name in its place, so that every field stands under its own."
        )


def _check_names(names: list[str]) -> None:
    lacking = [name for name in REQUIRED if name not in names]
    if lacking:
        found = ", ".join(shown(name) for name in names[:12] if name) or "nothing"
        raise PackError(f"{METADATA_NAME} lacks the column {' and '.join(lacking)} (found: {found}). Add it.")
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise PackError(f"{METADATA_NAME} has the column {shown(twice[0])} twice. Delete or rename one.")
