"""The four acoustic filters of AGL1K (section A.3): energy, noise, clipping and monotony, from one decode."""

from soundmark.curation.filters.clipping import clipping_ratio_as_published
from soundmark.curation.filters.complexity import Complexity, acoustic_complexity
from soundmark.curation.filters.flatness import flatness_of_frames, spectral_flatness
from soundmark.curation.filters.measure import measure
from soundmark.curation.filters.settings import ComplexityOf, FilterSettingError, SpectrumSettings
from soundmark.curation.filters.thresholds import Filter, Thresholds, dropped_by
from soundmark.curation.filters.values import ClipValues, NoValue

__all__ = [
    "ClipValues",
    "Complexity",
    "ComplexityOf",
    "Filter",
    "FilterSettingError",
    "NoValue",
    "SpectrumSettings",
    "Thresholds",
    "acoustic_complexity",
    "clipping_ratio_as_published",
    "dropped_by",
    "flatness_of_frames",
    "measure",
    "spectral_flatness",
]
