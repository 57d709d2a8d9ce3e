"""Reading back what is published, by all replicas, so that a page on an empty disk shows it."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.store import schema
from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubError
from soundmark.store.journal import AnswerTable, Journal
from soundmark.store.seal import newest_seq
from soundmark.store.shard_file import file_schema
from soundmark.store.withdraw import withdrawn_ids
from soundmark.types import ResponderKind

if TYPE_CHECKING:
    import pyarrow as pa

log = logging.getLogger(__name__)

DOWNLOADS_AT_ONCE = 8


def shard_paths(paths: Iterable[str], table: str) -> list[str]:
    """Those of the paths that are files of a table, without its first row."""
    inside, first = f"data/{table}/", f"data/{table}/init/"
    return [path for path in paths if path.startswith(inside) and path.endswith(".parquet") and first not in path]


def read_shard(table: str, local: Path) -> pa.Table:
    """The known columns of a file in their types; columns that it does not have are null.

    Raises:
        ValueError, OSError: when it is no such file (as pyarrow says it).
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    wanted = file_schema(table)
    read = pq.ParquetFile(local).read(columns=[column.name for column in wanted])
    return pa.concat_tables([wanted.empty_table(), read], promote_options="permissive").cast(wanted)


def rows_of(table: str, found: pa.Table) -> Iterator[schema.Row]:
    """The rows of an Arrow table, each id once, without first rows; one that does not fit is logged and left out."""
    key, seen = schema.id_column(table), set[str]()
    for batch in found.to_batches(max_chunksize=10_000):
        for record in batch.to_pylist():
            row_id = record[key]
            if not isinstance(row_id, str) or schema.is_init(row_id) or row_id in seen:
                continue
            seen.add(row_id)
            try:
                yield schema.from_record(table, record)
            except schema.RowError as error:
                log.warning("Published row %.80r left out: %s", row_id, error)


@dataclass(slots=True)
class PublishedLog:
    """The published rows, kept in memory as Arrow tables; a refresh reads only files that are new.

    Attributes:
        hub: the dataset.
    """

    hub: HubRepo
    _shards: dict[str, dict[str, pa.Table]] = field(default_factory=dict)
    _tables: dict[str, pa.Table] = field(default_factory=dict)
    _withdrawn: frozenset[str] = frozenset()
    _revision: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def refresh(self, revision: str | None = None) -> bool:
        """Read what has been published since. Returns whether the dataset has changed.

        Raises:
            HubError: when the dataset cannot be read; what was read before stays.
        """
        with self._lock:
            head = self.hub.head() if revision is None else revision
            if head == self._revision:
                return False
            paths = self.hub.files("data", head)
            for table in schema.TABLES:
                self._refresh_table(table, shard_paths(paths, table), head)
            self._withdrawn = withdrawn_ids(rows_of("withdrawals", self.arrow("withdrawals")))
            self._revision = head
            return True

    def _refresh_table(self, table: str, paths: list[str], head: str) -> None:
        import pyarrow as pa

        known = self._shards.get(table, {})
        new = [path for path in paths if path not in known]
        with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
            files = list(pool.map(lambda path: self.hub.download(path, head), new))
        read = {path: _read_or_empty(table, path, file) for path, file in zip(new, files, strict=True)}
        shards = {path: read[path] if path in read else known[path] for path in paths}
        self._shards[table] = shards
        self._tables[table] = pa.concat_tables([file_schema(table).empty_table(), *shards.values()])

    def arrow(self, table: str) -> pa.Table:
        """All rows of a table as of the last refresh, as they lie in the files: ids may come twice."""
        found = self._tables.get(table)
        return file_schema(table).empty_table() if found is None else found

    @property
    def revision(self) -> str:
        """The revision that was read last; '' before the first."""
        return self._revision

    def has(self, table: str, row_id: str) -> bool:
        """Whether a row was published, as of the last refresh."""
        import pyarrow as pa
        import pyarrow.compute as pc

        ids = self.arrow(table)[schema.id_column(table)]
        return bool(pc.index(ids, pa.scalar(row_id)).as_py() >= 0)

    def withdrawn(self) -> frozenset[str]:
        """The ids of all rows that were taken back."""
        return self._withdrawn

    def rows(
        self,
        table: str,
        *,
        benchmark: str | None = None,
        question_id: str | None = None,
        besides: AbstractSet[str] = frozenset(),
    ) -> Iterator[schema.Row]:
        """The rows of a table as of the last refresh that count, each id once, in the order of their ids.

        Args:
            table: name of the table.
            benchmark: only rows of this benchmark.
            question_id: only rows of this question.
            besides: ids of rows that are not wanted; many cost little, because these rows are not made.
        """
        import pyarrow as pa
        import pyarrow.compute as pc

        found = self.arrow(table)
        if besides:
            known = pc.is_in(found[schema.id_column(table)], value_set=pa.array(besides, pa.string()))
            found = found.filter(pc.invert(known))
        for name, value in (("benchmark", benchmark), ("question_id", question_id)):
            if value is not None:
                found = found.filter(pc.equal(found[name], pa.scalar(value)))
        return schema.counted(rows_of(table, found.sort_by(schema.id_column(table))), self._withdrawn)

    def machine_rows(
        self, table: AnswerTable, *, benchmark: str, question_ids: Collection[str]
    ) -> Iterator[schema.ResponseRow]:
        """The answers of models and baselines to some questions as of the last refresh, in the order of their ids."""
        import pyarrow as pa
        import pyarrow.compute as pc

        found = self.arrow(table)
        is_asked = pc.and_(
            pc.equal(found["benchmark"], pa.scalar(benchmark)),
            pc.is_in(found["question_id"], value_set=pa.array(list(question_ids), pa.string())),
        )
        is_machine = pc.not_equal(found["responder_kind"], pa.scalar(ResponderKind.HUMAN.value))
        found = found.filter(pc.and_(is_asked, is_machine)).sort_by(schema.id_column(table))
        for row in schema.counted(rows_of(table, found), self._withdrawn):
            if isinstance(row, schema.ResponseRow):
                yield row


