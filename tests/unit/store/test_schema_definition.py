"""A table that is defined wrongly is found when the program starts, not when a row is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from soundmark.store.columns import DefinitionError, Row, defined


@dataclass(frozen=True, slots=True, kw_only=True)
class Undescribed(Row):
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NullableWithoutDefault(Row):
    name: Annotated[str | None, "A name."]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefaultThatIsNotNull(Row):
    name: Annotated[str, "A name."] = "x"


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoTypes(Row):
    name: Annotated[str | int, "A name or number."]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unloggable(Row):
    sound: Annotated[bytes, "A sound."]


@pytest.mark.parametrize("row_type", [Undescribed, NullableWithoutDefault, DefaultThatIsNotNull, TwoTypes, Unloggable])
def test_a_wrong_definition_is_refused(row_type: type[Row]) -> None:
    with pytest.raises(DefinitionError, match=r"^Column (name|sound)"):
        defined(row_type)
