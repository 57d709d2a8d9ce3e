"""Takes a table of a model file apart, field by field. What is wrong becomes a sentence; nothing is passed over."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeVar, cast

from soundmark.audio.errors import shown
from soundmark.models.request import Parameter
from soundmark.models.spec import Json

WordT = TypeVar("WordT", bound=StrEnum)
MAX_TEXT_CHARACTERS = 100_000
_MAX_DEPTH = 12


class Table:
    """A table of the file.

    Args:
        values: as TOML gives them.
        owner: whose it is, for sentences, as `Model "x"`.
        faults: where sentences go.
        prefix: name of the table with a dot, for tables inside tables.
    """

    def __init__(self, values: Mapping[str, object], owner: str, faults: list[str], prefix: str = "") -> None:
        self._values = dict(values)
        self._owner = owner
        self._faults = faults
        self._prefix = prefix

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def fault(self, name: str, advice: str) -> None:
        """Note that a field is wrong, or missing, and what to write."""
        if name in self._values:
            said = f"{self._prefix}{shown(name)} is {shown(repr(self._values[name]))}"
        else:
            said = f"{self._prefix}{name} is missing"
        self._faults.append(f"{self._owner}: {said}. {advice}")

    def fault_hidden(self, name: str, advice: str) -> None:
        """Note that a field is wrong without repeating its value, which may hold a secret."""
        self._faults.append(f"{self._owner}: {self._prefix}{name} cannot be used. {advice}")

    def text(self, name: str, advice: str, *, default: str | None = None) -> str:
        """A text that is not blank; without a default it must be there."""
        value = self._values.get(name, default)
        if isinstance(value, str) and len(value) <= MAX_TEXT_CHARACTERS and (value.strip() or name not in self._values):
            return value
        self.fault(name, advice)
        return ""

    def texts(self, name: str, advice: str, *, default: Sequence[str] = ()) -> tuple[str, ...]:
        """A list of texts."""
        value = self._values.get(name, list(default))
        if isinstance(value, list) and all(
            isinstance(part, str) and len(part) <= MAX_TEXT_CHARACTERS for part in value
        ):
            return tuple(value)
        self.fault(name, advice)
        return tuple(default)

    def number(self, name: str, *, low: float, high: float, default: float | None = None) -> float | None:
        """A number within bounds."""
        value = self._values.get(name, default)
        if value is None and name not in self._values:
            return default
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        self.fault(name, f"Write a number from {low:g} to {high:g}.")
        return default

    def whole(self, name: str, *, low: int, high: int, default: int | None = None) -> int | None:
        """A whole number within bounds."""
        value = self._values.get(name, default)
        if value is None and name not in self._values:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.fault(name, f"Write a whole number from {low} to {high}.")
        return default

    def flag(self, name: str) -> bool:
        """True or false; false when it is not there."""
        value = self._values.get(name, False)
        if isinstance(value, bool):
            return value
        self.fault(name, "Write true or false.")
        return False

    def word(self, name: str, words: type[WordT], default: WordT | None = None) -> WordT | None:
        """One of several words."""
        value = self._values.get(name, default)
        if isinstance(value, str) and value in list(words):
            return words(value)
        self.fault(name, f"Write {_listed(words)}.")
        return default

    def words(self, name: str, words: type[WordT], default: Sequence[WordT]) -> frozenset[WordT]:
        """Any of several words, as a list."""
        value = self._values.get(name, list(default))
        if isinstance(value, list) and all(isinstance(part, str) and part in list(words) for part in value):
            return frozenset(words(part) for part in value)
        self.fault(name, f"Write a list of {_listed(words)}.")
        return frozenset(default)

    def table(self, name: str) -> Table:
        """A table inside this one; an empty one when it is not there."""
        value = self._values.get(name, {})
        if not isinstance(value, Mapping):
            self.fault(name, f"Write it as a table, [models.{name}].")
            value = {}
        return Table(value, self._owner, self._faults, f"{self._prefix}{name}.")

    def tables(self, name: str) -> tuple[Table, ...]:
        """A list of tables inside this one."""
        value = self._values.get(name, [])
        if not (isinstance(value, list) and all(isinstance(part, Mapping) for part in value)):
            self.fault(name, f"Write each as a table, [[models.{name}]].")
            value = []
        return tuple(
            Table(part, self._owner, self._faults, f"{self._prefix}{name} {number}: ")
            for number, part in enumerate(value, start=1)
        )

    def parameters(self) -> dict[str, Parameter]:
        """All of this table as single values."""
        found: dict[str, Parameter] = {}
        for name, value in self._values.items():
            if isinstance(value, str | bool | int) or (isinstance(value, float) and math.isfinite(value)):
                found[name] = value
            else:
                self.fault(name, "Write a text, a number, true or false; put tables and lists into [models.body].")
        return found

    def json(self) -> dict[str, Json]:
        """All of this table as it would be sent as JSON."""
        for name, value in self._values.items():
            if not _is_json(value):
                self.fault(name, "Write texts, finite numbers, true, false, lists and tables; JSON has no dates.")
        return cast("dict[str, Json]", {name: value for name, value in self._values.items() if _is_json(value)})

    def refuse_others(self, known: Sequence[str]) -> None:
        """Note every field that is not among the known ones."""
        for name in self._values:
            if name not in known:
                self._faults.append(
                    f"{self._owner}: {self._prefix}{shown(name)} is not a field. Remove it; there are "
                    f"{', '.join(known)}."
                )


def _is_json(value: object, depth: int = 0) -> bool:
    if depth > _MAX_DEPTH:
        return False
    if isinstance(value, Mapping):
        return all(isinstance(name, str) and _is_json(part, depth + 1) for name, part in value.items())
    if isinstance(value, list):
        return all(_is_json(part, depth + 1) for part in value)
    return isinstance(value, str | bool | int) or (isinstance(value, float) and math.isfinite(value))


def _listed(words: type[StrEnum]) -> str:
    *first, last = [f'"{word}"' for word in words]
    return f"{', '.join(first)} or {last}" if first else last
