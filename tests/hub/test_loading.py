"""`load_dataset(repo, table)` works for every table, at every moment of a dataset's life."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Annotated

import pytest
from huggingface_hub import HfApi

from soundmark.store import codec, schema
from soundmark.store.compaction import compact
from soundmark.store.flush import flush
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal, insert_job
from soundmark.store.prepare import prepare
from soundmark.store.published import published_rows
from tests.hub.conftest import REPO, TOKEN
from tests.support.any_rows import any_row
from tests.support.load_published import Tables, load_published, load_revisions
from tests.support.loopback_hub import RunningHub
from tests.support.rows import geo_row

SHARDS, ROWS = 200, 10_000
NOW = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGeoRow(schema.GeoRow):
    """What a later version might have."""

    mood: Annotated[str | None, "A column that this version does not know."] = None


@contextmanager
def later_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The product with one more column in a table."""
    tables = {**schema.TABLES, "geo": NewGeoRow}
    plans = {name: codec.plan(name, row_type) for name, row_type in tables.items()}
    with monkeypatch.context() as patched:
        patched.setattr(schema, "TABLES", MappingProxyType(tables))
        patched.setattr(schema, "_PLANS", plans)
        patched.setattr(schema, "_PLAN_OF", {plan.row_type: plan for plan in plans.values()})
        yield


def new_geo_row(mood: str) -> NewGeoRow:
    row = geo_row()
    values = {item.name: getattr(row, item.name) for item in dataclasses.fields(row)}
    return NewGeoRow(**values, mood=mood)


def append_many(journal: Journal, number: int) -> list[str]:
    rows = [geo_row() for _ in range(number)]
    jobs = [insert_job(row) for row in rows]
    journal.write(lambda connection: [job(connection) for job in jobs])
    return [row.response_id for row in rows]


def test_every_table_loads_at_every_moment(
    server: RunningHub, repo: HubRepo, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: dict[str, tuple[str, set[str]]] = {}
    ids: set[str] = set()

    def moment(name: str) -> None:
        wanted[name] = (repo.head(), set(ids))

    assert prepare(journal, repo)
    moment("first start")
    ids |= set(append_many(journal, 1))
    flush(journal, repo, now=NOW)
    moment("one row")
    for _ in range(SHARDS - 1):
        ids |= set(append_many(journal, ROWS // SHARDS))
        flush(journal, repo, now=NOW)
    ids |= set(append_many(journal, ROWS - len(ids)))
    flush(journal, repo, now=NOW)
    moment("10,000 rows over 200 shards and more")
    (merged,) = compact(repo, today=date(2026, 3, 22))
    assert merged.sources == SHARDS + 1
    assert merged.row_count == ROWS
    moment("compaction")
    with later_version(monkeypatch):
        assert prepare(journal, repo), "the new column was not declared"
        row = new_geo_row("merry")
        journal.append(row)
        ids.add(row.response_id)
        flush(journal, repo, now=NOW)
        moment("a new column")
    assert not prepare(journal, repo), "an older replica has changed the README"
    ids |= set(append_many(journal, 1))
    flush(journal, repo, now=NOW)
    moment("an old replica that still writes")
    (merged,) = compact(repo, today=date(2026, 3, 22))
    moment("compaction by an old replica")

    loaded = load_revisions(server.endpoint, REPO, [revision for revision, _ in wanted.values()])
    for name, (revision, expected) in wanted.items():
        tables = loaded[revision]
        assert list(tables) == list(schema.TABLES), name
        check_types(name, tables)
        found = tables["geo"].ids
        assert len(found) == len(set(found)), name
        assert set(found) == expected, name
        assert all(tables[table].ids == [] for table in schema.TABLES if table != "geo"), name
    newest = loaded[wanted["compaction by an old replica"][0]]["geo"]
    assert newest.columns["mood"] == "string"
    print({name: f"{loaded[revision]['geo'].seconds:.1f} s" for name, (revision, _) in wanted.items()})
    first = {row.response_id for row in published_rows(repo, "geo", wanted["one row"][0])}  # type: ignore[attr-defined]
    assert first == wanted["one row"][1], "the product's own reader at an older revision"


def check_types(name: str, tables: Tables) -> None:
    """The types are those of the definitions, whatever the first file holds."""
    for table, loaded in tables.items():
        for column, kind, _ in schema.definitions(table):
            given = loaded.columns[column.name]
            assert kind.dtype in given, f"{name}: {table}.{column.name} is {given}"


def test_rows_of_every_table_arrive(server: RunningHub, repo: HubRepo, journal: Journal) -> None:
    prepare(journal, repo)
    rows = {table: any_row(table, **{schema.id_column(table): f"id-of-{table}"}) for table in schema.TABLES}
    for row in rows.values():
        journal.append(row)
    before = len(server.store.repos["dataset", REPO].commits)
    assert flush(journal, repo).rows_by_table == dict.fromkeys(schema.TABLES, 1)
    assert len(server.store.repos["dataset", REPO].commits) == before + 1, "one commit for all tables"
    loaded = load_published(server.endpoint, REPO)
    assert {table: found.ids for table, found in loaded.items()} == {
        table: [schema.row_id(row)] for table, row in rows.items()
    }
    for table in schema.TABLES:
        assert list(published_rows(repo, table)) == list(journal.rows(table))


@pytest.mark.long
def test_a_readme_edited_by_hand_keeps_its_words_and_gets_its_tables_back(
    server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    prepare(journal, repo)
    (row_id,) = append_many(journal, 1)
    flush(journal, repo)
    words = "# Our answers\n\nWritten by hand: das Öl.\n"
    api = HfApi(endpoint=server.endpoint, token=TOKEN)
    api.upload_file(
        path_or_fileobj=f"---\nlicense: mit\npretty_name: Ours\n---\n{words}".encode(),
        path_in_repo="README.md", repo_id=REPO, repo_type="dataset",
    )  # fmt: skip
    assert prepare(journal, repo)
    text = repo.download("README.md", repo.head()).read_text("utf-8")
    assert text.endswith(words)
    assert "license: mit" in text
    assert "pretty_name: Ours" in text
    loaded = load_published(server.endpoint, REPO, tables=("geo", "votes"))
    assert loaded["geo"].ids == [row_id]
