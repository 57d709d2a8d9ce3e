"""A row is stored as it is or refused with a sentence, and every description of a table is the same one."""

from __future__ import annotations

import dataclasses
import json
import math
from datetime import UTC, datetime, timedelta, timezone

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.store import schema
from tests.support.any_rows import any_row
from tests.support.rows import NOON, geo_row

TABLES = list(schema.TABLES)


def back(row: schema.Row) -> schema.Row:
    """The row as a reader of the journal gets it."""
    return schema.decode(schema.table_of(row), schema.encode(row))


def geo_back(row: schema.GeoRow) -> schema.GeoRow:
    found = back(row)
    assert isinstance(found, schema.GeoRow)
    return found


def test_there_is_a_table_for_each_kind_of_event() -> None:
    assert TABLES == ["geo", "choice", "spatial", "battles", "votes", "runs", "withdrawals", "annotations"]


@pytest.mark.parametrize("table", TABLES)
def test_arrow_schema_has_the_fields_of_the_dataclass_in_order(table: str) -> None:
    fields = [item.name for item in dataclasses.fields(schema.TABLES[table])]
    assert schema.arrow_schema(table).names == fields


@pytest.mark.parametrize("table", TABLES)
def test_every_column_says_what_it_holds(table: str) -> None:
    for item in schema.arrow_schema(table):
        assert (item.metadata or {})[b"description"].decode().endswith((".", "...")), item.name


@pytest.mark.parametrize("table", TABLES)
def test_every_table_says_what_a_row_is(table: str) -> None:
    assert schema.TABLES[table].ABOUT.endswith(".")


@pytest.mark.parametrize("table", ["geo", "choice", "spatial"])
def test_every_table_of_answers_has_the_common_columns_of_the_design(table: str) -> None:
    assert schema.arrow_schema(table).names[:20] == [
        "response_id", "schema_version", "benchmark", "benchmark_revision", "question_id", "responder_kind",
        "responder_id", "run_id", "setting", "prompt_id", "status", "raw_answer", "score", "shown_at", "answered_at",
        "listened_s", "app_version", "deployment_id", "salt_id", "extra_json",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "column"),
    [("geo", "response_id"), ("choice", "response_id"), ("spatial", "response_id"), ("battles", "battle_id"),
     ("votes", "vote_id"), ("runs", "run_id"), ("withdrawals", "withdrawal_id"),
     ("annotations", "annotation_id")],
)  # fmt: skip
def test_every_table_has_one_column_with_the_id_of_the_row(table: str, column: str) -> None:
    assert schema.id_column(table) == column
    assert schema.row_id(any_row(table, **{column: "x7"})) == "x7"


@pytest.mark.parametrize("table", TABLES)
def test_numbers_of_a_unit_have_it_in_their_name(table: str) -> None:
    plain = {"score", "score_mean", "points", "hint_cost", "pair_probability"}
    units = ("_deg", "_km", "_m", "_s", "_usd")
    floats = {column.name for column in schema.columns(table) if column.python_type is float}
    assert {name for name in floats - plain if not name.endswith(units)} == set()


@pytest.mark.parametrize(
    ("table", "name", "arrow"),
    [
        ("geo", "shown_at", pa.timestamp("us", tz="UTC")),
        ("geo", "error_km", pa.float64()),
        ("geo", "hints", pa.list_(pa.string())),
        ("geo", "timed_out", pa.bool_()),
        ("geo", "round_number", pa.int64()),
        ("geo", "status", pa.string()),
        ("choice", "choice_order", pa.list_(pa.int64())),
        ("votes", "vote", pa.string()),
    ],
)
def test_arrow_types(table: str, name: str, arrow: pa.DataType) -> None:
    assert schema.arrow_schema(table).field(name).type == arrow


def test_nullable_columns_are_nullable_and_others_are_not() -> None:
    found = schema.arrow_schema("geo")
    assert found.field("error_km").nullable
    assert not found.field("response_id").nullable


