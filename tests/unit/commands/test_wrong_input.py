"""What no file can be, and a command that is stopped: a sentence and an exit code, never a traceback."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from soundmark.cli import main, parser
from soundmark.commands.options import a_path
from soundmark.store import export as export_module
from soundmark.store.journal import Journal
from soundmark.types import SoundmarkError
from soundmark.variables import path_of

TOO_LONG = "x" * 300
NOBODY = "~nobody-of-this-name/clips"


@pytest.mark.parametrize(
    "command",
    [
        ["check", "--clips", TOO_LONG],
        ["benchmarks", "check", "tau", "--source", TOO_LONG],
        ["leaderboard", "soundmark-demo", "--from", TOO_LONG],
        ["curate", TOO_LONG, "--to", "out"],
        ["questions", "pack", "t.csv", "--clips", "a", "--to", "b"],
        ["leaderboard", "soundmark-demo", "--from", NOBODY],
        ["deploy", "geo", "--to", NOBODY],
    ],
    ids=lambda command: " ".join(command)[:40],
)
def test_names_that_the_system_refuses(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    assert main(command) == 2
    said = capsys.readouterr().err
    assert said.strip().endswith(".")
    assert "Traceback" not in said
    assert list(tmp_path.glob("~*")) == [], "a home folder that is not there was made"


def options_with_paths(of: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from options_with_paths(one)
        elif action.type in (Path, a_path):
            yield of.prog, action


def test_every_file_and_folder_of_every_command_is_read_alike() -> None:
    found = list(options_with_paths(parser()))
    assert len(found) > 40
    assert [(prog, action.dest) for prog, action in found if action.type is not a_path] == []


@pytest.mark.parametrize("wrong", ["", "  ", NOBODY, "a\0b"])
def test_what_names_no_file(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["export", "--to", wrong])
    assert left.value.code == 2
    assert "argument --to" in capsys.readouterr().err


def test_a_home_folder_is_read_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert a_path("~/clips") == path_of("~/clips") == tmp_path / "clips"
    with pytest.raises(SoundmarkError, match=r"Write the path in full\.$"):
        path_of(NOBODY)


def test_a_command_that_is_stopped_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Journal(tmp_path / "journal.sqlite").close()

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(export_module, "export", stopped)
    assert main(["export", "--to", str(tmp_path / "out"), "--data", str(tmp_path)]) == 130
    assert capsys.readouterr().err == "Stopped.\n"
