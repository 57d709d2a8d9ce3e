"""One flush: all rows that wait go to the Hub in one commit."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal
from soundmark.store.manifests import merged_sources
from soundmark.store.prepare import prepare
from soundmark.store.seal import Shard, counts, mark_published, note_attempt, seal, waiting
from soundmark.store.shard_file import shard_bytes

log = logging.getLogger(__name__)

MAX_FILES = 50


@dataclass(frozen=True, slots=True)
class Flushed:
    """What a flush sent.

    Attributes:
        rows_by_table: rows that are known to be on the Hub since.
        revision: the head after the commit; '' when there was nothing to send.
    """

    rows_by_table: dict[str, int]
    revision: str = ""

    @property
    def rows(self) -> int:
        """Rows of all tables."""
        return sum(self.rows_by_table.values())


def flush(journal: Journal, hub: HubRepo, *, now: datetime | None = None) -> Flushed:
    """Seal what waits and push it, with shards left from before, in one commit.

    When it raises, every shard waits as before, and the next flush pushes the same files again: those that have
    arrived nevertheless are left out then.

    Args:
        journal: the rows.
        hub: a dataset that is prepared.
        now: stands in for the clock, for tests.

    Raises:
        HubError: when not known to have succeeded.
        JournalError: when the journal cannot be written.
        ShardError: when a shard would not load.
    """
    when = datetime.now(UTC) if now is None else now
    seal(journal, now=when)
    shards = waiting(journal, MAX_FILES)
    parent = None
    doubtful = [shard for shard in shards if shard.attempts or shard.day != f"{when:%Y-%m-%d}"]
    if doubtful:
        # Such a shard may have arrived before, and be merged by now: pushed again, its rows would be there twice.
        parent = hub.head()
        merged = merged_sources(hub, [(shard.table, shard.day) for shard in doubtful], parent)
        arrived = [shard for shard in doubtful if shard.path in merged]
        mark_published(journal, arrived)
        shards = [shard for shard in shards if shard not in arrived]
    return _push(journal, hub, shards, parent)


def _push(journal: Journal, hub: HubRepo, shards: list[Shard], parent: str | None) -> Flushed:
    files = {shard.path: shard_bytes(journal, shard) for shard in shards}
    readable = {path: data for path, data in files.items() if data is not None}
    rows_by_table: dict[str, int] = {}
    for shard in shards:
        if shard.path in readable:
            rows_by_table[shard.table] = rows_by_table.get(shard.table, 0) + shard.row_count
    revision = ""
    if readable:
        note_attempt(journal, shards)
        total = sum(rows_by_table.values())
        revision = hub.commit(f"Add {total} row{'' if total == 1 else 's'}", add=readable, parent=parent)
    mark_published(journal, shards)
    return Flushed(rows_by_table, revision)


def publish_all(journal: Journal, hub: HubRepo) -> Flushed:
    """Send everything that waits, now; one try.

    Raises:
        HubError: when not known to have succeeded; what did not leave waits as before.
        JournalError: when the journal cannot be written.
        ShardError: when a shard would not load.
    """
    prepare(journal, hub)
    sent, revision = Counter[str](), ""
    while counts(journal).pending_rows:
        flushed = flush(journal, hub)
        sent.update(flushed.rows_by_table)
        revision = flushed.revision or revision
    return Flushed(dict(sent), revision)
