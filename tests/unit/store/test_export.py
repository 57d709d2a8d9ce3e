"""The export is typed Parquet that the usual readers load."""

from __future__ import annotations

from pathlib import Path

import datasets
import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from soundmark.cli import main
from soundmark.store import schema
from soundmark.store.export import ExportError, export
from soundmark.store.journal import Journal
from tests.support.rows import NOON, geo_row


@pytest.fixture
def exported(journal: Journal, tmp_path: Path) -> Path:
    # The first row has nulls in optional columns: types must come from the schema, not from what is there.
    journal.append(geo_row(error_km=None, latitude_deg=None, longitude_deg=None, raw_answer=None))
    journal.append(geo_row(error_km=12.5, hints=["continent"], play_count=2))
    assert export(journal, tmp_path / "out") == {table: 2 if table == "geo" else 0 for table in schema.TABLES}
    return tmp_path / "out" / "geo" / "geo.parquet"


def test_the_file_has_the_schema_of_the_table(exported: Path) -> None:
    assert pq.read_schema(exported).equals(schema.arrow_schema("geo"), check_metadata=False)


def test_datasets_loads_it(exported: Path, tmp_path: Path) -> None:
    loaded = datasets.load_dataset("parquet", data_files=str(exported), cache_dir=str(tmp_path / "cache"))["train"]
    assert loaded.num_rows == 2
    assert loaded.features["error_km"].dtype == "float64"
    assert loaded.features["shown_at"].dtype == "timestamp[us, tz=UTC]"
    assert loaded[1]["hints"] == ["continent"]


def test_pandas_loads_it(exported: Path) -> None:
    frame = pd.read_parquet(exported)
    assert list(frame.columns) == schema.arrow_schema("geo").names
    assert frame["error_km"].isna().tolist() == [True, False]
    assert frame["shown_at"][0] == pd.Timestamp(NOON)


def test_duckdb_loads_it(exported: Path) -> None:
    query = "SELECT count(*), sum(error_km), max(len(hints)) FROM read_parquet(?)"
    assert duckdb.execute(query, [str(exported)]).fetchone() == (2, 12.5, 1)


def test_a_log_without_rows_writes_no_file(journal: Journal, tmp_path: Path) -> None:
    assert export(journal, tmp_path / "out") == dict.fromkeys(schema.TABLES, 0)
    assert not (tmp_path / "out").exists()


def test_a_target_that_cannot_be_written_is_named(journal: Journal, tmp_path: Path) -> None:
    journal.append(geo_row())
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportError, match="--to"):
        export(journal, tmp_path / "file")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(tmp_path / "data" / "journal.sqlite")
    journal.append(geo_row())
    journal.close()
    assert main(["export", "--to", str(tmp_path / "out"), "--data", str(tmp_path / "data")]) == 0
    assert "geo: 1 row\n" in capsys.readouterr().out
    assert pa.parquet.read_table(tmp_path / "out" / "geo" / "geo.parquet").num_rows == 1
