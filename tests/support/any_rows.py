"""A row of any table with every column filled, made from the definition of the table."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import get_args, get_origin

from soundmark.store import schema

NOON = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)


def any_row(table: str, **changes: object) -> schema.Row:
    """A row of a table with plausible values in all columns, and the given changes."""
    values = {column.name: _value(column.name, column.python_type) for column in schema.columns(table)}
    return schema.TABLES[table](**(values | changes))


def _value(name: str, python_type: object) -> object:
    if get_origin(python_type) is list:
        return [_value("", get_args(python_type)[0])] * 2
    if isinstance(python_type, type) and issubclass(python_type, StrEnum):
        return next(iter(python_type))
    text = '{"a": 1}' if name.endswith("_json") else "0197-" + name
    return {str: text, int: 5, float: 0.5, bool: False, datetime: NOON}[python_type]  # type: ignore[index]
