"""A description means the right object by its words, or because a judge says so; all of a question's must match."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundmark.benchmarks.savvy.reader import read_savvy
from soundmark.cli import main
from soundmark.evaluation.referral import by_words, described_objects, read_yes_no
from soundmark.models.reply import Reply
from soundmark.models.request import ModelRequest
from soundmark.models.scripted import ScriptedAdapter
from tests.support.savvy_files import PREFIX, snapshot, write_clone, write_json

MODELS = """
[[models]]
name = "j"
adapter = "scripted"
[[models.script]]
when = "Second description: A person"
answers = ["yes"]
[[models.script]]
when = "Second description: A blue sofa"
answers = ["No."]
[[models.script]]
answers = ["I cannot say"]
"""
CAMERA = {"object_name": "Camera", "description": "The camera."}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Descriptions of four questions: one judged right, one wrong, one not there, and one that nobody can judge."""
    root = write_clone(tmp_path / "savvy")
    person = {"description": "THE other person!"}
    outputs = {
        f"{PREFIX}direction_ego_hard_3": snapshot(sounding_object={"description": "A person in green."}),
        f"{PREFIX}direction_exo_hard_12": snapshot(
            sounding_object=person, reference_object=CAMERA, facing_object={"description": "A blue sofa."}
        ),
        f"{PREFIX}distance_exo_hard_21": snapshot(sounding_object=None, reference_object=CAMERA),
        f"{PREFIX}distance_ego_hard_20": snapshot(sounding_object={"description": "Somebody."}),
    }
    write_json(root / "SAVVY" / "data" / "sd_output_v2" / "gemini25.json", outputs)
    return root


def test_the_objects_that_each_question_needs(clone: Path) -> None:
    found = described_objects(read_savvy(clone, snapshots="gemini25"))
    needed = {(one.question_id.removeprefix(PREFIX), one.role): (one.true_words, one.said) for one in found}
    assert needed == {
        ("direction_ego_hard_3", "target"): ("the other person", "A person in green."),
        ("direction_exo_hard_12", "target"): ("the other person", "THE other person!"),
        ("direction_exo_hard_12", "reference"): ("camera", "The camera."),
        ("direction_exo_hard_12", "facing"): ("red chair", "A blue sofa."),
        ("distance_exo_hard_21", "target"): ("the other person", ""),
        ("distance_exo_hard_21", "reference"): ("camera", "The camera."),
        ("distance_ego_hard_20", "target"): ("the other person", "Somebody."),
    }
    decided = {(one.question_id.removeprefix(PREFIX), one.role): by_words(one) for one in found}
    assert {key: verdict for key, verdict in decided.items() if verdict is not None} == {
        ("direction_exo_hard_12", "target"): True,
        ("direction_exo_hard_12", "reference"): True,
        ("distance_exo_hard_21", "target"): False,
        ("distance_exo_hard_21", "reference"): True,
    }


def test_one_word_counts() -> None:
    assert [read_yes_no(text) for text in ("yes", "No.", "They differ.\n**no**", "yes and no", "", "nothing")] == [
        True, False, False, None, None, None
    ]  # fmt: skip


def test_the_command(
    clone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models.toml").write_text(MODELS)
    monkeypatch.setenv("MODELS_FILE", str(tmp_path / "models.toml"))
    command = ["judge-referral", "gemini25", "--source", str(clone), "--model", "j", "--data", str(tmp_path)]
    assert main(command) == 0
    out = capsys.readouterr().out
    # Right: one; wrong: the sofa, and the target that was not described; without a verdict: one.
    assert "Referral: 33.3%" in out and "3 questions" in out and "Without a verdict: 1" in out
    assert main([*command, "--resume"]) == 0
    assert capsys.readouterr().out == out
    n_asked, ask = 0, ScriptedAdapter.ask

    async def counted(adapter: ScriptedAdapter, request: ModelRequest, *, timeout_s: float) -> Reply:
        nonlocal n_asked
        n_asked += 1
        return await ask(adapter, request, timeout_s=timeout_s)

    monkeypatch.setattr(ScriptedAdapter, "ask", counted)
    assert main([*command, "--resume"]) == 0
    assert n_asked == 0, "all is answered"
    (tmp_path / "models.toml").write_text(f"{MODELS}[models.parameters]\ntemperature = 1\n")
    assert main([*command, "--resume"]) == 0
    assert n_asked > 0, "what a judge with other parameters said does not count"
    assert main(["judge-referral", "nobody", *command[2:], "--new"]) == 2
