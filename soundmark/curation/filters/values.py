"""What the filters found in one recording."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NoValue(StrEnum):
    """Why a value is missing; a value is never NaN."""

    SILENT = "silent"
    """Nothing can be heard: 0/0 in every other formula."""
    TOO_SHORT = "too_short"
    """Flatness needs one window of samples, complexity two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipValues:
    """Values of one recording; every number is finite, and None has a reason.

    Attributes:
        duration_s: by the samples decoded, in seconds.
        sample_rate_hz: as in the file; nothing is resampled.
        n_channels: as in the file.
        codec: as the decoder calls it.
        is_lossy: the coding changed samples: `clipping_ratio` is blind, a high value still means clipping.
        n_bad_samples: NaN or infinite ones, counted as 0.
        peak: largest absolute sample; full scale is 1.
        dc_offset: mean of the channel whose mean is farthest from 0; full scale is 1.
        rms: over all samples of all channels, as published; an offset counts as energy.
        rms_ac: the same without each channel's mean; the filter goes by it.
        clipping_ratio: share of samples at full scale, of the channel clipped most; the filter goes by it.
        clipping_ratio_as_published: share of samples at the recording's own maximum.
        spectral_flatness: mean over the frames that have sound.
        n_silent_frames: frames that flatness leaves out.
        acoustic_complexity: sum over bands, as published.
        acoustic_complexity_per_band: mean over the bands with energy; the filter goes by it.
        n_live_bands: bands with energy.
        spectrum_of: 'mix', or the channel that stands for it where channels cancel.
        no_spectral_flatness, no_acoustic_complexity, no_clipping_ratio: why the value is None; None where it is not.
    """

    duration_s: float
    sample_rate_hz: int
    n_channels: int
    codec: str
    is_lossy: bool
    n_bad_samples: int
    peak: float
    dc_offset: float
    rms: float
    rms_ac: float
    clipping_ratio: float | None = None
    clipping_ratio_as_published: float | None = None
    spectral_flatness: float | None = None
    n_silent_frames: int = 0
    acoustic_complexity: float | None = None
    acoustic_complexity_per_band: float | None = None
    n_live_bands: int = 0
    spectrum_of: str = "mix"
    no_clipping_ratio: NoValue | None = None
    no_spectral_flatness: NoValue | None = None
    no_acoustic_complexity: NoValue | None = None
