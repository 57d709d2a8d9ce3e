"""A model's published row comes out of its published file, to every printed digit, and the corrected one beside it."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks.agl1k.predictions import Prediction, PredictionsError
from soundmark.benchmarks.agl1k.score import FIGURES, score_agl1k, status_of
from soundmark.benchmarks.entry import Access, ScoreReport
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch import FileCache, Origin
from soundmark.types import Status
from tests.support.agl1k import GEMINI, GPT_4O, QWEN, SHARED, TABLE, made_row, needs, table_text

Json = dict[str, Any]


@pytest.fixture
def access(tmp_path: Path) -> Access:
    return Access(cache_dir=tmp_path / "cache", offline=True)


@pytest.fixture(scope="module")
def qwen(tmp_path_factory: pytest.TempPathFactory) -> ScoreReport:
    needs(TABLE)
    return score_agl1k(needs(QWEN), None, Access(cache_dir=tmp_path_factory.mktemp("cache"), offline=True))


def published_row(name: str) -> dict[str, str]:
    with needs(SHARED / "reference" / name).open(encoding="utf-8") as lines:
        return next(row for row in csv.DictReader(lines) if row["model"] == "Qwen2.5-Omni")


@pytest.mark.parametrize("table", ["agl1k_table1.csv", "agl1k_table2.csv"])
def test_the_published_row_to_all_printed_digits(qwen: ScoreReport, table: str) -> None:
    printed = {name: text for name, text in published_row(table).items() if name not in ("group", "model")}
    assert len(printed) == {"agl1k_table1.csv": 11, "agl1k_table2.csv": 7}[table]
    section = qwen.sections["as_published"]
    found = {}
    for name, text in printed.items():
        value = section[name]
        assert isinstance(value, float), name
        decimals = len(text.partition(".")[2])
        found[name] = f"{value:.{decimals}f}"
    assert found == printed
    assert qwen.remarks == ()


# Computed from the same file with pandas and geopy, apart from this project's code.
AS_PUBLISHED = {
    "distance_km": 5476.83, "geoscore": 1317.74, "acc_lt10km": 0.0430, "acc_lt500km": 0.1735, "q25_km": 983.09,
    "q50_km": 5952.77, "q75_km": 10000.0, "reject_rate": 0.3107, "continent_acc": 0.4478, "country_acc": 0.2607,
    "city_acc": 0.0173, "acc_lt1km": 0.0042, "acc_lt100km": 0.0749, "acc_lt1000km": 0.2519,
}  # fmt: skip
CORRECTED = {"geoscore": 1317.80, "distance_km": 3830.17, "q50_km": 1718.45}


@pytest.mark.parametrize(("section", "wanted"), [("as_published", AS_PUBLISHED), ("corrected", CORRECTED)])
def test_figures_of_an_independent_computation(qwen: ScoreReport, section: str, wanted: dict[str, float]) -> None:
    figures: Json = dict(qwen.sections[section])
    for name, value in wanted.items():
        tolerance = 5e-5 if value < 1 else 5e-3
        assert figures[name] == pytest.approx(value, abs=tolerance), name


def test_counts_and_rates_of_the_corrected_figures(qwen: ScoreReport) -> None:
    figures: Json = dict(qwen.sections["corrected"])
    assert figures["reject_rate"] == pytest.approx(383 / 1442)
    assert figures["unparsed_rate"] == pytest.approx(1 / 1442)
    assert figures["error_rate"] == 0
    assert (figures["n"]["geoscore"], figures["n"]["distance_km"]) == (1442, 1058)
    answered: Json = dict(qwen.sections["answered_only"])
    assert answered["n"]["geoscore"] == 1058
    assert answered["geoscore"] * 1058 == pytest.approx(figures["geoscore"] * 1442)
    published: Json = dict(qwen.sections["as_published"])
    assert (published["n"]["distance_km"], published["n"]["continent_acc"]) == (1441, 1436)


def test_every_figure_is_there_with_its_interval(qwen: ScoreReport) -> None:
    for section in qwen.sections.values():
        figures: Json = dict(section)
        assert list(figures)[: len(FIGURES)] == list(FIGURES)
        for name, (low, high) in figures["intervals_95"].items():
            assert low <= figures[name] <= high, name
        assert {"distance_km", "geoscore", "q50_km", "speech_km", "things_km"} <= figures["intervals_95"].keys()
    json.dumps(qwen.sections, allow_nan=False)


@pytest.mark.parametrize(("path", "km", "points"), [(GEMINI, 2281.67, 3092.30), (GPT_4O, 3623.41, 2117.74)])
def test_partial_logs_score_too(access: Access, path: Path, km: float, points: float) -> None:
    figures: Json = dict(score_agl1k(needs(path), None, access).sections["as_published"])
    assert figures["distance_km"] == pytest.approx(km, abs=5e-3)
    assert figures["geoscore"] == pytest.approx(points, abs=5e-3)


def answer(number: int, latitude: object, longitude: object, **more: object) -> Json:
    row = made_row(number)
    truth = {"true_longitude": row[2], "true_latitude": row[3], "true_city": row[9], "true_country": row[10]}
    predicted = {"predicted_latitude": latitude, "predicted_longitude": longitude, "predicted_city": "Unknown"}
    rest = {"predicted_country": "Unknown", "predicted_continent": "Unknown", "true_continent": row[11]}
    return {"question_id": row[0], **truth, **predicted, **rest, **more}


def scored(folder: Path, access: Access, answers: list[Json], *, with_table: bool = True) -> ScoreReport:
    path = folder / "answers.json"
    path.write_text(json.dumps(answers), encoding="utf-8")
    if with_table:
        table = table_text([made_row(number) for number in range(9)])
        (folder / "geoLocalization_schema.csv").write_text(table, encoding="utf-8", newline="")
    return score_agl1k(path, None, access)


def test_a_small_file_by_hand(tmp_path: Path, access: Access) -> None:
    """Two right on the spot (one of them speech), one refused, one unreadable, one failed call."""
    answers = [
        answer(0, 25.033, 121.5654, predicted_country="Taiwan", predicted_continent="Asia", predicted_city="臺北市"),
        answer(7, "52.52", "13.405", predicted_country="Deutschland", predicted_continent="Europe or Asia"),
        answer(1, 0.0, 0.0),
        answer(2, "Not specified", "Not specified"),
        answer(3, 0.0, 0.0, model_output="error"),
    ]
    sections: dict[str, Json] = {k: dict(v) for k, v in scored(tmp_path, access, answers).sections.items()}
    published, corrected, answered = sections["as_published"], sections["corrected"], sections["answered_only"]
    assert published["distance_km"] == pytest.approx(20_000 / 4)
    assert published["reject_rate"] == pytest.approx(4 / 5)  # all but the first name no city
    assert corrected["geoscore"] == pytest.approx(5000 * 2 / 4)
    assert corrected["distance_km"] == 0
    assert (corrected["reject_rate"], corrected["unparsed_rate"], corrected["error_rate"]) == (0.25, 0.25, 0.2)
    assert (corrected["acc_lt1km"], answered["acc_lt1km"]) == (0.5, 1.0)
    assert (corrected["country_acc"], answered["country_acc"]) == (0.5, 1.0)
    assert (published["city_acc"], answered["city_acc"]) == (0.0, 0.5)
    assert answered["continent_acc"] == 0.5
    assert (corrected["speech_km"], corrected["nonspeech_km"]) == (0, 0)
    assert answered["n"]["geoscore"] == 2


@pytest.mark.parametrize(
    ("latitude", "longitude", "output", "status"),
    [
        ("0", "0", "", Status.REFUSED),
        ("0.0", "0.0", "text without a place", Status.REFUSED),
        ("0.0", "100.0", "", Status.OK),
        ("51.0", "0.0", "", Status.OK),
        ("-1", "-1", "", Status.OK),
        ("Unknown", "Unknown", "", Status.REFUSED),
        ("N/A", "13.4", "", Status.REFUSED),
        ("Not specified", "Not specified", "", Status.UNPARSED),
        (None, None, "", Status.UNPARSED),
        ("", "", "", Status.UNPARSED),
        ("91", "10", "", Status.UNPARSED),
        ("10", "190", "", Status.UNPARSED),
        ("52°31'N", "13°E", "", Status.UNPARSED),
        ("1e400", "0", "", Status.UNPARSED),
        ("nan", "nan", "", Status.UNPARSED),
        ("0", "0", "error", Status.ERROR),
        ("0", "0", "Error: could not load audio", Status.ERROR),
        ("52.5", "13.4", "error margins are large", Status.OK),
    ],
)
def test_what_became_of_a_question(latitude: str | None, longitude: str | None, output: str, status: Status) -> None:
    rest = dict.fromkeys(["city", "country", "continent"], "")
    found = Prediction(
        question_id="a", latitude=latitude, longitude=longitude, output=output, **rest, true_latitude="1",
        true_longitude="2", true_city="", true_country="", true_continent="",
    )  # fmt: skip
    assert status_of(found) is status


def test_without_the_table_the_figures_by_sound_are_missing_and_said_so(tmp_path: Path, access: Access) -> None:
    report = scored(tmp_path, access, [answer(0, 25.0, 121.0)], with_table=False)
    figures: Json = dict(report.sections["as_published"])
    assert figures["speech_km"] is None
    assert figures["distance_km"] > 0
    assert any("--source" in remark for remark in report.remarks)


def test_the_table_may_be_named_or_come_from_the_cache(tmp_path: Path, access: Access) -> None:
    from soundmark.benchmarks.agl1k.published_table import table_address

    content = table_text([made_row(number) for number in range(9)])
    elsewhere = tmp_path / "elsewhere.csv"
    elsewhere.write_text(content, encoding="utf-8", newline="")
    path = tmp_path / "answers.json"
    path.write_text(json.dumps([answer(0, 25.0, 121.0)]), encoding="utf-8")
    named: Json = dict(score_agl1k(path, elsewhere, access).sections["as_published"])
    assert named["speech_km"] > 0
    cache = FileCache(access.cache_dir / "agl1k" / "table", max_bytes=10**6)
    cache.put_bytes(table_address(), content.encode(), Origin(address=table_address()))
    cached: Json = dict(score_agl1k(path, None, access).sections["as_published"])
    assert cached["speech_km"] == named["speech_km"]


def test_a_named_source_that_is_no_table_is_refused_and_one_beside_is_only_said(tmp_path: Path, access: Access) -> None:
    path = tmp_path / "answers.json"
    path.write_text(json.dumps([answer(0, 25.0, 121.0)]), encoding="utf-8")
    wrong = tmp_path / "geoLocalization_schema.csv"
    wrong.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(PackError):
        score_agl1k(path, wrong, access)
    report = score_agl1k(path, None, access)
    assert any("not AGL1K's table" in remark for remark in report.remarks)


def test_answers_without_their_own_truth_are_held_against_the_table(tmp_path: Path, access: Access) -> None:
    bare = {name: value for name, value in answer(0, 25.033, 121.5654).items() if not name.startswith("true_")}
    unknown = bare | {"question_id": "aporee_9_9"}
    report = scored(tmp_path, access, [bare | {"predicted_country": "Taiwan"}, unknown])
    figures: Json = dict(report.sections["corrected"])
    assert (figures["distance_km"], figures["country_acc"], figures["n"]["geoscore"]) == (0, 1, 1)
    assert any("1 answer without a right place" in remark for remark in report.remarks)
    with pytest.raises(PredictionsError, match="right place"):
        scored(tmp_path, access, [unknown])


def test_answers_about_other_recordings_are_remarked(tmp_path: Path, access: Access) -> None:
    report = scored(tmp_path, access, [answer(0, 1.0, 2.0, true_latitude="24.0"), answer(1, 1, 2)])
    assert any("1 answer has another right place" in remark for remark in report.remarks)


def test_the_table_beside_the_file_is_found_through_another_path(tmp_path: Path, access: Access) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(needs(GEMINI), copy / "log.jsonl")
    figures: Json = dict(score_agl1k(copy / "log.jsonl", needs(TABLE), access).sections["as_published"])
    assert figures["speech_km"] is not None
