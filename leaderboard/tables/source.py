"""Answers of one benchmark as an Arrow table: of this machine's journal, of exported files, or of a Hub dataset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.store import schema
from soundmark.store.shard_file import file_schema
from soundmark.types import SoundmarkError

if TYPE_CHECKING:
    import pyarrow as pa

    from soundmark.store.hub_client import HubRepo

COMMON = (
    "response_id", "benchmark", "question_id", "responder_kind", "responder_id", "setting", "prompt_id", "status",
    "answered_at", "imported_from", "game_id", "repeat_index",
)  # fmt: skip
"""Columns that every table of figures needs."""
ANSWERS = ("geo", "choice", "spatial")
"""Tables that hold answers."""


class SourceError(SoundmarkError):
    """A log that cannot be read."""


class MissingTable(SourceError):
    """A folder without a file of the table that is asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class LoggedTable:
    """Rows of one benchmark.

    Attributes:
        table: with the columns that were asked for.
        withdrawn: ids of rows that were taken back.
    """

    table: pa.Table
    withdrawn: frozenset[str]


def table_of_rows(name: str, rows: Iterable[schema.Row], columns: Sequence[str]) -> pa.Table:
    """Rows as they come out of a journal, as an Arrow table of some of the columns."""
    import pyarrow as pa

    kept = [row for row in rows if schema.table_of(row) == name]
    wanted = _schema(name, columns)
    return pa.table({field.name: pa.array([getattr(row, field.name) for row in kept], field.type) for field in wanted})


def joined(name: str, tables: Sequence[pa.Table], benchmark: str, columns: Sequence[str]) -> pa.Table:
    """The rows of a benchmark out of several tables, with some of the columns."""
    import pyarrow as pa
    import pyarrow.compute as pc

    wanted = _schema(name, columns)
    parts = [wanted.empty_table()]
    for table in tables:
        known = table.select([field.name for field in wanted if field.name in table.column_names])
        parts.append(known.filter(pc.equal(known["benchmark"], benchmark)))
    return pa.concat_tables(parts, promote_options="permissive").cast(wanted)


def _schema(name: str, columns: Sequence[str]) -> pa.Schema:
    import pyarrow as pa

    wanted = {*COMMON, *columns}
    return pa.schema([field for field in file_schema(name) if field.name in wanted])


def logged_here(journal_path: Path, name: str, benchmark: str, columns: Sequence[str]) -> LoggedTable:
    """The rows of a journal.

    Raises:
        SourceError: when there is no journal.
        JournalError: when it cannot be read.
    """
    from soundmark.store.journal import Journal
    from soundmark.store.withdraw import withdrawn_ids

    if not journal_path.is_file():
        raise SourceError(
            f"There is no {journal_path.name} in {journal_path.parent}. Name the app's data folder with --data, or a "
            "log with --from."
        )
    journal = Journal(journal_path)
    try:
        found = table_of_rows(name, journal.rows(name, benchmark=benchmark), columns)
        return LoggedTable(found, withdrawn_ids(journal.rows("withdrawals")))
    finally:
        journal.close()


def logged_in_folder(folder: Path, name: str, benchmark: str, columns: Sequence[str]) -> LoggedTable:
    """The rows of a folder that `export` wrote, or of a copy of the Hub dataset.

    Raises:
        MissingTable: when it has no file of that table.
        SourceError: when it has one that cannot be read.
    """
    paths = _files(folder, name)
    if not paths:
        raise MissingTable(
            f"{folder} holds no answers to the benchmark {benchmark[:80]!r}: {_found_in(folder)}. Name a folder that "
            "`python -m soundmark export` wrote or a copy of the dataset, and the benchmark as its rows name it."
        )
    tables = [_read(path, name) for path in paths]
    withdrawn: set[str] = set()
    for path in _files(folder, "withdrawals"):
        withdrawn.update(word for word in _read(path, "withdrawals")["withdrawn_id"].to_pylist() if word)
    return LoggedTable(joined(name, tables, benchmark, columns), frozenset(withdrawn))


def _found_in(folder: Path) -> str:
    """Which answers a folder holds, in words."""
    tables = [name for name in ANSWERS if _files(folder, name)]
    return (
        f"its Parquet files are of the tables {', '.join(tables)}" if tables else "it has no Parquet files of answers"
    )


def _files(folder: Path, name: str) -> list[Path]:
    found = [*folder.glob(f"{name}/**/*.parquet"), *folder.glob(f"data/{name}/**/*.parquet")]
    return sorted(path for path in found if path.is_file())


def _read(path: Path, name: str) -> pa.Table:
    from soundmark.store.published import read_shard

    try:
        return read_shard(name, path)
    except (ValueError, OSError, NotImplementedError) as error:  # pyarrow's errors are all of these
        raise SourceError(
            f"{path} cannot be read as a file of the table {name} ({error}). Remove or replace it."
        ) from error


def logged_on_hub(hub: HubRepo, name: str, benchmark: str, columns: Sequence[str]) -> LoggedTable:
    """The rows of a Hub dataset.

    Raises:
        HubError: when it cannot be read.
    """
    from soundmark.store.published import PublishedLog

    log = PublishedLog(hub)
    log.refresh()
    return LoggedTable(joined(name, [log.arrow(name)], benchmark, columns), log.withdrawn())
