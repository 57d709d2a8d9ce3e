"""Shares of right answers by group, their mean, and how sure they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.intervals import CONFIDENCE, DRAWS_AT_ONCE, RESAMPLES, SEED, Floats, Interval
from soundmark.scoring.proportion import wilson_interval

Counts = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Share:
    """A share of right answers, 0 to 1.

    Attributes:
        value: None without answers.
        interval: 95 % interval; None where nothing can be said.
        n: answers that count.
    """

    value: float | None = None
    interval: Interval | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class SharesByGroup:
    """Shares of right answers to questions of several groups.

    Attributes:
        groups: one a group.
        macro: the plain mean of the groups that have answers, as if all were of one size; its `n` is their answers.
        micro: over all answers, those without a group too.
        taken: over all answers that were not passed.
    """

    groups: tuple[Share, ...]
    macro: Share
    micro: Share
    taken: Share


def independent_shares(right: Sequence[int], counted: Sequence[int], passed: int = 0) -> SharesByGroup:
    """Shares of one responder who answered each question once.

    Of a share the interval is Wilson's (1927). That of the mean of the groups is made of theirs by the square-and-add
    method (Zou and Donner 2008, Statistics in Medicine 27, 1693-1702). Unlike a bootstrap it has a width when all
    answers are right or a group has one answer.

    Args:
        right: right answers of each group; the last number belongs to answers without a group.
        counted: answers of each group, in the same way.
        passed: how many of all answers are passes.
    """
    groups = tuple(_wilson(*pair) for pair in zip(right[:-1], counted[:-1], strict=True))
    n_right, n = sum(right), sum(counted)
    return SharesByGroup(groups, _mean_of(groups), _wilson(n_right, n), _wilson(n_right, n - passed))


def _wilson(right: int, counted: int) -> Share:
    if not counted:
        return Share()
    return Share(right / counted, Interval(*wilson_interval(right, counted)), counted)


def _mean_of(groups: Sequence[Share]) -> Share:
    found = [(one.value, one.interval) for one in groups if one.value is not None and one.interval is not None]
    if not found:
        return Share()
    mean = math.fsum(value for value, _ in found) / len(found)
    below = math.hypot(*(value - interval.low for value, interval in found)) / len(found)
    above = math.hypot(*(interval.high - value for value, interval in found)) / len(found)
    interval = Interval(max(0.0, mean - below), min(1.0, mean + above))
    return Share(mean, interval, sum(one.n for one in groups))


def clustered_shares(
    right: Counts, counted: Counts, passed: Counts | None = None, *, resamples: int = RESAMPLES
) -> SharesByGroup:
    """Shares of answers of which some belong together, for instance those of each person.

    Whole clusters are drawn with replacement, and all figures are made of the same draws (as in `mean_interval`). Draws
    in which a group stays empty tell nothing about it, nor about the mean of the groups, and are left out there. Where
    all answers are right, or none is, draws have no width; the interval is then Wilson's with one observation a
    cluster. The order of the clusters makes no difference.

    Args:
        right: right answers, shape (clusters, groups + 1); the last column belongs to answers without a group.
        counted: answers, of the same shape.
        passed: passes among the answers of each cluster, shape (clusters,); none by default.
        resamples: how often to draw.

    Returns:
        Without an interval where fewer than two clusters have answers.
    """
    kept = counted.sum(axis=1) > 0
    right, counted = right[kept], counted[kept]
    n_right, n = right.sum(axis=1), counted.sum(axis=1)
    n_taken = n if passed is None else n - passed[kept]
    # Columns: the groups, those without a group, all answers, and those that were not passed.
    right, counted = np.column_stack([right, n_right, n_right]), np.column_stack([counted, n, n_taken])
    right_drawn, counted_drawn = np.hsplit(_drawn_totals(np.hstack([right, counted]), resamples), 2)
    numbers, clusters = counted.sum(axis=0), (counted > 0).sum(axis=0)
    with np.errstate(invalid="ignore"):
        values, values_drawn = right.sum(axis=0) / numbers, right_drawn / counted_drawn
    shares = [
        _drawn_share(float(values[column]), values_drawn[:, column], int(numbers[column]), int(clusters[column]))
        for column in range(len(numbers))
    ]
    present = np.flatnonzero(numbers[:-3])
    if not len(present):
        return SharesByGroup(tuple(shares[:-3]), Share(), shares[-2], shares[-1])
    macro = _drawn_share(
        float(values[present].mean()),
        values_drawn[:, present].mean(axis=1),
        int(numbers[present].sum()),
        int(clusters[present].min()),
    )
    return SharesByGroup(tuple(shares[:-3]), macro, shares[-2], shares[-1])


def _drawn_totals(clusters: Counts, resamples: int) -> Floats:
    """Column sums of clusters drawn with replacement, shape (resamples, columns).

    Equal clusters are drawn together, by how many of them come. They are sorted, so that their order decides nothing.
    """
    kinds, numbers = np.unique(clusters, axis=0, return_counts=True)
    units = int(numbers.sum())
    if not units:
        return np.zeros((resamples, clusters.shape[1]))
    rng = np.random.default_rng(SEED)
    totals = np.empty((resamples, clusters.shape[1]))
    step = max(1, DRAWS_AT_ONCE // units)
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        totals[start:stop] = _weights(rng, numbers, stop - start) @ kinds.astype(np.float64)
    return totals


def _weights(rng: np.random.Generator, numbers: Counts, draws: int) -> Floats:
    """How often each kind comes when as many are drawn as there are, shape (draws, kinds)."""
    n_kinds, units = len(numbers), int(numbers.sum())
    if 4 * n_kinds < units:  # one binomial a kind is quicker than one integer a unit only when kinds are few
        return rng.multinomial(units, numbers / units, size=draws).astype(np.float64)
    kind_of = np.repeat(np.arange(n_kinds), numbers)
    drawn = kind_of[rng.integers(0, units, size=(draws, units))]
    drawn += np.arange(draws)[:, None] * n_kinds
    return np.bincount(drawn.ravel(), minlength=draws * n_kinds).reshape(draws, n_kinds).astype(np.float64)


def _drawn_share(value: float, drawn: Floats, n: int, clusters: int) -> Share:
    if not n:
        return Share()
    kept = drawn[np.isfinite(drawn)]
    if clusters < 2 or not len(kept):
        return Share(value, None, n)
    if value in (0.0, 1.0):  # every draw is the same: one observation a cluster is what is left to go by
        return Share(value, Interval(*wilson_interval(round(value * clusters), clusters)), n)
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(kept, [tail, 1 - tail])
    return Share(value, Interval(float(low), float(high)), n)
