"""The dataset's card, the files, the dataclasses and the page of columns all say the same, and the card loads."""

from __future__ import annotations

import dataclasses
import re
import typing
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import datasets
import duckdb
import pandas as pd
import pytest
from huggingface_hub import DatasetCard

from soundmark.store import card, columns, schema
from soundmark.store.codec import plan
from tests.conftest import ROOT
from tests.support.any_rows import any_row
from tests.support.log_folder import add_shard, log_folder
from tests.support.rows import NOON, geo_row

TABLES = list(schema.TABLES)
ROW_OF_TABLE = re.compile(r"^\| `(\w+)` \| ([^|]+) \| (yes|no) \| (.+) \|$")


def front_matter(text: str) -> dict[str, Any]:
    return dict(vars(DatasetCard(text).data))


def documented(text: str, table: str) -> list[str]:
    """The column names in the page's section on a table."""
    section = text.split(f"\n## `{table}`\n")[1].split("\n## ", maxsplit=1)[0]
    return [found[1] for line in section.splitlines() if (found := ROW_OF_TABLE.match(line))]


def places(table: str, docs: str) -> dict[str, list[str]]:
    """The columns of a table by each of the places that describe it."""
    info = front_matter(card.readme("owner/log"))["dataset_info"]
    return {
        "dataclass": [item.name for item in dataclasses.fields(schema.TABLES[table])],
        "arrow": schema.arrow_schema(table).names,
        "readme": next([item["name"] for item in one["features"]] for one in info if one["config_name"] == table),
        "docs": documented(docs, table),
    }


@pytest.mark.parametrize("table", TABLES)
def test_a_column_is_in_all_places_or_in_none(table: str) -> None:
    found = places(table, (ROOT / "docs" / "log.md").read_text(encoding="utf-8"))
    assert found == dict.fromkeys(found, found["dataclass"])


def test_a_field_that_was_added_to_the_dataclass_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
    class LongerRow(schema.GeoRow):
        mood: Annotated[str | None, "How the player felt."] = None

    kept = (ROOT / "docs" / "log.md").read_text(encoding="utf-8")
    monkeypatch.setattr(schema, "TABLES", MappingProxyType({**schema.TABLES, "geo": LongerRow}))
    found = places("geo", kept)
    assert "mood" in found["dataclass"]
    assert "mood" not in found["docs"]
    assert found["readme"] != found["dataclass"]


def test_a_field_that_was_added_to_the_definition_reaches_card_files_and_page_and_the_kept_page_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
    class LongerRow(schema.GeoRow):
        mood: Annotated[str | None, "How the player felt."] = None

    plans = {**schema._PLANS, "geo": plan("geo", LongerRow)}
    monkeypatch.setattr(schema, "TABLES", MappingProxyType({**schema.TABLES, "geo": LongerRow}))
    monkeypatch.setattr(schema, "_PLANS", MappingProxyType(plans))
    fresh = places("geo", card.docs_page())
    assert fresh == dict.fromkeys(fresh, fresh["dataclass"])
    assert fresh["docs"][-1] == "mood"
    assert places("geo", (ROOT / "docs" / "log.md").read_text(encoding="utf-8"))["docs"] != fresh["docs"]


def test_the_kept_page_is_the_one_that_the_command_writes() -> None:
    assert (ROOT / "docs" / "log.md").read_text(encoding="utf-8") == card.docs_page()


@pytest.mark.parametrize("table", TABLES)
def test_the_page_says_which_columns_may_be_null(table: str) -> None:
    hints = typing.get_type_hints(schema.TABLES[table])
    nullable = {name for name, hint in hints.items() if type(None) in typing.get_args(hint)} - {"ABOUT"}
    lines = [ROW_OF_TABLE.match(line) for line in card.column_table(table).splitlines()]
    assert {found[1] for found in lines if found and found[3] == "yes"} == nullable


@pytest.mark.parametrize("table", TABLES)
def test_the_features_are_what_datasets_itself_writes_for_the_files(table: str) -> None:
    assert card.features(table) == datasets.Features.from_arrow_schema(schema.arrow_schema(table))._to_yaml_list()


def test_the_card_declares_every_table_and_the_first_is_always_filled() -> None:
    front = front_matter(card.readme("owner/log"))
    assert [config["config_name"] for config in front["configs"]] == TABLES
    assert [info["config_name"] for info in front["dataset_info"]] == TABLES
    assert front["license"] == "cc-by-4.0"


@pytest.mark.parametrize(
    "repo_id", ["log", "a/b/c", "", "owner/", "../x", "owner/log\n---\nx: 1", 'o/"+x', "o/" + "n" * 200]
)
def test_a_name_that_is_no_dataset_is_refused_with_a_sentence(repo_id: str) -> None:
    with pytest.raises(card.CardError, match="owner/name"):
        card.readme(repo_id)


