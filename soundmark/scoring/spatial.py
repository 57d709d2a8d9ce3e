"""Scores of answers to spatial questions (SAVVY, section 5.1): direction, distance, and all four tasks together."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.scoring.figures import Figure, Floats, Scoring, mean_figure, mean_of_means, share_figure

N_THRESHOLDS = 10
THRESHOLDS_M = tuple(step / N_THRESHOLDS for step in range(1, N_THRESHOLDS + 1))
"""0.1 to 1.0 m."""
_ROUNDING_M = 9
"""Decimals kept of an error, so that 2.5 - 2.2 is 0.3 and not a hair less."""


class Task(StrEnum):
    """The four tasks of SAVVY-Bench (section 3.1)."""

    EGO_DIRECTION = "ego_direction"
    EGO_DISTANCE = "ego_distance"
    ALLO_DIRECTION = "allo_direction"
    ALLO_DISTANCE = "allo_distance"


def direction_accuracy(
    answered: Sequence[int | None], truths: Sequence[int], clusters: Sequence[Hashable] | None = None
) -> Figure:
    """The share of right choices; a reply that names none counts as wrong.

    Args:
        answered: index of the choice of each item, None for a reply that was refused or could not be read. Items on
            which the model or its service failed must be left out by the caller.
        truths: index of the right choice of each item.
        clusters: as in `figures.mean_figure`.

    Raises:
        ValueError: when the lengths differ.
    """
    is_right = [answer == truth for answer, truth in zip(answered, truths, strict=True)]
    return share_figure(is_right, clusters)


def distance_scores(answered_m: npt.ArrayLike, truths_m: npt.ArrayLike, scoring: Scoring = Scoring.CORRECTED) -> Floats:
    """For each item the share of the thresholds 0.1, 0.2, ... 1.0 m that its absolute error is strictly below.

    Published thresholds are floating-point steps, of which 0.3, 0.6, 0.7 lie a hair above what they stand for, so that
    an error of that very size may count; corrected, errors are rounded to a nanometre and it never does.

    Args:
        answered_m: shape (n,); NaN for a reply that gives no distance, which scores 0.
        truths_m: shape (n,), finite and not negative.
        scoring: whose thresholds.

    Raises:
        ValueError: when the shapes differ or a truth is no distance.
    """
    answers, truths = np.asarray(answered_m, dtype=np.float64), np.asarray(truths_m, dtype=np.float64)
    if answers.shape != truths.shape or answers.ndim != 1:
        raise ValueError(f"{answers.shape} answers cannot be compared with {truths.shape} truths.")
    if not (np.isfinite(truths) & (truths >= 0)).all():
        raise ValueError("A true distance must be a number of metres from 0 up.")
    errors = np.abs(answers - truths)
    thresholds = np.array(THRESHOLDS_M)
    if scoring is Scoring.PUBLISHED:
        thresholds = np.linspace(0.1, 1.0, N_THRESHOLDS)
    else:
        errors = np.round(errors, _ROUNDING_M)
    return np.asarray((errors[:, np.newaxis] < thresholds).mean(axis=1), dtype=np.float64)


def distance_accuracy(
    answered_m: npt.ArrayLike,
    truths_m: npt.ArrayLike,
    scoring: Scoring = Scoring.CORRECTED,
    clusters: Sequence[Hashable] | None = None,
) -> Figure:
    """The mean of `distance_scores`. The released code calls it MRA, though nothing in it is relative.

    Raises:
        ValueError: as `distance_scores`.
    """
    return mean_figure(distance_scores(answered_m, truths_m, scoring), clusters)


def overall(scores: Mapping[Task, npt.ArrayLike], clusters: Mapping[Task, Sequence[Hashable]] | None = None) -> Figure:
    """The plain mean of the means of the four tasks, as Table 2 has it: tasks count alike, items do not.

    Args:
        scores: 0 to 1 for each item of each task.
        clusters: for each task which cluster each item belongs to.

    Returns:
        A figure without value when a task has no items.

    Raises:
        ValueError: as `figures.mean_of_means`.
    """
    groups = [scores.get(task, []) for task in Task]
    return mean_of_means(groups, None if clusters is None else [clusters.get(task, ()) for task in Task])


def overall_of_means(task_means: Mapping[Task, float | None]) -> float | None:
    """The overall figure from four task means; None when one is missing, as in the chance row of Table 2."""
    means = [task_means.get(task) for task in Task]
    known = [mean for mean in means if mean is not None]
    return sum(known) / len(known) if len(known) == len(means) else None
