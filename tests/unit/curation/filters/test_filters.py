"""Each filter has the value that its formula has for signals whose answer can be derived by hand."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from soundmark.audio import Sound, decode
from soundmark.curation.filters import (
    ClipValues,
    ComplexityOf,
    FilterSettingError,
    NoValue,
    SpectrumSettings,
    acoustic_complexity,
    clipping_ratio_as_published,
    measure,
    spectral_flatness,
)

CASES = Path(__file__).resolve().parents[3] / "data" / "cases"
RATE_HZ = 16_000
APART = SpectrumSettings(n_fft=512, hop=512)
"""Frames that do not overlap, so that those of noise are independent."""
Signal = NDArray[np.float64]


def sound_of(*channels: Signal, codec: str = "PCM_16", is_lossy: bool = False) -> Sound:
    samples = np.stack(channels, axis=1).astype(np.float32)
    return Sound(samples=samples, sample_rate_hz=RATE_HZ, codec=codec, is_lossy=is_lossy)


def noise(rms: float = 0.1, seconds: float = 30.0, seed: int = 0) -> Signal:
    values: Signal = rms * np.random.default_rng(seed).standard_normal(round(RATE_HZ * seconds))
    return values


def tone(peak: float = 0.5, hz: float = 1000.0, seconds: float = 4.0) -> Signal:
    values: Signal = peak * np.sin(2 * np.pi * hz * np.arange(round(RATE_HZ * seconds)) / RATE_HZ)
    return values


def sixteen_bit(signal: Signal) -> Signal:
    """As a recorder writes it: clipped to -32768..32767 and rounded."""
    values: Signal = np.clip(np.rint(signal * 32768), -32768, 32767) / 32768
    return values


def given_value(value: float | None) -> float:
    assert value is not None
    return value


# --- energy


def test_rms_of_a_sine_is_its_peak_over_the_root_of_two() -> None:
    values = measure(sound_of(tone(0.5)))
    assert values.rms == pytest.approx(0.5 / math.sqrt(2), rel=1e-6)
    assert values.rms_ac == pytest.approx(values.rms, rel=1e-6)


def test_an_offset_is_in_the_published_rms_and_not_in_the_one_that_filters() -> None:
    values = measure(sound_of(tone(0.2) + 0.25))
    assert values.dc_offset == pytest.approx(0.25, abs=1e-6)
    assert values.rms == pytest.approx(math.sqrt(0.25**2 + 0.2**2 / 2), rel=1e-6)
    assert values.rms_ac == pytest.approx(0.2 / math.sqrt(2), rel=1e-6)


def test_an_offset_changes_neither_flatness_nor_complexity() -> None:
    signal = noise(0.01, 4)
    plain, shifted = measure(sound_of(signal)), measure(sound_of(signal + 0.3))
    assert shifted.spectral_flatness == pytest.approx(plain.spectral_flatness, rel=1e-3)
    assert shifted.acoustic_complexity == pytest.approx(plain.acoustic_complexity, rel=1e-3)


@pytest.mark.parametrize("signal", [np.zeros(RATE_HZ), np.full(RATE_HZ, 0.2), np.full(RATE_HZ, 1.0)])
def test_silence_has_no_other_values_and_says_why(signal: Signal) -> None:
    values = measure(sound_of(signal))
    assert values.rms_ac == pytest.approx(0, abs=1e-7)
    for name in ("spectral_flatness", "acoustic_complexity", "clipping_ratio"):
        assert getattr(values, name) is None
        assert getattr(values, f"no_{name}") is NoValue.SILENT
    assert values.acoustic_complexity_per_band is None
    assert values.clipping_ratio_as_published is None


# --- flatness


@pytest.mark.parametrize("n_fft", [512, 2048])
def test_flatness_of_white_noise_is_e_to_minus_eulers_constant(n_fft: int) -> None:
    # Powers of independent bands are exponential: E[log P] = log E[P] - 0.57722.
    values = measure(sound_of(noise()), SpectrumSettings(n_fft=n_fft))
    assert values.spectral_flatness == pytest.approx(math.exp(-0.5772156649), abs=0.005)


def test_flatness_of_a_click_is_one() -> None:
    # A single sample other than 0 has the same power in every band.
    signal = np.zeros(RATE_HZ)
    signal[1000] = 0.9
    power = np.abs(np.fft.rfft(signal[:2048]))[None, :].astype(np.float32) ** 2
    assert spectral_flatness(power) == pytest.approx(1.0, abs=1e-4)


def test_flatness_is_the_ratio_of_the_means() -> None:
    # Geometric mean of 1, 2, 4, 8, 16 is 4; the arithmetic one is 6.2.
    power = np.array([[1, 2, 4, 8, 16]], dtype=np.float32)
    assert spectral_flatness(power) == pytest.approx(4 / 6.2, rel=1e-6)
    assert spectral_flatness(np.concatenate([power, np.ones_like(power)])) == pytest.approx((4 / 6.2 + 1) / 2, rel=1e-6)


def test_flatness_of_a_tone_is_near_zero() -> None:
    assert given_value(measure(sound_of(tone())).spectral_flatness) < 1e-3


def test_silent_stretches_do_not_make_a_recording_noise_like() -> None:
    # Taken as they stand, frames of zeros would have flatness 1, and half of them 0.78 on average.
    signal = np.concatenate([noise(seconds=4), np.zeros(RATE_HZ * 4)])
    values = measure(sound_of(signal))
    assert values.spectral_flatness == pytest.approx(0.561, abs=0.01)
    assert values.n_silent_frames == pytest.approx(RATE_HZ * 4 / 512, abs=5)


@pytest.mark.long
def test_flatness_is_librosas_for_whole_frames() -> None:
    import librosa

    signal = (noise(0.05, 3) + tone(0.1, 440, 3) * np.linspace(0, 1, RATE_HZ * 3)).astype(np.float32)
    signal -= signal.mean()
    magnitude = np.abs(librosa.stft(signal, n_fft=2048, hop_length=512, center=False))
    # The two lowest rows are where an offset shows.
    expected = librosa.feature.spectral_flatness(S=magnitude[2:]).mean()
    assert measure(sound_of(signal.astype(np.float64))).spectral_flatness == pytest.approx(float(expected), rel=1e-4)


# --- clipping


def test_clipping_of_a_sine_driven_beyond_full_scale() -> None:
    # |1.8 sin| is at least 1 for 1 - 2/pi asin(1/1.8) of the time.
    share = 1 - 2 / math.pi * math.asin(1 / 1.8)
    values = measure(sound_of(sixteen_bit(tone(1.8, 1001.3))))
    assert values.clipping_ratio == pytest.approx(share, abs=0.005)
    # +32767 is not 32768, so that the literal formula sees the negative half only.
    assert values.clipping_ratio_as_published == pytest.approx(share / 2, abs=0.005)


def test_a_clean_sine_is_not_clipped_though_the_literal_formula_says_so() -> None:
    # A period of 16 samples touches its maximum twice in each.
    values = measure(sound_of(tone(0.5, 1000)))
    assert values.clipping_ratio == 0
    assert values.clipping_ratio_as_published == pytest.approx(2 / 16, abs=1e-6)


def test_clipping_in_one_channel_survives_the_mix() -> None:
    clipped, quiet = sixteen_bit(tone(1.8, 1001.3)), noise(0.01, 4)
    assert given_value(measure(sound_of(quiet, clipped)).clipping_ratio) > 0.5
    assert given_value(measure(sound_of(quiet, quiet)).clipping_ratio) == 0


def test_the_literal_clipping_ratio_counts_the_maximum_on_both_sides() -> None:
    samples = np.array([0.5, -0.5, 0.1, 0.2], dtype=np.float32)
    assert clipping_ratio_as_published(samples) == 2 / 4
    assert clipping_ratio_as_published(np.zeros(4, dtype=np.float32)) == 1.0
    assert clipping_ratio_as_published(np.array([0.1, 0.9, 0.3], dtype=np.float32)) == pytest.approx(1 / 3)


def test_a11_a16_eight_bits_and_floats_beyond_full_scale() -> None:
    assert given_value(measure(decode(CASES / "a11_u8.wav")).clipping_ratio) <= 0.001
    assert given_value(measure(decode(CASES / "a16_float_peak_1p8.wav")).clipping_ratio) >= 0.5


# --- complexity


@pytest.mark.parametrize(("of", "each"), [(ComplexityOf.ENERGY, 1.0), (ComplexityOf.AMPLITUDE, 2 - math.sqrt(2))])
def test_complexity_of_white_noise_by_band(of: ComplexityOf, each: float) -> None:
    # Frames apart are independent. Energies are exponential, E|a - b| / E[a] = 1; amplitudes Rayleigh, 2 - sqrt(2).
    values = measure(sound_of(noise()), dataclasses.replace(APART, complexity_of=of))
    n_frames = 30 * RATE_HZ // 512
    expected = each * (n_frames - 1) / n_frames
    assert values.acoustic_complexity_per_band == pytest.approx(expected, rel=0.01)
    assert values.n_live_bands == 255
    assert values.acoustic_complexity == pytest.approx(255 * expected, rel=0.01)


def test_the_sum_grows_with_the_window_and_the_mean_does_not() -> None:
    short, long = (measure(sound_of(noise()), SpectrumSettings(n_fft=n, hop=n)) for n in (512, 2048))
    assert given_value(long.acoustic_complexity) / given_value(short.acoustic_complexity) == pytest.approx(4, rel=0.05)
    assert long.acoustic_complexity_per_band == pytest.approx(short.acoustic_complexity_per_band, rel=0.03)


def test_a_steady_tone_has_no_complexity() -> None:
    # A period of 16 samples, and a hop of 512: every frame is the same.
    values = measure(sound_of(tone(0.5, 1000)))
    assert values.acoustic_complexity == pytest.approx(0, abs=1e-3)


def test_complexity_follows_the_formula_and_leaves_dead_bands_out() -> None:
    energy = np.array([[1, 0, 4], [3, 0, 4], [2, 0, 4]], dtype=np.float32)
    found = acoustic_complexity(energy)
    assert found is not None
    assert found.total == pytest.approx((2 + 1) / (1 + 3 + 2))
    assert found.n_live_bands == 2
    assert found.per_band == pytest.approx(found.total / 2)
    amplitude = acoustic_complexity(energy**2, ComplexityOf.AMPLITUDE)
    assert amplitude is not None
    assert amplitude.total == pytest.approx(found.total)


def test_complexity_needs_two_frames_and_energy() -> None:
    assert acoustic_complexity(np.ones((1, 5), dtype=np.float32)) is None
    assert acoustic_complexity(np.zeros((4, 5), dtype=np.float32)) is None


def test_blocks_leave_no_seams() -> None:
    # 30 s of frames come in many blocks; the formula over the whole spectrogram, in double precision, is the truth.
    signal = noise(0.1, 8) * (1 + np.sin(2 * np.pi * 0.7 * np.arange(8 * RATE_HZ) / RATE_HZ))
    single = signal.astype(np.float32).astype(np.float64)
    single -= single.mean()
    frames = np.lib.stride_tricks.sliding_window_view(single, 2048)[::512]
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(2048) / 2048)
    energy = np.abs(np.fft.rfft(frames * window, axis=1))[:, 2:] ** 2
    complexity = (np.abs(np.diff(energy, axis=0)).sum(axis=0) / energy.sum(axis=0)).sum()
    flatness = np.mean(np.exp(np.log(energy).mean(axis=1)) / energy.mean(axis=1))
    values = measure(sound_of(signal))
    assert values.acoustic_complexity == pytest.approx(complexity, rel=1e-5)
    assert values.spectral_flatness == pytest.approx(flatness, rel=1e-5)


# --- all of them


def test_channels_that_cancel_are_heard_one_by_one() -> None:
    signal = noise(0.1, 4)
    mono, wired_wrong = measure(sound_of(signal)), measure(sound_of(signal, -signal))
    assert wired_wrong.spectrum_of == "channel 1"
    assert wired_wrong.rms_ac == pytest.approx(mono.rms_ac, rel=1e-6)
    assert wired_wrong.spectral_flatness == pytest.approx(mono.spectral_flatness, rel=1e-6)
    assert mono.spectrum_of == "mix"


def test_too_short_for_a_window_is_said() -> None:
    values = measure(sound_of(noise(0.1, 0.05)))
    assert values.spectral_flatness is None
    assert values.no_spectral_flatness is NoValue.TOO_SHORT
    one_window = measure(sound_of(noise(0.1, 2048 / RATE_HZ)))
    assert one_window.spectral_flatness is not None
    assert one_window.no_acoustic_complexity is NoValue.TOO_SHORT


def test_loudness_changes_only_rms() -> None:
    signal = noise(0.001, 4)
    quiet, loud = measure(sound_of(signal)), measure(sound_of(signal * 100))
    assert loud.rms_ac == pytest.approx(100 * quiet.rms_ac, rel=1e-5)
    assert loud.spectral_flatness == pytest.approx(quiet.spectral_flatness, rel=1e-4)
    assert loud.acoustic_complexity == pytest.approx(quiet.acoustic_complexity, rel=1e-4)


@settings(max_examples=40, deadline=None)
@given(
    arrays(
        np.float32,
        array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=200),
        elements=st.floats(width=32, allow_nan=False, allow_infinity=False),
    )
)
def test_values_of_anything_are_finite_or_have_a_reason(samples: NDArray[np.float32]) -> None:
    values = measure(Sound(samples=samples, sample_rate_hz=8000), SpectrumSettings(n_fft=64, hop=16))
    json.dumps(dataclasses.asdict(values), allow_nan=False)
    assert_reasons(values)
    if values.spectral_flatness is not None:
        assert 0 <= values.spectral_flatness <= 1 + 1e-5
    if values.acoustic_complexity_per_band is not None:
        assert 0 <= values.acoustic_complexity_per_band <= 2 + 1e-5


def assert_reasons(values: ClipValues) -> None:
    for name in ("spectral_flatness", "acoustic_complexity", "clipping_ratio"):
        assert (getattr(values, name) is None) == (getattr(values, f"no_{name}") is not None)


@pytest.mark.parametrize(("n_fft", "hop"), [(1000, 100), (32, 8), (65536, 8), (512, 0), (512, 513), (-512, 1)])
def test_impossible_frames_are_refused(n_fft: int, hop: int) -> None:
    with pytest.raises(FilterSettingError, match="not possible"):
        SpectrumSettings(n_fft=n_fft, hop=hop)
