"""Rows to the JSON text that the journal keeps, and back; a value that does not fit is named with its column."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from soundmark.store.columns import Cut, Defined, DefinitionError, Id, Row, RowError, defined
from soundmark.store.values import MAX_TEXT_CHARS, Misfit, Pack

_to_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Plan:
    """What encoding and decoding need of a table, worked out once.

    Attributes:
        table: name of the table.
        row_type: its dataclass.
        defined: its columns with all that follows from their definition.
        names: the columns in order.
        nullable: the columns that may be empty.
        packs, unpacks: one function a column.
        read_all: the values of a row, in order.
        cuts: the columns whose length is kept, by name.
        id_column: the column with the id of the row.
    """

    table: str
    row_type: type[Row]
    defined: tuple[Defined, ...]
    names: tuple[str, ...]
    nullable: frozenset[str]
    packs: tuple[Pack, ...]
    unpacks: tuple[Pack, ...]
    read_all: Callable[[object], tuple[object, ...]]
    cuts: tuple[tuple[str, Cut], ...]
    id_column: str


def plan(table: str, row_type: type[Row]) -> Plan:
    """The plan of a table.

    Raises:
        DefinitionError: when the table is defined wrongly.
    """
    found = defined(row_type)
    names = tuple(item.column.name for item in found)
    ids = [item.column.name for item in found if any(isinstance(mark, Id) for mark in item.marks)]
    if len(ids) != 1:
        raise DefinitionError(f"The table {table} must mark one column as its Id, not {len(ids)}.")
    cuts = [(item.column.name, mark) for item in found for mark in item.marks if isinstance(mark, Cut)]
    for name, cut in cuts:
        if not {cut.chars, cut.flag}.issubset(names):
            raise DefinitionError(f"Column {name} of {table} keeps its length in columns that do not exist: {cut}.")
    return Plan(
        table=table,
        row_type=row_type,
        defined=found,
        names=names,
        nullable=frozenset(item.column.name for item in found if item.column.is_nullable),
        packs=tuple(item.kind.pack for item in found),
        unpacks=tuple(item.kind.unpack for item in found),
        read_all=attrgetter(*names),
        cuts=tuple(cuts),
        id_column=ids[0],
    )


def encode(known: Plan, row: Row) -> str:
    """The row as a JSON object.

    Raises:
        RowError: when a value does not fit its column; the text names both.
    """
    given = known.read_all(row)
    record: dict[str, object] = {}
    name, value = "", None
    try:
        for name, value, pack in zip(known.names, given, known.packs, strict=True):
            record[name] = None if value is None else pack(value)
    except Misfit as misfit:
        raise RowError(
            f"Column {name} of the {known.table} log cannot hold {_shown(value)}: it takes {misfit}."
        ) from misfit
    if None in given:
        for name in known.names:
            if record[name] is None and name not in known.nullable:
                raise RowError(f"Column {name} of the {known.table} log must not be empty.")
    for name, cut in known.cuts:
        _note_length(record, cut, getattr(row, name))
    return _to_json(record)


def _shown(value: object) -> str:
    """The value for a message: a very long integer cannot even be written out."""
    try:
        return repr(value[:80] if isinstance(value, str) else value)[:80]
    except ValueError:
        return f"this {type(value).__name__}"


def _note_length(record: dict[str, object], cut: Cut, text: str | None) -> None:
    # A row that was read back from the log has its text cut already, and knows the length that it had.
    if text is not None and not record[cut.flag]:
        record[cut.chars] = len(text)
        record[cut.flag] = len(text) > MAX_TEXT_CHARS


def from_record(known: Plan, record: Mapping[str, object]) -> Row:
    """The row of a record, as JSON or a Parquet file has it. Missing nullable columns are null; unknown ones dropped.

    Raises:
        RowError: when the record is not a row of that table.
    """
    found: dict[str, object] = {}
    for name, unpack in zip(known.names, known.unpacks, strict=True):
        value = record.get(name)
        if value is not None:
            try:
                found[name] = unpack(value)
            except Misfit as misfit:
                raise RowError(
                    f"A stored row of the {known.table} log cannot be read: {name} is {_shown(value)}, not {misfit}."
                ) from misfit
        elif name not in known.nullable:
            raise RowError(f"A stored row of the {known.table} log cannot be read: it has no {name}.")
    return known.row_type(**found)


def decode(known: Plan, text: str) -> Row:
    """The row that `encode` wrote.

    Raises:
        RowError: when the stored text is not a row of that table.
    """
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RowError(f"A stored row of the {known.table} log cannot be read: {error}") from error
    if not isinstance(record, dict):
        raise RowError(f"A stored row of the {known.table} log cannot be read: it is no JSON object.")
    return from_record(known, record)
