"""The types of value a column of the log can hold: what each accepts, and how it is stored.

A `Kind` is one such type. Its `dtype` is the name that Arrow and `datasets` share for it, so that the Arrow schema and
the features of the dataset card come from the same word.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

MAX_TEXT_CHARS = 200_000
"""Longer answers are cut: one row of megabytes makes a whole table unreadable for common readers."""
MAX_KEY_CHARS = 2_000
"""Longer ids and names are refused: a cut id would be another id."""
MAX_ITEMS = 1_000
"""Longer lists are refused."""

Pack = Callable[[object], object]
E = TypeVar("E", bound=StrEnum)


class Misfit(Exception):
    """A value that its column cannot hold; the text completes "it takes ...". It becomes a RowError in `codec`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of value.

    Attributes:
        dtype: its name in Arrow and in `datasets`.
        says: what it takes, in words that complete "it takes ...".
        pack: from the value of a row to the value in the stored JSON; raises Misfit.
        unpack: from the stored value, or that of a Parquet file, to the value of a row; raises Misfit.
        is_list: whether the column holds a list of `dtype`.
    """

    dtype: str
    says: str
    pack: Pack
    unpack: Pack
    is_list: bool = False


def clean_text(text: str) -> str:
    """Text that every reader of the log can load: valid UTF-8, no NUL, at most `MAX_TEXT_CHARS` characters.

    A lone surrogate and NUL become U+FFFD; two halves of one character are joined.
    """
    if len(text) > MAX_TEXT_CHARS:
        text = text[:MAX_TEXT_CHARS]
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\x00", "\ufffd") if "\x00" in text else text


def _pack_text(value: object) -> str:
    if not isinstance(value, str):
        raise Misfit("text")
    return clean_text(value)


def _pack_key(value: object) -> str:
    if not isinstance(value, str):
        raise Misfit("text")
    if len(value) > MAX_KEY_CHARS:
        raise Misfit(f"at most {MAX_KEY_CHARS:,} characters, and these are {len(value):,}")
    return clean_text(value)


def _pack_id(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise Misfit("an id, which is a text that is not empty")
    return _pack_key(value)


def _pack_json(value: object) -> str:
    if not isinstance(value, str):
        raise Misfit("a JSON object as text")
    if len(value) > MAX_TEXT_CHARS:
        # Cut JSON is no JSON.
        raise Misfit(f"at most {MAX_TEXT_CHARS:,} characters of JSON, and these are {len(value):,}")
    try:
        found = json.loads(value, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Misfit(f"a JSON object as text ({error})") from error
    if not isinstance(found, dict):
        raise Misfit("a JSON object as text")
    return clean_text(value)


def _no_constant(word: str) -> object:
    raise ValueError(f"{word} is no JSON")


def _pack_whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise Misfit("a whole number of at most 64 bits")
    return value


def _pack_number(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise Misfit("a finite number")


def _pack_flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise Misfit("true or false")
    return value


def _pack_time(value: object) -> str:
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise Misfit("a time with its zone")
    if value.tzinfo is not UTC:
        try:
            value = value.astimezone(UTC)
        except OverflowError as error:
            raise Misfit("a time between the years 1 and 9999 in UTC") from error
    return value.isoformat(timespec="microseconds")


def _unpack_time(value: object) -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError as error:
            raise Misfit("a time with its zone") from error
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise Misfit("a time with its zone")
    return value if value.tzinfo is UTC else value.astimezone(UTC)


def _unpack_text(value: object) -> str:
    if not isinstance(value, str):
        raise Misfit("text")
    return value


TEXT = Kind("string", "text", _pack_text, _unpack_text)
KEY = Kind("string", "text", _pack_key, _unpack_text)
ID = Kind("string", "an id", _pack_id, _unpack_text)
JSON_OBJECT = Kind("string", "a JSON object as text", _pack_json, _unpack_text)
TIME = Kind("timestamp[us, tz=UTC]", "a time with its zone", _pack_time, _unpack_time)
KIND_OF = MappingProxyType(
    {
        str: KEY,
        int: Kind("int64", "a whole number", _pack_whole, _pack_whole),
        float: Kind("float64", "a finite number", _pack_number, _pack_number),
        bool: Kind("bool", "true or false", _pack_flag, _pack_flag),
        datetime: TIME,
    }
)
"""The kind of a plain Python type; a text is a key unless its column says more."""


def enum_kind(words: type[E]) -> Kind:
    """The kind of a column that takes one of an enum's members; stored as its word."""
    known = {member.value: member for member in words}
    says = f"one of {', '.join(known)}"

    def pack(value: object) -> str:
        if type(value) is not words:
            raise Misfit(says)
        return str(value.value)

    def unpack(value: object) -> E:
        if not isinstance(value, str) or value not in known:
            raise Misfit(says)
        return known[value]

    return Kind("string", says, pack, unpack)


def list_kind(item: Kind) -> Kind:
    """The kind of a column that takes a list of that kind."""
    says = f"a list of at most {MAX_ITEMS:,} values, each {item.says}"

    def each(work: Pack) -> Pack:
        def apply(value: object) -> list[object]:
            if not isinstance(value, list) or len(value) > MAX_ITEMS:
                raise Misfit(says)
            return [work(one) for one in value]

        return apply

    return Kind(item.dtype, says, each(item.pack), each(item.unpack), is_list=True)
