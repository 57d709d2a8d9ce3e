"""The tables of the log, each from one definition.

A table is one frozen dataclass whose fields carry their own description (`soundmark.store.columns`). The Arrow schema,
the check of a row, the features of the dataset card and the documentation all follow from it, so that they cannot
differ. A new table is one more file in `tables` and one more line in `TABLES`; a new column is nullable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from soundmark.store import codec
from soundmark.store.codec import Plan, plan
from soundmark.store.columns import Column, Defined, Row, RowError
from soundmark.store.tables.annotations import AnnotationRow, ErrorType
from soundmark.store.tables.answers import PlayedRow, ResponseRow
from soundmark.store.tables.arena import BattleRow, Check, Vote, VoteRow
from soundmark.store.tables.choice import ChoiceRow
from soundmark.store.tables.geo import GeoRow
from soundmark.store.tables.runs import RunRow
from soundmark.store.tables.spatial import SpatialRow
from soundmark.store.tables.withdrawals import WithdrawalRow
from soundmark.store.values import MAX_TEXT_CHARS, clean_text

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "INIT_PREFIX", "MAX_TEXT_CHARS", "SCHEMA_VERSION", "TABLES", "AnnotationRow", "BattleRow", "Check", "ChoiceRow",
    "Column", "ErrorType", "GeoRow", "PlayedRow", "ResponseRow", "Row", "RowError", "RunRow", "SpatialRow", "Vote",
    "VoteRow", "WithdrawalRow", "arrow_schema", "clean_text", "columns", "counted", "decode", "encode", "from_record",
    "id_column", "is_init", "question_of", "row_id", "table_of",
]  # fmt: skip

SCHEMA_VERSION = 1
INIT_PREFIX = "init-"
"""Ids of the typed first rows begin so; see `soundmark.store.card.init_row`."""

TABLES: Mapping[str, type[Row]] = MappingProxyType(
    {
        "geo": GeoRow,
        "choice": ChoiceRow,
        "spatial": SpatialRow,
        "battles": BattleRow,
        "votes": VoteRow,
        "runs": RunRow,
        "withdrawals": WithdrawalRow,
        "annotations": AnnotationRow,
    }
)
_PLANS: Mapping[str, Plan] = MappingProxyType({name: plan(name, row_type) for name, row_type in TABLES.items()})
_PLAN_OF: Mapping[type[Row], Plan] = MappingProxyType({known.row_type: known for known in _PLANS.values()})

AnyRow = TypeVar("AnyRow", bound=Row)


def _plan_of(row: Row) -> Plan:
    known = _PLAN_OF.get(type(row))
    if known is None:
        raise RowError(f"A {type(row).__name__} belongs to no table of the log.")
    return known


def _plan(table: str) -> Plan:
    known = _PLANS.get(table)
    if known is None:
        raise RowError(f"There is no table {table[:80]!r} in the log. The tables are {', '.join(TABLES)}.")
    return known


def table_of(row: Row) -> str:
    """The name of the table that a row belongs to.

    Raises:
        RowError: when it belongs to none.
    """
    return _plan_of(row).table


def definitions(table: str) -> tuple[Defined, ...]:
    """The columns of a table with all that follows from their definition.

    Raises:
        RowError: when there is no such table.
    """
    return _plan(table).defined


def columns(table: str) -> tuple[Column, ...]:
    """Name, Python type, nullability and description of each column, in order.

    Raises:
        RowError: when there is no such table.
    """
    return tuple(item.column for item in _plan(table).defined)


def id_column(table: str) -> str:
    """The name of the column that holds the unique id of each row.

    Raises:
        RowError: when there is no such table.
    """
    return _plan(table).id_column


def row_id(row: Row) -> str:
    """The unique id of a row.

    Raises:
        RowError: when the row belongs to no table.
    """
    return str(getattr(row, _plan_of(row).id_column))


def is_init(found_id: str) -> bool:
    """Whether that is the id of a typed first row, which stands for no event."""
    return found_id.startswith(INIT_PREFIX)


def question_of(row: Row) -> tuple[str, str]:
    """Benchmark and question id of a row; '' where its table has no such column."""
    return str(getattr(row, "benchmark", "")), str(getattr(row, "question_id", ""))


def counted(rows: Iterable[AnyRow], withdrawn: frozenset[str] = frozenset()) -> Iterator[AnyRow]:
    """The rows that stand for something: each once, without typed first rows and those taken back."""
    seen: set[str] = set()
    for row in rows:
        found_id = row_id(row)
        if found_id not in seen and found_id not in withdrawn and not is_init(found_id):
            seen.add(found_id)
            yield row


def arrow_schema(table: str) -> pa.Schema:
    """The Arrow schema of a table; each field carries its description as metadata.

    Raises:
        RowError: when there is no such table.
    """
    import pyarrow as pa

    arrow_types: dict[str, pa.DataType] = {
        "string": pa.string(),
        "int64": pa.int64(),
        "float64": pa.float64(),
        "bool": pa.bool_(),
        "timestamp[us, tz=UTC]": pa.timestamp("us", tz="UTC"),
    }
    fields = []
    for column, kind, _ in definitions(table):
        item = arrow_types[kind.dtype]
        arrow_type = pa.list_(item) if kind.is_list else item
        described = {"description": column.description}
        fields.append(pa.field(column.name, arrow_type, nullable=column.is_nullable, metadata=described))
    return pa.schema(fields)


def encode(row: Row) -> str:
    """The row as the JSON object that the journal stores.

    Raises:
        RowError: when a value does not fit its column; the text names both.
    """
    return codec.encode(_plan_of(row), row)


def decode(table: str, text: str) -> Row:
    """The row that `encode` wrote. Nullable columns added since are null; unknown ones are dropped.

    Raises:
        RowError: when the stored text is not a row of that table.
    """
    return codec.decode(_plan(table), text)


def from_record(table: str, record: Mapping[str, object]) -> Row:
    """The row of a record as a Parquet file has it, by column name.

    Raises:
        RowError: when the record is not a row of that table.
    """
    return codec.from_record(_plan(table), record)
