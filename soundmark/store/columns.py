"""How a table of the log is defined: one frozen dataclass, whose fields carry their own description.

A field is `name: Annotated[type, "What it holds.", marks...]`. A column that may be empty (null) has the type
`... | None` and the default None; every other column has no default. The marks are `Id`, `Cut` and `Json`.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, NamedTuple, get_args, get_origin

from soundmark.store import values
from soundmark.store.values import Kind
from soundmark.types import SoundmarkError


class RowError(SoundmarkError):
    """A row that the log refuses."""


@dataclass(frozen=True, slots=True)
class Id:
    """Marks the column that holds the id of the row, unique over all tables and deployments."""


@dataclass(frozen=True, slots=True)
class Json:
    """Marks a text that is a JSON object."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Marks a text that may be long: it is cut, and two other columns say so.

    Attributes:
        chars: the column that gets the length of the whole text, in characters.
        flag: the column that says whether it was cut.
    """

    chars: str
    flag: str


Mark = Id | Json | Cut


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of any table of the log."""

    ABOUT: ClassVar[str] = ""
    """What one row of the table is, in a sentence."""


class Column(NamedTuple):
    """One column of a table, as `columns` lists it."""

    name: str
    python_type: object
    is_nullable: bool
    description: str


class Defined(NamedTuple):
    """A column with all that follows from its definition."""

    column: Column
    kind: Kind
    marks: tuple[Mark, ...]


class DefinitionError(TypeError):
    """A table that is defined wrongly: a mistake in the program, not in a value."""


def defined(row_type: type[Row]) -> tuple[Defined, ...]:
    """The columns of a table in order.

    Raises:
        DefinitionError: when a field lacks its description, is nullable without default, or has an unknown type.
    """
    hints = typing.get_type_hints(row_type, include_extras=True)
    return tuple(_defined(item, hints[item.name]) for item in dataclasses.fields(row_type))


def _defined(item: dataclasses.Field[object], annotation: object) -> Defined:
    if get_origin(annotation) is not Annotated:
        raise DefinitionError(f"Column {item.name} has no description: write Annotated[type, 'What it holds.'].")
    python_type, description, *marks = get_args(annotation)
    python_type, is_nullable = _without_none(python_type)
    has_default = item.default is not dataclasses.MISSING or item.default_factory is not dataclasses.MISSING
    if is_nullable != has_default or (has_default and item.default is not None):
        raise DefinitionError(f"Column {item.name} must have the default None if it may be None, and else none.")
    column = Column(item.name, python_type, is_nullable, str(description))
    return Defined(column, _kind(item.name, python_type, tuple(marks)), tuple(marks))


def _without_none(annotation: object) -> tuple[object, bool]:
    if isinstance(annotation, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        if len(parts) == 1:
            return parts[0], True
    return annotation, False


def _kind(name: str, python_type: object, marks: tuple[Mark, ...]) -> Kind:
    for mark in marks:
        match mark:
            case Id():
                return values.ID
            case Json():
                return values.JSON_OBJECT
            case Cut():
                return values.TEXT
    if get_origin(python_type) is list:
        return values.list_kind(_kind(name, get_args(python_type)[0], ()))
    if isinstance(python_type, type):
        if issubclass(python_type, StrEnum):
            return values.enum_kind(python_type)
        if python_type in values.KIND_OF:
            return values.KIND_OF[python_type]
    raise DefinitionError(f"Column {name} has a type that no log can hold: {python_type}.")
