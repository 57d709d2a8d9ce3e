"""Levels are finite numbers with the meaning their names say; the outline of a sound fits its picture."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from soundmark.audio import Sound, decode, levels, waveform_peaks

CASES = Path(__file__).resolve().parents[2] / "data" / "cases"


def sound_of(samples: NDArray[np.float64] | NDArray[np.float32], codec: str = "PCM_16") -> Sound:
    shaped = samples if samples.ndim == 2 else samples[:, None]
    return Sound(samples=np.array(shaped, dtype=np.float32), sample_rate_hz=8000, codec=codec)


def tone(peak: float, seconds: float = 1.0) -> NDArray[np.float64]:
    return peak * np.sin(2 * np.pi * 100 * np.arange(round(8000 * seconds)) / 8000)


def test_a_sine_has_the_levels_of_the_textbook() -> None:
    measured = levels(sound_of(tone(0.5)))
    assert measured.peak == pytest.approx(0.5, abs=1e-6)
    assert measured.rms == pytest.approx(0.5 / math.sqrt(2), rel=1e-6)
    assert measured.rms_ac == pytest.approx(measured.rms, rel=1e-6)
    assert measured.dc_offset == pytest.approx(0.0, abs=1e-7)


def test_a06_levels_are_finite_and_fit_into_json() -> None:
    sound = decode(CASES / "a06_nan_inf_float.wav")
    measured = levels(sound)
    text = json.dumps([measured.peak, measured.rms, measured.rms_ac, measured.dc_offset, waveform_peaks(sound)])
    assert "NaN" not in text
    assert "Infinity" not in text
    # The file is a tone of peak 0.3 but for its 12 bad samples.
    assert measured.rms_ac == pytest.approx(0.3 / math.sqrt(2), rel=0.01)


def test_a11_eight_bit_samples_are_centred_and_not_clipped() -> None:
    measured = levels(decode(CASES / "a11_u8.wav"))
    assert measured.peak == pytest.approx(0.5, abs=0.01)
    assert measured.dc_offset == pytest.approx(0.0, abs=0.01)
    assert measured.clipping_ratio <= 0.001


@pytest.mark.parametrize(
    ("name", "dc_offset", "rms", "rms_ac", "is_silent"),
    [("a12_dc_only.wav", 0.2, 0.2, 0.0, True), ("a12_dc_tone.wav", 0.3, 0.3082, 0.0707, False)],
)
def test_a12_an_offset_is_no_sound(name: str, dc_offset: float, rms: float, rms_ac: float, is_silent: bool) -> None:
    measured = levels(decode(CASES / name))
    assert measured.dc_offset == pytest.approx(dc_offset, abs=0.002)
    assert measured.rms == pytest.approx(rms, abs=0.0005)
    assert measured.rms_ac == pytest.approx(rms_ac, abs=0.0005)
    assert measured.is_silent is is_silent


def test_a16_samples_beyond_full_scale_keep_their_level_and_count_as_clipped() -> None:
    measured = levels(decode(CASES / "a16_float_peak_1p8.wav"))
    assert measured.peak == pytest.approx(1.8, abs=0.01)
    # |1.8 sin| is at least 1 for 1 - 2/pi asin(1/1.8) of the time.
    assert measured.clipping_ratio == pytest.approx(1 - 2 / math.pi * math.asin(1 / 1.8), abs=0.005)


def test_clipping_counts_both_ends_of_16_bit_samples() -> None:
    steps = np.array([32767, -32768, 32766, -32767, 0, 1, 2, 3], dtype=np.float64) / 32768
    # 32767, -32768 and -32767 are as far out as the positive side can go.
    assert levels(sound_of(steps)).clipping_ratio == 3 / 8


def test_clipping_knows_the_full_scale_of_8_bit_samples() -> None:
    steps = np.array([127, -128, 126, 0]) / 128
    assert levels(sound_of(steps, codec="PCM_U8")).clipping_ratio == 2 / 4
    assert levels(sound_of(steps, codec="PCM_16")).clipping_ratio == 1 / 4


def test_clipping_is_seen_in_one_channel_of_two() -> None:
    left = np.clip(tone(2.0), -1, 1)
    measured = levels(sound_of(np.column_stack([left, -0.5 * left])))
    # |2 sin| >= 1 for two thirds of the time.
    assert measured.clipping_ratio_by_channel[0] == pytest.approx(2 / 3, abs=0.02)
    assert measured.clipping_ratio_by_channel[1] == 0.0
    assert measured.clipping_ratio == measured.clipping_ratio_by_channel[0]


def test_opposite_offsets_of_two_channels_do_not_hide_each_other() -> None:
    measured = levels(sound_of(np.column_stack([np.full(8000, 0.2), np.full(8000, -0.3)])))
    assert measured.dc_offset == pytest.approx(-0.3, abs=1e-6)
    assert measured.is_silent


@pytest.mark.parametrize(("peak_db", "is_silent"), [(-80.0, True), (-60.0, False), (-30.0, False)])
def test_silence_is_what_lies_70_db_below_full_scale(peak_db: float, is_silent: bool) -> None:
    assert levels(sound_of(tone(10 ** (peak_db / 20)))).is_silent is is_silent


def test_long_recordings_are_measured_as_short_ones() -> None:
    once, thirty_times = levels(sound_of(tone(0.5, 3.0))), levels(sound_of(np.tile(tone(0.5, 3.0), 30)))
    assert thirty_times.rms == pytest.approx(once.rms, rel=1e-9)
    assert thirty_times.clipping_ratio == once.clipping_ratio


@given(
    arrays(
        np.float32,
        array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=50),
        elements=st.floats(width=32, allow_nan=False, allow_infinity=False),
    )
)
def test_levels_of_anything_are_finite(samples: NDArray[np.float32]) -> None:
    sound = Sound(samples=samples, sample_rate_hz=8000)
    measured = levels(sound)
    for value in (measured.peak, measured.rms, measured.rms_ac, measured.dc_offset):
        assert math.isfinite(value)
    assert 0 <= measured.clipping_ratio <= 1
    assert measured.rms <= measured.peak * (1 + 1e-6)
    outline = waveform_peaks(sound)
    assert len(outline) == 200
    assert all(0 <= value <= 1 for value in outline)


def test_the_outline_shows_where_the_sound_is() -> None:
    samples = np.zeros((8000, 2))
    samples[4000:4400, 1] = 0.5
    samples[6000:6400, 0] = -0.25
    outline = waveform_peaks(sound_of(samples), n_bins=20)
    # Each of the 20 bins is 400 frames; the means (0.025 and -0.0125) shift the rest a little off zero.
    assert len(outline) == 20
    assert outline[10] == 1.0
    assert outline[15] == pytest.approx(0.5, abs=0.03)
    assert max(outline[:10]) < 0.06


def test_the_outline_of_a_quiet_recording_fills_the_picture_and_of_silence_is_flat() -> None:
    assert max(waveform_peaks(sound_of(tone(0.01)))) == 1.0
    assert waveform_peaks(decode(CASES / "a12_dc_only.wav")) == [0.0] * 200


def test_values_of_the_outline_have_three_decimals() -> None:
    outline = waveform_peaks(decode(CASES / "a09_speech.m4a"))
    assert outline == [round(value, 3) for value in outline]
    assert len(set(outline)) > 50


def test_fewer_frames_than_bins_can_be_drawn() -> None:
    assert len(waveform_peaks(sound_of(np.array([0.5, -0.5, 0.25])))) == 200


@pytest.mark.parametrize("n_bins", [0, -1])
def test_no_bins_cannot_be_drawn(n_bins: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        waveform_peaks(sound_of(tone(0.5)), n_bins=n_bins)
