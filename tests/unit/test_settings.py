"""Settings are read once; a wrong one is named, and a secret does not show."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from soundmark.registry import UnknownMode, enabled_modes
from soundmark.secret import Secret
from soundmark.settings import read_settings, spare_gradio_its_statistics
from soundmark.variables import SettingsError


def test_nothing_needs_to_be_set() -> None:
    settings = read_settings({})
    assert not settings.on_space
    assert settings.clips_dir is None
    assert settings.modes == ()
    assert settings.deployment == "local"


def test_the_users_own_recordings_are_named_by_a_folder(tmp_path: Path) -> None:
    assert read_settings({}).savvy_media_dir is None
    assert read_settings({"SAVVY_MEDIA": f" {tmp_path} "}).savvy_media_dir == tmp_path
    assert not read_settings({}).savvy_silent
    assert read_settings({"SAVVY_SILENT": "yes"}).savvy_silent


def test_baselines_run_unless_they_are_switched_off() -> None:
    assert read_settings({}).runs_baselines
    assert not read_settings({"BASELINES": "off"}).runs_baselines


def test_a_space_is_one_only_with_both_variables() -> None:
    both = {"SYSTEM": "spaces", "SPACE_ID": "x/y", "SPACE_HOST": "x-y.hf.space,own.example"}
    assert read_settings(both).space_id == "x/y"
    assert read_settings(both).deployment == "x/y"
    assert read_settings(both).public_url == "https://x-y.hf.space"
    assert not read_settings({"SPACE_ID": "x/y"}).on_space


@pytest.mark.parametrize(
    ("word", "value"), [("true", True), ("1", True), ("Yes", True), ("False", False), ("0", False)]
)
def test_booleans(word: str, value: bool) -> None:
    assert read_settings({"OPEN_BROWSER": word}).open_browser is value


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"OPEN_BROWSER": "maybe"}, "OPEN_BROWSER"),
        ({"PLAYER_SALT": "short"}, "PLAYER_SALT"),
        ({"PUBLIC_URL": "ftp://x"}, "PUBLIC_URL"),
        ({"CLIPS_DIR": "~nobody-of-this-name/clips"}, "CLIPS_DIR.*Write the path in full"),
        ({"LOG_REPO": "answers"}, "LOG_REPO.*owner/name"),
        ({"LOG_REPO": "a/b/c"}, "LOG_REPO"),
        ({"LOG_REPO": "../b"}, "LOG_REPO"),
        ({"LOG_BUCKET": "a b/c"}, "LOG_BUCKET"),
        ({"HF_ENDPOINT": "huggingface.co"}, "HF_ENDPOINT"),
        ({"FLUSH_EVERY_S": "1"}, "FLUSH_EVERY_S.*60 to 3600"),
        ({"FLUSH_EVERY_S": "nan"}, "FLUSH_EVERY_S"),
        ({"FLUSH_EVERY_S": "soon"}, "FLUSH_EVERY_S"),
        ({"HF_HUB_OFFLINE": "perhaps"}, "HF_HUB_OFFLINE"),
        ({"CLIP_CACHE_GB": "0.01"}, "CLIP_CACHE_GB.*0.5 to"),
        ({"CLIP_CACHE_GB": "inf"}, "CLIP_CACHE_GB"),
        ({"OWN_RECORDING_MINUTES": "0"}, "OWN_RECORDING_MINUTES.*1 to 240"),
        ({"OWN_RECORDING_MINUTES": "half an hour"}, "OWN_RECORDING_MINUTES"),
        ({"BENCHMARK_REVISIONS": "globeaudio"}, "BENCHMARK_REVISIONS.*name=revision"),
        ({"BENCHMARK_REVISIONS": "tau=../x"}, "BENCHMARK_REVISIONS"),
    ],
)
def test_what_cannot_be_used_is_named(variables: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        read_settings(variables)


def test_answers_are_published_only_with_both_a_dataset_and_a_token() -> None:
    both = {"LOG_REPO": "maria/answers", "HF_TOKEN": "hf_x"}
    assert read_settings(both).publishes
    assert read_settings(both).log_repo == "maria/answers"
    assert not any(read_settings({name: both[name]}).publishes for name in both)
    assert "hf_x" not in repr(read_settings(both))


def test_a_secret_does_not_show() -> None:
    salt = "s3cr3t" * 10
    settings = read_settings({"PLAYER_SALT": salt})
    assert "s3cr3t" not in repr(settings) + str(settings) + f"{settings.player_salt}"
    assert settings.player_salt == Secret(salt)


def test_published_benchmarks() -> None:
    variables = {"HF_HUB_OFFLINE": "1", "CLIP_CACHE_GB": "0.5", "BENCHMARK_REVISIONS": "tau=main, globeaudio=0123abc"}
    settings = read_settings(variables)
    assert settings.offline
    assert settings.clip_cache_bytes == 500_000_000
    assert settings.benchmark_revisions == {"tau": "main", "globeaudio": "0123abc"}
    assert not read_settings({}).offline


def test_the_longest_recording_of_ones_own_is_set_in_minutes() -> None:
    assert read_settings({}).own_recording_s == 30 * 60
    assert read_settings({"OWN_RECORDING_MINUTES": "2.5"}).own_recording_s == 150


def test_folders_are_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_settings({"DATA_DIR": "here"}).data_dir == tmp_path / "here"


def test_modes_are_found_and_an_unknown_one_is_named() -> None:
    assert [mode.mode_id for mode in enabled_modes()] == ["geo", "tau", "globeaudio", "savvy", "arena"]
    assert [mode.mode_id for mode in enabled_modes() if mode.takes_uploads] == ["savvy", "arena"]
    with pytest.raises(UnknownMode, match=r"'gео'.*geo"):
        enabled_modes(["geo", "gео"])


@pytest.mark.parametrize("name", ["GRADIO_ANALYTICS_CACHE_FREQUENCY", "GRADIO_ANALYTICS_MAX_EVENTS"])
def test_gradio_is_spared_its_statistics_unless_the_owner_wants_them(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "")  # so that it is put back afterwards
    monkeypatch.delenv(name)
    spare_gradio_its_statistics()
    assert int(os.environ[name]) >= 100
    monkeypatch.setenv(name, "1")
    spare_gradio_its_statistics()
    assert os.environ[name] == "1"
