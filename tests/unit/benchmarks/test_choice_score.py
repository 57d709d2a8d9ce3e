"""Files of answers to TAU and GlobeAudio give the figures of their papers, and corrected ones beside."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks import PackError
from soundmark.benchmarks.choice_score import score_globeaudio, score_tau
from soundmark.benchmarks.entry import Access, Figures
from soundmark.cli import main
from tests.conftest import ROOT
from tests.support.corrupt import corruptions
from tests.support.tau import current_row, write_lines

TABLE_3 = ROOT.parent / "shared" / "reference" / "globeaudio_table3.csv"
N_OF_LANGUAGE = {"en": 1274, "ru": 924, "zh": 1072, "th": 1145, "bn": 719, "sg": 503}


def scored(number: int, letter: str | None, *, prediction: str | None = None, **changes: Any) -> dict[str, Any]:
    """A row of TAU's *_scored.jsonl: item n has the answer ABCD[n % 4] and is Single-hop when n is even."""
    row = current_row(
        number, prediction=prediction if prediction is not None else f"答案是 {letter}", predictedAnswer=letter
    )
    return row | {"correct": letter == row["answer"]} | changes


def counts(figures: Figures) -> Mapping[str, object]:
    found = figures["n"]
    assert isinstance(found, Mapping)
    return found


def score(path: Path, rows: list[dict[str, Any]], benchmark: str = "tau") -> tuple[dict[str, Figures], tuple[str, ...]]:
    score_file = score_tau if benchmark == "tau" else score_globeaudio
    report = score_file(write_lines(path / "run_scored.jsonl", rows), None, Access(cache_dir=path))
    return dict(report.sections), report.remarks


def test_tau_as_published_and_corrected(tmp_path: Path) -> None:
    rows = [
        scored(0, "A"),
        scored(1, "B"),
        scored(2, "D"),
        scored(3, None, prediction="我不確定"),
        scored(4, None, prediction=""),
        scored(5, None, prediction="Error: 503 overloaded"),
    ]
    sections, remarks = score(tmp_path, rows)
    assert remarks == ()
    published, corrected = sections["as_published"], sections["corrected"]
    for figures, acc, hop in ((published, 2 / 6, 1 / 3), (corrected, 2 / 4, 1 / 2)):
        assert figures["acc"] == pytest.approx(acc)
        assert figures["acc_single_hop"] == pytest.approx(hop)
        assert figures["acc_multi_hop"] == pytest.approx(hop)
        assert figures["error_rate"] == pytest.approx(2 / 6)
        assert figures["unparsed_rate"] == pytest.approx(1 / 6)
    assert published["acc_retail"] == 1.0
    n_of = counts(corrected)
    assert [n_of[name] for name in ("acc", "acc_single_hop", "acc_multi_hop", "acc_transit")] == [4, 2, 2, 0]
    assert corrected["acc_transit"] is None


def test_a_mark_that_disagrees_with_its_letters_is_told(tmp_path: Path) -> None:
    sections, remarks = score(tmp_path, [scored(0, "A", correct=False), scored(1, "B")])
    assert sections["as_published"]["acc"] == 1.0
    assert any("1 record says otherwise" in remark for remark in remarks)


def test_unscored_predictions_are_read_strictly(tmp_path: Path) -> None:
    said = ["A", "B.", "選項2丙", "I think it is D", "(A)"]
    rows = [current_row(number, prediction=text) for number, text in enumerate(said)]
    sections, remarks = score(tmp_path, rows)
    assert sections["corrected"]["acc"] == pytest.approx(4 / 5)
    assert sections["corrected"]["unparsed_rate"] == pytest.approx(1 / 5)
    assert any("strictly" in remark for remark in remarks)


def test_d07_figures_over_all_and_without_excluded(tmp_path: Path) -> None:
    disputed = {"version": "v2", "exclude": ["00000000"], "override": {"00000001": {"answer": "C"}}}
    (tmp_path / "disputed.json").write_text(json.dumps(disputed))
    sections, remarks = score(tmp_path, [scored(0, "A"), scored(1, "B"), scored(2, "D"), scored(3, "D")])
    found = {name: figures["acc"] for name, figures in sections.items()}
    assert found == {
        "as_published": pytest.approx(3 / 4),
        "corrected": pytest.approx(3 / 4),
        "corrected_without_excluded": pytest.approx(2 / 3),
        "corrected_with_overrides": pytest.approx(1 / 3),
    }
    assert any("v2-" in remark for remark in remarks)


