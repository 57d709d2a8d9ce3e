"""The MP3 copy sounds like the recording and follows one rule for level, rate and channels."""

from __future__ import annotations

import io
from pathlib import Path

import mutagen
import numpy as np
import pytest
from numpy.typing import NDArray

from soundmark.audio import Sound, decode
from soundmark.audio.encode import encode_mp3, playable_rate_hz

CASES = Path(__file__).resolve().parents[2] / "data" / "cases"


def tone(rate_hz: int, peak: float = 0.5, channels: int = 1, seconds: float = 2.0) -> Sound:
    wave = peak * np.sin(2 * np.pi * 440 * np.arange(round(rate_hz * seconds)) / rate_hz)
    return Sound(samples=np.repeat(wave[:, None], channels, axis=1).astype(np.float32), sample_rate_hz=rate_hz)


def heard(sound: Sound, tmp_path: Path) -> Sound:
    (tmp_path / "copy.mp3").write_bytes(encode_mp3(sound))
    return decode(tmp_path / "copy.mp3")


def middle(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    return samples[len(samples) // 4 : -len(samples) // 4]


@pytest.mark.parametrize("rate_hz", [8000, 11_025, 16_000, 22_000, 22_050, 32_000, 44_100, 48_000, 96_000, 384_000])
def test_copies_have_a_rate_every_player_takes_and_the_length_of_the_source(rate_hz: int) -> None:
    header = mutagen.File(io.BytesIO(encode_mp3(tone(rate_hz)))).info  # type: ignore[attr-defined, unused-ignore]
    assert header.sample_rate in {16_000, 22_050, 24_000, 32_000, 44_100, 48_000}
    assert header.sample_rate >= min(rate_hz, 48_000)
    assert header.length == pytest.approx(2.0, abs=0.002)


@pytest.mark.parametrize(
    ("rate_hz", "expected_hz"), [(8000, 16_000), (22_000, 22_050), (44_100, 44_100), (96_000, 48_000)]
)
def test_the_next_rate_that_loses_nothing_is_taken(rate_hz: int, expected_hz: int) -> None:
    assert playable_rate_hz(rate_hz) == expected_hz


@pytest.mark.parametrize("rate_hz", [8000, 22_000, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_a_tone_is_heard_as_it_was(tmp_path: Path, rate_hz: int, channels: int) -> None:
    copy = heard(tone(rate_hz, channels=channels), tmp_path)
    expected = tone(copy.sample_rate_hz, channels=channels)
    assert copy.samples.shape == expected.samples.shape
    error = middle(copy.samples) - middle(expected.samples)
    noise_db = 10 * np.log10(np.mean(np.square(error)) / np.mean(np.square(expected.samples)))
    assert noise_db < -25


def test_stereo_stays_stereo_and_sides_stay_apart(tmp_path: Path) -> None:
    left = tone(44_100).samples[:, 0]
    copy = heard(Sound(samples=np.column_stack([left, np.zeros_like(left)]), sample_rate_hz=44_100), tmp_path)
    assert np.abs(copy.samples[:, 0]).max() > 0.45
    assert np.abs(middle(copy.samples)[:, 1]).max() < 0.02


def test_many_channels_become_their_mean(tmp_path: Path) -> None:
    samples = tone(48_000, channels=7).samples.copy()
    samples[:, 3:] = 0
    copy = heard(Sound(samples=samples, sample_rate_hz=48_000), tmp_path)
    assert copy.n_channels == 1
    assert np.abs(middle(copy.samples)).max() == pytest.approx(0.5 * 3 / 7, abs=0.02)


def test_a16_what_exceeds_full_scale_is_scaled_as_a_whole_not_cut(tmp_path: Path) -> None:
    source = decode(CASES / "a16_float_peak_1p8.wav")
    copy = heard(source, tmp_path)
    assert np.abs(middle(copy.samples)).max() == pytest.approx(1.0, abs=0.05)
    # A tone that was cut at 1 would have an RMS of about 0.85 instead of 0.71.
    rms = float(np.sqrt(np.mean(np.square(middle(copy.samples)))))
    assert rms == pytest.approx(1 / np.sqrt(2), abs=0.02)


@pytest.mark.parametrize("peak", [0.01, 0.1, 0.9])
def test_a_recording_within_full_scale_keeps_its_level(tmp_path: Path, peak: float) -> None:
    copy = heard(tone(44_100, peak=peak), tmp_path)
    rms = float(np.sqrt(np.mean(np.square(middle(copy.samples)))))
    assert rms == pytest.approx(peak / np.sqrt(2), rel=0.03)


@pytest.mark.parametrize("n_frames", [1, 7, 500, 1152])
def test_the_shortest_sounds_can_be_encoded(n_frames: int) -> None:
    samples = np.full((n_frames, 1), 0.1, dtype=np.float32)
    assert encode_mp3(Sound(samples=samples, sample_rate_hz=44_100))
    assert encode_mp3(Sound(samples=samples, sample_rate_hz=8000))


def test_a_copy_depends_on_the_samples_alone() -> None:
    """So nothing of a source's tags, name or format can be in it."""
    tagged = decode(CASES / "s07_riff_info_location.wav")
    bare = Sound(samples=tagged.samples.copy(), sample_rate_hz=tagged.sample_rate_hz)
    assert encode_mp3(tagged) == encode_mp3(bare)
