"""How the spectrum that two of the filters look at is taken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from soundmark.types import SoundmarkError

MIN_N_FFT, MAX_N_FFT = 64, 32_768
N_OFFSET_BINS = 2
"""Lowest points of the transform, which are left out: a constant offset shows in them."""


class FilterSettingError(SoundmarkError):
    """A setting of a filter that cannot be; the text names it and says what can."""


class ComplexityOf(StrEnum):
    """What acoustic complexity is counted on, for each band and frame."""

    ENERGY = "energy"
    """|X|^2, as AGL1K A.3 writes it."""
    AMPLITUDE = "amplitude"
    """|X|, as scikit-maad and the index's first authors take it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpectrumSettings:
    """Frames of the spectrum; both values below depend on them, so that they stand beside every result.

    Attributes:
        n_fft: samples in a frame and points of its transform, a power of two; n_fft / 2 - 1 bands come of it.
        hop: samples from one frame to the next, 1 to n_fft.
        complexity_of: energy or amplitude.

    Raises:
        FilterSettingError: when a value is out of range.
    """

    n_fft: int = 2048
    hop: int = 512
    complexity_of: ComplexityOf = ComplexityOf.ENERGY

    def __post_init__(self) -> None:
        if not (MIN_N_FFT <= self.n_fft <= MAX_N_FFT and self.n_fft.bit_count() == 1):
            raise FilterSettingError(
                f"A window of {self.n_fft} samples is not possible. Use a power of two from {MIN_N_FFT} to {MAX_N_FFT}."
            )
        if not 1 <= self.hop <= self.n_fft:
            raise FilterSettingError(f"A hop of {self.hop} samples is not possible. Use 1 to {self.n_fft}.")

    @property
    def n_bands(self) -> int:
        """Frequency bands, from 2 sample_rate / n_fft to half the sample rate."""
        return self.n_fft // 2 + 1 - N_OFFSET_BINS
