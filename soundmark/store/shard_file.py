"""The bytes of a shard: typed Parquet, read back before anybody sees it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from soundmark.store import schema
from soundmark.store.journal import Journal
from soundmark.store.seal import Shard
from soundmark.types import SoundmarkError

if TYPE_CHECKING:
    import pyarrow as pa


class ShardError(SoundmarkError):
    """A shard that would not load."""


def file_schema(table: str) -> pa.Schema:
    """The columns of a shard: names and types of the table, every one nullable, without descriptions."""
    import pyarrow as pa

    return pa.schema([pa.field(column.name, column.type) for column in schema.arrow_schema(table)])


def shard_bytes(journal: Journal, shard: Shard) -> bytes | None:
    """The shard as a Parquet file, or None when not one of its rows can be read.

    Raises:
        ShardError: when the file does not read back as it was written.
        JournalError: when the rows cannot be read.
    """
    rows = [asdict(row) for row in journal.rows_between(shard.table, shard.after_seq, shard.until_seq)]
    return parquet_bytes(shard.table, rows) if rows else None


def parquet_bytes(table: str, rows: Sequence[dict[str, object]]) -> bytes:
    """Rows of a table as a Parquet file; the same rows give the same bytes.

    Raises:
        ShardError: when there are no rows, or the file does not read back as it was written.
    """
    import pyarrow as pa

    return table_bytes(pa.Table.from_pylist(rows, schema=file_schema(table)))


def table_bytes(table: pa.Table) -> bytes:
    """An Arrow table as a Parquet file.

    Raises:
        ShardError: when it has no rows, or the file does not read back as it was written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if table.num_rows == 0:
        raise ShardError("A shard without rows would make the whole table unreadable, so none is written.")
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd")
    data = sink.getvalue()
    try:
        footer = pq.ParquetFile(io.BytesIO(data))
    except (pa.ArrowException, OSError) as error:
        raise ShardError(f"A shard does not read back ({error}). Nothing was published.") from error
    if footer.metadata.num_rows != table.num_rows or not footer.schema_arrow.equals(table.schema):
        raise ShardError("A shard does not read back as it was written. Nothing was published.")
    return data


def init_path(table: str) -> str:
    """Where the first row of a table lies; the same for every writer."""
    return f"data/{table}/init/init.parquet"


def init_bytes(table: str) -> bytes:
    """The file of a table's typed first row, with which it loads before anybody has answered."""
    from soundmark.store.card import init_row

    return parquet_bytes(table, [asdict(init_row(table))])
