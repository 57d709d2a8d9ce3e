"""Models that took all points, or none: how good or bad they are at least."""

from __future__ import annotations

import numpy as np

from leaderboard.ratings.likelihood import sigmoid
from leaderboard.ratings.outcomes import Floats

TAIL = 0.025
_FARTHEST = 60.0
"""Odds of exp(60) to one are beyond any number of votes."""


def least_strength(opponents: Floats, wins: Floats) -> float:
    """The strength below which so many wins without a point lost would have a probability of less than 2.5 %.

    It is the lower end of the exact interval of a share (Clopper and Pearson 1934) for opponents of several strengths,
    which are taken as known. For a model without a point, turn the signs of strengths and result.

    Args:
        opponents: their strengths.
        wins: over each of them.
    """
    low, high = float(opponents.min()) - _FARTHEST, float(opponents.max()) + _FARTHEST
    for _ in range(100):
        middle = (low + high) / 2
        with np.errstate(divide="ignore"):
            is_likely = float((wins * np.log(sigmoid(middle - opponents))).sum()) >= np.log(TAIL)
        low, high = (low, middle) if is_likely else (middle, high)
    return (low + high) / 2
