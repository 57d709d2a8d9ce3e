"""The votes among models that votes can compare: what regressions beside the ratings are made of."""

from __future__ import annotations

import numpy as np

from leaderboard.ratings.counts import VoteCounts, fold
from leaderboard.ratings.island import IslandFit, fit_island, islands_of
from leaderboard.ratings.outcomes import Ints
from leaderboard.ratings.table import RatingRules


def largest_main(counts: VoteCounts, rules: RatingRules) -> tuple[Ints, IslandFit] | None:
    """Places of the compared models of the largest group, and its fit; None when votes compare nobody."""
    pairs = fold(counts.cells)
    for members in islands_of(pairs):
        fit = fit_island(pairs, members, rules)
        if fit.strengths is not None:
            return members[fit.main], fit
    return None


def new_places(chosen: Ints, n_models: int) -> Ints:
    """Place of each model among the chosen ones, -1 for the others."""
    places = np.full(n_models, -1, dtype=np.int64)
    places[chosen] = np.arange(len(chosen))
    return places
