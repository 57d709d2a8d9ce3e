"""Where baselines write: a few rows at a time, and the row of a run last, which says that all of them are there."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from soundmark.store.journal import Journal, insert_job
from soundmark.store.published import PublishedLog
from soundmark.store.schema import Row


@dataclass(frozen=True, slots=True)
class BaselineLog:
    """The log as baselines need it.

    Attributes:
        journal: where rows are written.
        published: what other machines, or this one before its disk was emptied, have published; None without a dataset.
    """

    journal: Journal
    published: PublishedLog | None = None

    def has_run(self, run_id: str) -> bool:
        """Whether a run is in the log: then all of its answers are.

        Raises:
            JournalError: when the journal cannot be read.
        """
        with self.journal.reading() as connection:
            query = "SELECT 1 FROM responses WHERE response_id = ?"
            if connection.execute(query, (run_id,)).fetchone() is not None:
                return True
        return self.published is not None and self.published.has("runs", run_id)

    def write(self, rows: Sequence[Row]) -> int:
        """Write rows in one transaction; those whose ids are there already stay as they are. How many were new.

        Raises:
            RowError: when a value does not fit its column.
            JournalError: when they could not be made durable; then none is stored.
        """
        jobs = [insert_job(row) for row in rows]

        def insert(connection: sqlite3.Connection) -> int:
            return sum(job(connection) for job in jobs)

        return self.journal.write(insert)
