"""A row is stored as it is or refused with a sentence, and every description of a table is the same one."""

from __future__ import annotations

import dataclasses
import json
import math
from datetime import UTC, datetime, timedelta, timezone

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.store import schema
from tests.support.rows import NOON, geo_row


def test_arrow_schema_has_the_fields_of_the_dataclass_in_order() -> None:
    fields = [item.name for item in dataclasses.fields(schema.GeoRow)]
    assert schema.arrow_schema("geo").names == fields


def test_every_column_says_what_it_holds() -> None:
    for item in schema.arrow_schema("geo"):
        assert (item.metadata or {})[b"description"].decode().endswith("."), item.name


def test_common_columns_are_those_of_the_design() -> None:
    names = [item.name for item in dataclasses.fields(schema.ResponseRow)]
    assert names == [
        "response_id", "schema_version", "benchmark", "benchmark_revision", "question_id", "responder_kind",
        "responder_id", "run_id", "setting", "prompt_id", "status", "raw_answer", "score", "shown_at", "answered_at",
        "listened_s", "app_version", "deployment_id", "salt_id", "extra_json",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "arrow"),
    [
        ("shown_at", pa.timestamp("us", tz="UTC")),
        ("error_km", pa.float64()),
        ("hints", pa.list_(pa.string())),
        ("timed_out", pa.bool_()),
        ("round_number", pa.int64()),
        ("status", pa.string()),
    ],
)
def test_arrow_types(name: str, arrow: pa.DataType) -> None:
    assert schema.arrow_schema("geo").field(name).type == arrow


def test_nullable_columns_are_nullable_and_others_are_not() -> None:
    found = schema.arrow_schema("geo")
    assert found.field("error_km").nullable
    assert not found.field("response_id").nullable


def test_a_row_comes_back_as_it_was() -> None:
    row = geo_row(raw_answer='he said "hi"\n東京', hints=["continent"], listened_s=3.5)
    assert schema.decode("geo", schema.encode(row)) == row


@given(
    text=st.text(max_size=50),
    number=st.floats(allow_nan=False, allow_infinity=False),
    shown_at=st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2100, 1, 1)),
)
def test_any_valid_row_comes_back(text: str, number: float, shown_at: datetime) -> None:
    row = geo_row(raw_answer=text.replace("\x00", ""), error_km=number, shown_at=shown_at.replace(tzinfo=UTC))
    assert schema.decode("geo", schema.encode(row)) == row


def test_times_of_any_zone_are_stored_in_utc() -> None:
    taipei = NOON.astimezone(timezone(timedelta(hours=8)))
    assert json.loads(schema.encode(geo_row(shown_at=taipei)))["shown_at"] == "2026-03-20T12:00:00.000000+00:00"


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        ({"error_km": math.nan}, "error_km"),
        ({"score": math.inf}, "score"),
        ({"error_km": "12"}, "error_km"),
        ({"hints": [1]}, "hints"),
        ({"timed_out": 1}, "timed_out"),
        ({"round_number": True}, "round_number"),
        ({"round_number": 2**63}, "round_number"),
        ({"shown_at": datetime(2026, 1, 1)}, "shown_at"),
        ({"benchmark": None}, "benchmark"),
        ({"status": "ok"}, "status"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_name(changes: dict[str, object], column: str) -> None:
    with pytest.raises(schema.RowError, match=column):
        schema.encode(geo_row(**changes))


def test_l09_lone_surrogates_and_nul_become_the_replacement_character() -> None:
    stored = schema.decode("geo", schema.encode(geo_row(raw_answer="half \ud83d cut\x00")))
    assert stored.raw_answer == "half � cut�"
    assert isinstance(stored.raw_answer, str)
    stored.raw_answer.encode("utf-8")


def test_a_whole_emoji_survives() -> None:
    assert schema.clean_text("\ud83d\ude00 😀") == "😀 😀"


def test_l08_a_giant_text_is_cut() -> None:
    stored = schema.decode("geo", schema.encode(geo_row(raw_answer="y" * 12_000_000)))
    assert stored.raw_answer == "y" * 200_000


def test_a_row_of_an_older_version_gets_null_for_new_columns() -> None:
    record = json.loads(schema.encode(geo_row()))
    del record["input_method"]
    stored = schema.decode("geo", json.dumps(record))
    assert isinstance(stored, schema.GeoRow)
    assert stored.input_method is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"status": "nonsense"}'])
def test_a_damaged_row_is_named_damaged(text: str) -> None:
    with pytest.raises(schema.RowError):
        schema.decode("geo", text)
