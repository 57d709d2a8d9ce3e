"""A dataset of the log as a folder: card, typed first rows, and shards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from soundmark.store import card, schema


def log_folder(folder: Path, repo_id: str = "owner/log") -> Path:
    """A folder as the first commit leaves a dataset."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_text(card.readme(repo_id), encoding="utf-8")
    for table in schema.TABLES:
        add_shard(folder, "init/init", [card.init_row(table)])
    return folder


def add_shard(folder: Path, name: str, rows: Sequence[schema.Row], *, arrow: pa.Schema | None = None) -> Path:
    """A shard of rows of one table, with that table's columns or the given ones."""
    table = schema.table_of(rows[0])
    path = folder / "data" / table / f"{name}.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    records = [asdict(row) for row in rows]
    pq.write_table(pa.Table.from_pylist(records, schema=arrow or schema.arrow_schema(table)), path)
    return path
