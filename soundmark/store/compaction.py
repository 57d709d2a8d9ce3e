"""Compaction: the many small files of a day, of ten days, a month and a year that are over become few."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from soundmark.store import schema
from soundmark.store.compaction_plan import Group, first_commit, plan
from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubMoved
from soundmark.store.manifests import manifest_bytes, manifest_path
from soundmark.store.shard_file import file_schema, table_bytes

if TYPE_CHECKING:
    import pyarrow as pa

log = logging.getLogger(__name__)

LAG_DAYS = 2
"""Only what is over by two days is compacted: a push of today's shards that is tried again needs no care then, even
over midnight and with clocks that differ by hours."""
MAX_TRIES = 8
MAX_MEMORY_BYTES = 500_000_000
"""No more rows than that are held at once: long texts that are all alike are small in a file, and large when read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted:
    """Files of one table that became one; `period` is the day, ten days, month or year that they are of."""

    table: str
    period: str
    sources: int
    row_count: int
    duplicates_dropped: int


def compact(
    hub: HubRepo, *, today: date | None = None, lag_days: int = LAG_DAYS, max_commits: int = 1_000_000
) -> list[Compacted]:
    """Merge the files of every period that is over. Several compactors at once do no harm.

    A commit holds the merged files, for each a manifest that names its sources, and the deletion of these. It is
    refused when anything was committed since the sources were read, and made again then. Whenever a compactor is
    stopped, its last commit was made or not, and the next one goes on from what is there.

    Args:
        hub: the dataset.
        today: stands in for the clock, for tests.
        lag_days: how many days must lie between.
        max_commits: after so many the rest is left for the next time.

    Raises:
        HubError: when the dataset cannot be read or written; commits made before stay made.
        ShardError: when a merged file would not load.
    """
    last = (datetime.now(UTC).date() if today is None else today) - timedelta(days=lag_days)
    done: list[Compacted] = []
    left_alone: set[str] = set()
    tries = commits = 0
    while commits < max_commits and tries < MAX_TRIES:  # what was read for one try is in the cache for the next
        head = hub.head()  # a new one for each commit: the one before has moved it
        groups = first_commit(plan(hub.sizes("data", head), last, left_alone))
        if not groups:
            return done
        try:
            merged = _merge_groups(hub, groups, head, left_alone)
        except HubMoved:
            tries += 1
            continue
        done += merged
        tries, commits = 0, commits + bool(merged)
    if tries == MAX_TRIES:
        log.info("Others wrote to %s all the time; the rest is left for the next time.", hub.name)
    return done


def _merge_groups(hub: HubRepo, groups: Sequence[Group], head: str, left_alone: set[str]) -> list[Compacted]:
    """Merge in one commit. What cannot be merged is added to `left_alone`."""
    add: dict[str, bytes] = {}
    delete: list[str] = []
    done: list[Compacted] = []
    for group in groups:
        for read in _in_memory(hub, group, head, left_alone):
            whole = _merged(group.table, read)
            if whole is None:
                left_alone.update(read)
                continue
            merged, dropped = whole
            path = _merged_path(group, len(done))
            add[path] = table_bytes(merged)
            add[manifest_path(path)] = manifest_bytes(path, read, row_count=merged.num_rows, dropped=dropped)
            delete += read
            done.append(
                Compacted(
                    table=group.table,
                    period=group.period,
                    sources=len(read),
                    row_count=merged.num_rows,
                    duplicates_dropped=dropped,
                )
            )
    if done:
        hub.commit(f"Merge {len(delete)} files of {groups[0].period}", add=add, delete=delete, parent=head)
    return done


def _merged_path(group: Group, number: int) -> str:
    name = f"merged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{number:03}-{secrets.token_hex(4)}.parquet"
    return f"data/{group.table}/{group.period}/{name}"


def _in_memory(hub: HubRepo, group: Group, head: str, left_alone: set[str]) -> Iterator[dict[str, pa.Table]]:
    """The group's files by path, as many at once as memory is meant to hold; no file comes alone."""
    read: dict[str, pa.Table] = {}
    for path in group.paths:
        found = _read(hub, group.table, path, head)
        if found is None:
            left_alone.add(path)
            continue
        if read and found.nbytes + sum(part.nbytes for part in read.values()) > MAX_MEMORY_BYTES:
            if len(read) > 1:
                yield read
            else:
                left_alone.update(read)
            read = {}
        read[path] = found
    if len(read) > 1:
        yield read
    else:
        left_alone.update(read)


def _read(hub: HubRepo, table: str, path: str, revision: str) -> pa.Table | None:
    """A file's rows with the table's columns in their types, and whatever others it has; None when it has no such."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    local = hub.download(path, revision)
    try:
        found = pq.ParquetFile(local).read()
        known = [column for column in file_schema(table) if column.name in found.column_names]
        for column in known:
            cast = found[column.name].cast(column.type)
            found = found.set_column(found.column_names.index(column.name), column, cast)
    except (pa.ArrowException, OSError) as error:
        log.warning("The published file %s cannot be read and is not merged: %s", path, error)
        return None
    id_column = schema.id_column(table)
    is_whole = id_column in found.column_names and found.num_rows and not found[id_column].null_count
    return found if is_whole else None


def _merged(table: str, read: Mapping[str, pa.Table]) -> tuple[pa.Table, int] | None:
    """As `merge`; None when a column that this version does not know has types that do not go together."""
    import pyarrow as pa

    try:
        return merge(table, list(read.values()))
    except pa.ArrowException as error:
        log.warning("These files are not merged: %s. %s", ", ".join(read), error)
        return None


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
