"""Each prompt and setting over the built-in demos: the script answers only when it was asked in the right words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from soundmark.cli import main
from soundmark.types import Status
from tests.support.model_runs import logged

WORDS = {
    "en": "Please answer this multiple-choice question",
    "en-SG": "Please answer this multiple-choice question",
    "zh-Hans": "请回答这道选择题",
    "ru": "Пожалуйста, ответьте на этот вопрос",
    "th": "โปรดตอบคำถามแบบเลือกตอบข้อนี้",
    "bn": "অনুগ্রহ করে এই বহুনির্বাচনী প্রশ্নের উত্তর দিন",
}
"""Of GlobeAudio's prompt; nothing else in its questions has them."""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts a model whose script is (words, answer) through a benchmark, and gives its rows."""

    def go(benchmark: str, table: str, script: Sequence[tuple[str, str]], *more: str, exit_code: int = 0) -> list[Any]:
        rules = [
            f"[[models.script]]\nwhen = {json.dumps(when)}\nanswers = [{json.dumps(said)}]" for when, said in script
        ]
        models = tmp_path / "models.toml"
        models.write_text('[[models]]\nname = "m"\nadapter = "scripted"\n' + "\n".join(rules), encoding="utf-8")
        monkeypatch.setenv("MODELS_FILE", str(models))
        data = tmp_path / "data"
        assert main(["evaluate", benchmark, "--model", "m", "--data", str(data), *more]) == exit_code
        return list(logged(data, table))

    return go


def test_globeaudio_is_asked_in_the_language_of_each_question(run: Any) -> None:
    script = [(WORDS[language], letter) for language, letter in zip(WORDS, "AABCDA", strict=True)]
    rows = run("soundmark-demo-globeaudio", "choice", script, "--setting", "blind")
    found = {(row.language, row.choice_index) for row in rows}
    assert found == {("en", 0), ("en-SG", 0), ("zh-Hans", 1), ("ru", 2), ("th", 3), ("bn", 0)}
    assert {row.status for row in rows} == {Status.OK} and all(
        "media" not in json.loads(row.extra_json) for row in rows
    )


def test_what_cannot_be_read_is_asked_again_as_often_as_each_paper_says(run: Any) -> None:
    """GlobeAudio three times (appendix A.1), TAU never."""
    mumbled, blind = [(".", "hm")], ("--setting", "blind", "--limit", "1")
    (globeaudio,) = run("soundmark-demo-globeaudio", "choice", mumbled, *blind)
    assert (globeaudio.status, json.loads(globeaudio.extra_json)["invalid_tries"]) == (Status.UNPARSED, 3)
    _, tau = run("soundmark-demo-tau", "choice", mumbled, *blind)
    assert (tau.status, json.loads(tau.extra_json)["invalid_tries"]) == (Status.UNPARSED, 0)


def test_tau_by_default_and_culturally_grounded(run: Any) -> None:
    script = [("You are a Taiwanese person", "B"), ("請聆聽錄音", "A")]
    more = ("--limit", "3")
    assert [row.choice_index for row in run("soundmark-demo-tau", "choice", script, *more)] == [0] * 3
    rows = run("soundmark-demo-tau", "choice", script, *more, "--prompt", "tau-cultural")[3:]
    assert [(row.prompt_id, row.choice_index) for row in rows] == [("tau-cultural", 1)] * 3
    assert all(json.loads(row.extra_json)["media"][0]["seconds"] > 0 for row in rows), "both hear the recording"


def test_tau_by_transcript_and_blind(run: Any, tmp_path: Path) -> None:
    script = [("錄音的逐字稿：\n叮咚", "C"), ("^\\s*請回答選擇題", "D")]
    rows = run("soundmark-demo-tau", "choice", script, "--setting", "blind", "--limit", "2")
    assert [(row.setting, row.choice_index) for row in rows] == [("blind", 3)] * 2
    said = tmp_path / "said.csv"
    said.write_text(f"question_id,transcript\n{rows[0].question_id},叮咚\n", encoding="utf-8")
    more = ("--setting", "transcript", "--transcripts", str(said), "--limit", "2")
    by_id = {row.question_id: row for row in run("soundmark-demo-tau", "choice", script, *more)[2:]}
    heard = by_id.pop(rows[0].question_id)
    (not_written,) = by_id.values()
    assert (heard.setting, heard.choice_index) == ("transcript", 2)
    assert (not_written.status, not_written.status_reason, not_written.score) == (Status.ERROR, "transcript", None)


def test_savvy_in_a_letter_or_number_and_in_json_where_null_declines(run: Any) -> None:
    blind = ("--setting", "blind")
    short = [("Options: .*Answer in single letter", "B"), ("Answer in single letter or numeric", "2.5")]
    rows = run("soundmark-demo-savvy", "spatial", [("(?s)" + when, said) for when, said in short], *blind)
    assert Counter((row.status, row.choice_index, row.distance_m) for row in rows).keys() == {
        (Status.OK, 1, None),
        (Status.OK, None, 2.5),
    }
    n, null = len(rows), [("single, valid JSON object", '{"prediction": null}')]
    declined = run("soundmark-demo-savvy", "spatial", null, *blind, "--prompt", "savvy-json")[n:]
    assert {(row.status, row.status_reason, row.score) for row in declined} == {(Status.REFUSED, "null", 0.0)}
    said = [(r"(?s)Options: .*JSON", '{"prediction": "C"}'), ("JSON", '```json\n{"prediction": 1.25}\n```')]
    stated = run("soundmark-demo-savvy", "spatial", said, *blind, "--prompt", "savvy-json", "--new")[2 * n :]
    assert {(row.status, row.choice_index, row.distance_m) for row in stated} == {
        (Status.OK, 2, None),
        (Status.OK, None, 1.25),
    }


def test_places_as_json(run: Any) -> None:
    place = '{"reason": "Trams.", "city": "Lisbon", "country": "Portugal", "longitude": -9.14, "latitude": 38.72}'
    (row,) = run("soundmark-demo", "geo", [("JSON", place)], "--limit", "1")
    assert (row.latitude_deg, row.longitude_deg, row.guess_country) == (38.72, -9.14, "PT")
    assert (row.named_city, json.loads(row.extra_json)["reasoning"]) == ("Lisbon", "Trams.")
