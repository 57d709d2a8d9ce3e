"""What a run found, counted while its records go by: memory does not grow with their number."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from soundmark.curation.batch.record import ClipRecord, Fault
from soundmark.curation.filters.settings import SpectrumSettings
from soundmark.curation.filters.thresholds import Filter, Thresholds, dropped_by
from soundmark.curation.filters.values import ClipValues

N_EXAMPLES = 5
N_FAULTS_NAMED = 200
LOWEST_DB = -120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A value as the report shows it.

    Attributes:
        title: with its unit.
        edges: of the bars of its histogram; values beyond count in the first or last bar.
        value: of a recording; None where it has none.
        threshold: on the same scale; None where the filter is off.
    """

    title: str
    edges: tuple[float, ...]
    value: Callable[[ClipValues], float | None]
    threshold: Callable[[Thresholds], float | None]


def _edges(first: float, last: float, n_bars: int) -> tuple[float, ...]:
    return tuple(float(edge) for edge in np.linspace(first, last, n_bars + 1).round(6))


def decibels(amplitude: float | None) -> float | None:
    """Level in dB re full scale, at least `LOWEST_DB`."""
    if amplitude is None:
        return None
    return max(LOWEST_DB, 20 * math.log10(amplitude)) if amplitude > 0 else LOWEST_DB


MEASURES: Mapping[Filter, Measure] = {
    Filter.ENERGY: Measure(
        title="RMS without offset, dB re full scale",
        edges=_edges(-80, 0, 40),
        value=lambda values: decibels(values.rms_ac),
        threshold=lambda limit: decibels(limit.min_rms),
    ),
    Filter.FLATNESS: Measure(
        title="Spectral flatness, mean of frames",
        edges=_edges(0, 0.7, 35),
        value=lambda values: values.spectral_flatness,
        threshold=lambda limit: limit.max_flatness,
    ),
    Filter.CLIPPING: Measure(
        title="Samples at full scale, share of the worst channel",
        edges=_edges(0, 0.1, 40),
        value=lambda values: values.clipping_ratio,
        threshold=lambda limit: limit.max_clipping,
    ),
    Filter.COMPLEXITY: Measure(
        title="Acoustic complexity per band",
        edges=_edges(0, 1.6, 40),
        value=lambda values: values.acoustic_complexity_per_band,
        threshold=lambda limit: limit.min_complexity,
    ),
}


@dataclass(frozen=True, slots=True)
class Example:
    """A recording shown for a filter, with its value on the filter's scale."""

    name: str
    value: float


@dataclass(slots=True)
class Examples:
    """The recordings nearest to a threshold, on either side, where listening tells most about it.

    Another filter may drop what passes this one.
    """

    passing: list[Example] = field(default_factory=list)
    short: list[Example] = field(default_factory=list)

    def add(self, example: Example, threshold: float, *, falls_short: bool) -> None:
        """Take a recording in if it is among the nearest."""
        nearest = self.short if falls_short else self.passing
        nearest.append(example)
        nearest.sort(key=lambda each: (abs(each.value - threshold), each.name))
        del nearest[N_EXAMPLES:]


@dataclass(slots=True, kw_only=True)
class Summary:
    """Counts of a run.

    Attributes:
        thresholds, spectrum: what recordings were judged by.
        n_files: recordings in the folder.
        n_kept: recordings that pass all filters.
        n_dropped: by filter; a recording counts for each that it falls short of.
        n_dropped_files: recordings that fall short of any.
        n_faults: by reason.
        faults: the first files that could not be used.
        n_lossy: recordings whose clipping cannot be seen fully.
        histograms: by filter, how many recordings lie in each bar.
        examples: by filter.
    """

    thresholds: Thresholds
    spectrum: SpectrumSettings
    n_files: int = 0
    n_kept: int = 0
    n_dropped: Counter[Filter] = field(default_factory=Counter)
    n_dropped_files: int = 0
    n_faults: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, Fault]] = field(default_factory=list)
    n_lossy: int = 0
    duration_kept_s: float = 0.0
    histograms: dict[Filter, list[int]] = field(
        default_factory=lambda: {name: [0] * (len(each.edges) - 1) for name, each in MEASURES.items()}
    )
    examples: dict[Filter, Examples] = field(default_factory=lambda: {name: Examples() for name in MEASURES})

    def add(self, record: ClipRecord) -> bool:
        """Count a record. Returns whether the recording is kept."""
        self.n_files += 1
        if record.values is None:
            self._add_fault(record)
            return False
        failed = dropped_by(record.values, self.thresholds)
        self.n_lossy += record.values.is_lossy
        for name, each in MEASURES.items():
            self._show(name, each, record, falls_short=name in failed)
        self.n_dropped.update(failed)
        if failed:
            self.n_dropped_files += 1
            return False
        self.n_kept += 1
        self.duration_kept_s += record.values.duration_s
        return True

    def _add_fault(self, record: ClipRecord) -> None:
        fault = record.fault or Fault(reason="unknown", message="Nothing is known of it.")
        self.n_faults[fault.reason] += 1
        if len(self.faults) < N_FAULTS_NAMED:
            self.faults.append((record.file.name, fault))

    def _show(self, name: Filter, each: Measure, record: ClipRecord, *, falls_short: bool) -> None:
        value = None if record.values is None else each.value(record.values)
        if value is None:
            return
        bar = int(np.searchsorted(each.edges, value, side="right")) - 1
        self.histograms[name][min(max(bar, 0), len(each.edges) - 2)] += 1
        threshold = each.threshold(self.thresholds)
        if threshold is not None:
            self.examples[name].add(Example(record.file.name, value), threshold, falls_short=falls_short)