def _read_or_empty(table: str, path: str, local: Path) -> pa.Table:
    try:
        return read_shard(table, local)
    except (ValueError, OSError, NotImplementedError) as error:  # pyarrow's errors are all of these
        log.warning("The published file %s cannot be read and is left out: %s", path, error)
        return file_schema(table).empty_table()


def published_rows(hub: HubRepo, table: str, revision: str | None = None) -> Iterator[schema.Row]:
    """The published rows of a table that count: each id once, and none that was taken back.

    Args:
        hub: the dataset.
        table: name of the table.
        revision: a commit of the dataset; None for the newest.

    Raises:
        HubError: when the dataset cannot be read.
    """
    found = PublishedLog(hub)
    found.refresh(revision)
    return found.rows(table)


@dataclass(slots=True)
class AllRows:
    """Every answer: those of the journal, and those that were published from anywhere. Reads like a journal.

    Attributes:
        journal: rows of this machine.
        published: rows of the dataset; None when none is set.
    """

    journal: Journal
    published: PublishedLog | None = None

    def rows(
        self, table: str, *, benchmark: str | None = None, question_id: str | None = None, last: int = -1
    ) -> Iterator[schema.Row]:
        """The rows of a table that count, each id once: published ones first, then those of this machine as they came.

        Args:
            table: name of the table.
            benchmark: only rows of this benchmark.
            question_id: only rows of this question.
            last: only that many of the newest rows; negative for all.
        """
        own = list(self.journal.rows(table, benchmark=benchmark, question_id=question_id, last=last))
        withdrawn = withdrawn_ids(self.journal.rows("withdrawals"))
        if self.published is None or len(own) == last:
            return schema.counted(own, withdrawn)
        ids = {schema.row_id(row) for row in own}
        others = self.published.rows(table, benchmark=benchmark, question_id=question_id)
        every = [row for row in others if schema.row_id(row) not in ids] + own
        return schema.counted(
            every if last < 0 else every[len(every) - min(last, len(every)) :], withdrawn | self.published.withdrawn()
        )

    def machine_rows(
        self, table: AnswerTable, *, benchmark: str, question_ids: Collection[str]
    ) -> list[schema.ResponseRow]:
        """The answers of models and baselines to some questions that count, each id once, the oldest first.

        Args:
            table: name of the table.
            benchmark: whose questions.
            question_ids: which of them.

        Raises:
            JournalError: when the journal cannot be read.
        """
        rows = list(self.journal.machine_rows(table, benchmark=benchmark, question_ids=question_ids))
        withdrawn = withdrawn_ids(self.journal.rows("withdrawals"))
        if self.published is not None:
            rows += self.published.machine_rows(table, benchmark=benchmark, question_ids=question_ids)
            withdrawn |= self.published.withdrawn()
        return sorted(schema.counted(rows, withdrawn), key=lambda row: (row.answered_at, row.response_id))

    def rows_since(
        self, table: str, after_seq: int, until_seq: int, *, benchmark: str, besides: AbstractSet[str]
    ) -> Iterator[schema.Row]:
        """The rows that count and were not there before: for whoever has the others already.

        Args:
            table: name of the table.
            after_seq: number of the newest row of the journal that is had already.
            until_seq: number of the last one that is wanted.
            benchmark: of the published rows; those of the journal are of any.
            besides: ids of the rows that are had already.
        """
        published = self.published
        others = () if published is None else published.rows(table, benchmark=benchmark, besides=besides)
        new = itertools.chain(others, self.journal.rows_between(table, after_seq, until_seq))
        return schema.counted(new, self.withdrawn())

    def withdrawn(self) -> frozenset[str]:
        """The ids of all rows that were taken back, here or in what is published."""
        here = withdrawn_ids(self.journal.rows("withdrawals"))
        return here if self.published is None else here | self.published.withdrawn()

    def n_published(self, table: str) -> int:
        """How many rows of a table lie in the published files. Fewer than before: something was taken out of them."""
        return 0 if self.published is None else int(self.published.arrow(table).num_rows)

    def version(self) -> tuple[int, str]:
        """Another value whenever there are other rows; cheap, so that what was counted from them can be kept.

        Raises:
            JournalError: when the journal cannot be read.
        """
        return newest_seq(self.journal), "" if self.published is None else self.published.revision

    def refresh(self) -> None:
        """Read what has been published since; a Hub that does not answer changes nothing."""
        if self.published is not None:
            try:
                self.published.refresh()
            except HubError as error:
                log.warning("What is published could not be read: %s", error)
