"""Checking a dataset finds what breaks it for its readers, and says so in sentences."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from soundmark.store import schema, verify
from soundmark.store.verify import VerifyReport, verify_folder
from tests.support.any_rows import any_row
from tests.support.log_folder import add_shard, log_folder
from tests.support.rows import geo_row


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return log_folder(tmp_path / "log")


def report(folder: Path, *tables: str) -> VerifyReport:
    """Of all tables, or only of the named ones, which is much faster."""
    return verify_folder(folder, name="owner/log", revision="0123456789abcdef", tables=tables or tuple(schema.TABLES))


def geo_problems(folder: Path) -> str:
    found = report(folder, "geo")
    assert found.exit_status == 1
    return "\n".join(found.tables[0].problems)


def test_a_new_dataset_is_sound_and_has_no_rows(folder: Path) -> None:
    found = report(folder)
    assert found.exit_status == 0
    assert [(table.table, table.rows, table.files) for table in found.tables] == [
        (table, 0, 1) for table in schema.TABLES
    ]


def test_rows_are_counted_without_first_rows(folder: Path) -> None:
    for table in schema.TABLES:
        add_shard(folder, "2026-03-20/a", [any_row(table), any_row(table, **{schema.id_column(table): "second"})])
    found = report(folder)
    assert found.text().splitlines()[:2] == ["owner/log at revision 0123456789ab", "geo: 2 rows in 2 files"]
    assert found.text().splitlines()[-1].startswith("Every table loads")
    assert [table.rows for table in found.tables] == [2] * len(schema.TABLES)


def test_an_id_that_is_there_twice_is_named(folder: Path) -> None:
    add_shard(folder, "2026-03-20/a", [geo_row(response_id="twice")])
    add_shard(folder, "2026-03-20/b", [geo_row(response_id="twice"), geo_row()])
    assert "1 ids of response_id are there more than once: twice." in geo_problems(folder)


def test_a_file_of_another_type_is_named(folder: Path) -> None:
    arrow = schema.arrow_schema("geo")
    wrong = arrow.set(arrow.get_field_index("score"), pa.field("score", pa.string()))
    row = geo_row(response_id="a")
    record = {name: getattr(row, name) for name in arrow.names} | {"score": "many"}
    path = folder / "data" / "geo" / "2026-03-20" / "a.parquet"
    path.parent.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist([record], schema=wrong), path)
    found = geo_problems(folder)
    assert "data/geo/2026-03-20/a.parquet has score as string, but README.md declares float64." in found
    assert "does not load with datasets" in found


def _without_rows(folder: Path) -> None:
    path = folder / "data" / "geo" / "2026-03-20" / "a.parquet"
    path.parent.mkdir(parents=True)
    pq.write_table(schema.arrow_schema("geo").empty_table(), path)


def _torn(folder: Path) -> None:
    path = add_shard(folder, "2026-03-20/a", [geo_row()])
    path.write_bytes(path.read_bytes()[:-100])


def _with_another_column(folder: Path) -> None:
    add_shard(
        folder, "2026-03-20/a", [geo_row()], arrow=schema.arrow_schema("geo").append(pa.field("mood", pa.string()))
    )


def _without_files(folder: Path) -> None:
    (folder / "data" / "geo" / "init" / "init.parquet").unlink()


def _without_first_row(folder: Path) -> None:
    _without_files(folder)
    add_shard(folder, "2026-03-20/a", [geo_row()])


def _with_null(folder: Path) -> None:
    loose = pa.schema([pa.field(item.name, item.type) for item in schema.arrow_schema("geo")])
    add_shard(folder, "2026-03-20/a", [geo_row(benchmark=None)], arrow=loose)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_without_rows, "has no rows, which breaks the whole table. Delete it."),
        (_torn, "is no Parquet file"),
        (_with_another_column, "has the column 'mood', which README.md does not declare"),
        (_without_files, "does not load with datasets"),
        (_without_first_row, "There is no typed first row."),
        (_with_null, "benchmark is empty in 1 rows, but must not be."),
        (lambda folder: add_shard(folder, "d/a", [geo_row(score=math.nan)]), "score is no finite number in 1 rows."),
        (lambda folder: add_shard(folder, "d/a", [geo_row(status="won")]), "status has 'won', but may be one of ok,"),
    ],
    ids=["no rows", "torn", "another column", "no files", "no first row", "null", "nan", "unknown word"],
)
def test_what_breaks_a_table_is_said(folder: Path, spoil: Callable[[Path], object], sentence: str) -> None:
    spoil(folder)
    assert sentence in geo_problems(folder)


def change_card(folder: Path, old: str, new: str) -> None:
    path = folder / "README.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_card_that_lacks_a_column_is_named(folder: Path) -> None:
    change_card(folder, "  - name: raw_answer_chars\n    dtype: int64\n", "")
    assert "README.md lacks the column raw_answer_chars." in geo_problems(folder)


def test_a_card_with_another_type_is_named(folder: Path) -> None:
    change_card(folder, "  - name: score\n    dtype: float64\n", "  - name: score\n    dtype: int64\n")
    assert "README.md declares score as int64, but it is float64." in geo_problems(folder)


def test_a_card_with_a_column_that_is_not_known_is_named(folder: Path) -> None:
    change_card(folder, "  - name: score\n", "  - name: mood\n    dtype: string\n  - name: score\n")
    assert "README.md declares the column mood, which this version does not know." in geo_problems(folder)


def test_a_config_that_lacks_is_named(folder: Path) -> None:
    change_card(
        folder, "- config_name: votes\n  data_files:\n  - split: train\n    path: data/votes/**/*.parquet\n", ""
    )
    found = report(folder, "geo")
    assert found.exit_status == 1
    assert any("declares no config votes" in problem for problem in found.problems)


def test_a_config_of_others_may_not_stand_first(folder: Path) -> None:
    change_card(
        folder, "configs:\n", "configs:\n- config_name: extra\n  data_files:\n  - split: train\n    path: x/*.csv\n"
    )
    assert any("'extra' first" in problem for problem in report(folder, "geo").problems)


@pytest.mark.parametrize(
    "text", [None, "", "no front matter", "---\nconfigs: [\n---\n", "---\n- a\n---\n", "---\n? [x]\n---\n"]
)
def test_a_card_that_cannot_be_read_is_said_and_nothing_crashes(folder: Path, text: str | None) -> None:
    if text is None:
        (folder / "README.md").unlink()
    else:
        (folder / "README.md").write_text(text, encoding="utf-8")
    found = report(folder, "geo")
    assert found.exit_status == 1
    assert "README.md" in found.text()


def test_a_dataset_without_files_is_said_to_be_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    class EmptyRepo:
        def __init__(self, **_: object) -> None: ...

        def head(self) -> str:
            return "abc"

        def files(self, folder: str, revision: str) -> list[str]:
            return []

        def existing(self, paths: list[str], revision: str) -> set[str]:
            return set()

    monkeypatch.setattr(verify, "HubRepo", EmptyRepo)
    found = verify.verify("owner/log")
    assert (found.exit_status, found.revision) == (1, "abc")
    assert "empty" in found.text()


def test_the_newest_revision_is_what_is_checked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_shard(folder, "2026-03-20/a", [geo_row()])
    asked: set[str] = set()

    class FakeRepo:
        def __init__(self, **_: object) -> None: ...

        def head(self) -> str:
            return "newest"

        def files(self, top: str, revision: str) -> list[str]:
            asked.add(revision)
            return [str(path.relative_to(folder)) for path in (folder / top).glob("**/*") if path.is_file()]

        def existing(self, paths: list[str], revision: str) -> set[str]:
            return set(paths)

        def download(self, path: str, revision: str) -> Path:
            asked.add(revision)
            return folder / path

    monkeypatch.setattr(verify, "HubRepo", FakeRepo)
    found = verify.verify("owner/log", "http://127.0.0.1:1", "hf_x")
    assert found.exit_status == 0
    assert found.tables[0].rows == 1
    assert asked == {"newest"}
