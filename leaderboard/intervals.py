"""How sure a mean is: percentile bootstrap over answers, or over groups of answers that belong together."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

CONFIDENCE = 0.95
RESAMPLES = 1000
SEED = 20_240_601
"""Fixed, so that the same answers give the same interval on every page and every machine."""
DRAWS_AT_ONCE = 200_000
"""Bounds the memory of one pass to a few megabytes, which also fit the cache of a processor."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval, in the unit of the mean it belongs to."""

    low: float
    high: float


def mean_interval(
    values: Sequence[float], clusters: Sequence[Hashable] | None = None, *, resamples: int = RESAMPLES
) -> Interval | None:
    """The 95 % percentile bootstrap interval of a mean (Efron and Tibshirani 1993, chapter 13).

    Whole clusters are drawn with replacement and the mean is that of all their values (Davison and Hinkley 1997,
    section 3.8): answers of one person are alike, so that drawing answers one by one would promise too much.
    The order of the values makes no difference.

    Args:
        values: finite numbers.
        clusters: which group each value belongs to; without it each value stands alone.
        resamples: how often to draw.

    Returns:
        None when fewer than two clusters are there: one tells nothing about others.

    Raises:
        ValueError: when a value is not finite, or the two sequences differ in length.
    """
    if not all(math.isfinite(value) for value in values):
        raise ValueError("An interval needs finite values.")
    sums, counts = _cluster_totals(values, clusters)
    units = len(sums)
    if units < 2:
        return None
    rng = np.random.default_rng(SEED)
    means = np.empty(resamples)
    step = max(1, DRAWS_AT_ONCE // units)
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        drawn = rng.integers(0, units, size=(stop - start, units))
        means[start:stop] = sums.take(drawn).sum(axis=1) / counts.take(drawn).sum(axis=1)
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Interval(float(low), float(high))


def _cluster_totals(values: Sequence[float], clusters: Sequence[Hashable] | None) -> tuple[Floats, Floats]:
    """Sum and number of the values of each cluster, in an order that depends on these alone."""
    if clusters is None:
        return np.sort(np.asarray(values, dtype=np.float64)), np.ones(len(values))
    members: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        members.setdefault(cluster, []).append(value)
    # fsum is exact, so that the sum does not depend on the order of its terms.
    sums = np.array([math.fsum(found) for found in members.values()], dtype=np.float64)
    counts = np.array([len(found) for found in members.values()], dtype=np.float64)
    order = np.lexsort((counts, sums))
    return sums[order], counts[order]
