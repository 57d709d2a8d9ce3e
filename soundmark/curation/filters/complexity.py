"""Acoustic complexity: how much the energy in each band changes from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from soundmark.curation.filters.settings import ComplexityOf
from soundmark.curation.filters.spectrum import Power

ROUNDING = float(np.finfo(np.float32).eps) ** 2
"""Share of the loudest band's energy below which a band holds only what rounding left of the others."""


@dataclass(frozen=True, slots=True)
class Complexity:
    """Acoustic complexity of a recording.

    Attributes:
        total: the sum over bands, as published; it grows with the number of bands.
        per_band: total / n_live_bands, from 0 to 2, comparable between window lengths.
        n_live_bands: bands with energy.
    """

    total: float
    per_band: float
    n_live_bands: int


class ComplexitySum:
    """Sums over frames, block by block.

    Args:
        complexity_of: whether E is energy or amplitude.
    """

    def __init__(self, complexity_of: ComplexityOf = ComplexityOf.ENERGY) -> None:
        self._of = complexity_of
        self._last: NDArray[np.float32] | None = None
        self._changes: NDArray[np.float64] | None = None
        self._energy: NDArray[np.float64] | None = None
        self.n_frames = 0

    def add(self, power: Power) -> None:
        """Count the frames of a block, and the step to it from the block before."""
        energy = power if self._of is ComplexityOf.ENERGY else np.sqrt(power)
        steps = energy[1:] - energy[:-1]
        changes = np.abs(steps, out=steps).sum(axis=0).astype(np.float64)
        if self._last is not None:
            changes += np.abs(energy[0] - self._last)
        sums = energy.sum(axis=0).astype(np.float64)
        self._changes = changes if self._changes is None else self._changes + changes
        self._energy = sums if self._energy is None else self._energy + sums
        self._last = energy[-1].copy()
        self.n_frames += len(power)

    def value(self) -> Complexity | None:
        """None with fewer than two frames, or without any energy."""
        if self.n_frames < 2 or self._changes is None or self._energy is None:
            return None
        loudest = float(self._energy.max())
        if not loudest > 0:
            return None
        floor = ROUNDING if self._of is ComplexityOf.ENERGY else ROUNDING**0.5
        live = self._energy > floor * loudest
        total = float((self._changes[live] / self._energy[live]).sum())
        n_live = int(np.count_nonzero(live))
        return Complexity(total, total / n_live, n_live)


def acoustic_complexity(power: Power, complexity_of: ComplexityOf = ComplexityOf.ENERGY) -> Complexity | None:
    """Acoustic complexity of a spectrogram.

    AGL1K A.3: AC = sum over f of (sum over t < T of |E[f, t+1] - E[f, t]|) / (sum over t of E[f, t]), where E[f, t] is
    the energy of band f in frame t of T. For independent frames of white noise each band adds 1 with energy and
    2 - sqrt(2) with amplitude, less where frames overlap; a steady band adds 0, a band with energy in one frame 1 or 2.

    A band without energy, for which the formula is 0/0, is left out (scikit-maad's is NaN for all of the recording).

    Args:
        power: shape (n_frames, n_bands).
        complexity_of: whether E is |X|^2 (energy) or |X| (amplitude).

    Returns:
        None with fewer than two frames, or without energy.
    """
    complexity = ComplexitySum(complexity_of)
    complexity.add(power)
    return complexity.value()
