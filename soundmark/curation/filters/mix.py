"""The one channel that the spectrum is taken of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soundmark.audio.measure import SILENCE_RMS
from soundmark.audio.sound import Samples

MIX = "mix"
LARGEST_PEAK = 8.0
"""Samples beyond it, which only float files hold, are scaled down, so that three powers together stay in float32."""


class Mono(NamedTuple):
    """One channel, its mean removed.

    Attributes:
        samples: float32, shape (n_samples,).
        channel: `MIX`, or 'channel 2' where the mix cancels and that is the loudest one.
    """

    samples: NDArray[np.float32]
    channel: str


def mono_of(samples: Samples, peak: float) -> Mono:
    """The mean of all channels, without its own mean.

    Where channels cancel each other, as with one wired the wrong way round, the mix is silent though the recording is
    not: then the loudest channel stands for it.

    Args:
        samples: shape (n_frames, n_channels), not silent.
        peak: their largest absolute value.
    """
    if peak > LARGEST_PEAK:
        samples = samples / np.float32(peak)
    mix = samples[:, 0].copy()
    for index in range(1, samples.shape[1]):
        mix += samples[:, index]
    mix *= np.float32(1 / samples.shape[1])
    mix = _centred(mix)
    if samples.shape[1] == 1 or _energy(mix) >= SILENCE_RMS**2:
        return Mono(mix, MIX)
    channels = [_centred(samples[:, index].copy()) for index in range(samples.shape[1])]
    loudest = max(range(len(channels)), key=lambda index: _energy(channels[index]))
    return Mono(channels[loudest], f"channel {loudest + 1}")


def _centred(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    samples -= np.float32(samples.mean(dtype=np.float64))
    return samples


def _energy(samples: NDArray[np.float32]) -> float:
    """Mean square."""
    return float(np.einsum("i,i", samples, samples)) / len(samples)  # np.dot would start threads
