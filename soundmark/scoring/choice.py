"""Figures of multiple-choice answers: accuracies, whole and by groups, as published and corrected.

As published: a failed call and an answer that cannot be read count as wrong (TAU, Tables 1 and 2; GlobeAudio, Table 3).
Corrected: a failed call is left out, and its rate is shown.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from soundmark.scoring.bootstrap import CONFIDENCE, RESAMPLES, SEED, Estimate, Floats
from soundmark.scoring.proportion import wilson_interval
from soundmark.types import Status


@dataclass(frozen=True, slots=True)
class ChoiceVerdicts:
    """What became of each question, in one order.

    Attributes:
        status: `refused` and `unparsed` answers are wrong whatever `right` says.
        right: whether the answer is the right choice.

    Raises:
        ValueError: when the two differ in length.
    """

    status: Sequence[Status]
    right: Sequence[bool]

    def __post_init__(self) -> None:
        if len(self.status) != len(self.right):
            raise ValueError(f"{len(self.status)} states and {len(self.right)} answers do not belong together.")


def published_points(verdicts: ChoiceVerdicts) -> Floats:
    """1 for a right answer, 0 for everything else, failed calls too."""
    pairs = zip(verdicts.status, verdicts.right, strict=True)
    return np.array([float(is_right and status is Status.OK) for status, is_right in pairs], dtype=np.float64)


def corrected_points(verdicts: ChoiceVerdicts) -> Floats:
    """1 for a right answer, 0 for a wrong, refused or unreadable one, NaN for a failed call or a skipped question."""
    points = published_points(verdicts)
    left_out = [status in (Status.ERROR, Status.SKIPPED) for status in verdicts.status]
    points[np.array(left_out, dtype=bool)] = math.nan
    return points


def rates(verdicts: ChoiceVerdicts) -> dict[str, Estimate]:
    """Shares of refused, unreadable and failed answers among all questions."""
    return {
        f"{status.value}_rate": accuracy(np.array([found is status for found in verdicts.status], dtype=np.float64))
        for status in (Status.REFUSED, Status.UNPARSED, Status.ERROR)
    }


def accuracy(points: Floats) -> Estimate:
    """The mean of points of 0 and 1, NaN left out, with its Wilson interval."""
    counted = points[~np.isnan(points)]
    n = len(counted)
    if n == 0:
        return Estimate(None, None, 0)
    n_right = int(np.count_nonzero(counted))
    return Estimate(n_right / n, wilson_interval(n_right, n), n)


def accuracies_by(points: Floats, labels: Sequence[str]) -> dict[str, Estimate]:
    """The accuracy of each group, in the order in which groups first come; '' is no group.

    Raises:
        ValueError: when points and labels differ in number.
    """
    names = _labels(points, labels)
    return {label: accuracy(points[names == label]) for label in dict.fromkeys(labels) if label}


def macro_mean(
    points: Floats, labels: Sequence[str], clusters: Sequence[Hashable] | None = None, *, resamples: int = RESAMPLES
) -> Estimate:
    """The plain mean of the groups' accuracies, as GlobeAudio's Avg over languages, with a bootstrap interval.

    Questions are drawn with replacement within each group, so that every resample has all groups (stratified
    bootstrap, Davison and Hinkley 1997, section 3.2); with clusters, whole clusters of a group are drawn, for instance
    all questions on one clip.

    Args:
        points: 0, 1, or NaN for questions that do not count.
        labels: the group of each question; '' is no group.
        clusters: what each question belongs to.
        resamples: how often to draw.

    Returns:
        Its `n` is the number of questions that count. No value when a group has none; no interval when a group has
        fewer than two clusters.

    Raises:
        ValueError: when the sequences differ in length.
    """
    names = _labels(points, labels)
    members: Sequence[Hashable] = range(len(points)) if clusters is None else clusters
    if len(members) != len(points):
        raise ValueError(f"{len(members)} clusters and {len(points)} points do not belong together.")
    groups = [_cluster_sums(points, names == label, members) for label in dict.fromkeys(labels) if label]
    n = sum(int(counts.sum()) for _, counts in groups)
    if not groups or any(len(counts) == 0 for _, counts in groups):
        return Estimate(None, None, n)
    value = float(np.mean([sums.sum() / counts.sum() for sums, counts in groups]))
    if any(len(counts) < 2 for _, counts in groups):
        return Estimate(value, None, n)
    rng = np.random.default_rng(SEED)
    means = np.mean([_resampled(sums, counts, rng, resamples) for sums, counts in groups], axis=0)
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Estimate(value, (float(low), float(high)), n)


def _labels(points: Floats, labels: Sequence[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.object_]]:
    if len(labels) != len(points):
        raise ValueError(f"{len(labels)} labels and {len(points)} points do not belong together.")
    return np.array(labels, dtype=object)


def _cluster_sums(
    points: Floats, in_group: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], clusters: Sequence[Hashable]
) -> tuple[Floats, Floats]:
    """Points and numbers of questions of each cluster of a group, in an order that depends on these alone."""
    totals: dict[Hashable, tuple[float, float]] = {}
    for index in map(int, np.flatnonzero(in_group & ~np.isnan(points))):
        total, count = totals.get(clusters[index], (0.0, 0.0))
        totals[clusters[index]] = (total + float(points[index]), count + 1.0)
    ordered = sorted(totals.values())
    return (
        np.array([total for total, _ in ordered], dtype=np.float64),
        np.array([count for _, count in ordered], dtype=np.float64),
    )


def _resampled(sums: Floats, counts: Floats, rng: np.random.Generator, resamples: int) -> Floats:
    """Means of resamples of clusters. Equal clusters are drawn together, by how many of them come: much quicker."""
    kinds, numbers = np.unique(np.stack([sums, counts], axis=1), axis=0, return_counts=True)
    n = len(sums)
    means = np.empty(resamples)
    step = max(1, 2_000_000 // len(kinds))
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        drawn = rng.multinomial(n, numbers / n, size=stop - start).astype(np.float64) @ kinds
        means[start:stop] = drawn[:, 0] / drawn[:, 1]
    return means
