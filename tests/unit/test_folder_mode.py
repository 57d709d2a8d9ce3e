"""The folder that is set plays in the mode of its kind; a wrong one is named before the page is there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from soundmark.benchmarks.demo import DEMO_BENCHMARK, demo_savvy_folder
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.cli import main
from soundmark.folder_mode import modes_to_show
from soundmark.games.place_list import open_place_list
from soundmark.modes.savvy.clips import open_pack as open_directions
from soundmark.registry import UnknownMode, mode_ids
from soundmark.settings import Settings
from tests.support.packs import small_pack, tone

QUIZ = "file_name,question,option_a,option_b,option_c,answer\na.wav,What?,x,y,z,B\nb.wav,Who?,x,y,,A\n"


def settings_for(tmp_path: Path, folder: Path | None, *modes: str) -> Settings:
    return Settings(data_dir=tmp_path / "data", clips_dir=folder, modes=modes, offline=True)


def shown(settings: Settings) -> list[str]:
    return [mode.mode_id for mode in modes_to_show(settings)]


@pytest.fixture
def quiz_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "my-quiz"
    folder.mkdir()
    for name in ("a.wav", "b.wav"):
        tone(folder / name, 0.2)
    (folder / "metadata.csv").write_text(QUIZ, encoding="utf-8")
    (folder / "README.md").write_text("# What is it that rings so <i>loud</i> here?\n", encoding="utf-8")
    return folder


def test_without_a_folder_the_modes_are_those_that_there_are(tmp_path: Path) -> None:
    assert set(shown(settings_for(tmp_path, None))) == set(mode_ids())
    assert shown(settings_for(tmp_path, None, "tau", "geo")) == ["geo", "tau"]


def test_a_folder_of_questions_is_a_quiz_of_its_own_before_the_others(tmp_path: Path, quiz_folder: Path) -> None:
    first, *others = modes_to_show(settings_for(tmp_path, quiz_folder))
    assert {mode.mode_id for mode in others} == set(mode_ids())
    assert (first.mode_id, first.title) == ("pack", "What is it that rings so <i>loud</i> he…")
    assert first.quiz is not None and first.texts_dir is not None and first.for_agents is not None
    texts = json.loads((first.texts_dir / "en.json").read_text("utf-8"))
    assert texts[first.quiz.title_key] == "What is it that rings so <i>loud</i> here?"
    assert texts["board_pack"] == first.title

    # The map plays what it would without the folder.
    settings = settings_for(tmp_path, quiz_folder)
    assert open_place_list(settings, lambda *_: None).benchmark == DEMO_BENCHMARK
    pack = first.open_pack(settings, lambda *_: None)
    assert (pack.benchmark, [len(one.choices) for one in pack.questions]) == ("my-quiz", [3, 2])
    assert shown(settings_for(tmp_path, quiz_folder, "pack")) == ["pack"]
    assert shown(settings_for(tmp_path, quiz_folder, "tau", "pack")) == ["pack", "tau"]


def test_places_and_spatial_questions_take_the_place_of_the_benchmarks(tmp_path: Path) -> None:
    places = settings_for(tmp_path, small_pack(tmp_path / "tones", [(1.0, 2.0)]))
    assert shown(places)[0] == "geo" and set(shown(places)) == set(mode_ids())
    assert open_place_list(places, lambda *_: None).benchmark == "tones"
    spatial = settings_for(tmp_path, demo_savvy_folder())
    assert shown(spatial)[0] == "savvy"
    pack = open_directions(spatial, lambda *_: None)
    assert isinstance(pack, ScenePack) and pack.notice_key == ""
    assert open_place_list(spatial, lambda *_: None).benchmark == DEMO_BENCHMARK


def test_modes_that_do_not_fit_the_folder(tmp_path: Path, quiz_folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(UnknownMode, match="CLIPS_DIR"):
        modes_to_show(settings_for(tmp_path, None, "pack"))
    with pytest.raises(UnknownMode, match="'moon'"):
        modes_to_show(settings_for(tmp_path, quiz_folder, "pack", "moon"))
    assert shown(settings_for(tmp_path, quiz_folder, "tau")) == ["tau"]
    assert "MODES leaves out pack" in caplog.text


def test_a_folder_in_a_wrong_shape_is_one_sentence_at_the_start(
    tmp_path: Path, quiz_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (quiz_folder / "metadata.csv").write_text(QUIZ.replace("answer", "key"), encoding="utf-8")
    assert main(["play", "--clips", str(quiz_folder), "--data", str(tmp_path / "data")]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("metadata.csv lacks columns (found: file_name, question, option_a")
