"""Who beats whom how often, and how often they met (GeoArena, figure 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.counts import VoteCounts, fold
from leaderboard.ratings.games import games_of
from leaderboard.ratings.outcomes import Floats, Outcome
from leaderboard.ratings.table import RatingRules


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairMatrices:
    """Two tables of one tie rule: that of the ratings, so that all three agree.

    Attributes:
        rules: the tie rule. Davidson's counts a tie as half a win here.
        models: in the order of their mean win rate over opponents, the best first.
        win_rates: share of points that the model of the row took from that of the column, NaN where they never met.
        battles: votes that this is made of.
        both_bad: votes that both answers were bad, whether they count or not.
    """

    rules: RatingRules
    models: tuple[str, ...]
    win_rates: Floats
    battles: Floats
    both_bad: Floats


def pair_matrices(counts: VoteCounts, rules: RatingRules | None = None) -> PairMatrices:
    """Win rates and numbers of battles of each pair.

    Args:
        counts: of the votes.
        rules: how ties count.
    """
    rules = RatingRules() if rules is None else rules
    n, pairs = len(counts.models), fold(counts.cells)
    votes = pairs.votes.T[:, :, None].astype(np.float64)
    games = games_of(n, pairs.first, pairs.second, votes, ties=rules.ties, both_bad=rules.both_bad)
    points, battles, both_bad = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    points[pairs.first, pairs.second] = games.points[:, 0]
    points[pairs.second, pairs.first] = games.games[:, 0] - games.points[:, 0]
    battles[pairs.first, pairs.second] = games.games[:, 0]
    both_bad[pairs.first, pairs.second] = pairs.votes[:, Outcome.BOTH_BAD]
    battles, both_bad = battles + battles.T, both_bad + both_bad.T
    rates = np.divide(points, battles, out=np.full((n, n), np.nan), where=battles > 0)
    met = (battles > 0).sum(axis=1)
    means = np.divide(np.nansum(rates, axis=1), met, out=np.full(n, -1.0), where=met > 0)
    order = np.array(sorted(range(n), key=lambda at: (-round(float(means[at]), 12), counts.models[at])), dtype=np.int64)
    square = np.ix_(order, order)
    return PairMatrices(
        rules=rules,
        models=tuple(counts.models[place] for place in order),
        win_rates=rates[square],
        battles=battles[square],
        both_bad=both_bad[square],
    )
