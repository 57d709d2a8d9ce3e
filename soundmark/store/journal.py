"""The journal: one SQLite file in which everything accepted is durable before it is acknowledged.

All writes go through one thread that commits many callers' jobs together (group commit), because a commit with
`synchronous=FULL` costs a disk flush: callers wait for that flush, but share it.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Literal, TypeVar, overload

from soundmark.store import schema
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]
AnswerTable = Literal["geo", "choice", "spatial"]
"""The tables whose rows are answers to questions."""

BATCH_MAX = 512
BUSY_TIMEOUT_S = 10.0

TABLES_SQL = """
CREATE TABLE IF NOT EXISTS responses (
    seq INTEGER PRIMARY KEY,
    response_id TEXT NOT NULL UNIQUE,
    log_table TEXT NOT NULL,
    benchmark TEXT NOT NULL,
    question_id TEXT NOT NULL,
    row TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS responses_by_question ON responses (log_table, benchmark, question_id, seq);
CREATE INDEX IF NOT EXISTS responses_by_benchmark ON responses (log_table, benchmark, seq);
CREATE TABLE IF NOT EXISTS games (
    game_id TEXT PRIMARY KEY,
    mode TEXT NOT NULL,
    owner TEXT NOT NULL,
    once_key TEXT,
    spec TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (mode, owner, once_key)
);
CREATE INDEX IF NOT EXISTS games_by_owner ON games (owner, created_at);
CREATE TABLE IF NOT EXISTS rounds (
    round_id TEXT PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games (game_id),
    number INTEGER NOT NULL,
    question_id TEXT NOT NULL,
    shown_at TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT '{}',
    response_id TEXT,
    UNIQUE (game_id, number)
);
CREATE INDEX IF NOT EXISTS responses_by_table ON responses (log_table, seq);
CREATE TABLE IF NOT EXISTS shards (
    shard_id INTEGER PRIMARY KEY,
    log_table TEXT NOT NULL,
    path TEXT NOT NULL UNIQUE,
    after_seq INTEGER NOT NULL,
    until_seq INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    published_at TEXT,
    UNIQUE (log_table, after_seq)
);
CREATE TABLE IF NOT EXISTS unlogged (
    response_id TEXT PRIMARY KEY,
    log_table TEXT NOT NULL,
    row TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS notes (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS rounds_by_question ON rounds (question_id);
CREATE INDEX IF NOT EXISTS responses_by_machines ON responses (log_table, benchmark, question_id, seq)
    WHERE instr(row, '"responder_kind":"human"') = 0;
"""
NOT_HUMAN = """instr(row, '"responder_kind":"human"') = 0"""
"""As the index has it. Within a text of the row the quotes are escaped, so that no answer can look like this."""


class JournalError(SoundmarkError):
    """Nothing was stored, because the journal could not be written or read."""


@dataclass(slots=True)
class _Pending(Generic[T]):
    job: Job[T]
    future: Future[T]
    result: T | None = None


class Journal:
    """A durable store of rows and rounds in one SQLite file.

    Args:
        path: the file; its folder is made when missing.

    Raises:
        JournalError: when the file cannot be opened as a journal.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Pending[object] | None] = queue.SimpleQueue()
        # Last in, first out: after a crowd those that few need do not fill memory with pages of the file.
        self._readers: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue()
        self._closing = threading.Lock()
        self._closed = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
            self._writer.executescript(TABLES_SQL)
            self._inode = path.stat().st_ino
        except (OSError, sqlite3.Error) as error:
            raise JournalError(
                f"The journal {path.name} cannot be opened ({error}). Check that its folder exists, is writable "
                "and has free space, or choose another with DATA_DIR."
            ) from error
        self._thread = threading.Thread(target=self._commit_for_ever, name="journal", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        # isolation_level=None: transactions are opened by us, never implicitly by the module.
        connection = sqlite3.connect(self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        return connection

    def write(self, job: Job[T]) -> T:
        """Run a job in the writer's transaction and return its result once it is durable.

        Raises:
            JournalError: when it could not be made durable; then nothing of it is stored.
            SoundmarkError: whatever the job itself raised; then nothing of it is stored either.
        """
        pending = _Pending(job, Future[T]())
        with self._closing:
            if self._closed:
                raise JournalError(
                    "The app is stopping. Nothing was stored; please try again in a moment.", key="err_stopping"
                )
            self._jobs.put(pending)  # type: ignore[arg-type]  # a queue of jobs of every result type
        return pending.future.result()

    def append(self, row: schema.Row) -> bool:
        """Store one row of any table. Returns False, and stores nothing, when its id is there already.

        Raises:
            RowError: when a value does not fit its column.
            JournalError: when the row could not be made durable.
        """
        insert = insert_job(row)
        return self.write(insert)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading, from a pool; it sees what was durable when the block began.

        Raises:
            JournalError: when the journal cannot be read.
        """
        try:
            connection = self._reader()
        except sqlite3.Error as error:
            raise _unreadable(error) from error
        try:
            yield connection
        except sqlite3.Error as error:
            raise _unreadable(error) from error
        finally:
            self._readers.put(connection)

    def _reader(self) -> sqlite3.Connection:
        try:
            return self._readers.get_nowait()
        except queue.Empty:
            return self._connect()

    @overload
    def rows(
        self, table: AnswerTable, *, benchmark: str | None = None, question_id: str | None = None, last: int = -1
    ) -> Iterator[schema.ResponseRow]: ...

    @overload
    def rows(
        self, table: str, *, benchmark: str | None = None, question_id: str | None = None, last: int = -1
    ) -> Iterator[schema.Row]: ...

    def rows(
        self, table: str, *, benchmark: str | None = None, question_id: str | None = None, last: int = -1
    ) -> Iterator[schema.Row]:
        """The stored rows of a table in the order they came; a row that cannot be read is logged and left out.

        Args:
            table: name of the table.
            benchmark: only rows of this benchmark.
            question_id: only rows of this question.
            last: only that many of the newest rows; negative for all.
        """
        query, values = "SELECT seq, response_id, row FROM responses WHERE log_table = ?", [table]
        for name, value in (("benchmark", benchmark), ("question_id", question_id)):
            if value is not None:
                query, values = f"{query} AND {name} = ?", [*values, value]
        with self.reading() as connection:
            stored = connection.execute(query + " ORDER BY seq DESC LIMIT ?", [*values, last]).fetchall()
        yield from _readable(table, [(response_id, text) for _, response_id, text in reversed(stored)])

    def machine_rows(
        self, table: AnswerTable, *, benchmark: str, question_ids: Iterable[str]
    ) -> Iterator[schema.ResponseRow]:
        """The stored answers of models and baselines to some questions, in the order they came for each question.

        There is an index of them, so that a thousand answers of people beside them cost nothing.
        """
        query = (
            f"SELECT response_id, row FROM responses WHERE log_table = ? AND benchmark = ? AND question_id = ? "  # noqa: S608  a constant
            f"AND {NOT_HUMAN} ORDER BY seq"
        )
        with self.reading() as connection:
            stored = [
                found
                for question_id in question_ids
                for found in connection.execute(query, (table, benchmark, question_id)).fetchall()
            ]
        for row in _readable(table, stored):
            if isinstance(row, schema.ResponseRow):
                yield row

    def rows_between(self, table: str, after_seq: int, until_seq: int) -> Iterator[schema.Row]:
        """The rows of a table with `after_seq` < number <= `until_seq`, in order.

        A row's number never changes and no row is ever deleted, so that the same two numbers name the same rows for
        ever: a shard is such a pair.
        """
        query = "SELECT response_id, row FROM responses WHERE log_table = ? AND seq > ? AND seq <= ? ORDER BY seq"
        with self.reading() as connection:
            stored = connection.execute(query, (table, after_seq, until_seq)).fetchall()
        yield from _readable(table, stored)

    def note(self, name: str, default: str | None = None) -> str | None:
        """A fact that this journal keeps under a name. A given default is kept when there is none yet."""

        def keep(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO notes VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, default))

        if default is not None:
            self.write(keep)
        with self.reading() as connection:
            found = connection.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
        return None if found is None else str(found[0])

    def set_note(self, name: str, value: str) -> None:
        """Keep a fact under a name, in place of what was kept.

        Raises:
            JournalError: when it could not be made durable.
        """
        keep = "INSERT INTO notes VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        self.write(lambda connection: connection.execute(keep, (name, value)))

    def notes(self, prefix: str) -> dict[str, str]:
        """All facts whose names begin so, by name.

        Raises:
            JournalError: when the journal cannot be read.
        """
        query = "SELECT name, value FROM notes WHERE substr(name, 1, ?) = ? ORDER BY name"
        with self.reading() as connection:
            return dict(connection.execute(query, (len(prefix), prefix)).fetchall())

    def drop_note(self, name: str) -> bool:
        """Forget a fact; says whether there was one.

        Raises:
            JournalError: when that could not be made durable.
        """
        return self.write(
            lambda connection: connection.execute("DELETE FROM notes WHERE name = ?", (name,)).rowcount > 0
        )

    def close(self) -> None:
        """Finish what is queued and close the file. Later writes are refused."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._thread.join()
        self._writer.close()
        while not self._readers.empty():
            self._readers.get().close()

    def _commit_for_ever(self) -> None:
        while True:
            batch, is_last = self._next_batch()
            if batch:
                self._commit(batch)
            if is_last:
                return

    def _next_batch(self) -> tuple[list[_Pending[object]], bool]:
        batch: list[_Pending[object]] = []
        item = self._jobs.get()
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH_MAX:
                return batch, False
            try:
                item = self._jobs.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: list[_Pending[object]]) -> None:
        try:
            self._check_file()
            self._writer.execute("BEGIN IMMEDIATE")
            done = [pending for pending in batch if self._run(pending)]
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            self._abandon(batch, error)
            return
        for pending in done:
            pending.future.set_result(pending.result)

    def _check_file(self) -> None:
        """A journal whose file was deleted would acknowledge rows that nobody finds again."""
        try:
            is_there = self.path.stat().st_ino == self._inode
        except OSError:
            is_there = False
        if not is_there:
            raise sqlite3.OperationalError("its file was moved or deleted; restart the app")

    def _run(self, pending: _Pending[object]) -> bool:
        """Run one job in a savepoint of its own, so that one that fails takes no other with it."""
        self._writer.execute("SAVEPOINT job")
        try:
            pending.result = pending.job(self._writer)
        except sqlite3.OperationalError:
            raise  # the disk or the file: no job of this batch can be trusted
        except Exception as error:  # noqa: BLE001  whatever a job raises is its caller's, and must not end this thread
            self._writer.execute("ROLLBACK TO job")
            self._writer.execute("RELEASE job")
            pending.future.set_exception(error)
            return False
        self._writer.execute("RELEASE job")
        return True

    def _abandon(self, batch: list[_Pending[object]], error: sqlite3.Error) -> None:
        log.error("The journal could not be written: %s", error)
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error as fault:
            log.error("The journal could not be rolled back: %s", fault)
        refusal = JournalError(
            "Your answer could not be stored just now, so it does not count yet. Please try again in a moment.",
            key="err_not_stored",
        )
        for pending in batch:
            if not pending.future.done():
                pending.future.set_exception(refusal)


def _unreadable(error: sqlite3.Error) -> JournalError:
    log.error("The journal could not be read: %s", error)
    return JournalError(
        "The log of answers cannot be read just now. Please try again in a moment.", key="err_log_unread"
    )


def _readable(table: str, stored: Iterable[tuple[str, str]]) -> Iterator[schema.Row]:
    for response_id, text in stored:
        try:
            yield schema.decode(table, text)
        except schema.RowError as error:
            log.warning("Row %s left out: %s", response_id, error)


def insert_job(row: schema.Row) -> Job[bool]:
    """The job that stores a row; its result says whether the row is new.

    Raises:
        RowError: at once, when a value does not fit its column.
    """
    values = (schema.row_id(row), schema.table_of(row), *schema.question_of(row), schema.encode(row))

    def insert(connection: sqlite3.Connection) -> bool:
        cursor = connection.execute(
            "INSERT INTO responses (response_id, log_table, benchmark, question_id, row) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (response_id) DO NOTHING",
            values,
        )
        return cursor.rowcount == 1

    return insert
