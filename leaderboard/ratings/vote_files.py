"""Tables of votes in files: CSV, Parquet, JSON lines or a JSON array.

A tidy CSV file and Parquet are read by Arrow, column by column. A CSV file with odd quotation marks or lines is read
line by line: it takes longer, and each bad line has its number.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.ratings.counts import RatingError
from leaderboard.ratings.raw_votes import NEEDED, RawColumn, RawVotes, WrongRow, coded, meanings_of

if TYPE_CHECKING:
    import pyarrow as pa

MAX_FILE_BYTES = 2 * 1024**3
ENDINGS = (".csv", ".tsv", ".parquet", ".jsonl", ".json")
_DELIMITERS = (",", ";", "\t")
_BOM = b"\xef\xbb\xbf"


def read_raw_votes(path: Path, wanted: Collection[str], needed: Collection[str] = NEEDED) -> RawVotes:
    """Read the columns of a file that are wanted, and there.

    Args:
        path: its ending says of which form it is.
        wanted: names of columns, as `leaderboard.ratings.raw_votes` calls them.
        needed: those without which the file is of no use.

    Raises:
        RatingError: when there is no such file, it cannot be read at all, or lacks a needed column.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise RatingError(f"{_name(path)} is no table of votes. Give a file that ends in {', '.join(ENDINGS)}.")
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise RatingError(
                f"{_name(path)} has more than {MAX_FILE_BYTES // 2**30} GB. Write it as Parquet in parts."
            )
        if ending in (".jsonl", ".json"):
            return _json_votes(path, wanted, needed)
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise RatingError(f"There is no file {_name(path)}. Check the name.") from error
    except OSError as error:
        raise RatingError(f"{_name(path)} cannot be read ({error.strerror}). Check its permissions.") from error
    if ending == ".parquet":
        return _parquet_votes(content, path, wanted, needed)
    return _csv_votes(content, path, wanted, needed)


def _name(path: Path) -> str:
    from soundmark.audio.errors import shown

    return shown(path.name)


def _columns_of(names: list[str], path: Path, wanted: Collection[str], needed: Collection[str]) -> dict[str, str]:
    """Meaning -> name in the file, of what is wanted.

    Raises:
        RatingError: when a needed column is missing, or a name is there twice.
    """
    found = meanings_of(names)
    missing = [name for name in needed if name not in found]
    if missing:
        raise RatingError(f"{_name(path)} has no column {', '.join(missing)}. It needs {', '.join(needed)}.")
    chosen = {meaning: name for meaning, name in found.items() if meaning in wanted or meaning in needed}
    twice = [name for name in chosen.values() if names.count(name) > 1]
    if twice:
        raise RatingError(f"{_name(path)} has the column {twice[0]} twice. Delete one.")
    return chosen


def _json_votes(path: Path, wanted: Collection[str], needed: Collection[str]) -> RawVotes:
    from soundmark.benchmarks.errors import PackError
    from soundmark.benchmarks.row_files import read_row_file

    try:
        read = read_row_file(path)
    except PackError as error:
        raise RatingError(str(error)) from error
    chosen = _columns_of(list(read.columns), path, wanted, needed)
    return RawVotes(
        np.array([row.number for row in read.rows], dtype=np.int64),
        {meaning: coded(row.values.get(name) for row in read.rows) for meaning, name in chosen.items()},
        tuple(WrongRow(int(finding.subject.split()[-1]), finding.detail) for finding in read.misshapen),
    )


def _parquet_votes(content: bytes, path: Path, wanted: Collection[str], needed: Collection[str]) -> RawVotes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True)
        names = file.schema_arrow.names
        chosen = _columns_of(names, path, wanted, needed)
        table = file.read(columns=list(chosen.values()))
        # A damaged file may hold lengths that lead out of it: without this, reading its values could crash.
        table.validate()
        columns = {meaning: table.column(name) for meaning, name in chosen.items()}
        for column in columns.values():
            _bytes_for_text(column).validate(full=True)
        found = {meaning: _arrow_column(column) for meaning, column in columns.items()}
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise RatingError(f"{_name(path)} is no Parquet file, or a damaged one. Get it again.") from error
    return RawVotes(np.arange(1, table.num_rows + 1), found)


