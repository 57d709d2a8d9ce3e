"""A shard is a name that nobody else uses and a set of rows that never changes."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from soundmark.store import seal as seal_module
from soundmark.store.journal import Journal
from soundmark.store.seal import (
    counts,
    first_unpublished,
    mark_published,
    note_attempt,
    publish_again,
    replica_id,
    seal,
    waiting,
)
from soundmark.store.shard_file import ShardError, parquet_bytes, shard_bytes, table_bytes
from tests.support.any_rows import any_row
from tests.support.rows import geo_row

NOW = datetime(2026, 3, 20, 12, 34, 56, tzinfo=UTC)


def append(journal: Journal, number: int) -> list[str]:
    rows = [geo_row() for _ in range(number)]
    for row in rows:
        journal.append(row)
    return [row.response_id for row in rows]


def ids(data: bytes | None) -> list[str]:
    assert data is not None
    return [str(row_id) for row_id in pq.read_table(io.BytesIO(data))["response_id"].to_pylist()]


def test_one_shard_a_table_with_a_name_of_its_own(journal: Journal) -> None:
    own = append(journal, 3)
    journal.append(any_row("votes"))
    shards = seal(journal, now=NOW)
    assert [(shard.table, shard.row_count) for shard in shards] == [("geo", 3), ("votes", 1)]
    name = rf"data/geo/2026-03-20/20260320T123456Z-{replica_id(journal)}-000001-[0-9a-f]{{8}}\.parquet"
    assert re.fullmatch(name, shards[0].path)
    assert shards[0].day == "2026-03-20"
    assert ids(shard_bytes(journal, shards[0])) == own


def test_nothing_new_makes_no_shard(journal: Journal) -> None:
    assert seal(journal) == []
    append(journal, 1)
    (shard,) = seal(journal)
    mark_published(journal, [shard])
    assert seal(journal) == []


def test_a_sealed_shard_never_changes_and_later_rows_wait_for_the_next(journal: Journal) -> None:
    first = append(journal, 2)
    (shard,) = seal(journal)
    before = shard_bytes(journal, shard)
    later = append(journal, 2)
    assert seal(journal) == [], "one more shard for each try while the Hub is away"
    assert shard_bytes(journal, shard) == before
    assert ids(before) == first
    mark_published(journal, [shard])
    (following,) = seal(journal)
    assert ids(shard_bytes(journal, following)) == later


def test_shards_survive_a_restart_with_what_is_known_of_them(journal: Journal) -> None:
    append(journal, 2)
    (shard,) = seal(journal)
    note_attempt(journal, [shard])
    again = Journal(journal.path)
    (found,) = waiting(again)
    assert found.path == shard.path
    assert found.attempts == 1
    assert replica_id(again) == replica_id(journal)
    again.close()


def test_rows_are_counted(journal: Journal) -> None:
    append(journal, 2)
    assert first_unpublished(journal) == 1
    (shard,) = seal(journal)
    append(journal, 3)
    assert (counts(journal).pending_rows, counts(journal).published_rows) == (5, 0)
    mark_published(journal, [shard])
    assert (counts(journal).pending_rows, counts(journal).published_rows) == (3, 2)
    assert first_unpublished(journal) == 3
    publish_again(journal)
    assert (counts(journal).pending_rows, counts(journal).published_rows) == (5, 0)
    assert [found.attempts for found in waiting(journal)] == [1]


def test_a_large_backlog_makes_shards_of_bounded_size(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seal_module, "MAX_SHARD_ROWS", 4)
    own, found = append(journal, 10), list[str]()
    for expected in (4, 4, 2):
        (shard,) = seal(journal)
        assert shard.row_count == expected
        found += ids(shard_bytes(journal, shard))
        mark_published(journal, [shard])
    assert found == own


def test_a_journal_of_before_is_opened_and_its_rows_wait(journal: Journal) -> None:
    own = append(journal, 2)
    journal.write(lambda c: [c.execute(f"DROP TABLE {name}") for name in ("shards", "notes")])
    again = Journal(journal.path)
    (shard,) = seal(again)
    assert ids(shard_bytes(again, shard)) == own
    again.close()


def test_rows_that_cannot_be_read_are_left_out_and_a_shard_of_only_such_has_no_file(journal: Journal) -> None:
    journal.write(lambda c: c.execute("INSERT INTO responses VALUES (NULL, 'x', 'geo', 'b', 'q', '{')"))
    (empty,) = seal(journal)
    assert shard_bytes(journal, empty) is None
    mark_published(journal, [empty])
    journal.write(lambda c: c.execute("INSERT INTO responses VALUES (NULL, 'y', 'geo', 'b', 'q', '{')"))
    own = append(journal, 1)
    (shard,) = seal(journal)
    assert ids(shard_bytes(journal, shard)) == own


def test_a_file_without_rows_is_refused() -> None:
    with pytest.raises(ShardError, match="without rows"):
        parquet_bytes("geo", [])
    with pytest.raises(ShardError, match="without rows"):
        table_bytes(pa.table({"a": pa.array([], pa.string())}))
