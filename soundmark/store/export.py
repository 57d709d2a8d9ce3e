"""Export of the journal as typed Parquet, one folder a table."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from soundmark.store import schema
from soundmark.store.journal import Journal
from soundmark.types import SoundmarkError
from soundmark.whole_file import whole_file


class ExportError(SoundmarkError):
    """An export that could not be written."""


def export(journal: Journal, folder: Path) -> dict[str, int]:
    """Write `<folder>/<table>/<table>.parquet` for each table that has rows. Returns the rows written by table.

    A table without rows writes no file: common readers refuse a Parquet file without rows.

    Raises:
        ExportError: when a file cannot be written.
        JournalError: when the journal cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    counts = {}
    for table in schema.TABLES:
        rows = [asdict(row) for row in journal.rows(table)]
        counts[table] = len(rows)
        if not rows:
            continue
        path = folder / table / f"{table}.parquet"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(path) as part:
                pq.write_table(pa.Table.from_pylist(rows, schema=schema.arrow_schema(table)), part)
        except OSError as error:
            raise ExportError(f"{path} cannot be written ({error}). Choose another folder with --to.") from error
    return counts
