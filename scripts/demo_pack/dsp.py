"""Signal building blocks shared by all generators: noise, filters, curves, resonating modes.

Conventions: mono sound is a float64 array of shape (n,) at 48 kHz. A *texture* (something that goes on) has RMS 1, an
*event* (something that happens once) has peak 1, so that gains in decibels mean the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE_HZ = 48_000
_QUIET = 1e-12

Mono = NDArray[np.float64]
Spectrum = Callable[[Mono], Mono]
"""Gain at each frequency in hertz."""


def samples(seconds: float) -> int:
    """Number of samples in so many seconds, rounded."""
    return round(seconds * SAMPLE_RATE_HZ)


def times_s(seconds: float) -> Mono:
    """The time of each sample, in seconds from 0."""
    return np.arange(samples(seconds)) / SAMPLE_RATE_HZ


def amplitude(gain_db: float) -> float:
    """The factor of a gain in decibels."""
    return float(10 ** (gain_db / 20))


def event(sound: Mono) -> Mono:
    """The sound scaled to peak 1."""
    return np.asarray(sound / max(float(np.max(np.abs(sound), initial=0.0)), _QUIET))


def texture(sound: Mono) -> Mono:
    """The sound scaled to RMS 1."""
    return np.asarray(sound / max(float(np.sqrt(np.mean(sound**2))), _QUIET))


def frequencies_hz(length: int) -> Mono:
    """The frequencies of a real spectrum of so many samples."""
    return np.arange(length // 2 + 1, dtype=np.float64) * (SAMPLE_RATE_HZ / length)


def filtered(sound: Mono, gain: Spectrum) -> Mono:
    """The sound with its spectrum multiplied by a real gain (zero phase, padded so that nothing wraps round)."""
    padded = len(sound) + samples(0.1)
    spectrum = np.fft.rfft(sound, padded)
    return np.asarray(np.fft.irfft(spectrum * gain(frequencies_hz(padded)), padded)[: len(sound)])


def band(low_hz: float, high_hz: float, order: int = 2) -> Spectrum:
    """A band-pass gain with Butterworth slopes of the given order at both edges."""

    def gain(frequency_hz: Mono) -> Mono:
        safe_hz = np.maximum(frequency_hz, 1e-3)
        low = 1 / np.sqrt(1 + (low_hz / safe_hz) ** (2 * order))
        return np.asarray(low / np.sqrt(1 + (safe_hz / high_hz) ** (2 * order)))

    return gain


def formants(*peaks: tuple[float, float, float]) -> Spectrum:
    """A gain with resonances, each (centre in Hz, half-width in Hz, gain)."""

    def gain(frequency_hz: Mono) -> Mono:
        total = np.zeros_like(frequency_hz)
        for centre_hz, width_hz, peak in peaks:
            total += peak / (1 + ((frequency_hz - centre_hz) / width_hz) ** 2)
        return total

    return gain


def rolloff(power: float) -> Spectrum:
    """A gain falling as 1 / frequency to the given power, 1 at 1 kHz."""
    return lambda frequency_hz: np.asarray((np.maximum(frequency_hz, 20.0) / 1000.0) ** -power)


def noise(rng: np.random.Generator, seconds: float, low_hz: float, high_hz: float, slope: float = 0.0) -> Mono:
    """A texture of band-limited noise whose amplitude falls as 1 / frequency to the power `slope`."""
    shape, tilt = band(low_hz, high_hz), rolloff(slope)
    return texture(filtered(rng.standard_normal(samples(seconds)), lambda f: shape(f) * tilt(f)))


def wander(rng: np.random.Generator, seconds: float, rate_hz: float, low: float, high: float) -> Mono:
    """A smooth random curve between two values that changes its mind `rate_hz` times a second."""
    knots = rng.uniform(low, high, int(seconds * rate_hz) + 3)
    position = times_s(seconds) * rate_hz
    index = position.astype(int)
    part = position - index
    ease = part * part * (3 - 2 * part)
    return np.asarray(knots[index] * (1 - ease) + knots[index + 1] * ease)


def curve(seconds: float, *points: tuple[float, float]) -> Mono:
    """Straight lines through (share of the length 0..1, value) points."""
    share = np.linspace(0, 1, samples(seconds))
    return np.interp(share, [at for at, _ in points], [value for _, value in points])


def sine(frequency_hz: Mono) -> Mono:
    """A sine that follows a frequency curve."""
    return np.asarray(np.sin(2 * np.pi * np.cumsum(frequency_hz) / SAMPLE_RATE_HZ))


def voiced(f0_hz: Mono, spectrum: Spectrum, top_hz: float = 8000.0) -> Mono:
    """Harmonics of a fundamental curve under a spectral envelope: throats, reeds, horns, engines. Peak 1."""
    phase = 2 * np.pi * np.cumsum(f0_hz) / SAMPLE_RATE_HZ
    total = np.zeros_like(phase)
    for number in range(1, int(top_hz / float(np.min(f0_hz))) + 1):
        harmonic_hz = number * f0_hz
        # The last 40 % below the top fade out: a wall in the spectrum sounds like a bad telephone.
        taper = np.clip((top_hz - harmonic_hz) / (0.4 * top_hz), 0.0, 1.0)
        total += taper * spectrum(harmonic_hz) * np.sin(number * phase + number**2)
    return event(total)


def whistling(rng: np.random.Generator, centre_hz: Mono, width_hz: float) -> Mono:
    """A texture of noise in a narrow band that follows a frequency curve."""
    seconds = len(centre_hz) / SAMPLE_RATE_HZ
    in_phase = noise(rng, seconds, 0.5, width_hz / 2)
    quadrature = noise(rng, seconds, 0.5, width_hz / 2)
    phase = 2 * np.pi * np.cumsum(centre_hz) / SAMPLE_RATE_HZ
    return texture(in_phase * np.cos(phase) - quadrature * np.sin(phase))


def modes(seconds: float, parts: Sequence[tuple[float, float, float]]) -> Mono:
    """An event of decaying sines, each (Hz, time to fall by 60 dB in s, gain): bells, bars, cups, wood."""
    t = times_s(seconds)
    total = np.zeros_like(t)
    for frequency_hz, fall_60_s, gain in parts:
        total += gain * np.exp(-6.91 * t / fall_60_s) * np.sin(2 * np.pi * frequency_hz * t)
    return event(total * np.minimum(t / 0.001, 1))


def impulses(rng: np.random.Generator, seconds: float, rate_hz: float, spread: float = 1.0) -> Mono:
    """Clicks of one sample at random times, with log-normal sizes of the given spread and random sign."""
    count = int(rng.poisson(rate_hz * seconds))
    train = np.zeros(samples(seconds))
    sizes = rng.lognormal(0.0, spread, count) * rng.choice([-1.0, 1.0], count)
    np.add.at(train, rng.integers(0, len(train), count), sizes)
    return train


def convolved(sound: Mono, response: Mono) -> Mono:
    """Linear convolution, cut to the length of the sound."""
    length = len(sound) + len(response) - 1
    return np.asarray(np.fft.irfft(np.fft.rfft(sound, length) * np.fft.rfft(response, length), length)[: len(sound)])


def resampled(sound: Mono, factor: float) -> Mono:
    """The sound made `factor` times as long by band-limited interpolation (so lower in pitch by the same factor)."""
    spectrum = np.fft.rfft(np.concatenate([sound, np.zeros(256)]))
    length = round((len(sound) + 256) * factor)
    return np.asarray(np.fft.irfft(spectrum, length) * factor)


def swell(seconds: float, attack_s: float, release_s: float) -> Mono:
    """An envelope that rises to 1 and falls to 0 along half cosines."""
    t = times_s(seconds)
    rise = np.clip(t / max(attack_s, 1e-4), 0, 1)
    fall = np.clip((seconds - t) / max(release_s, 1e-4), 0, 1)
    return np.asarray((0.5 - 0.5 * np.cos(np.pi * rise)) * (0.5 - 0.5 * np.cos(np.pi * fall)))
