"""The journal: one SQLite file in which everything accepted is durable before it is acknowledged.

All writes go through one thread that commits many callers' jobs together (group commit), because a commit with
`synchronous=FULL` costs a disk flush: callers wait for that flush, but share it.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from soundmark.store import schema
from soundmark.store.journal_reader import AnswerTable, JournalError, JournalReader, connect

__all__ = ["AnswerTable", "Job", "Journal", "JournalError", "insert_job"]

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]
BATCH_MAX = 512
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


@dataclass(slots=True)
class _Pending(Generic[T]):
    job: Job[T]
    future: Future[T]
    result: T | None = None


class Journal(JournalReader):
    """A durable store of rows and rounds in one SQLite file.

    Args:
        path: the file; its folder is made when missing.

    Raises:
        JournalError: when the file cannot be opened as a journal.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._jobs: queue.SimpleQueue[_Pending[object] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = connect(path)
            self._writer.executescript(TABLES_SQL)
            self._inode = path.stat().st_ino
        except (OSError, sqlite3.Error) as error:
            raise JournalError(
                f"The journal {path.name} cannot be opened ({error}). Check that its folder exists, is writable "
                "and has free space, or choose another with DATA_DIR."
            ) from error
        self._thread = threading.Thread(target=self._commit_for_ever, name="journal", daemon=True)
        self._thread.start()

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
        self.close_readers()

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