def _bytes_for_text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column whose texts are bytes, since they may be no UTF-8."""
    import pyarrow as pa

    if pa.types.is_string(column.type):
        return column.cast(pa.binary())
    return column.cast(pa.large_binary()) if pa.types.is_large_string(column.type) else column


def _arrow_column(column: pa.ChunkedArray) -> RawColumn:
    import pyarrow as pa

    plain = _bytes_for_text(column)
    if pa.types.is_nested(plain.type):
        return coded(plain.to_pylist())
    encoded = plain if pa.types.is_dictionary(plain.type) else plain.dictionary_encode("encode")
    whole = encoded.unify_dictionaries().combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.chunk(0) if whole.num_chunks else pa.array([], encoded.type)
    values: list[object] = whole.dictionary.to_pylist()
    indices = whole.indices
    if indices.null_count:
        indices, values = indices.fill_null(len(values)), [*values, None]
    return RawColumn(indices.to_numpy(zero_copy_only=False).astype(np.int64), [_text(value) for value in values])


def _text(value: object) -> object:
    """Bytes as text; what is no UTF-8 becomes half surrogates, which no name may hold."""
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value


def _csv_votes(content: bytes, path: Path, wanted: Collection[str], needed: Collection[str]) -> RawVotes:
    content = content.removeprefix(_BOM)
    head = content.split(b"\n", 1)[0].decode("utf-8", "surrogateescape")
    delimiter = max(_DELIMITERS, key=lambda sign: len(meanings_of(_cells(head, sign))))
    tidy = _tidy_csv_votes(content, delimiter, path, wanted, needed)
    return _odd_csv_votes(content, delimiter, path, wanted, needed) if tidy is None else tidy


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line.rstrip("\r")], delimiter=delimiter), [])
    except csv.Error:
        return []


def _tidy_csv_votes(
    content: bytes, delimiter: str, path: Path, wanted: Collection[str], needed: Collection[str]
) -> RawVotes | None:
    """A file of one row a line with no odd quotation marks; None when it is not so."""
    if not _has_plain_quotes(content, delimiter.encode()) or content.count(b"\r") != content.count(b"\r\n"):
        return None
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    names = _cells(content.split(b"\n", 1)[0].decode("utf-8", "surrogateescape"), delimiter)
    chosen = _columns_of(names, path, wanted, needed)
    kind = pa.dictionary(pa.int32(), pa.binary())
    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(content),
            read_options=arrow_csv.ReadOptions(column_names=[str(at) for at in range(len(names))], skip_rows=1),
            parse_options=arrow_csv.ParseOptions(delimiter=delimiter, ignore_empty_lines=False),
            convert_options=arrow_csv.ConvertOptions(
                include_columns=[str(names.index(name)) for name in chosen.values()],
                column_types={str(at): kind for at in range(len(names))},
            ),
        )
    except (pa.ArrowException, ValueError):
        return None
    n_lines = content.count(b"\n") + (not content.endswith(b"\n"))
    if table.num_rows != n_lines - 1 or b"\n\n" in content or b"\n\r\n" in content:
        return None
    found = {meaning: _arrow_column(table.column(str(names.index(name)))) for meaning, name in chosen.items()}
    return RawVotes(np.arange(2, table.num_rows + 2), found)


def _has_plain_quotes(content: bytes, delimiter: bytes) -> bool:
    """Whether each quotation mark stands at the beginning or the end of a cell, and at one of them only."""
    n_marks = content.count(b'"')
    if not n_marks:
        return True
    if b'""' in content:
        return False
    opening = content.startswith(b'"') + content.count(b'\n"') + content.count(delimiter + b'"')
    closing = content.endswith(b'"') + sum(content.count(b'"' + end) for end in (b"\n", b"\r\n", delimiter))
    return opening == closing == n_marks / 2


def _odd_csv_votes(
    content: bytes, delimiter: str, path: Path, wanted: Collection[str], needed: Collection[str]
) -> RawVotes:
    """Line by line; blank lines are passed over."""
    lines = _csv_lines(content, delimiter)
    names = next((cells for _, cells in lines if cells), [])
    chosen = _columns_of(names, path, wanted, needed)
    numbers: list[int] = []
    rows: list[list[str]] = []
    wrong: list[WrongRow] = []
    for number, cells in lines:
        if cells is None:
            wrong.append(WrongRow(number, "its quotation marks do not match, or a cell is very long"))
        elif len(cells) != len(names):
            wrong.append(WrongRow(number, f"{len(cells)} fields instead of {len(names)}"))
        else:
            numbers.append(number)
            rows.append(cells)
    places = {meaning: names.index(name) for meaning, name in chosen.items()}
    found = {meaning: coded(row[place] for row in rows) for meaning, place in places.items()}
    return RawVotes(np.array(numbers, dtype=np.int64), found, tuple(wrong))


def _csv_lines(content: bytes, delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Number of the last line, and the cells, of each row that is not blank; None for one that cannot be read."""
    text = io.StringIO(content.decode("utf-8", "surrogateescape"), newline="")
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield reader.line_num, None
        else:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
