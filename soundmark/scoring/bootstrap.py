"""Means and quantiles of columns over questions, with seeded 95 % percentile bootstrap intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

CONFIDENCE = 0.95
RESAMPLES = 1000
SEED = 20_240_601
"""Fixed, so that a file of answers gives the same intervals on every machine."""
_VALUES_AT_ONCE = 4_000_000
_TAIL = (1 - CONFIDENCE) / 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its interval.

    Attributes:
        value: None when no question counts.
        interval: low and high end; None when fewer than two questions count, which tell nothing about others.
        n: questions that count.
    """

    value: float | None
    interval: tuple[float, float] | None
    n: int


def mean_estimates(columns: Mapping[str, Floats], *, resamples: int = RESAMPLES) -> dict[str, Estimate]:
    """The mean of each column over the questions that count, NaN standing for those that do not.

    Questions are drawn with replacement, all columns from the same draws (Efron and Tibshirani 1993, chapter 13).

    Args:
        columns: name -> one value a question; all of one length, finite or NaN.
        resamples: how often to draw.

    Raises:
        ValueError: when the columns differ in length.
    """
    if not columns:
        return {}
    table = np.stack([np.asarray(column, dtype=np.float64) for column in columns.values()], axis=1)
    counted = ~np.isnan(table)
    filled = np.where(counted, table, 0.0)
    counts = counted.sum(axis=0)
    means = _resampled_means(filled, counted.astype(np.float64), resamples)
    return {
        name: _estimate(float(filled[:, column].sum()), int(counts[column]), means[:, column])
        for column, name in enumerate(columns)
    }


def _resampled_means(filled: Floats, counted: Floats, resamples: int) -> Floats:
    """Means of each column in each resample, NaN where a resample has no question that counts."""
    n = len(filled)
    rng = np.random.default_rng(SEED)
    means = np.full((resamples, filled.shape[1]), np.nan)
    if n == 0:
        return means
    step = max(1, _VALUES_AT_ONCE // n)
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        weights = rng.multinomial(n, np.full(n, 1 / n), size=stop - start).astype(np.float64)
        totals = weights @ counted
        np.divide(weights @ filled, totals, out=means[start:stop], where=totals > 0)
    return means


def _estimate(total: float, n: int, resampled: Floats) -> Estimate:
    if n == 0:
        return Estimate(None, None, 0)
    if n < 2:
        return Estimate(total / n, None, n)
    low, high = np.nanquantile(resampled, [_TAIL, 1 - _TAIL])
    return Estimate(total / n, (float(low), float(high)), n)


def quantile_estimates(values: Floats, shares: Sequence[float], *, resamples: int = RESAMPLES) -> list[Estimate]:
    """Quantiles of the values that are not NaN, interpolated linearly (Hyndman and Fan 1996, type 7)."""
    kept = values[~np.isnan(values)]
    n = len(kept)
    if n == 0:
        return [Estimate(None, None, 0) for _ in shares]
    found = np.quantile(kept, shares)
    if n < 2:
        return [Estimate(float(value), None, n) for value in found]
    rng = np.random.default_rng(SEED)
    step = max(1, _VALUES_AT_ONCE // n)
    sizes = [min(step, resamples - start) for start in range(0, resamples, step)]
    drawn = np.concatenate(
        [np.quantile(kept.take(rng.integers(0, n, size=(size, n))), shares, axis=1) for size in sizes], axis=1
    )
    lows, highs = np.quantile(drawn, [_TAIL, 1 - _TAIL], axis=1)
    ends = zip(found, lows, highs, strict=True)
    return [Estimate(float(value), (float(low), float(high)), n) for value, low, high in ends]
