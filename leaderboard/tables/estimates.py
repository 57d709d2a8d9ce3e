"""Figures of one row with their 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.intervals import CONFIDENCE, RESAMPLES, SEED, Interval
from leaderboard.tables.columns import Codes, Floats
from leaderboard.tables.metrics import Measured
from soundmark.scoring.proportion import wilson_interval

DRAWS_AT_ONCE = 4_000_000
Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure.

    Attributes:
        value: None without an answer that counts for it.
        n: answers that count for it.
        interval: None where nothing can be said, or it was not asked for.
    """

    value: float | None
    n: int
    interval: Interval | None = None


def figures_of(measured: Sequence[Measured], places: Codes) -> list[Estimate]:
    """The figures of some answers, without intervals; in the order of the metrics."""
    found: dict[str, Estimate] = {}
    for one in measured:
        if one.values is not None:
            found[one.metric.name] = _plain(one, one.values[places])
    for one in measured:
        if one.values is None:
            found[one.metric.name] = _mean_of_parts([found[name] for name in one.metric.parts])
    return [found[one.metric.name] for one in measured]


def _plain(one: Measured, values: Floats) -> Estimate:
    kept = values[~np.isnan(values)]
    if not len(kept):
        return Estimate(None, 0)
    level = one.metric.quantile
    value = math.fsum(kept) / len(kept) if level is None else float(np.quantile(kept, level))
    return Estimate(value, len(kept))


def _mean_of_parts(parts: Sequence[Estimate]) -> Estimate:
    present = [part.value for part in parts if part.value is not None]
    n = sum(part.n for part in parts)
    return Estimate(math.fsum(present) / len(present) if present else None, n)


def with_intervals(measured: Sequence[Measured], places: Codes, clusters: Codes) -> list[Estimate]:
    """The figures of some answers with their intervals.

    Means: percentile bootstrap that draws whole clusters (Davison and Hinkley 1997, section 3.8), all metrics from the
    same draws. A share of answers that stand alone and are all right, or all wrong, which a bootstrap gives no width,
    has Wilson's interval. Quantiles: the interval of the share below, turned into values (Woodruff 1952, Journal of the
    American Statistical Association 47, 635-646), with the variance between clusters.

    Args:
        measured: the metrics.
        places: of the answers, shape (n,).
        clusters: what each is drawn with, shape (n,).
    """
    figures = figures_of(measured, places)
    means = [one for one in measured if one.values is not None and one.metric.quantile is None]
    _, numbers = np.unique(clusters, return_inverse=True)
    ends = _bootstrap(means, places, numbers, [one for one in measured if one.values is None])
    found = []
    for one, figure in zip(measured, figures, strict=True):
        if figure.value is None:
            interval = None
        elif one.metric.quantile is not None and one.values is not None:
            interval = _woodruff(one.values[places], numbers, one.metric.quantile)
        else:
            interval = ends.get(one.metric.name)
            if one.metric.percent and figure.value in (0.0, 1.0):
                interval = _wilson_of_clusters(one, places, numbers, figure)
        found.append(Estimate(figure.value, figure.n, interval))
    return found


def _wilson_of_clusters(one: Measured, places: Codes, numbers: Codes, figure: Estimate) -> Interval | None:
    """One observation a cluster is what is left to go by where every answer came out the same."""
    if one.values is None or figure.value is None:
        return None
    n = len(np.unique(numbers[~np.isnan(one.values[places])]))
    return Interval(*wilson_interval(round(figure.value * n), n)) if n else None


def _bootstrap(
    means: Sequence[Measured], places: Codes, numbers: Codes, parts_of: Sequence[Measured]
) -> dict[str, Interval]:
    n = int(numbers.max()) + 1 if len(numbers) else 0
    if n < 2 or not means:
        return {}
    values = np.stack([one.values[places] for one in means if one.values is not None], axis=1)
    counted = ~np.isnan(values)
    sums, counts = np.zeros((n, len(means))), np.zeros((n, len(means)))
    for column in range(len(means)):
        kept = counted[:, column]
        sums[:, column] = np.bincount(numbers[kept], values[kept, column], n)
        counts[:, column] = np.bincount(numbers[kept], minlength=n)
    drawn = _drawn_means(sums, counts)
    by_name = {one.metric.name: drawn[:, column] for column, one in enumerate(means)}
    enough = {one.metric.name: (counts[:, column] > 0).sum() > 1 for column, one in enumerate(means)}
    for one in parts_of:
        present = [by_name[name] for name in one.metric.parts if counts[:, _place(means, name)].any()]
        if present:
            by_name[one.metric.name] = np.mean(present, axis=0)
            enough[one.metric.name] = all(
                enough[name] for name in one.metric.parts if counts[:, _place(means, name)].any()
            )
    return {name: ends for name, column in by_name.items() if enough[name] and (ends := _ends(column)) is not None}


def _place(means: Sequence[Measured], name: str) -> int:
    return next(place for place, one in enumerate(means) if one.metric.name == name)


def _drawn_means(sums: Floats, counts: Floats) -> Floats:
    """Means of each column in each draw, shape (RESAMPLES, columns); NaN where a draw has no answer that counts."""
    order = np.lexsort((*counts.T, *sums.T))  # so that the order of the log decides nothing
    sums, counts = sums[order], counts[order]
    n = len(sums)
    rng = np.random.default_rng(SEED)
    means = np.full((RESAMPLES, sums.shape[1]), np.nan)
    step = max(1, DRAWS_AT_ONCE // n)
    for start in range(0, RESAMPLES, step):
        stop = min(start + step, RESAMPLES)
        drawn = rng.integers(0, n, size=(stop - start, n)) + (np.arange(stop - start) * n)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=(stop - start) * n).reshape(stop - start, n).astype(np.float64)
        totals = weights @ counts
        np.divide(weights @ sums, totals, out=means[start:stop], where=totals > 0)
    return means


def _ends(drawn: Floats) -> Interval | None:
    kept = drawn[np.isfinite(drawn)]
    if not len(kept):
        return None
    low, high = np.quantile(kept, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(float(low), float(high))


def _woodruff(values: Floats, numbers: Codes, level: float) -> Interval | None:
    kept = ~np.isnan(values)
    values, numbers = values[kept], numbers[kept]
    n = len(values)
    _, inverse = np.unique(numbers, return_inverse=True)
    clusters = int(inverse.max()) + 1 if n else 0
    if clusters < 2:
        return None
    below = (values <= np.quantile(values, level)).astype(np.float64)
    totals = np.bincount(inverse, below - below.mean(), clusters)
    error = math.sqrt(clusters / (clusters - 1) * float((totals**2).sum())) / n
    low, high = np.quantile(values, [max(0.0, level - Z * error), min(1.0, level + Z * error)])
    return Interval(float(low), float(high))
