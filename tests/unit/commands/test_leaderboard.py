"""`leaderboard` prints the published row out of imported answers, marks partial rows, and reads any log."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks.agl1k import read_agl1k
from soundmark.cli import main
from soundmark.evaluation.imports import ImportWish, read_import, write_import
from soundmark.store.export import export
from soundmark.store.journal import Journal
from soundmark.store.withdraw import tombstone
from soundmark.types import ResponderKind, Status
from tests.support.any_rows import NOON, any_row

PUBLISHED = Path(__file__).resolve().parents[4] / "shared" / "real" / "agl1k"
TABLE = PUBLISHED / "geoLocalization_schema.csv"
HOSTILE = '=cmd|"/c calc"!A1\u202e<img src=x onerror=alert(1)>'


def geo_row(number: int, who: str, kind: ResponderKind = ResponderKind.MODEL, **changes: Any) -> Any:
    columns: dict[str, Any] = {
        "response_id": f"id-{who}-{number}", "benchmark": "places", "question_id": f"q{number}", "responder_kind": kind,
        "responder_id": who, "status": Status.OK, "points": 5000.0, "error_km": 0.0, "true_latitude_deg": 1.0,
        "true_longitude_deg": 2.0, "setting": "audio", "prompt_id": None, "imported_from": None, "answered_at": NOON,
    }  # fmt: skip
    return any_row("geo", **columns | changes)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A log: a model given here and imported, one of a hostile name, and a person."""
    journal = Journal(tmp_path / "journal.sqlite")
    for number in range(12):
        journal.append(geo_row(number, "model"))
        journal.append(geo_row(number, "person", ResponderKind.HUMAN, points=0.0, error_km=20_000.0))
    for number in range(3):
        journal.append(geo_row(number, "model", response_id=f"imported-{number}", imported_from="f sha256:0",
                               points=0.0, error_km=20_000.0))  # fmt: skip
        journal.append(geo_row(number, HOSTILE))
    journal.close()
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["leaderboard", *arguments]) == 0
    return capsys.readouterr().out


def rows_of(text: str) -> dict[tuple[str, str], dict[str, str]]:
    return {(row["label"], row["origin"]): row for row in csv.DictReader(io.StringIO(text))}


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published files are not here")
def test_the_published_row_of_qwen_and_partial_rows_come_out_of_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions, journal = read_agl1k(TABLE).questions, Journal(tmp_path / "journal.sqlite")
    for file, model in (
        ("qwen25-omni_seed_42_progress_fixed.json", "Qwen2.5-Omni"),
        ("gemini-3-pro-preview_seed_42.jsonl", "gemini-3-pro-preview"),
        ("gpt-4o-audio-preview_seed_42.jsonl", "gpt-4o-audio-preview"),
    ):
        wish = ImportWish(path=PUBLISHED / file, model=model, deployment="test", now=NOON)
        write_import(read_import(wish, questions), journal)
    journal.close()
    text = printed(capsys, "agl1k", "--data", str(tmp_path), "--source", str(TABLE), "--as-published", "--json")
    found = json.loads(text)
    published = {row["label"]: row for row in found["as_published"]}
    with (Path(__file__).resolve().parents[3] / "leaderboard" / "published" / "agl1k_table1.csv").open() as table:
        printed_row = next(row for row in csv.DictReader(table) if row["model"] == "Qwen2.5-Omni")
    figures = published["Qwen2.5-Omni"]["figures"]
    for name, value in printed_row.items():
        if name not in ("group", "model"):
            digits = len(value.partition(".")[2])
            assert f"{figures[name]:.{digits}f}" == value, name
    states = {name: (row["answers"], row["is_partial"]) for name, row in published.items()}
    assert states == {
        "Qwen2.5-Omni": (1442, False), "gemini-3-pro-preview": (263, True), "gpt-4o-audio-preview": (304, True)
    }  # fmt: skip
    rows = {row["label"]: row for row in found["rows"]}
    assert all(row["origin"] == "imported" for row in rows.values())
    assert [rows[name]["is_partial"] for name in states] == [False, True, True]
    # By hand from the same file, as `facts` of the published data tell: 1,058 answered, 383 refused.
    corrected = rows["Qwen2.5-Omni"]["figures"]
    assert corrected["geoscore"]["value"] == pytest.approx(1317.80, abs=0.005)
    assert corrected["distance_km"]["value"] == pytest.approx(3830.17, abs=0.005)
    assert corrected["distance_km"]["n"] == 1058
    assert corrected["reject_rate"]["value"] == pytest.approx(383 / 1442)
    low, high = corrected["geoscore"]["interval_95"]
    assert low < 1317.80 < high


