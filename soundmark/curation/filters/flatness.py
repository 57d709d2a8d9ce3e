"""Spectral flatness: how noise-like a recording is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from soundmark.curation.filters.spectrum import Power

FLOOR = np.float32(1e-10)
"""Least power that counts, as librosa has it: without a floor, one band without power makes the whole frame 0."""


def flatness_of_frames(power: Power) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Spectral flatness of each frame.

    AGL1K A.3: SF = (prod P[k])^(1/K) / (1/K sum P[k]), where P[k] is the power at band k of K. It is 1 where all bands
    are equal, near 0 for a tone, and exp(-0.5772) = 0.561 on average for white noise in a frame that is not averaged.

    Powers below `FLOOR` count as `FLOOR`. A frame whose mean power is then not above twice the floor has no
    sound, and no flatness: taken literally it would be 0/0, and with the floor 1, the most noise-like of all.

    Args:
        power: shape (n_frames, n_bands), at most 1e12 anywhere.

    Returns:
        Flatness by frame, and which of the frames have sound; the flatness of the others means nothing.
    """
    n_bands = power.shape[1]
    # A row of floors: numpy compares with a single number half as fast.
    floored = np.maximum(power, np.full(n_bands, FLOOR))
    means = np.einsum("ij->i", floored).astype(np.float64) / n_bands
    geometric = np.exp(_sums_of_logs(floored).astype(np.float64) / n_bands)
    flatness: NDArray[np.float64] = geometric / means
    return flatness, means > 2 * FLOOR


def _sums_of_logs(floored: Power) -> NDArray[np.float32]:
    """Sum over log P[k] by frame; a logarithm costs more than two products, so it is taken of three bands at once."""
    third = floored.shape[1] // 3
    product = floored[:, :third] * floored[:, third : 2 * third]
    product *= floored[:, 2 * third : 3 * third]  # from 1e-30 to 1e36: float32 holds it
    sums: NDArray[np.float32] = np.log(product, out=product).sum(axis=1)
    sums += np.log(floored[:, 3 * third :]).sum(axis=1)
    return sums


class MeanFlatness:
    """Mean flatness over the frames that have sound, block by block."""

    def __init__(self) -> None:
        self._sum = 0.0
        self.n_frames = 0
        self.n_silent_frames = 0

    def add(self, power: Power) -> None:
        """Count the frames of a block."""
        flatness, sounding = flatness_of_frames(power)
        n_sounding = int(np.count_nonzero(sounding))
        self._sum += float(flatness[sounding].sum())
        self.n_frames += n_sounding
        self.n_silent_frames += len(power) - n_sounding

    def value(self) -> float | None:
        """From 0 to 1; None without a frame that has sound."""
        return self._sum / self.n_frames if self.n_frames else None


def spectral_flatness(power: Power) -> float | None:
    """Mean of `flatness_of_frames` over the frames that have sound; None when there is none.

    The mean over frames is what `librosa.feature.spectral_flatness(center=False).mean()` gives for a recording without
    silent frames, but for the two lowest bands, where an offset shows. The flatness of an averaged spectrum (Welch) is
    another number: 0.999 for white noise.
    """
    mean = MeanFlatness()
    mean.add(power)
    return mean.value()
