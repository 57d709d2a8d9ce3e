"""Which recordings are kept: a threshold for each filter, and what a recording falls short of."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from soundmark.curation.filters.settings import FilterSettingError
from soundmark.curation.filters.values import ClipValues, NoValue


class Filter(StrEnum):
    """Why a recording is dropped."""

    SILENT = "silent"
    TOO_SHORT = "too_short"
    ENERGY = "low_energy"
    FLATNESS = "noise_like"
    CLIPPING = "clipped"
    COMPLEXITY = "monotonous"
    NEAR_DUPLICATE = "near_duplicate"
    """Another clip that stays holds the same sound; not told by `dropped_by`, which sees one clip."""
    NOT_LOCALIZABLE = "not_localizable"
    """Its sounds do not tell the place; not told by `dropped_by`, which sees no tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Values beyond which a recording is dropped; None for a filter that is off.

    AGL1K publishes the four formulas and no thresholds. These are Soundmark's own: careful ones, which drop what hardly
    anybody wants. Silent recordings are always dropped.

    Attributes:
        min_rms: least mean-removed RMS, full scale 1; 0.001 is 60 dB below full scale.
        max_flatness: largest mean spectral flatness of frames; white noise has 0.561.
        max_clipping: largest share of samples at full scale, of the channel clipped most.
        min_complexity: least acoustic complexity per band; a steady tone has 0.

    Raises:
        FilterSettingError: when a threshold is not a number, or out of range.
    """

    min_rms: float | None = 0.001
    max_flatness: float | None = 0.5
    max_clipping: float | None = 0.01
    min_complexity: float | None = 0.1

    def __post_init__(self) -> None:
        limits = {"min_rms": 1.0, "max_flatness": 1.0, "max_clipping": 1.0, "min_complexity": 2.0}
        for name, largest in limits.items():
            value: float | None = getattr(self, name)
            if value is not None and not (math.isfinite(value) and 0 <= value <= largest):
                raise FilterSettingError(f"{name} is {value:g}. Give a number from 0 to {largest:g}, or none.")


def dropped_by(values: ClipValues, thresholds: Thresholds) -> tuple[Filter, ...]:
    """All filters that a recording falls short of; none when it is kept.

    A recording too short for a filter that is on is dropped as too short: nobody can tell a place by 50 ms.
    """
    if values.no_clipping_ratio is NoValue.SILENT:
        return (Filter.SILENT,)
    found = [name for name, falls_short in _CHECKS.items() if falls_short(values, thresholds)]
    return tuple(found)


def _too_short(values: ClipValues, thresholds: Thresholds) -> bool:
    needed = (
        (values.no_spectral_flatness, thresholds.max_flatness),
        (values.no_acoustic_complexity, thresholds.min_complexity),
    )
    return any(reason is not None and threshold is not None for reason, threshold in needed)


def _below(value: float | None, threshold: float | None) -> bool:
    return value is not None and threshold is not None and value < threshold


def _above(value: float | None, threshold: float | None) -> bool:
    return value is not None and threshold is not None and value > threshold


_CHECKS: Mapping[Filter, Callable[[ClipValues, Thresholds], bool]] = {
    Filter.TOO_SHORT: _too_short,
    Filter.ENERGY: lambda values, limit: _below(values.rms_ac, limit.min_rms),
    Filter.FLATNESS: lambda values, limit: _above(values.spectral_flatness, limit.max_flatness),
    Filter.CLIPPING: lambda values, limit: _above(values.clipping_ratio, limit.max_clipping),
    Filter.COMPLEXITY: lambda values, limit: _below(values.acoustic_complexity_per_band, limit.min_complexity),
}
