"""The reading half of the journal: rows and notes, by as many readers at once as there are."""

from __future__ import annotations

import logging
import queue
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, overload

from soundmark.store import schema
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

AnswerTable = Literal["geo", "choice", "spatial"]
"""The tables whose rows are answers to questions."""

BUSY_TIMEOUT_S = 10.0
NOT_HUMAN = """instr(row, '"responder_kind":"human"') = 0"""
"""As the index has it. Within a text of the row the quotes are escaped, so that no answer can look like this."""


class JournalError(SoundmarkError):
    """Nothing was stored, because the journal could not be written or read."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a journal's file, in which every commit is durable."""
    # isolation_level=None: transactions are opened by us, never implicitly by the module.
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    return connection


class JournalReader:
    """What a journal's file holds. Readers never wait for the writer.

    Args:
        path: the file, which is a journal.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # Last in, first out: after a crowd those that few need do not fill memory with pages of the file.
        self._readers: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue()

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
            return connect(self.path)

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

    def notes(self, prefix: str) -> dict[str, str]:
        """All facts whose names begin so, by name.

        Raises:
            JournalError: when the journal cannot be read.
        """
        query = "SELECT name, value FROM notes WHERE substr(name, 1, ?) = ? ORDER BY name"
        with self.reading() as connection:
            return dict(connection.execute(query, (len(prefix), prefix)).fetchall())

    def close_readers(self) -> None:
        """Close the connections that nobody uses now."""
        while not self._readers.empty():
            self._readers.get().close()


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