@pytest.mark.parametrize("table", TABLES)
def test_a_row_of_any_table_comes_back_as_it_was(table: str) -> None:
    row = any_row(table)
    written = json.loads(schema.encode(row))
    assert list(written) == schema.arrow_schema(table).names
    kept = {"raw_answer", "response_a", "response_b", "prompt"}
    lengths = {f"{name}_chars": len(getattr(row, name)) for name in kept if hasattr(row, name)}
    assert back(row) == dataclasses.replace(row, **lengths)


@pytest.mark.parametrize("table", TABLES)
def test_a_row_without_its_optional_values_comes_back_with_nulls(table: str) -> None:
    optional: dict[str, object] = {column.name: None for column in schema.columns(table) if column.is_nullable}
    row = any_row(table, **optional)
    assert back(row) == row


@given(
    text=st.text(max_size=50),
    number=st.floats(allow_nan=False, allow_infinity=False),
    shown_at=st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2100, 1, 1)),
)
@settings(deadline=None)
def test_any_valid_answer_comes_back_with_its_length(text: str, number: float, shown_at: datetime) -> None:
    row = geo_row(raw_answer=text.replace("\x00", ""), error_km=number, shown_at=shown_at.replace(tzinfo=UTC))
    stored = geo_back(row)
    assert (stored.raw_answer, stored.error_km, stored.shown_at) == (row.raw_answer, number, row.shown_at)
    assert stored.raw_answer_chars == len(text.replace("\x00", ""))
    assert stored.raw_answer_truncated is False


def test_times_of_any_zone_are_stored_in_utc() -> None:
    taipei = NOON.astimezone(timezone(timedelta(hours=8)))
    assert json.loads(schema.encode(geo_row(shown_at=taipei)))["shown_at"] == "2026-03-20T12:00:00.000000+00:00"


def test_a_whole_number_in_a_column_of_numbers_is_stored_as_a_number() -> None:
    # 2**53 + 1 has no float of its own; Arrow refuses such an integer in a column of floats.
    assert schema.encode(geo_row(score=2**53 + 1)).count("9007199254740992.0") == 1


