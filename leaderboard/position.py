"""How far a count has come in the log, and what has come since. No gradio."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from soundmark.store import schema
from soundmark.store.published import AllRows


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the log, as far as one of its tables is concerned.

    Attributes:
        table: name of the table.
        seq: number of the newest row of the journal.
        revision: of the published log.
        n_published: rows of the table in its files.
    """

    table: str
    seq: int
    revision: str
    n_published: int

    @classmethod
    def of(cls, answers: AllRows, table: str) -> Position:
        """Where the log is now. Ask before rows are read: those that come meanwhile are met again, and count once.

        Raises:
            JournalError: when the log cannot be read.
        """
        seq, revision = answers.version()
        return cls(table, seq, revision, answers.n_published(table))

    def covers(self, seq: int, revision: str) -> bool:
        """Whether nothing is missing. The number of the newest row only ever grows."""
        return self.seq >= seq and self.revision == revision

    def rows_since(
        self, answers: AllRows, until: Position, *, benchmark: str, seen: AbstractSet[str]
    ) -> Iterator[schema.Row] | None:
        """The rows between this and a later position; None when something that was counted is not there any more.

        Args:
            answers: the log.
            until: the later position.
            benchmark: whose rows.
            seen: ids of the rows that were counted.

        Raises:
            JournalError: when the log cannot be read.
        """
        if until.n_published < self.n_published or not answers.withdrawn().isdisjoint(seen):
            return None
        found = answers.rows_since(self.table, self.seq, until.seq, benchmark=benchmark, besides=seen)
        return (row for row in found if getattr(row, "benchmark", None) == benchmark)
