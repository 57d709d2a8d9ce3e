"""Rows of published data files: Parquet, JSON lines, a JSON array, or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.json_table import json_object
from soundmark.benchmarks.report import Finding, FindingKind

MAX_FILE_BYTES = 256 * 1024 * 1024
ENDINGS = (".parquet", ".jsonl", ".json", ".csv")


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row: its number in the file, from 1 (of JSON lines and CSV the line), and its values."""

    number: int
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FileRows:
    """The rows of a file that can be read, and a finding for each that cannot."""

    rows: tuple[FileRow, ...]
    misshapen: tuple[Finding, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns, in the order in which they come first."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.values))


def read_row_file(path: Path) -> FileRows:
    """Read a data file, whose ending says of which form it is.

    Raises:
        PackError: when there is none, or it cannot be read at all.
    """
    name = shown(path.name)
    if path.suffix.lower() not in ENDINGS:
        raise PackError(f"{name} is no data file. Give a file that ends in {', '.join(ENDINGS)}.")
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise PackError(f"{name} has more than {MAX_FILE_BYTES // 2**20} MB.")
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise PackError(f"There is no file {name}. Check the name.") from error
    except OSError as error:
        raise PackError(f"{name} cannot be read ({error.strerror}). Check its permissions.") from error
    return _rows(content, path.suffix.lower(), name)


def _rows(content: bytes, ending: str, name: str) -> FileRows:
    if ending == ".parquet":
        return parquet_rows(content, name)
    if ending == ".csv":
        return _csv_rows(content, name)
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"[":
        return _array_rows(content, name)
    return _line_rows(content)


def parquet_rows(content: bytes, name: str) -> FileRows:
    """The rows of a Parquet file; texts that are no UTF-8 make a row unreadable, not the file.

    Raises:
        PackError: when it is none, or damaged.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(pa.BufferReader(content), page_checksum_verification=True)
        # A damaged file may hold lengths that lead out of it: without this, reading its values could crash.
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise PackError(f"{name} is no Parquet file, or a damaged one. Get it again.") from error
    if len(set(table.column_names)) < len(table.column_names):
        raise PackError(f"{name} has a column twice.")
    rows: list[FileRow] = []
    misshapen: list[Finding] = []
    for number in range(1, table.num_rows + 1):
        try:
            rows.append(FileRow(number, table.slice(number - 1, 1).to_pylist()[0]))
        except (UnicodeDecodeError, ValueError, OverflowError):
            misshapen.append(Finding(FindingKind.BAD_ROW, f"row {number}", "it holds values that cannot be read"))
    return FileRows(tuple(rows), tuple(misshapen))


def _line_rows(content: bytes) -> FileRows:
    rows: list[FileRow] = []
    misshapen: list[Finding] = []
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            rows.append(FileRow(number, json_object(line)))
        except ValueError as error:
            misshapen.append(Finding(FindingKind.BAD_ROW, f"line {number}", str(error)))
    return FileRows(tuple(rows), tuple(misshapen))


def _array_rows(content: bytes, name: str) -> FileRows:
    try:
        items = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise PackError(f"{name} begins like a JSON array and is none. Get it again.") from error
    good = [FileRow(number, item) for number, item in enumerate(items, start=1) if isinstance(item, dict)]
    bad = [number for number, item in enumerate(items, start=1) if not isinstance(item, dict)]
    return FileRows(
        tuple(good), tuple(Finding(FindingKind.BAD_ROW, f"item {number}", "it is no JSON object") for number in bad)
    )


def _csv_rows(content: bytes, name: str) -> FileRows:
    try:
        reader = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        lines = [(reader.line_num, row) for row in reader if row]
    except (UnicodeDecodeError, csv.Error) as error:
        raise PackError(f"{name} is no CSV table of UTF-8 text.") from error
    header = lines[0][1] if lines else []
    if len(set(header)) < len(header):
        raise PackError(f"{name} has a column twice.")
    if len(lines) > 1 and all(len(row) != len(header) for _, row in lines[1:]):
        raise PackError(f"The header of {name} has {len(header)} names, but its rows have other numbers of fields.")
    good = [FileRow(line, dict(zip(header, row, strict=True))) for line, row in lines[1:] if len(row) == len(header)]
    bad = [
        Finding(FindingKind.BAD_ROW, f"line {line}", f"{len(row)} fields instead of {len(header)}")
        for line, row in lines[1:]
        if len(row) != len(header)
    ]
    return FileRows(tuple(good), tuple(bad))
