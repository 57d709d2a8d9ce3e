"""Levels of a recording, and its outline for drawing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soundmark.audio.sound import Sound

SILENCE_RMS = 10 ** (-70 / 20)
"""Mean-removed RMS below which nothing can be heard at a usual volume: 70 dB below full scale, about ten steps of
16-bit samples. It asks whether there is any sound, not whether a recording is good."""

_LARGEST_POSITIVE_8_BIT = 127 / 128
_LARGEST_POSITIVE = 32767 / 32768
_EIGHT_BIT = frozenset({"PCM_U8", "PCM_S8", "pcm_u8", "pcm_s8"})
_BLOCK_FRAMES = 8_192
"""From 10,000 on OpenBLAS starts threads for a dot product, which take ten times as long as they save."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """How loud a recording is; full scale is 1. Every value is a finite number.

    Attributes:
        peak: largest absolute sample; above 1 in some float files.
        rms: sqrt(mean x^2) over all samples of all channels.
        rms_ac: the same after each channel's mean was subtracted, so that a constant offset is no energy.
        dc_offset: mean of the channel whose mean is farthest from 0.
        clipping_ratio_by_channel: share of each channel's samples that stand at full scale or beyond. Full scale is
            the largest positive number of the coding (127/128 in 8-bit files, else 32767/32768): +32767 is as full
            as -32768. Blind for lossy sources, whose coding moves clipped samples off full scale.
        is_silent: `rms_ac` is below `SILENCE_RMS`.
    """

    peak: float
    rms: float
    rms_ac: float
    dc_offset: float
    clipping_ratio_by_channel: tuple[float, ...]
    is_silent: bool

    @property
    def clipping_ratio(self) -> float:
        """Of the channel that is clipped most."""
        return max(self.clipping_ratio_by_channel)


def levels(sound: Sound) -> Levels:
    """Measure a recording, in double precision and per channel before any mixing."""
    full_scale = _LARGEST_POSITIVE_8_BIT if sound.codec in _EIGHT_BIT else _LARGEST_POSITIVE
    channels = [_Channel.measured(sound.samples[:, index], full_scale) for index in range(sound.n_channels)]
    n_samples = sound.samples.size
    rms_ac = math.sqrt(sum(channel.energy_ac for channel in channels) / n_samples)
    return Levels(
        peak=max(channel.peak for channel in channels),
        rms=math.sqrt(sum(channel.energy for channel in channels) / n_samples),
        rms_ac=rms_ac,
        dc_offset=max((channel.mean for channel in channels), key=abs),
        clipping_ratio_by_channel=tuple(channel.n_clipped / sound.n_frames for channel in channels),
        is_silent=rms_ac < SILENCE_RMS,
    )


class _Channel(NamedTuple):
    """Sums over one channel; energies are sums of squares, `energy_ac` after the mean was subtracted."""

    peak: float
    mean: float
    energy: float
    energy_ac: float
    n_clipped: int

    @classmethod
    def measured(cls, column: NDArray[np.float32], full_scale: float) -> _Channel:
        # In blocks that stay in the cache, in double precision, and with a rough mean subtracted before squaring: an
        # offset far above the sound would else leave nothing of it in the difference.
        rough_mean = float(column[:_BLOCK_FRAMES].mean(dtype=np.float64))
        peak = total = energy_ac = 0.0
        n_clipped = 0
        for start in range(0, len(column), _BLOCK_FRAMES):
            samples = np.ascontiguousarray(column[start : start + _BLOCK_FRAMES])
            highest = max(float(samples.max()), -float(samples.min()))
            if highest >= full_scale:
                n_clipped += int(np.count_nonzero(np.abs(samples) >= full_scale))
            peak = max(peak, highest)
            around_mean = samples.astype(np.float64)
            around_mean -= rough_mean
            total += float(np.einsum("i->", around_mean))
            energy_ac += float(np.dot(around_mean, around_mean))
        n = len(column)
        energy = energy_ac + 2 * rough_mean * total + n * rough_mean**2
        return cls(peak, rough_mean + total / n, max(energy, 0.0), max(energy_ac - total**2 / n, 0.0), n_clipped)


def waveform_peaks(sound: Sound, n_bins: int = 200) -> list[float]:
    """The outline of a recording: its largest deviation in each of `n_bins` equal parts.

    Args:
        sound: the recording; each channel's mean is subtracted first, so that an offset draws no solid block.
        n_bins: number of values returned; a recording of fewer frames repeats some.

    Returns:
        Values from 0 to 1 in steps of 0.001, where 1 is the loudest part of this recording; a silent recording is flat.

    Raises:
        ValueError: when `n_bins` is not positive.
    """
    if n_bins < 1:
        raise ValueError(f"{n_bins} bins cannot be drawn.")
    starts = np.arange(n_bins) * sound.n_frames // n_bins
    outline = np.zeros(n_bins)
    for index in range(sound.n_channels):
        channel = np.ascontiguousarray(sound.samples[:, index])
        mean = float(channel.mean(dtype=np.float64))
        above = np.maximum.reduceat(channel, starts).astype(np.float64) - mean
        below = mean - np.minimum.reduceat(channel, starts).astype(np.float64)
        outline = np.maximum(outline, np.maximum(above, below))
    loudest = float(outline.max())
    if loudest < SILENCE_RMS:
        return [0.0] * n_bins
    return [round(float(value), 3) for value in np.clip(outline / loudest, 0.0, 1.0)]