def test_a_clock_that_was_set_back_between_question_and_answer_is_stored_as_it_was() -> None:
    stored = geo_back(geo_row(shown_at=NOON, answered_at=NOON - timedelta(hours=1)))
    assert stored.answered_at < stored.shown_at


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        ({"error_km": math.nan}, "error_km"),
        ({"score": math.inf}, "score"),
        ({"score": 10**400}, "score"),
        ({"error_km": "12"}, "error_km"),
        ({"hints": [1]}, "hints"),
        ({"hints": [None]}, "hints"),
        ({"hints": "continent"}, "hints"),
        ({"hints": ["x"] * 1001}, "hints"),
        ({"timed_out": 1}, "timed_out"),
        ({"round_number": True}, "round_number"),
        ({"round_number": 2**63}, "round_number"),
        ({"round_number": 10**5000}, "round_number"),
        ({"shown_at": datetime(2026, 1, 1)}, "shown_at"),
        ({"shown_at": datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=9)))}, "shown_at"),
        ({"benchmark": None}, "benchmark"),
        ({"benchmark": "y" * 2001}, "benchmark"),
        ({"status": "ok"}, "status"),
        ({"response_id": ""}, "response_id"),
        ({"extra_json": "{"}, "extra_json"),
        ({"extra_json": "[]"}, "extra_json"),
        ({"extra_json": '{"a": NaN}'}, "extra_json"),
        ({"extra_json": "[" * 100_000}, "extra_json"),
        ({"extra_json": json.dumps({"a": "y" * 200_000})}, "extra_json"),
        ({"raw_answer": b"bytes"}, "raw_answer"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_name(changes: dict[str, object], column: str) -> None:
    with pytest.raises(schema.RowError, match=f"^Column {column} of the geo log") as caught:
        schema.encode(geo_row(**changes))
    assert len(str(caught.value)) < 400


def test_nan_is_refused_with_a_sentence() -> None:
    with pytest.raises(schema.RowError) as caught:
        schema.encode(geo_row(error_km=math.nan))
    assert str(caught.value) == "Column error_km of the geo log cannot hold nan: it takes a finite number."


def test_a_row_of_no_table_is_refused() -> None:
    class Stray(schema.GeoRow):
        pass

    with pytest.raises(schema.RowError, match="belongs to no table"):
        schema.encode(Stray(**{item.name: getattr(geo_row(), item.name) for item in dataclasses.fields(Stray)}))


def test_a_table_that_does_not_exist_is_named() -> None:
    with pytest.raises(schema.RowError, match="no table 'nope'"):
        schema.arrow_schema("nope")


def test_l09_lone_surrogates_and_nul_become_the_replacement_character() -> None:
    stored = geo_back(geo_row(raw_answer="half \ud83d cut\x00"))
    assert stored.raw_answer == "half � cut�"
    stored.raw_answer.encode("utf-8")


@given(st.text(st.characters(exclude_categories=[]), max_size=30))
@settings(deadline=None)
def test_l09_any_text_becomes_utf8_without_nul(text: str) -> None:
    stored = schema.encode(geo_row(raw_answer=text, question_id=text))
    assert b"\x00" not in stored.encode("utf-8")
    assert "\\u0000" not in stored


def test_a_whole_emoji_survives() -> None:
    assert schema.clean_text("\ud83d\ude00 😀") == "😀 😀"


@pytest.mark.parametrize("letter", ["y", "音", "😀"])
def test_l08_a_giant_answer_is_cut_and_its_length_kept(letter: str) -> None:
    stored = geo_back(geo_row(raw_answer=letter * 1_200_000))
    assert stored.raw_answer == letter * 200_000
    assert (stored.raw_answer_chars, stored.raw_answer_truncated) == (1_200_000, True)


def test_l08_a_row_that_is_stored_again_keeps_the_length_its_answer_had() -> None:
    once = geo_back(geo_row(raw_answer="y" * 12_000_000))
    assert geo_back(once) == once
    assert once.raw_answer_chars == 12_000_000


def test_l08_both_answers_of_a_battle_are_cut() -> None:
    stored = back(any_row("battles", response_a="a" * 200_001, response_b="b"))
    assert isinstance(stored, schema.BattleRow)
    assert (len(stored.response_a or ""), stored.response_a_chars, stored.response_a_truncated) == (
        200_000,
        200_001,
        True,
    )
    assert (stored.response_b, stored.response_b_chars, stored.response_b_truncated) == ("b", 1, False)


def test_a_row_of_an_older_version_gets_null_for_new_columns() -> None:
    record = json.loads(schema.encode(geo_row()))
    del record["input_method"]
    stored = schema.decode("geo", json.dumps(record))
    assert isinstance(stored, schema.GeoRow)
    assert stored.input_method is None


def test_a_row_of_a_newer_version_is_read_without_what_is_not_known() -> None:
    row = geo_row()
    record = json.loads(schema.encode(row)) | {"mood": "good"}
    assert schema.decode("geo", json.dumps(record)) == row


@pytest.mark.parametrize("text", ["", "[]", "{", '{"status": "nonsense"}', "[" * 100_000, "null", "{}"])
def test_a_damaged_row_is_named_damaged(text: str) -> None:
    with pytest.raises(schema.RowError, match="stored row of the geo log"):
        schema.decode("geo", text)


@pytest.mark.parametrize(
    "changes",
    [{"status": "nonsense"}, {"shown_at": "noon"}, {"shown_at": 5}, {"score": "5"}, {"hints": "x"}, {"hints": [1]},
     {"timed_out": 0}, {"benchmark": 1}, {"response_id": None}, {"round_number": 1.5}],
)  # fmt: skip
def test_a_stored_value_of_another_type_is_named(changes: dict[str, object]) -> None:
    record = json.loads(schema.encode(geo_row())) | changes
    with pytest.raises(schema.RowError, match=next(iter(changes))):
        schema.decode("geo", json.dumps(record))


def test_a_record_of_a_parquet_file_is_a_row() -> None:
    row = geo_row(hints=["continent"])
    assert schema.from_record("geo", dataclasses.asdict(row)) == row


def test_only_rows_that_stand_for_something_count_and_each_once() -> None:
    rows = [geo_row(response_id=name) for name in ("init-geo", "a", "b", "a", "c")]
    kept = schema.counted(rows, withdrawn=frozenset({"c"}))
    assert [row.response_id for row in kept] == ["a", "b"]
