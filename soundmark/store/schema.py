"""The tables of the log, each from one definition.

A table is one frozen dataclass whose fields carry their own description. The Arrow schema, the validation of a row and
the documentation are all derived from it, so that they cannot differ. A new table is one more dataclass in `TABLES`.
"""

from __future__ import annotations

import dataclasses
import json
import math
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, get_args, get_origin

from soundmark.types import ResponderKind, SoundmarkError, Status

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION = 1
MAX_TEXT_CHARS = 200_000
"""Longer texts are cut: one row of megabytes makes a whole table unreadable for common readers."""


class RowError(SoundmarkError):
    """A row that the log refuses."""


def column(description: str) -> typing.Any:  # noqa: ANN401  as dataclasses.field itself is typed
    """A required column with its description."""
    return dataclasses.field(metadata={"description": description})


def nullable(description: str) -> typing.Any:  # noqa: ANN401  as dataclasses.field itself is typed
    """A column that may be empty (null), with its description."""
    return dataclasses.field(default=None, metadata={"description": description})


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseRow:
    """The columns that every table of answers has."""

    response_id: str = column("UUIDv7, unique over all tables and deployments.")
    schema_version: int = column("Version of these columns.")
    benchmark: str = column("Which set of questions.")
    benchmark_revision: str = column("Which state of that set.")
    question_id: str = column("The question, unique within its benchmark.")
    responder_kind: ResponderKind = column("human, model or baseline.")
    responder_id: str | None = nullable("Anonymous id of a player, or name of a model; null when no id can be given.")
    run_id: str | None = nullable("The model run this answer belongs to.")
    setting: str = column("What the responder was given: audio, transcript, blind, ...")
    prompt_id: str | None = nullable("Which wording of the question.")
    status: Status = column("ok, skipped, refused, unparsed or error.")
    raw_answer: str | None = nullable("The answer as it was given, cut at 200,000 characters.")
    score: float | None = nullable("Score by the benchmark's own rule; null when status is error.")
    shown_at: datetime = column("When the question was shown (UTC).")
    answered_at: datetime = column("When the answer was accepted (UTC).")
    listened_s: float | None = nullable("Seconds of sound that were played, as the browser counted them.")
    app_version: str = column("Version of the app.")
    deployment_id: str = column("Which deployment wrote the row.")
    salt_id: str | None = nullable("Ids of players compare only between rows with the same salt_id.")
    extra_json: str | None = nullable("A JSON object with whatever has no column yet.")


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoRow(ResponseRow):
    """One answer to "Where on Earth was this recorded?"."""

    latitude_deg: float | None = nullable("The guess, WGS-84 degrees; null without a guess.")
    longitude_deg: float | None = nullable("The guess, in (-180, 180] degrees.")
    guess_country: str | None = nullable("ISO 3166-1 alpha-2 of the guessed point; null at sea.")
    guess_continent: str | None = nullable("Continent of the guessed point; null at sea.")
    true_latitude_deg: float = column("Where the clip was recorded, WGS-84 degrees.")
    true_longitude_deg: float = column("Where the clip was recorded, in (-180, 180] degrees.")
    true_country: str | None = nullable("Country as the benchmark names it.")
    true_continent: str | None = nullable("Continent as the benchmark names it.")
    error_km: float | None = nullable("Geodesic (WGS-84) distance from guess to truth in kilometres.")
    hints: list[str] = column("Hints the player bought, in order.")
    hint_cost: float = column("Share of the score paid for hints, 0 to 1.")
    points: float = column("score x (1 - hint_cost): what the player was given.")
    play_count: int | None = nullable("How often playing was started.")
    input_method: str | None = nullable("How the pin was placed: map, keyboard or typed.")
    time_limit_s: int | None = nullable("The round's time limit; null when there was none.")
    timed_out: bool = column("The limit ran out and the pin of that moment was taken.")
    game_id: str | None = nullable("The game this round belongs to.")
    game_kind: str | None = nullable("free, seed or daily.")
    game_seed: str | None = nullable("What decided which clips were dealt.")
    round_number: int | None = nullable("Position in the game, from 1.")


TABLES: types.MappingProxyType[str, type[ResponseRow]] = types.MappingProxyType({"geo": GeoRow})


def table_of(row: ResponseRow) -> str:
    """The name of the table that a row belongs to."""
    return next(name for name, cls in TABLES.items() if type(row) is cls)


