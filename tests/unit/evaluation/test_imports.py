"""Published files become rows that say where they are from; the rows give the published figures, and come once."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from soundmark.benchmarks.agl1k import read_agl1k
from soundmark.cli import main
from soundmark.evaluation.figures import report_of
from soundmark.evaluation.imports import ImportFileError, ImportWish, read_import, write_import
from soundmark.store.journal import Journal
from soundmark.store.schema import ChoiceRow, GeoRow
from tests.support.agl1k import sample_rows, table_text
from tests.support.choices import question
from tests.support.model_runs import logged

PUBLISHED = Path(__file__).resolve().parents[4] / "shared" / "real" / "agl1k"
NOW = datetime(2026, 3, 20, tzinfo=UTC)


def wish(path: Path) -> ImportWish:
    return ImportWish(path=path, model="some-model", deployment="test", now=NOW)


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published files are not here")
def test_the_published_row_of_qwen_comes_out_of_the_log_rows(tmp_path: Path) -> None:
    path = PUBLISHED / "qwen25-omni_seed_42_progress_fixed.json"
    questions = read_agl1k(PUBLISHED / "geoLocalization_schema.csv").questions
    journal = Journal(tmp_path / "journal.sqlite")
    assert write_import(read_import(wish(path), questions), journal) == 1442
    journal.close()
    by_id = {one.question_id: one for one in questions}
    sections = report_of([(by_id[row.question_id], row) for row in logged(tmp_path, "geo")]).sections
    # Table 1 of the paper, and the authors' file of results.
    expected = {
        "distance_km": 5476.83, "geoscore": 1317.74, "acc_lt10km": 0.0430, "acc_lt500km": 0.1735, "q25_km": 983.09,
        "q50_km": 5952.77, "q75_km": 10000, "speech_km": 4540.06, "nonspeech_km": 7777.20, "animal_km": 7723.77,
        "music_km": 5694.41, "nature_km": 7871.21, "things_km": 7854.18, "reject_rate": 0.3107, "continent_acc": 0.4478,
        "country_acc": 0.2607, "city_acc": 0.0173,
    }  # fmt: skip
    published = sections["as_published"]
    assert {name: published[name] for name in expected} == {
        name: pytest.approx(value, abs=0.005 if value > 1 else 0.00005) for name, value in expected.items()
    }
    # By hand from the same file: 383 refused, one not readable, 1,058 answered.
    corrected = sections["corrected"]
    assert corrected["geoscore"] == pytest.approx(1317.80, abs=0.005)
    assert corrected["reject_rate"] == pytest.approx(383 / 1442) and corrected["unparsed_rate"] == pytest.approx(
        1 / 1442
    )
    assert corrected["distance_km"] == pytest.approx(3830.17, abs=0.005)
    assert corrected["q50_km"] == pytest.approx(1718.45, abs=0.005)


def agl1k_files(folder: Path) -> tuple[Path, Path]:
    """A table of four recordings, and a file of answers: a place, none, words, and one to a question it lacks."""
    rows = sample_rows(4)
    table = folder / "geoLocalization_schema.csv"
    table.write_text(table_text(rows), encoding="utf-8")
    keys = [str(row["key"]) if isinstance(row, dict) else str(row[0]) for row in rows]
    said = [("52.5", "13.4"), ("0.0", "0.0"), ("Not specified", "Not specified"), ("1", "2")]
    records = [
        {
            "question_id": key,
            "predicted_latitude": latitude,
            "predicted_longitude": longitude,
            "predicted_city": "Berlin" if latitude == "52.5" else "Unknown",
            "predicted_country": "Germany",
            "predicted_continent": "Europe",
            "reasoning": "I hear an S-Bahn.",
            "model_output": "",
        }
        for key, (latitude, longitude) in zip([*keys[:3], "aporee_9_9"], said, strict=True)
    ]
    path = folder / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return table, path


def test_imported_rows_are_told_by_one_column_and_keep_what_the_file_says(tmp_path: Path) -> None:
    table, path = agl1k_files(tmp_path)
    found = read_import(wish(path), read_agl1k(table).questions)
    rows = [row for _, row in found.answers if isinstance(row, GeoRow)]
    assert [row.status for row in rows] == ["ok", "refused", "unparsed"]
    assert all(row.imported_from and row.imported_from.startswith("answers.jsonl sha256:") for row in rows)
    assert found.run.imported_from == rows[0].imported_from and found.run.endpoint_kind == "imported"
    assert (rows[0].latitude_deg, rows[0].named_city, rows[1].named_city) == (52.5, "Berlin", None)
    assert rows[1].latitude_deg is None and rows[1].score == 0
    extra = json.loads(rows[0].extra_json or "")
    assert extra["reasoning"] == "I hear an S-Bahn." and extra["published"]["latitude"] == "52.5"
    assert "1 answer whose question the benchmark does not have" in " ".join(found.remarks)


def test_a_second_import_adds_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, path = agl1k_files(tmp_path)
    command = [
        "import-predictions",
        "agl1k",
        str(path),
        "--model",
        "m",
        "--source",
        str(table),
        "--data",
        str(tmp_path),
    ]
    assert main(command) == 0
    assert "New in the log: 3 answers of m\n" in capsys.readouterr().out
    assert main(command) == 0
    assert "New in the log: 0 answers of m; there before: 3\n" in capsys.readouterr().out
    assert (len(logged(tmp_path, "geo")), len(logged(tmp_path, "runs"))) == (3, 1)


@pytest.mark.parametrize("more", [["--model", " "], ["--model", "a\nb"], ["--model", "a" * 121], ["--setting", "loud"]])
def test_a_name_that_is_none_is_refused_before_anything_is_read(more: list[str], tmp_path: Path) -> None:
    table, path = agl1k_files(tmp_path)
    command = ["import-predictions", "agl1k", str(path), "--source", str(table), "--data", str(tmp_path / "data")]
    with pytest.raises(SystemExit) as caught:
        main([*command, *(["--model", "m"] if more[0] == "--setting" else []), *more])
    assert caught.value.code == 2 and not (tmp_path / "data").exists()


def test_choices_are_found_by_their_text_and_letters_by_their_place(tmp_path: Path) -> None:
    questions = [question(number) for number in range(3)]
    path = tmp_path / "scored.jsonl"
    records = [
        {"uniqueId": "secret_question_0", "answer": "A", "predictedAnswer": "B", "prediction": "B", "options": [
            "word 0 alpha", "word 0 beta", "word 0 gamma", "word 0 delta"]},
        {"uniqueId": "secret_question_1", "answer": "A", "predictedAnswer": None, "prediction": "I hear rain"},
        {"uniqueId": "secret_question_2", "answer": "B", "predictedAnswer": "B", "prediction": "B"},
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    found = read_import(wish(path), questions)
    rows = [row for _, row in found.answers if isinstance(row, ChoiceRow)]
    assert [(row.status, row.choice_index, row.correct) for row in rows] == [
        ("ok", 1, False), ("unparsed", None, False), ("ok", 1, True)
    ]  # fmt: skip


def test_a_file_of_other_questions_is_refused(tmp_path: Path) -> None:
    _, path = agl1k_files(tmp_path)
    other = read_agl1k(tmp_path / "geoLocalization_schema.csv").questions[3:]
    path.write_text(path.read_text().splitlines()[0], encoding="utf-8")
    with pytest.raises(ImportFileError, match="belongs to a question"):
        read_import(wish(path), other)
