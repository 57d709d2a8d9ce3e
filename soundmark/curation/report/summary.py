"""What a run found, counted while its records go by: memory does not grow with their number."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from soundmark.curation.batch.record import ClipRecord, Fault, Heard
from soundmark.curation.filters.settings import SpectrumSettings
from soundmark.curation.filters.thresholds import Filter, Thresholds, dropped_by
from soundmark.curation.filters.values import ClipValues
from soundmark.curation.near_duplicates import NearDuplicatesFound

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
        option: of the command, that sets the threshold.
        drops: on which side of it: below or above.
        written: a value with its unit.
    """

    title: str
    edges: tuple[float, ...]
    value: Callable[[ClipValues], float | None]
    threshold: Callable[[Thresholds], float | None]
    option: str
    drops: str
    written: Callable[[float], str]


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
        option="--min-rms",
        drops="below",
        written=lambda value: f"{value:.1f} dB",
    ),
    Filter.FLATNESS: Measure(
        title="Spectral flatness, mean of frames",
        edges=_edges(0, 0.7, 35),
        value=lambda values: values.spectral_flatness,
        threshold=lambda limit: limit.max_flatness,
        option="--max-flatness",
        drops="above",
        written=lambda value: f"{value:.3f}",
    ),
    Filter.CLIPPING: Measure(
        title="Samples at full scale, share of the worst channel",
        edges=_edges(0, 0.1, 40),
        value=lambda values: values.clipping_ratio,
        threshold=lambda limit: limit.max_clipping,
        option="--max-clipping",
        drops="above",
        written=lambda value: f"{value:.2%}" if value == 0 or value >= 0.0001 else "under 0.01%",
    ),
    Filter.COMPLEXITY: Measure(
        title="Acoustic complexity per band",
        edges=_edges(0, 1.6, 40),
        value=lambda values: values.acoustic_complexity_per_band,
        threshold=lambda limit: limit.min_complexity,
        option="--min-complexity",
        drops="below",
        written=lambda value: f"{value:.3f}",
    ),
}


@dataclass(frozen=True, slots=True)
class Example:
    """A recording, or a segment of one, shown for a filter.

    Attributes:
        name: of the file.
        value: on the filter's scale.
        start_s, end_s: of the segment; None for all of the recording.
    """

    name: str
    value: float
    start_s: float | None = None
    end_s: float | None = None


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
        nearest.sort(key=lambda each: (abs(each.value - threshold), each.name, each.start_s or 0.0))
        del nearest[N_EXAMPLES:]


@dataclass(slots=True, kw_only=True)
class Summary:
    """Counts of a run. A clip is a recording, or each segment of one where recordings are cut.

    Attributes:
        thresholds, spectrum: what clips were judged by.
        is_cut: whether recordings are cut into segments.
        n_files: recordings in the folder.
        n_clips: clips that were heard.
        n_kept: clips that nothing speaks against.
        n_dropped: by reason; a clip counts for each filter that it falls short of.
        n_dropped_clips: clips that fall short of any.
        n_faults: recordings that could not be used, by reason.
        faults: the first of them.
        n_lossy: clips whose clipping cannot be seen fully.
        duration_kept_s: of all clips kept.
        histograms: by filter, how many clips lie in each bar.
        examples: by filter.
        near_duplicates: clips that share their sound, None where nobody looked for them.
    """

    thresholds: Thresholds
    spectrum: SpectrumSettings
    is_cut: bool = False
    n_files: int = 0
    n_clips: int = 0
    n_kept: int = 0
    n_dropped: Counter[Filter] = field(default_factory=Counter)
    n_dropped_clips: int = 0
    n_faults: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, Fault]] = field(default_factory=list)
    n_lossy: int = 0
    duration_kept_s: float = 0.0
    histograms: dict[Filter, list[int]] = field(
        default_factory=lambda: {name: [0] * (len(each.edges) - 1) for name, each in MEASURES.items()}
    )
    examples: dict[Filter, Examples] = field(default_factory=lambda: {name: Examples() for name in MEASURES})
    near_duplicates: NearDuplicatesFound | None = None

    def add(self, record: ClipRecord) -> tuple[Heard, ...]:
        """Count a recording. Returns what of it passes all filters."""
        self.n_files += 1
        if not record.heard:
            self._add_fault(record)
        return tuple(heard for heard in record.heard if self._add_heard(record.file.name, heard))

    def drop(self, heard: Heard, reason: Filter) -> None:
        """Take back a clip that passed the filters, for a reason that is not one of them."""
        self.n_kept -= 1
        self.duration_kept_s -= heard.values.duration_s
        self.n_dropped_clips += 1
        self.n_dropped[reason] += 1

    def _add_heard(self, name: str, heard: Heard) -> bool:
        failed = dropped_by(heard.values, self.thresholds)
        self.n_clips += 1
        self.n_lossy += heard.values.is_lossy
        for measured, each in MEASURES.items():
            self._show(measured, each, name, heard, falls_short=measured in failed)
        self.n_dropped.update(failed)
        if failed:
            self.n_dropped_clips += 1
            return False
        self.n_kept += 1
        self.duration_kept_s += heard.values.duration_s
        return True

    def _add_fault(self, record: ClipRecord) -> None:
        fault = record.fault or Fault(reason="unknown", message="Nothing is known of it.")
        self.n_faults[fault.reason] += 1
        if len(self.faults) < N_FAULTS_NAMED:
            self.faults.append((record.file.name, fault))

    def _show(self, measured: Filter, each: Measure, name: str, heard: Heard, *, falls_short: bool) -> None:
        value = each.value(heard.values)
        if value is None:
            return
        bar = int(np.searchsorted(each.edges, value, side="right")) - 1
        self.histograms[measured][min(max(bar, 0), len(each.edges) - 2)] += 1
        threshold = each.threshold(self.thresholds)
        if threshold is not None:
            example = Example(name, value, heard.start_s, heard.end_s)
            self.examples[measured].add(example, threshold, falls_short=falls_short)
