"""A published kind of number: a mean, of how many, and how sure it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.scoring.proportion import wilson_interval

Floats = npt.NDArray[np.float64]

CONFIDENCE = 0.95
RESAMPLES = 1000
SEED = 20_250_605
"""Fixed, so that the same answers give the same interval everywhere."""
_DRAWS_AT_ONCE = 200_000


class Scoring(StrEnum):
    """Whose rules count: those of the released code with their faults, or ours."""

    PUBLISHED = "published"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A mean over n items with its 95 % interval.

    Attributes:
        value: None without items.
        n: how many items it is the mean of.
        low, high: the interval; None where fewer than two items (or groups of items) are there.
    """

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None


def mean_figure(values: npt.ArrayLike, clusters: Sequence[Hashable] | None = None) -> Figure:
    """A mean with the percentile bootstrap interval (Efron and Tibshirani 1993, chapter 13).

    Args:
        values: shape (n,), finite.
        clusters: which recording, say, each value belongs to; whole clusters are drawn, as their items are alike.

    Raises:
        ValueError: when a value is not finite or the lengths differ.
    """
    return mean_of_means([values], None if clusters is None else [clusters])


def share_figure(is_right: npt.ArrayLike, clusters: Sequence[Hashable] | None = None) -> Figure:
    """A share of items with Wilson's interval (1927), which has a width even at 0 and 1; bootstrap over clusters.

    Args:
        is_right: shape (n,), booleans.
        clusters: as in `mean_figure`.

    Raises:
        ValueError: when the lengths differ.
    """
    right = np.asarray(is_right, dtype=np.bool_)
    if clusters is not None:
        return mean_figure(right, clusters)
    n = len(right)
    if not n:
        return Figure(value=None, n=0)
    low, high = wilson_interval(int(right.sum()), n)
    return Figure(value=float(right.mean()), n=n, low=low, high=high)


def mean_of_means(groups: Sequence[npt.ArrayLike], clusters: Sequence[Sequence[Hashable]] | None = None) -> Figure:
    """The plain mean of the means of groups, whatever their sizes, with its bootstrap interval.

    Without clusters each group is drawn from by itself. With them whole clusters are drawn across all groups; draws in
    which a group stays empty are left out.

    Args:
        groups: each of shape (n_g,), finite.
        clusters: for each group which cluster each value belongs to.

    Returns:
        A figure without value when a group is empty.

    Raises:
        ValueError: when a value is not finite or the lengths differ.
    """
    values = [np.asarray(group, dtype=np.float64) for group in groups]
    ordered = [np.sort(group) for group in values]  # so that their order makes no difference, not even by rounding
    if not all(np.isfinite(group).all() for group in values):
        raise ValueError("A mean needs finite values.")
    n = sum(len(group) for group in values)
    if not values or not all(len(group) for group in values):
        return Figure(value=None, n=n)
    value = float(np.mean([group.mean() for group in ordered]))
    if clusters is None:
        means = np.mean([_drawn_means(group, column) for column, group in enumerate(ordered)], axis=0)
        is_enough = all(len(group) > 1 for group in values)
    else:
        sums, counts = _cluster_totals(values, clusters)
        means = _drawn_cluster_means(sums, counts)
        is_enough = len(sums) > 1
    if not is_enough or not len(means):
        return Figure(value=value, n=n)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Figure(value=value, n=n, low=float(low), high=float(high))


def _drawn_means(values: Floats, column: int) -> Floats:
    """Means of values drawn with replacement, shape (RESAMPLES,); each group has draws of its own."""
    rng = np.random.default_rng([SEED, column])
    step = max(1, _DRAWS_AT_ONCE // len(values))
    means = np.empty(RESAMPLES)
    for start in range(0, RESAMPLES, step):
        stop = min(start + step, RESAMPLES)
        means[start:stop] = values[rng.integers(0, len(values), size=(stop - start, len(values)))].mean(axis=1)
    return means


def _cluster_totals(values: Sequence[Floats], clusters: Sequence[Sequence[Hashable]]) -> tuple[Floats, Floats]:
    """Sums and numbers of values, shape (n_clusters, n_groups), in an order that depends on these alone."""
    if len(clusters) != len(values) or any(len(a) != len(b) for a, b in zip(values, clusters, strict=True)):
        raise ValueError("Every value needs the cluster it belongs to.")
    names = {name: row for row, name in enumerate(dict.fromkeys(name for group in clusters for name in group))}
    sums, counts = np.zeros((len(names), len(values))), np.zeros((len(names), len(values)))
    for column, (group, labels) in enumerate(zip(values, clusters, strict=True)):
        rows = [names[label] for label in labels]
        np.add.at(sums[:, column], rows, group)
        np.add.at(counts[:, column], rows, 1.0)
    order = np.lexsort((*counts.T, *sums.T))
    return sums[order], counts[order]


def _drawn_cluster_means(sums: Floats, counts: Floats) -> Floats:
    rng = np.random.default_rng(SEED)
    means = []
    for _ in range(RESAMPLES):
        drawn = rng.integers(0, len(sums), size=len(sums))
        total = counts[drawn].sum(axis=0)
        if (total > 0).all():
            means.append(float((sums[drawn].sum(axis=0) / total).mean()))
    return np.array(means)
