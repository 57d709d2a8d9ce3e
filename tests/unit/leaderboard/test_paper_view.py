"""Every cell of every published table is shown as the paper prints it, and marked as published."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any, cast

import pytest

from leaderboard.paper_columns import COLUMNS
from leaderboard.paper_tables import FOLDER, PAPERS, TABLES, read_table
from leaderboard.paper_view import citation, paper_views

REFERENCE = Path(__file__).resolve().parents[4] / "shared" / "reference"
SHOWN_AS = {
    "agl1k_table1": ("geo", 1), "agl1k_table2": ("geo", 2),
    "tau_table1_default_prompt": ("tau", 1), "tau_table2_taiwan_prompt": ("tau", 2),
    "globeaudio_table2_langs": ("globeaudio", 2), "globeaudio_table3": ("globeaudio", 3),
    "savvy_table2_main": ("savvy", 2), "savvy_table3_sd_eval": ("savvy", 3), "savvy_table4_mic": ("savvy", 4),
    "savvy_table5_track_localization": ("savvy", 5), "savvy_table6_tracks": ("savvy", 6),
    "savvy_table7_seg_threshold": ("savvy", 7), "savvy_table8_seg_frames": ("savvy", 8),
    "savvy_table9_global_mapping": ("savvy", 9), "savvy_table10_blind": ("savvy", 10),
    "savvy_table11_temporal": ("savvy", 11),
    "geoarena_table2_models": ("arena", 2), "geoarena_table3": ("arena", 3), "geoarena_table4_agreement": ("arena", 4),
    "geoarena_table5_style": ("arena", 5), "geoarena_table6_judge": ("arena", 6),
}  # fmt: skip


def view_of(mode: str, number: int) -> dict[str, Any]:
    return next(dict(view) for view in cast("list[Any]", paper_views(mode)) if view["id"] == f"table{number}")


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference tables are not here")
@pytest.mark.parametrize("name", sorted(SHOWN_AS))
def test_every_cell_is_shown(name: str) -> None:
    mode, number = SHOWN_AS[name]
    with (REFERENCE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        records = list(csv.DictReader(file))
    view = view_of(mode, number)
    assert len(view["rows"]) == len(records) > 0
    for row, record in zip(view["rows"], records, strict=True):
        assert row["badge"] == "published"
        for column, text in record.items():
            if column in row["cells"]:
                cell = row["cells"][column]
                shown = "" if cell is None else cell if isinstance(cell, str) else cell["text"]
                assert shown == text
                if isinstance(cell, dict):
                    assert cell["value"] == float(text) and math.isfinite(cell["value"])
            else:
                assert row["label"] == (text if row["kind"] else text.replace("_", " "))
    assert {column["id"] for column in view["columns"]} >= set(records[0]) & set(view["rows"][0]["cells"])


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference tables are not here")
def test_no_reference_table_is_left_out() -> None:
    assert {path.stem for path in REFERENCE.glob("*.csv")} == set(SHOWN_AS)


def test_every_shipped_file_is_a_table_with_known_columns() -> None:
    listed = [(mode, table) for mode, tables in TABLES.items() for table in tables]
    assert {table.file for _, table in listed} == {path.name for path in FOLDER.glob("*.csv")}
    for mode, table in listed:
        records = read_table(table.file)
        assert mode in PAPERS
        assert not set(records[0]) - set(COLUMNS) - {table.label}
        assert all(None not in record and None not in record.values() for record in records)
        assert table.label == "" or table.label in records[0]


def test_a_view_names_its_source_and_what_to_beware_of() -> None:
    view = view_of("savvy", 4)
    assert "SAVVY" in view["source"] and "table 4" in view["source"]
    assert {"key": "paper_note_unwrapped"} in view["note"]
    assert any("The Sonar Moment" in str(line.get("text")) for line in citation("geo"))
    assert citation("no such mode") == [] and paper_views("no such mode") == []
