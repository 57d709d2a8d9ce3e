"""The table of a pack, metadata.csv or metadata.jsonl: encoding, delimiter, header, and rows that fit it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.columns import KNOWN, Record, Records, Table, check_columns, column_name, kind_of
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.json_table import read_json_records
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.types import QuestionKind

METADATA_NAME = "metadata.csv"
JSON_METADATA_NAME = "metadata.jsonl"
MAX_TABLE_BYTES = 64 * 1024 * 1024

_DELIMITERS = (",", ";", "\t")


def read_table(folder: Path, kind: QuestionKind | None = None) -> Table:
    """Read the table of a pack.

    Column names count without regard to case, spaces and hyphens. In metadata.csv comma, semicolon or tab separates
    cells; a byte order mark and any line ends are fine; blank rows are passed over.
    metadata.jsonl has one object a line.

    Args:
        folder: of the pack.
        kind: of its questions; by default what the columns say.

    Raises:
        PackError: when there is no table or there are two, it is no UTF-8 text, lacks a column, its columns fit several
            kinds of questions, or its header does not fit its rows.
    """
    read = read_records(folder)
    return Table(kind_of(read.names, read.table, kind), read.records, read.misshapen)


def read_records(folder: Path) -> Records:
    """Read the table of a folder whose columns need not be those of questions; else as `read_table`.

    Raises:
        PackError: when there is no table or there are two, it is no UTF-8 text, lacks the column file_name, or its
            header does not fit its rows.
    """
    csv_path, json_path = folder / METADATA_NAME, folder / JSON_METADATA_NAME
    if json_path.is_file():
        if csv_path.is_file():
            raise PackError(f"There are {METADATA_NAME} and {JSON_METADATA_NAME}. Delete one of them.")
        return read_json_records(_bytes(json_path), json_path.name)
    text = _text(csv_path)
    delimiter = max(_DELIMITERS, key=lambda candidate: _fitness(text, candidate))
    try:
        return _records(text, delimiter)
    except csv.Error as error:
        raise PackError(f"{METADATA_NAME} is not a table ({error}). Check its quotation marks.") from error


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_TABLE_BYTES:
            raise PackError(f"{path.name} has more than {MAX_TABLE_BYTES // 2**20} MB. Split the pack.")
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PackError(_missing_table(path.parent)) from error
    except OSError as error:
        raise PackError(f"{path.name} cannot be read ({error.strerror}). Check its permissions.") from error


def _text(path: Path) -> str:
    try:
        text = _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{METADATA_NAME} is not UTF-8 text. Save it as UTF-8 (in Excel: CSV UTF-8)."
        raise PackError(message) from error
    # Excel writes the delimiter it used into a line of its own; left blank, so that line numbers stay right.
    first, _, rest = text.partition("\n")
    return "\n" + rest if first.strip().lower().startswith("sep=") else text


def _missing_table(folder: Path) -> str:
    name = shown(folder.name)
    if not folder.is_dir():
        return f"There is no folder {name}. Check the name."
    others = sorted(path.name for path in folder.glob("*.csv"))
    advice = " Write one, for places with the columns file_name,latitude,longitude."
    hint = f" Is it {shown(others[0])}? Then rename it." if others else advice
    return f"The folder {name} has no {METADATA_NAME}.{hint}"


def _fitness(text: str, delimiter: str) -> tuple[int, int]:
    """How well a delimiter cuts the header: known columns found, columns in all."""
    try:
        header = next(_rows(text, delimiter), (0, []))[1]
    except csv.Error:
        return (0, 0)
    return (len(KNOWN & {column_name(cell) for cell in header}), len(header))


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row that is not blank."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, row


def _records(text: str, delimiter: str) -> Records:
    rows = list(_rows(text, delimiter))
    if not rows:
        raise PackError(f"{METADATA_NAME} is empty. Write a header with the columns file_name,latitude,longitude.")
    names = [column_name(cell) for cell in rows[0][1]]
    body = rows[1:]
    _check_width(len(names), body)
    check_columns(names, METADATA_NAME)
    good = [(line, dict(zip(names, row, strict=True))) for line, row in body if len(row) == len(names)]
    misshapen = [
        Finding(FindingKind.BAD_ROW, f"line {line}", f"{len(row)} fields instead of {len(names)}")
        for line, row in body
        if len(row) != len(names)
    ]
    records = tuple(Record(line, cells, cells) for line, cells in good)
    return Records(METADATA_NAME, tuple(names), records, tuple(misshapen))


def _check_width(n_names: int, body: list[tuple[int, list[str]]]) -> None:
    """Refuse a header that is short of names: every cell would slip under the name of its neighbour, silently."""
    if body and all(len(row) > n_names for _, row in body):
        n_fields = len(body[0][1])
        raise PackError(
            f"The header of {METADATA_NAME} has {n_names} names, but its rows have {n_fields} fields. "
            "Add the missing name in its place, so that every field stands under its own."
        )