@cache
def columns(table: str) -> tuple[tuple[str, object, bool, str], ...]:
    """Name, Python type, nullability and description of each column, in order."""
    row_type = TABLES[table]
    hints = typing.get_type_hints(row_type)
    found = []
    for item in dataclasses.fields(row_type):
        python_type, is_nullable = _without_none(hints[item.name])
        found.append((item.name, python_type, is_nullable, str(item.metadata["description"])))
    return tuple(found)


def _without_none(annotation: object) -> tuple[object, bool]:
    if get_origin(annotation) is types.UnionType:
        parts = [part for part in get_args(annotation) if part is not type(None)]
        return parts[0], True
    return annotation, False


def arrow_schema(table: str) -> pa.Schema:
    """The Arrow schema of a table; each field carries its description as metadata."""
    import pyarrow as pa

    simple: dict[object, pa.DataType] = {
        str: pa.string(),
        int: pa.int64(),
        float: pa.float64(),
        bool: pa.bool_(),
        datetime: pa.timestamp("us", tz="UTC"),
    }

    def arrow_type(python_type: object) -> pa.DataType:
        if get_origin(python_type) is list:
            return pa.list_(arrow_type(get_args(python_type)[0]))
        if isinstance(python_type, type) and issubclass(python_type, StrEnum):
            return pa.string()
        return simple[python_type]

    return pa.schema(
        [
            pa.field(name, arrow_type(python_type), nullable=is_nullable, metadata={"description": description})
            for name, python_type, is_nullable, description in columns(table)
        ]
    )


def clean_text(text: str) -> str:
    """Text that every reader of the log can load: valid UTF-8, at most `MAX_TEXT_CHARS` characters."""
    if text.isascii():
        return text[:MAX_TEXT_CHARS].replace("\x00", "\ufffd")
    whole = text[:MAX_TEXT_CHARS].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\x00", "\ufffd")


def encode(row: ResponseRow) -> str:
    """The row as the JSON object that the journal stores.

    Raises:
        RowError: when a value does not fit its column; the text names both.
    """
    record: dict[str, object] = {}
    for name, python_type, is_nullable, _ in columns(table_of(row)):
        value = getattr(row, name)
        if value is None and not is_nullable:
            raise RowError(f"Column {name} of the {table_of(row)} log must not be empty.")
        record[name] = None if value is None else _encoded(name, python_type, value)
    return json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _encoded(name: str, python_type: object, value: object) -> object:
    if get_origin(python_type) is list and isinstance(value, list):
        return [_encoded(name, get_args(python_type)[0], item) for item in value]
    if isinstance(value, StrEnum) and type(value) is python_type:
        return value.value
    if not _FITS.get(python_type, _never)(value):
        raise RowError(f"Column {name} cannot hold {str(value)[:80]!r}: it takes {_type_name(python_type)}.")
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return clean_text(value) if isinstance(value, str) else value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _never(_: object) -> bool:
    return False


_FITS: Mapping[object, Callable[[object], bool]] = types.MappingProxyType(
    {
        str: lambda value: isinstance(value, str),
        bool: lambda value: isinstance(value, bool),
        int: _is_whole,
        float: _is_number,
        datetime: lambda value: isinstance(value, datetime) and value.tzinfo is not None,
    }
)


def _type_name(python_type: object) -> str:
    if python_type is float:
        return "a finite number"
    if python_type is datetime:
        return "a time with its zone"
    return getattr(python_type, "__name__", str(python_type))


def decode(table: str, text: str) -> ResponseRow:
    """The row that `encode` wrote. Columns added since are null; unknown ones are dropped.

    Raises:
        RowError: when the stored text is not a row of that table.
    """
    try:
        record = json.loads(text)
        values: dict[str, typing.Any] = {
            name: _decoded(python_type, record.get(name)) for name, python_type, _, _ in columns(table)
        }
        return TABLES[table](**values)
    except (ValueError, TypeError, AttributeError) as error:
        raise RowError(f"A stored row of the {table} log cannot be read: {error}") from error


def _decoded(python_type: object, value: object) -> object:
    if value is None:
        return None
    if python_type is datetime:
        return datetime.fromisoformat(str(value))
    if isinstance(python_type, type) and issubclass(python_type, StrEnum):
        return python_type(str(value))
    return value