@pytest.mark.parametrize("table", TABLES)
def test_the_first_row_of_a_table_is_a_row_that_stands_for_nothing(table: str) -> None:
    row = card.init_row(table)
    assert schema.is_init(schema.row_id(row))
    assert card.init_row(table) == row
    assert schema.decode(table, schema.encode(row)) == row
    assert getattr(row, "status", "error") == "error"


@pytest.mark.parametrize("table", TABLES)
def test_a_new_dataset_loads(table: str, tmp_path: Path) -> None:
    folder = log_folder(tmp_path / "log")
    loaded = datasets.load_dataset(str(folder), table, split="train", cache_dir=str(tmp_path / "cache"))
    assert loaded.num_rows == 1
    assert loaded.features == datasets.Features.from_arrow_schema(schema.arrow_schema(table))
    streamed = datasets.load_dataset(str(folder), table, split="train", streaming=True)
    assert len(list(streamed)) == 1


@pytest.mark.parametrize("table", TABLES)
def test_rows_with_every_column_filled_load_beside_the_first_row(table: str, tmp_path: Path) -> None:
    folder = log_folder(tmp_path / "log")
    add_shard(folder, "2026-03-20/a", [any_row(table)])
    loaded = datasets.load_dataset(str(folder), table, split="train", cache_dir=str(tmp_path / "cache"))
    assert loaded.num_rows == 2
    filled = next(row for row in loaded if not row[schema.id_column(table)].startswith("init-"))
    assert schema.from_record(table, filled) == any_row(table)


def test_a_shard_written_before_a_column_was_added_loads_with_nulls(tmp_path: Path) -> None:
    folder = log_folder(tmp_path / "log")
    arrow = schema.arrow_schema("geo")
    without = arrow.remove(arrow.get_field_index("raw_answer_chars"))
    add_shard(folder, "2026-03-20/old", [geo_row(response_id="old")], arrow=without)
    loaded = datasets.load_dataset(str(folder), "geo", split="train", cache_dir=str(tmp_path / "cache"))
    assert {row["response_id"]: row["raw_answer_chars"] for row in loaded} == {"init-geo": None, "old": None}


def test_l08_l09_hostile_answers_and_a_clock_that_was_set_back_are_stored_and_load(tmp_path: Path) -> None:
    hostile = [
        geo_row(response_id="surrogate", raw_answer="half \ud83d cut"),
        geo_row(response_id="nul", raw_answer="a\x00b"),
        geo_row(response_id="giant", raw_answer="y" * 1_000_000),
        geo_row(response_id="clock", answered_at=NOON - timedelta(days=1)),
    ]
    folder = log_folder(tmp_path / "log")
    add_shard(folder, "2026-03-20/a", [schema.decode("geo", schema.encode(row)) for row in hostile])
    loaded = datasets.load_dataset(str(folder), "geo", split="train", cache_dir=str(tmp_path / "cache"))
    found = {row["response_id"]: row for row in loaded}
    assert found["surrogate"]["raw_answer"] == "half \ufffd cut"
    assert found["nul"]["raw_answer"] == "a\ufffdb"
    giant = found["giant"]
    assert (len(giant["raw_answer"]), giant["raw_answer_chars"], giant["raw_answer_truncated"]) == (
        200_000,
        1_000_000,
        True,
    )
    assert found["clock"]["answered_at"] == NOON - timedelta(days=1)


def test_the_cards_own_example_drops_first_rows_repeats_and_rows_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = log_folder(tmp_path / "log")
    kept, gone = geo_row(response_id="kept"), geo_row(response_id="gone")
    add_shard(folder, "2026-03-20/a", [kept, gone])
    add_shard(folder, "2026-03-20/b", [kept])
    add_shard(folder, "2026-03-21/c", [any_row("withdrawals", withdrawn_id="gone")])
    text = card.readme("owner/log").replace("hf://datasets/owner/log", str(folder)).replace("owner/log", str(folder))
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    python, sql = re.findall(r"```(?:python|sql)\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(python, "card", "exec"), names)
    frame = names["geo"]
    assert isinstance(frame, pd.DataFrame)
    assert frame["response_id"].tolist() == ["kept"]
    assert duckdb.execute(sql).fetchall() == [("pack", "human", 1, 5000.0)]


def test_columns_of_one_definition_have_a_type_that_every_place_knows() -> None:
    every = {kind.dtype for table in TABLES for _, kind, _ in columns.defined(schema.TABLES[table])}
    assert every == {"string", "int64", "float64", "bool", "timestamp[us, tz=UTC]"}
