"""The power spectrum that spectral flatness and acoustic complexity share, taken once, in blocks that fit the cache."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from soundmark.curation.filters.settings import N_OFFSET_BINS, SpectrumSettings

Power = NDArray[np.float32]
"""Shape (n_frames, n_bands): |X|^2 of Hann-windowed frames, not normalised, which is |librosa.stft|^2 without its first
two rows: there, and only there, a constant offset leaks under a Hann window."""

_BLOCK_SAMPLES = 131_072
"""Samples of the frames of a block together: 512 kB, which stay in a core's own cache from one step to the next."""


def power_blocks(mono: NDArray[np.float32], settings: SpectrumSettings) -> Iterator[Power]:
    """Power of consecutive frames.

    Only whole frames are taken. Padding at the ends, as librosa has it by default, would make every recording begin and
    end with a step from silence, which is all the complexity that a steady tone then has.

    Args:
        mono: shape (n_samples,), its mean removed: of a large offset rounding would leave noise in all bands.
        settings: n_fft and hop.

    Yields:
        Blocks of frames in order; the array is overwritten by the next block. Nothing, when there is no whole frame.
    """
    from scipy.fft import rfft

    if len(mono) < settings.n_fft:
        return
    window = hann(settings.n_fft)
    frames = np.lib.stride_tricks.sliding_window_view(mono, settings.n_fft)[:: settings.hop]
    n_block = max(1, _BLOCK_SAMPLES // settings.n_fft)
    windowed = np.empty((n_block, settings.n_fft), dtype=np.float32)
    power = np.empty((n_block, settings.n_bands), dtype=np.float32)
    squares = np.empty_like(power)
    for start in range(0, len(frames), n_block):
        block = frames[start : start + n_block]
        n = len(block)
        np.multiply(block, window, out=windowed[:n])
        # float32 in, complex64 out: half the memory traffic of numpy's older double-precision transform.
        spectrum = rfft(windowed[:n], axis=1, overwrite_x=True)
        np.square(spectrum.real[:, N_OFFSET_BINS:], out=power[:n])
        np.square(spectrum.imag[:, N_OFFSET_BINS:], out=squares[:n])
        power[:n] += squares[:n]
        yield power[:n]


def hann(n_fft: int) -> NDArray[np.float32]:
    """The periodic Hann window that librosa and scikit-maad use, 0.5 - 0.5 cos(2 pi n / N)."""
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n_fft) / n_fft)).astype(np.float32)
