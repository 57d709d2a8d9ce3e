"""Modes are found by their folders; one that does not fit is named with what it lacks."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import soundmark.modes
from soundmark.deploy.spaces import SPACES, find_space
from soundmark.registry import ModeError, UnknownMode, enabled_modes, mode_ids

MODE = """
from soundmark.mode import Mode
from soundmark.quiz.config import QuizConfig
quiz = QuizConfig(mode="{quiz}", title_key="t", lead_key="l", prompt_id="p")
MODE = Mode(mode_id="{mode}", title="Own", order=99, build_tab=print, open_pack=print, quiz=quiz)
"""


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Put a package into a folder in which modes are looked for too."""
    monkeypatch.setattr(soundmark.modes, "__path__", [*soundmark.modes.__path__, str(tmp_path)])

    def write(name: str, text: str) -> None:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, f"soundmark.modes.{name}", raising=False)
        importlib.invalidate_caches()

    return write


def test_a_folder_is_a_mode_and_is_imported_when_it_is_enabled(put: Callable[[str, str], None]) -> None:
    put("own", MODE.format(mode="own", quiz="own"))
    put("broken", "raise RuntimeError")
    assert {"own", "broken", "geo"} <= set(mode_ids())
    assert [mode.mode_id for mode in enabled_modes(["own", "geo"])] == ["geo", "own"]
    with pytest.raises(UnknownMode, match=r"'moon'.*own"):
        enabled_modes(["moon"])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("own", "", r"modes/own/__init__.py must set MODE"),
        ("own", "MODE = 'own'", r"modes/own/__init__.py must set MODE"),
        ("own", MODE.format(mode="other", quiz="other"), "mode_id is 'other' and must be the folder's name, 'own'"),
        ("own", MODE.format(mode="own", quiz="other"), r"quiz.mode is 'other'"),
        ("own_2", MODE.format(mode="own_2", quiz="own_2"), "1 to 20 letters"),
        ("Own", MODE.format(mode="Own", quiz="Own"), "1 to 20 letters"),
        ("leaderboard", MODE.format(mode="leaderboard", quiz="leaderboard"), "and not leaderboard"),
        ("o" * 21, MODE.format(mode="o" * 21, quiz="o" * 21), "1 to 20 letters"),
    ],
)
def test_a_folder_that_is_no_mode_is_named(put: Callable[[str, str], None], name: str, text: str, said: str) -> None:
    put(name, text)
    with pytest.raises(ModeError, match=said):
        enabled_modes([name])


def test_a_mode_without_a_card_has_a_plain_space() -> None:
    titles = {"geo": "Places", "own": "Very own " + "o" * 60}
    space = find_space("own", titles)
    assert (space.name, space.modes) == ("own", ("own",))
    assert len(space.short_description) <= 60
    assert find_space("geo", titles) is next(one for one in SPACES if one.name == "geo")
