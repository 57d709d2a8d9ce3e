"""`models` on the command line: what it prints, and its exit codes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from soundmark.cli import main
from soundmark.commands.models import printable
from tests.support.packs import tone

FILE = """
[[models]]
name = "good"
adapter = "scripted"
[[models.script]]
when = "Which"
answers = ["It is \\u001b[31mB.\\nSurely."]
input_tokens = 1000000
output_tokens = 3
[[models.script]]
answers = ["No."]
status = "refused"
reason = "refusal"
[models.price]
usd_per_million_input_tokens = 2
[[models]]
name = "keyless"
adapter = "openai"
endpoint = "https://example.com/v1"
key_variable = "A_KEY_THAT_IS_NOT_SET"
model = "m"
"""


@pytest.fixture(autouse=True)
def model_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text(FILE, "utf-8")
    monkeypatch.setenv("MODELS_FILE", str(path))


def test_list_says_which_can_be_asked_and_why_others_cannot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "list"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == ["good: scripted, audio, on", "keyless: openai, audio, off"]
    assert "A_KEY_THAT_IS_NOT_SET" in err


def test_ask_shows_the_reply_and_what_it_cost(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tone(tmp_path / "clip.wav")
    assert main(["models", "ask", "good", "Which?", "--clip", str(tmp_path / "clip.wav")]) == 0
    out, err = capsys.readouterr()
    assert out == "It is �[31mB.\nSurely.\n"
    assert err == "[ok, wav 16000 Hz mono 1.0 s, 1000000 tokens in, 3 out, 2.000000 USD]\n"


def test_ask_tells_a_refusal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "ask", "good", "Where?"]) == 1
    assert "[refused refusal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ask", "keyless", "x"], "off: no key"),
        (["ask", "nobody", "x"], "There is no model nobody"),
        (["ask", "good", "Which?", "--clip", "/nothing/here.wav"], "here.wav is not there"),
        (["prompts", "x"], "There is no prompt x"),
    ],
)
def test_what_goes_wrong_is_a_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert main(["models", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_prompts_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "prompts"]) == 0
    assert "globeaudio (choice questions, sha256 " in capsys.readouterr().out
    assert main(["models", "prompts", "globeaudio"]) == 0
    assert "Please answer this multiple-choice question: {question}" in capsys.readouterr().out


def test_a_terminal_is_not_steered() -> None:
    assert printable("a\x1b[2J\r\n\tb\u202e") == "a�[2J�\n\tb�"


def test_naming_models_loads_no_sdk() -> None:
    """The page is up in seconds: an SDK is loaded when a model of its kind is asked."""
    code = (
        "import sys, soundmark.models.build, soundmark.models.adapters, soundmark.models.prompts;"
        "from soundmark.models.model_file import models_of; from soundmark.settings import read_settings;"
        "models_of(read_settings());"
        "print([name for name in ('openai', 'google.genai', 'soundfile', 'PIL', 'av') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"
