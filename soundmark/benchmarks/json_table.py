"""metadata.jsonl: an object a line, each with the columns it has."""

from __future__ import annotations

import json
from collections.abc import Iterator

from soundmark.benchmarks.columns import Record, Records, check_columns, column_name
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.report import Finding, FindingKind

MAX_LINE_BYTES = 1024 * 1024
MAX_COLUMNS = 500


def read_json_records(content: bytes, name: str) -> Records:
    """Read JSON lines; a line that is no object of UTF-8 text is left out and named.

    Raises:
        PackError: when no line can be read, or none names a file.
    """
    records: list[Record] = []
    misshapen: list[Finding] = []
    for number, line in _lines(content):
        try:
            records.append(_record(number, line))
        except ValueError as error:
            misshapen.append(Finding(FindingKind.BAD_ROW, f"line {number}", str(error)))
    if not records:
        raise PackError(f"{name} holds no JSON object. Write one a line, as UTF-8 text.")
    names = list(dict.fromkeys(column for record in records for column in record.cells))
    check_columns(names, name)
    return Records(name, tuple(names), tuple(_filled(record, names) for record in records), tuple(misshapen))


def json_object(line: bytes, max_bytes: int = MAX_LINE_BYTES) -> dict[str, object]:
    """The object of a line of JSON, or of a file.

    Args:
        line: UTF-8 text.
        max_bytes: how long it may be.

    Raises:
        ValueError: with a sentence, when it is none, or names a key twice, or holds a number that is none (NaN).
    """
    if len(line) > max_bytes:
        raise ValueError("it has more than a megabyte" if max_bytes == MAX_LINE_BYTES else "it is too long")
    try:
        read = json.loads(line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise ValueError("it is not UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON ({error.msg})") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(read, dict):
        raise ValueError("it is no JSON object")
    return read


def cell_text(value: object) -> str:
    """A JSON value as the text of a cell: '' for null, true and false for flags."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def record_of(number: int, written: dict[str, object]) -> Record:
    """A row of an object, under normalised column names.

    Raises:
        ValueError: when two keys are the same column, or there are hundreds.
    """
    values = {column_name(key): value for key, value in written.items()}
    if len(values) < len(written):
        raise ValueError("two of its keys mean the same column")
    if len(values) > MAX_COLUMNS:
        raise ValueError(f"it has more than {MAX_COLUMNS} keys")
    return Record(number, {column: cell_text(value) for column, value in values.items()}, values)


def _record(number: int, line: bytes) -> Record:
    return record_of(number, json_object(line))


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if line.strip():
            yield number, line


def _filled(record: Record, names: list[str]) -> Record:
    """The row with an empty cell for each column that only others have."""
    return Record(record.line, dict.fromkeys(names, "") | record.cells, record.values)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("it has a key twice")
    return found


def _no_number(name: str) -> object:
    raise ValueError(f"it holds {name}, which is no number of JSON")
