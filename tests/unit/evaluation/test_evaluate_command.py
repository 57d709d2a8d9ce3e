"""`evaluate` from the command line, with a model that needs no network."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from soundmark.cli import main, parser
from soundmark.evaluation.stop import ERRORS_IN_A_ROW
from soundmark.store.schema import ChoiceRow
from soundmark.types import Status
from tests.conftest import ROOT
from tests.support.model_runs import logged
from tests.support.model_server import Answer, model_server
from tests.support.packs import tone
from tests.support.tau import CLIPS, current_row

MODELS = """
[[models]]
name = "always-a"
adapter = "scripted"
price = { usd_per_million_input_tokens = 1000.0, usd_per_million_output_tokens = 1000.0 }
parameters = { max_tokens = 100 }
[[models.script]]
answers = ["The answer is A."]
input_tokens = 100
output_tokens = 10

[[models]]
name = "no-price"
adapter = "scripted"
[[models.script]]
answers = ["B"]

[[models]]
name = "text-only"
adapter = "scripted"
inputs = []
[[models.script]]
answers = ["B"]

[[models]]
name = "parser"
adapter = "scripted"
[[models.script]]
answers = ["A"]
"""
OPTIONS = ["a bell", "a horn", "a dog", "rain"]


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six questions on one sound; A is right in half of them."""
    (tmp_path / "models.toml").write_text(MODELS)
    monkeypatch.setenv("MODELS_FILE", str(tmp_path / "models.toml"))
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "pack"
    folder.mkdir()
    tone(folder / "clip.wav", 2.0)
    rows = [
        {
            "file_name": "clip.wav",
            "question": f"What is sound {number}?",
            "options": OPTIONS,
            "answer": "AB"[number % 2],
        }
        for number in range(6)
    ]
    (folder / "metadata.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


def evaluate(pack: Path, *more: str, model: str = "always-a") -> int:
    return main(["evaluate", str(pack), "--model", model, *more])


def test_a_run_prints_figures_and_logs_rows(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(pack) == 0
    out = capsys.readouterr().out
    assert "Answers: 6 of 6" in out and "ok: 6 (100.0%)" in out and "Cost: 0.6600 USD" in out
    accuracy = next(line.split() for line in out.splitlines() if line.startswith("acc "))
    assert accuracy == ["acc", "0.5000", "0.5000"]
    rows = logged(tmp_path / "data", "choice")
    assert len(rows) == 6 and all(isinstance(row, ChoiceRow) and row.imported_from is None for row in rows)
    assert {row.parser_version for row in rows} != {None} and {row.prompt_id for row in rows} == {"globeaudio"}
    medium = json.loads(rows[0].extra_json)["media"][0]
    assert medium["form"].startswith("wav 16000 Hz mono") and medium["seconds"] == pytest.approx(2.0)


def test_a_row_whose_sound_is_missing_or_damaged_is_an_error_and_never_a_text_alone(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However many there are: they say nothing about the endpoint, so that they do not end the run."""
    (pack / "damaged.wav").write_bytes(b"no sound at all")
    table = pack / "metadata.jsonl"
    for name, number in [("damaged.wav", 0), *(("gone.wav", number) for number in range(3 * ERRORS_IN_A_ROW))]:
        row = {"file_name": name, "question": f"And {number}?", "options": OPTIONS, "answer": "A"}
        table.write_text(f"{table.read_text()}\n{json.dumps(row)}")
    n_lost = 1 + 3 * ERRORS_IN_A_ROW
    assert evaluate(pack, "--dry-run") == 0
    assert "Requests: 6\n" in capsys.readouterr().out
    assert evaluate(pack) == 0
    told = capsys.readouterr()
    out = told.out
    assert f"6 of {6 + n_lost} rows can be played." in told.err
    assert f"Answers: {6 + n_lost} of {6 + n_lost}" in out and f"error: {n_lost} (" in out and "Cost: 0.6600 USD" in out
    rows = logged(tmp_path / "data", "choice")
    lost = [row for row in rows if row.status is Status.ERROR]
    assert len(rows) == 6 + n_lost and len(lost) == n_lost
    for row in lost:
        extra = json.loads(row.extra_json)
        assert row.score is None and row.raw_answer is None and "media" not in extra
        assert row.question_id.partition("#")[0] in extra["failure"]
    assert evaluate(pack, "--setting", "blind") == 0
    assert "Answers: 6 of 6" in capsys.readouterr().out


def test_a_dry_run_asks_nothing(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(pack, "--dry-run") == 0
    out = capsys.readouterr().out
    assert "Requests: 6" in out and "Sound: 0.2 min" in out and "Nothing was asked." in out
    # Six times 2 s of sound at 32 tokens, 100 tokens of reply, and a text of some 200 characters, at 0.1 cents a token.
    worst = float(out.split("at most ")[1].split(" USD")[0])
    assert 6 * (64 + 100) / 1000 < worst < 6 * (64 + 100 + 150) / 1000
    assert not (tmp_path / "data" / "runs").exists()


def test_a_budget_stops_and_resume_goes_on(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(pack, "--max-usd", "0.4") == 1
    assert "--max-usd" in capsys.readouterr().err
    assert evaluate(pack) == 2
    assert "--resume" in capsys.readouterr().err
    assert evaluate(pack, "--resume") == 0
    out = capsys.readouterr().out
    assert "Answers: 6 of 6" in out and "Cost: 0.6600 USD" in out
    assert len(logged(tmp_path / "data", "choice")) == 6


def test_what_cannot_be_is_said_before_anything_is_asked(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more, model, sentence in (
        (["--max-usd", "1"], "no-price", "no price"),
        ([], "text-only", "takes no sound"),
        (["--setting", "transcript"], "always-a", "--transcripts"),
        (["--prompt", "agl1k"], "always-a", "is for geo questions"),
        (["--language", "fr"], "always-a", "not worded in fr"),
        (["--retry-errors"], "always-a", "--resume"),
        ([], "nobody", "There is no model"),
    ):
        assert evaluate(pack, *more, model=model) == 2
        assert sentence in capsys.readouterr().err


def test_settings_without_sound_are_runs_of_their_own(pack: Path, tmp_path: Path) -> None:
    assert evaluate(pack, "--setting", "blind", model="text-only") == 0
    transcripts = tmp_path / "transcripts.jsonl"
    ids = [row.question_id for row in logged(tmp_path / "data", "choice")]
    transcripts.write_text("\n".join(json.dumps({"question_id": one, "transcript": "Ding dong."}) for one in ids[:5]))
    more = ["--setting", "transcript", "--transcripts", str(transcripts)]
    assert evaluate(pack, *more, model="text-only") == 0
    rows = logged(tmp_path / "data", "choice")
    assert [row.setting for row in rows] == ["blind"] * 6 + ["transcript"] * 6
    assert [row.status for row in rows].count("error") == 1, "a question without a transcript is not asked blind"


def test_choices_that_cannot_be_told_apart_are_not_asked_about(pack: Path, tmp_path: Path) -> None:
    alike = {"file_name": "clip.wav", "question": "Which?", "options": ["A bell", "the bell", "rain"], "answer": "C"}
    with (pack / "metadata.jsonl").open("a") as file:
        file.write("\n" + json.dumps(alike))
    assert evaluate(pack) == 0
    rows = [row for row in logged(tmp_path / "data", "choice") if len(row.choice_order) == 3]
    assert [(row.status, row.status_reason, row.score) for row in rows] == [("error", "options", None)]


def test_a_clip_that_is_missing_or_damaged_is_an_error_that_counts_and_is_not_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "tau"
    copy.mkdir()
    names = [f"{number:08}_1.wav" for number in range(4)]
    for name in (names[0], names[3]):
        tone(copy / name, 2.0)
    (copy / names[1]).write_bytes(b"RIFF of which nothing is left")
    rows = [current_row(number, audioPath=f"{CLIPS}{name}") for number, name in enumerate(names)]
    (copy / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with model_server() as server:
        server.will(Answer(body={"choices": [{"message": {"content": "A"}, "finish_reason": "stop"}]}))
        model = f'[[models]]\nname = "m"\nadapter = "openai"\nmodel = "m"\nendpoint = "{server.address}/v1"\n'
        (tmp_path / "models.toml").write_text(model)
        monkeypatch.setenv("MODELS_FILE", str(tmp_path / "models.toml"))
        monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
        assert main(["evaluate", "tau", "--source", str(copy), "--model", "m"]) == 0
        sent = [[part["type"] for part in one.json["messages"][-1]["content"]] for one in server.asked]
    assert len(sent) == 2 and all("input_audio" in parts for parts in sent), "a text alone was sent"
    out = capsys.readouterr().out
    assert "Answers: 4 of 4" in out and "error: 2 (50.0%)" in out
    found = {row.question_id: row for row in logged(tmp_path / "data", "choice")}
    assert [(row.status, row.status_reason, row.score) for _, row in sorted(found.items())] == [
        ("ok", None, 1.0), ("error", "media", None), ("error", "media", None), ("ok", None, 0.0),
    ]  # fmt: skip
    (run,) = logged(tmp_path / "data", "runs")
    assert (run.question_count, run.answer_count, run.error_count, run.score_mean) == (4, 4, 2, 0.5)


def test_shuffled_repeated_and_read_twice(pack: Path, tmp_path: Path) -> None:
    assert evaluate(pack, "--shuffle", "3", "--repeats", "2", "--parser-model", "parser", "--limit", "4") == 0
    rows = logged(tmp_path / "data", "choice")
    assert sorted(row.repeat_index for row in rows) == [0] * 4 + [1] * 4
    assert len({tuple(row.choice_order) for row in rows}) > 1
    assert all(row.choice_index == row.choice_order[0] for row in rows)
    assert all(json.loads(row.extra_json)["second_reading"]["model"] == "parser" for row in rows)


def test_the_commands_of_the_page_are_commands() -> None:
    text = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("python -m soundmark ")]
    assert len(lines) >= 8
    for line in lines:
        parser().parse_args(shlex.split(line)[3:])