def test_globeaudios_table_3_comes_out_of_files_of_answers(tmp_path: Path) -> None:
    if not TABLE_3.is_file():
        pytest.skip("the published tables are not on this machine")
    with TABLE_3.open(encoding="utf-8", newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["model"] == "Gemini 3.1 Pro")
    answers: list[dict[str, Any]] = []
    for language, n in N_OF_LANGUAGE.items():
        n_right = round(float(row[language]) * n / 100)
        ids = [f"{language}-{number}" for number in range(n)]
        answers += [
            {"question_id": name, "language": language, "answer": "B", "prediction": "B" if number < n_right else "C"}
            for number, name in enumerate(ids)
        ]
    sections, _ = score(tmp_path, answers, "globeaudio")
    published = sections["as_published"]
    for language in N_OF_LANGUAGE:
        cell = published[f"acc_{language}"]
        assert isinstance(cell, float)
        assert f"{100 * cell:.2f}" == row[language]
    assert isinstance(published["acc_macro"], float)
    assert 100 * published["acc_macro"] == pytest.approx(float(row["avg"]), abs=0.011)
    assert isinstance(published["acc_micro"], float)
    assert published["acc_micro"] < published["acc_macro"]


def test_globeaudios_absent_and_unknown_languages_are_told(tmp_path: Path) -> None:
    rows = [{"language": language, "answer": "A", "prediction": "A", "audio": "c"} for language in ("en", "zh", "fr")]
    sections, remarks = score(tmp_path, rows, "globeaudio")
    assert counts(sections["corrected"]) == {
        "acc_macro": 2, "acc_micro": 3, "acc_en": 1, "acc_zh": 1,
        "refused_rate": 3, "unparsed_rate": 3, "error_rate": 3,
    }  # fmt: skip
    text = " ".join(remarks)
    assert "1 record has no language" in text
    assert "ru, th, sg, bn" in text


def test_the_same_id_in_two_languages_is_two_questions(tmp_path: Path) -> None:
    rows = [
        {"question_id": "0", "language": language, "answer": "A", "prediction": letter}
        for language, letter in (("en", "A"), ("th", "B"), ("en", "C"))
    ]
    sections, remarks = score(tmp_path, rows, "globeaudio")
    corrected = sections["corrected"]
    assert (corrected["acc_en"], corrected["acc_th"], corrected["acc_micro"]) == (1.0, 0.0, 0.5)
    assert any("1 of the records: a question that was answered before" in remark for remark in remarks)


def test_states_are_taken_as_they_are_given(tmp_path: Path) -> None:
    base = {"language": "en", "answer": "A", "prediction": "A"}
    rows = [base | {"status": status} for status in ("ok", "refused", "unparsed", "error", "skipped", "strange")]
    sections, remarks = score(tmp_path, rows, "globeaudio")
    assert sections["as_published"]["acc_micro"] == pytest.approx(1 / 5)
    assert sections["corrected"]["acc_micro"] == pytest.approx(1 / 3)
    assert any("status that is none" in remark for remark in remarks)


def test_records_that_cannot_be_scored_are_counted(tmp_path: Path) -> None:
    rows = [
        scored(0, "A"),
        scored(0, "A"),
        current_row(1),
        scored(2, "A", answer=None),
        scored(3, "A", options=["x", "x"]),
    ]
    sections, remarks = score(tmp_path, rows)
    assert counts(sections["as_published"])["acc"] == 1
    assert len([remark for remark in remarks if remark.startswith("Left out 1")]) == 4
    with pytest.raises(PackError, match="holds no answers"):
        score(tmp_path, [current_row(1)])


def test_the_command_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_lines(tmp_path / "run_scored.jsonl", [scored(0, "A"), scored(1, "A")])
    assert main(["score", "tau", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["as_published"]["acc"] == 0.5


def test_corrupted_files_of_answers_give_a_sentence_or_a_remark(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "run_scored.jsonl", [scored(number, "A") for number in range(10)])
    for content in corruptions(path.read_bytes(), 60):
        path.write_bytes(content)
        try:
            report = score_tau(path, None, Access(cache_dir=tmp_path))
        except PackError:
            continue
        json.dumps(report.sections, allow_nan=False)
