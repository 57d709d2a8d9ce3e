"""Compaction: the many small shards of a closed day become one file a table."""

from __future__ import annotations

import logging
import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from soundmark.store import schema
from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubMoved
from soundmark.store.manifests import manifest_bytes, manifest_path
from soundmark.store.shard_file import file_schema, table_bytes

if TYPE_CHECKING:
    import pyarrow as pa

log = logging.getLogger(__name__)

LAG_DAYS = 2
"""Only days that are over by two are compacted: a push of today's shards that is tried again needs no care then, even
over midnight and with clocks that differ by hours."""
MAX_TRIES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted:
    """One table's day that became one file."""

    table: str
    day: str
    sources: int
    row_count: int
    duplicates_dropped: int


def compact(hub: HubRepo, *, today: date | None = None, lag_days: int = LAG_DAYS) -> list[Compacted]:
    """Compact every closed day that has more than one file, one commit a day. Several at once do no harm.

    The commit holds the merged file, a manifest that names its sources, and the deletion of these, and is refused when
    anything was committed since the sources were read.

    Args:
        hub: the dataset.
        today: stands in for the clock, for tests.
        lag_days: how many days must lie between.

    Raises:
        HubError: when the dataset cannot be read or written; days done before stay done.
        ShardError: when a merged file would not load.
    """
    last = (datetime.now(UTC).date() if today is None else today) - timedelta(days=lag_days)
    done: list[Compacted] = []
    for day in sorted(_open_days(hub.files("data", hub.head()), last)):
        done += _compact_day(hub, day)
    return done


def _compact_day(hub: HubRepo, day: str) -> list[Compacted]:
    for _ in range(MAX_TRIES):  # what was read for one try is in the cache for the next
        try:
            return _try_day(hub, day)
        except HubMoved:
            continue
    log.info("Others wrote to %s all the time; %s is left for the next time.", hub.name, day)
    return []


def _open_days(paths: Sequence[str], last: date) -> dict[str, dict[str, list[str]]]:
    """Paths by day and table, of days up to `last` with more than one file in a table."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in paths:
        parts = path.split("/")
        if len(parts) == 4 and path.endswith(".parquet") and parts[1] in schema.TABLES and _is_until(parts[2], last):
            found[parts[2]][parts[1]].append(path)
    return {
        day: {table: files for table, files in tables.items() if len(files) > 1}
        for day, tables in found.items()
        if any(len(files) > 1 for files in tables.values())
    }


def _is_until(day: str, last: date) -> bool:
    try:
        return date.fromisoformat(day) <= last
    except ValueError:
        return False


def _try_day(hub: HubRepo, day: str) -> list[Compacted]:
    head = hub.head()  # a new one for each day: the commit of the day before has moved it
    tables = _open_days([path for path in hub.files("data", head) if f"/{day}/" in path], date.max).get(day, {})
    add: dict[str, bytes] = {}
    delete: list[str] = []
    done: list[Compacted] = []
    for table, paths in tables.items():
        read = [_read(hub, path, head) for path in paths]
        merged, dropped = merge(table, read)
        path = f"data/{table}/{day}/merged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(4)}.parquet"
        add[path] = table_bytes(merged)
        add[manifest_path(path)] = manifest_bytes(path, paths, row_count=merged.num_rows, dropped=dropped)
        delete += paths
        done.append(
            Compacted(table=table, day=day, sources=len(paths), row_count=merged.num_rows, duplicates_dropped=dropped)
        )
    if not done:
        return []
    hub.commit(f"Merge {len(delete)} files of {day}", add=add, delete=delete, parent=head)
    return done


def _read(hub: HubRepo, path: str, revision: str) -> pa.Table:
    import pyarrow.parquet as pq

    return pq.read_table(hub.download(path, revision))


def merge(table: str, parts: Sequence[pa.Table]) -> tuple[pa.Table, int]:
    """All rows, each id once, in the order of the ids (which is that of time). Returns how many rows were dropped too.

    Columns that this version does not know are kept; columns that a part does not have are null in its rows.
    """
    import numpy as np
    import pyarrow as pa

    whole = pa.concat_tables([file_schema(table).empty_table(), *parts], promote_options="permissive")
    ids = whole[schema.id_column(table)].to_numpy(zero_copy_only=False)
    _, first = np.unique(ids, return_index=True)  # sorted by id
    return whole.take(pa.array(first, pa.int64())), whole.num_rows - len(first)
