"""A table that is defined wrongly is found when the program starts, not when a row is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from soundmark.store.codec import plan
from soundmark.store.columns import Cut, DefinitionError, Id, Row, defined


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


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutId(Row):
    name: Annotated[str, "A name."]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoIds(Row):
    name: Annotated[str, "A name.", Id()]
    other: Annotated[str, "A name.", Id()]


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthNowhere(Row):
    name: Annotated[str, "A name.", Id()]
    text: Annotated[str | None, "A text.", Cut("text_chars", "text_truncated")] = None


@pytest.mark.parametrize("row_type", [WithoutId, TwoIds, LengthNowhere])
def test_a_table_without_its_id_or_the_length_of_a_text_is_refused(row_type: type[Row]) -> None:
    with pytest.raises(DefinitionError, match="nowhere"):
        plan("nowhere", row_type)
