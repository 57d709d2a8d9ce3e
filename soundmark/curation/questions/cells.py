"""Tables that people edit in a spreadsheet: cells that cannot be taken for formulas, read back as they were.

A spreadsheet runs a cell that begins with `=`, `+`, `-`, `@`, a tab or a line end (OWASP, "CSV Injection"); such cells
are written with an apostrophe before them, and so are those that begin with apostrophes and then one of these.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.columns import Record, column_name
from soundmark.benchmarks.json_table import cell_text, json_object, record_of
from soundmark.curation.questions.draft import Problem, QuestionsError
from soundmark.whole_file import whole_file

MAX_FILE_BYTES = 64 * 1024 * 1024
_FORMULA = re.compile(r"'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_DELIMITERS = (",", ";", "\t")


def guarded(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """What `guarded` was given."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    """A table with a header, guarded, with the byte order mark by which Excel knows UTF-8."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([guarded(column) for column in columns])
    writer.writerows([guarded(row.get(column, "")) for column in columns] for row in rows)
    return f"\ufeff{out.getvalue()}"


def json_text(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    """JSON lines, an object a row."""
    lines = (json.dumps({c: row[c] for c in columns if row.get(c)}, ensure_ascii=False) for row in rows)
    return "".join(f"{line}\n" for line in lines)


def write_cells(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Write a table, `.csv` or `.jsonl`; what was there before stays until the new one is whole.

    Raises:
        QuestionsError: when the ending is another, or the disk refuses.
    """
    ending = path.suffix.lower()
    if ending not in (".csv", ".jsonl"):
        raise QuestionsError(f"{shown(path.name)} is no name for a table. Let it end in .csv or .jsonl.")
    text = csv_text(columns, rows) if ending == ".csv" else json_text(columns, rows)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as part:
            part.write_bytes(text.encode("utf-8", "replace"))
    except OSError as error:
        name = shown(path.name)
        raise QuestionsError(f"{name} cannot be written ({error.strerror}). Choose another place.") from error


def check_free(path: Path, otherwise: str = "") -> None:
    """Find out that nothing would be written over.

    Args:
        path: of the file to be written.
        otherwise: what else may be done, after a comma.

    Raises:
        QuestionsError: when there is such a file.
    """
    if path.exists():
        advice = f", {otherwise}" if otherwise else ""
        raise QuestionsError(f"{shown(path.name)} is there already. Name another file{advice}.")


def read_cells(path: Path, needed: Sequence[str]) -> tuple[list[Record], list[Problem]]:
    """Read a table, `.csv` (with commas, semicolons or tabs) or `.jsonl`; bad rows are named and the others kept.

    Args:
        path: of the file.
        needed: columns that it must have.

    Raises:
        QuestionsError: when it cannot be read at all, or lacks a column.
    """
    name = shown(path.name)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise QuestionsError(f"{name} has more than {MAX_FILE_BYTES // 2**20} MB. Split it.")
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise QuestionsError(f"There is no file {name}. Check the name.") from error
    except OSError as error:
        raise QuestionsError(f"{name} cannot be read ({error.strerror}). Check its permissions.") from error
    except UnicodeDecodeError as error:
        raise QuestionsError(f"{name} is not UTF-8 text. Save it as UTF-8 (in Excel: CSV UTF-8).") from error
    if path.suffix.lower() == ".jsonl":
        records, problems = _json_records(text)
    elif path.suffix.lower() == ".csv":
        records, problems = _csv_records(text, name, needed)
    else:
        raise QuestionsError(f"{name} is no table. Give a file that ends in .csv or .jsonl.")
    missing = [column for column in needed if not any(column in record.cells for record in records)]
    if missing:
        raise QuestionsError(f"{name} has no rows with {', '.join(missing)}. Add what is missing.")
    return records, problems


def _json_records(text: str) -> tuple[list[Record], list[Problem]]:
    records: list[Record] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                record = record_of(number, json_object(line.encode()))
            except ValueError as error:
                problems.append(Problem(f"line {number}", "", str(error)))
                continue
            records.append(Record(number, {c: cell_text(v) for c, v in record.values.items()}, record.values))
    return records, problems


def _csv_records(text: str, name: str, needed: Sequence[str]) -> tuple[list[Record], list[Problem]]:
    first, _, rest = text.partition("\n")
    if first.strip().lower().startswith("sep="):  # Excel's own line; left blank, so that line numbers stay right
        text = f"\n{rest}"
    try:
        tables = [_csv_rows(text, delimiter) for delimiter in _DELIMITERS]
    except csv.Error as error:
        raise QuestionsError(f"{name} is not a table ({error}). Check its quotation marks.") from error
    rows = max(tables, key=lambda table: len(set(needed) & {column_name(cell) for cell in (table or [(0, [])])[0][1]}))
    if not rows:
        raise QuestionsError(f"{name} is empty. Write a header with {', '.join(needed)}.")
    columns = [column_name(unguarded(cell)) for cell in rows[0][1]]
    twice = sorted({column for column in columns if column and columns.count(column) > 1})
    if twice:
        raise QuestionsError(f"{name} has the column {shown(twice[0])} twice. Delete or rename one.")
    records: list[Record] = []
    problems: list[Problem] = []
    for line, row in rows[1:]:
        if len(row) != len(columns):
            problems.append(Problem(f"line {line}", "", f"{len(row)} fields instead of {len(columns)}"))
            continue
        cells = {column: unguarded(cell) for column, cell in zip(columns, row, strict=True) if column}
        records.append(Record(line, cells, cells))
    return records, problems


def _csv_rows(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
