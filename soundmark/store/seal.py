"""Sealing: rows of the journal become immutable shards, each a name and a range of row numbers.

A shard's name and rows are fixed in one transaction and never change, so that pushing it twice is harmless. Its bytes
are made from the rows whenever they are needed.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from soundmark.store import schema
from soundmark.store.journal import Journal

MAX_SHARD_ROWS = 50_000
REPLICA_NOTE = "replica"
COLUMNS = "shard_id, log_table, path, after_seq, until_seq, row_count, attempts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """Rows `after_seq` < number <= `until_seq` of a table, under a name that no other writer uses.

    Attributes:
        attempts: how often it was pushed without a known outcome, in this or an earlier process.
    """

    shard_id: int
    table: str
    path: str
    after_seq: int
    until_seq: int
    row_count: int
    attempts: int

    @property
    def day(self) -> str:
        """The date in its path, YYYY-MM-DD."""
        return self.path.split("/")[2]


def replica_id(journal: Journal) -> str:
    """The random id of this journal's writer, made once and kept in it."""
    return str(journal.note(REPLICA_NOTE, secrets.token_hex(6)))


def seal(journal: Journal, *, now: datetime | None = None) -> list[Shard]:
    """Bind the rows that are in no shard yet, at most one new shard a table, durably.

    A table with a shard that still waits is left alone: while the Hub is away its rows gather in one next shard
    instead of one for each try.

    Args:
        journal: the rows.
        now: stands in for the clock, for tests.

    Raises:
        JournalError: when it could not be made durable; then nothing is bound.
    """
    when = datetime.now(UTC) if now is None else now
    replica = replica_id(journal)

    def bind(connection: sqlite3.Connection) -> list[int]:
        found = (_bind_table(connection, table, replica, when) for table in schema.TABLES)
        return [shard_id for shard_id in found if shard_id is not None]

    new = set(journal.write(bind))
    return [shard for shard in waiting(journal) if shard.shard_id in new]


def _bind_table(connection: sqlite3.Connection, table: str, replica: str, when: datetime) -> int | None:
    is_waiting = "SELECT 1 FROM shards WHERE log_table = ? AND published_at IS NULL"
    if connection.execute(is_waiting, (table,)).fetchone():
        return None
    after = connection.execute("SELECT coalesce(max(until_seq), 0) FROM shards WHERE log_table = ?", (table,))
    (after_seq,) = after.fetchone()
    until_seq, row_count = connection.execute(
        "SELECT max(seq), count(*) FROM "
        "(SELECT seq FROM responses WHERE log_table = ? AND seq > ? ORDER BY seq LIMIT ?)",
        (table, after_seq, MAX_SHARD_ROWS),
    ).fetchone()
    if row_count == 0:
        return None
    (number,) = connection.execute("SELECT count(*) + 1 FROM shards").fetchone()
    path = f"data/{table}/{when:%Y-%m-%d}/{when:%Y%m%dT%H%M%SZ}-{replica}-{number:06d}-{secrets.token_hex(4)}.parquet"
    cursor = connection.execute(
        "INSERT INTO shards (log_table, path, after_seq, until_seq, row_count) VALUES (?, ?, ?, ?, ?)",
        (table, path, after_seq, until_seq, row_count),
    )
    return cursor.lastrowid


def waiting(journal: Journal, limit: int = -1) -> list[Shard]:
    """Shards that are not known to be published, the oldest first."""
    query = f"SELECT {COLUMNS} FROM shards WHERE published_at IS NULL ORDER BY shard_id LIMIT ?"  # noqa: S608  a constant
    with journal.reading() as connection:
        found = connection.execute(query, (limit,)).fetchall()
    return [
        Shard(shard_id=a, table=b, path=c, after_seq=d, until_seq=e, row_count=f, attempts=g)
        for a, b, c, d, e, f, g in found
    ]


def note_attempt(journal: Journal, shards: Iterable[Shard]) -> None:
    """Make durable, before a push, that its outcome may stay unknown."""
    ids = [(shard.shard_id,) for shard in shards]
    journal.write(lambda c: c.executemany("UPDATE shards SET attempts = attempts + 1 WHERE shard_id = ?", ids))


def mark_published(journal: Journal, shards: Iterable[Shard], *, now: datetime | None = None) -> None:
    """Make durable that the shards are on the Hub."""
    when = (datetime.now(UTC) if now is None else now).isoformat()
    ids = [(when, shard.shard_id) for shard in shards]
    journal.write(lambda c: c.executemany("UPDATE shards SET published_at = ? WHERE shard_id = ?", ids))


def publish_again(journal: Journal) -> None:
    """Let every shard wait once more: for a dataset that has lost them. Those that it has are not doubled."""
    journal.write(lambda c: c.execute("UPDATE shards SET published_at = NULL, attempts = attempts + 1"))


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows of the journal are on the Hub, and how many are not."""

    pending_rows: int
    published_rows: int
    newest_seq: int


def counts(journal: Journal) -> Counts:
    """Count the rows. Cheap enough to be asked every second.

    Raises:
        JournalError: when the journal cannot be read.
    """
    with journal.reading() as connection:
        (published,) = connection.execute(
            "SELECT coalesce(sum(row_count), 0) FROM shards WHERE published_at IS NOT NULL"
        ).fetchone()
        (sealed,) = connection.execute(
            "SELECT coalesce(sum(row_count), 0) FROM shards WHERE published_at IS NULL"
        ).fetchone()
        unsealed = 0
        for table in schema.TABLES:
            (number,) = connection.execute(
                "SELECT count(*) FROM responses WHERE log_table = ? AND seq > "
                "(SELECT coalesce(max(until_seq), 0) FROM shards WHERE log_table = ?)",
                (table, table),
            ).fetchone()
            unsealed += number
    return Counts(sealed + unsealed, published, newest_seq(journal))


def newest_seq(journal: Journal) -> int:
    """The number of the newest row of any table; 0 when there is none.

    Raises:
        JournalError: when the journal cannot be read.
    """
    with journal.reading() as connection:
        return int(connection.execute("SELECT coalesce(max(seq), 0) FROM responses").fetchone()[0])


def first_unpublished(journal: Journal) -> int:
    """The number of the first row that is not known to be published; one more than the last when all are.

    Raises:
        JournalError: when the journal cannot be read.
    """
    first = newest_seq(journal) + 1
    with journal.reading() as connection:
        for table in schema.TABLES:
            (done,) = connection.execute(
                "SELECT coalesce((SELECT min(after_seq) FROM shards WHERE log_table = ? AND published_at IS NULL), "
                "(SELECT max(until_seq) FROM shards WHERE log_table = ?), 0)",
                (table, table),
            ).fetchone()
            (number,) = connection.execute(
                "SELECT coalesce(min(seq), ?) FROM responses WHERE log_table = ? AND seq > ?", (first, table, done)
            ).fetchone()
            first = min(first, number)
    return int(first)