def test_imported_and_given_answers_never_stand_in_one_row(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(printed(capsys, "places", "--data", str(data), "--csv"))
    assert float(rows["model", "logged here"]["geoscore"]) == 5000
    assert float(rows["model", "imported"]["geoscore"]) < 0.01
    assert rows["model", "imported"]["is_partial"] == "true" and rows["model", "imported"]["questions"] == "3"
    assert "imported, partial: 3 of 12 questions" in printed(capsys, "places", "--data", str(data))


def test_the_same_table_comes_out_of_exported_files(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(data / "journal.sqlite")
    export(journal, data / "out")
    journal.close()
    here = printed(capsys, "places", "--data", str(data), "--json")
    assert printed(capsys, "places", "--from", str(data / "out"), "--json") == here


def test_what_was_taken_back_is_gone_everywhere(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(data / "journal.sqlite")
    journal.append(tombstone(geo_row(0, "person", ResponderKind.HUMAN), deployment_id="d", now=NOON))
    export(journal, data / "out")
    journal.close()
    for source in (["--data", str(data)], ["--from", str(data / "out")]):
        rows = rows_of(printed(capsys, "places", *source, "--csv"))
        assert rows["All people", "logged here"]["answers"] == "11"


def test_a_spreadsheet_runs_nothing_and_a_terminal_is_not_turned(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "places", "--data", str(data), "--csv") + printed(capsys, "places", "--data", str(data))
    assert "\u202e" not in text
    label = next(
        label for label, _ in rows_of(printed(capsys, "places", "--data", str(data), "--csv")) if "cmd" in label
    )
    assert label.startswith("'=")


def test_a_pair_is_compared_on_common_questions(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "places", "--data", str(data), "--json", "--pair", "All people", HOSTILE)
    pair = json.loads(text)["pair"]
    assert (pair["questions"], pair["first_higher"], pair["second_higher"]) == (3, 0, 3)
    assert pair["difference"] == pytest.approx(-5000, abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nothing"], "no answer to the benchmark 'nothing'"),
        (["places", "--from", "no/such/folder"], "There is no folder"),
        (
            ["places", "--from", "{data}"],
            "holds no answers to the benchmark 'places': it has no Parquet files of answers",
        ),
        (["places", "--pair", "model", "All people"], "2 rows are called 'model'"),
        (["places", "--pair", "nobody", "All people"], "No row is called 'nobody'"),
    ],
)
def test_what_is_wrong_is_said(
    data: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    given = [argument.format(data=data) for argument in arguments]
    assert main(["leaderboard", *given, "--data", str(data)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_folder_without_answers_to_a_benchmark_is_said_to_hold_others(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(data / "journal.sqlite")
    export(journal, data / "out")
    journal.close()
    assert main(["leaderboard", "savvy", "--from", str(data / "out")]) == 2
    said = capsys.readouterr().err
    assert "no answers to the benchmark 'savvy': its Parquet files are of the tables geo." in said
    assert "Name a folder that `python -m soundmark export` wrote" in said


def test_a_file_that_is_no_parquet_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "geo").mkdir()
    (tmp_path / "geo" / "geo.parquet").write_bytes(b"PAR1 not at all")
    assert main(["leaderboard", "agl1k", "--from", str(tmp_path)]) == 2
    assert "geo.parquet cannot be read" in capsys.readouterr().err
