"""Members of a JSON object by name and kind, with a sentence for each that is not what it must be."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.audio.errors import shown
from soundmark.benchmarks.values import finite_number

MAX_TEXT_CHARS = 1_000


class Fields:
    """A JSON object's members. Every method raises ValueError, with the beginning of a sentence, for another kind."""

    def __init__(self, found: Mapping[str, object]) -> None:
        self._found = found

    def text(self, name: str) -> str:
        """A text of up to 1,000 characters."""
        value = self._found.get(name)
        if not isinstance(value, str) or len(value) > MAX_TEXT_CHARS:
            raise ValueError(f"its {shown(name)} is no text of up to {MAX_TEXT_CHARS:,} characters")
        return value

    def number(self, name: str) -> float:
        """A finite number."""
        value = self.number_or_none(name)
        if value is None:
            raise ValueError(f"its {shown(name)} is not a number")
        return value

    def number_or_none(self, name: str) -> float | None:
        """A finite number, or null; the member must be there."""
        value = self._found.get(name, "")
        if value is None:
            return None
        try:
            return finite_number(value)
        except ValueError as error:
            raise ValueError(f"its {shown(name)} {error}") from error

    def whole(self, name: str) -> int:
        """A whole number of 0 or more."""
        value = self._found.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
            raise ValueError(f"its {shown(name)} is no whole number of 0 or more")
        return value

    def items(self, name: str) -> list[object]:
        """A list."""
        value = self._found.get(name)
        if not isinstance(value, list):
            raise ValueError(f"its {shown(name)} is no list")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        return [Fields({name: value}).text(name) for value in self.items(name)]

    def inner(self, name: str) -> Fields:
        """A member that is an object."""
        value = self._found.get(name)
        if not isinstance(value, dict):
            raise ValueError(f"its {shown(name)} is no JSON object")
        return Fields(value)

    def inners(self, name: str) -> list[Fields]:
        """A list of objects."""
        return [Fields({name: value}).inner(name) for value in self.items(name)]
