"""Somebody's own recording is heard: two microphones as stereo, one to be panned, and nothing of it stays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.benchmarks.demo import demo_savvy_folder
from soundmark.modes.savvy.own import OwnWish, analyse
from soundmark.modes.savvy.own_sound import Ears, ears_of, publish_own
from soundmark.modes.savvy.own_view import own_stage
from soundmark.spatial.arrays import ARIA_CAD, ARIA_PAPER, MicrophoneArray
from soundmark.types import SoundmarkError

SCENE = demo_savvy_folder() / "scene_01.flac"


def nothing(_: float) -> None:
    """Nobody looks at the progress."""


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two seconds of the built-in scene, of which the tap on the left takes part."""
    samples, rate_hz = soundfile.read(SCENE, dtype="float32", start=15 * 48_000, frames=96_000)
    path = tmp_path_factory.mktemp("own") / "short.wav"
    soundfile.write(path, samples, rate_hz)
    return path


def test_the_outermost_microphones_are_the_ears_and_the_foremost_is_panned() -> None:
    for array in (ARIA_CAD, ARIA_PAPER):  # the paper rounds, so that two share an edge
        ears = ears_of(array, 7)
        assert array is ARIA_PAPER or (array.mic_names[ears.left], array.mic_names[ears.right]) == ("5", "6")
        assert array.positions_m[ears.left][0] < 0 < array.positions_m[ears.right][0]
    assert ears_of(ARIA_CAD, 2) == Ears(left=0, right=1, front=0)
    square = MicrophoneArray.of("square", [[0.1, 0, 0], [0, 0, 0.1], [-0.1, 0, 0], [0, 0, -0.1]])
    assert ears_of(square, 4) == Ears(left=2, right=0, front=1)


def test_the_copies_sound_like_the_microphones_and_keep_the_sides(short: Path, tmp_path: Path) -> None:
    result = analyse(short, OwnWish(array=ARIA_CAD, mics=None, is_paper=False), nothing)
    shares: list[float] = []
    copies = publish_own(short, result.ears, tmp_path, peak=result.peak, max_s=1800, on_progress=shares.append)
    source, rate_hz = soundfile.read(short, dtype="float32")
    assert result.peak == pytest.approx(float(np.abs(source[:, [1, 5, 6]]).max()))
    for path, columns in ((copies.stereo, [5, 6]), (copies.mono, [1])):
        heard, heard_hz = soundfile.read(path, always_2d=True)
        assert heard_hz == rate_hz
        assert heard.shape == (96_000, len(columns))
        for column, mic in enumerate(columns):
            assert np.corrcoef(heard[:, column], source[:, mic])[0, 1] > 0.98
        levels = np.sqrt(np.square(heard).mean(axis=0)) / np.sqrt(np.square(source[:, columns]).mean(axis=0))
        assert levels == pytest.approx(np.full(len(columns), min(10, 0.7 / result.peak)), rel=0.02)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    stage = own_stage(result, copies, lambda path: f"/file={path.name}")
    assert stage["clips"] == {
        "stereo": {"src": f"/file={copies.stereo.name}"},
        "mono": {"src": f"/file={copies.mono.name}"},
    }
    assert "short" not in str(stage)
    copies.remove()
    copies.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_rate_that_is_no_mp3_rate_and_a_longer_file_are_no_trouble(tmp_path: Path) -> None:
    rate_hz, times_s = 11_025, np.arange(3 * 11_025) / 11_025
    tone = np.stack([0.3 * np.sin(2 * np.pi * 440 * times_s)] * 3, axis=1)
    soundfile.write(tmp_path / "tone.wav", tone, rate_hz)
    public = tmp_path / "public"
    copies = publish_own(tmp_path / "tone.wav", Ears(0, 1, 2), public, peak=0.3, max_s=1800, on_progress=nothing)
    heard, heard_hz = soundfile.read(copies.mono)
    assert heard_hz == 16_000
    assert len(heard) == pytest.approx(48_000, abs=100)
    spectrum = np.abs(np.fft.rfft(heard * np.hanning(len(heard))))
    assert np.argmax(spectrum) * heard_hz / len(heard) == pytest.approx(440, abs=1)


def test_what_cannot_be_copied_leaves_nothing_behind(short: Path, tmp_path: Path) -> None:
    with pytest.raises(SoundmarkError):
        publish_own(tmp_path / "gone.wav", Ears(0, 1, 2), tmp_path / "public", peak=1, max_s=9, on_progress=nothing)
    assert not any((tmp_path / "public").iterdir())
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SoundmarkError, match="could not be written"):
        publish_own(short, Ears(0, 1, 2), tmp_path / "file", peak=1, max_s=9, on_progress=nothing)
