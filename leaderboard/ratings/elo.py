"""Elo's rating as battles come, for comparison: it depends on their order, and late ones weigh more."""

from __future__ import annotations

import numpy as np

from leaderboard.ratings.outcomes import Outcome
from leaderboard.ratings.table import MEAN_RATING, POINTS_PER_TENFOLD_ODDS
from leaderboard.ratings.vote_table import VoteTable

K = 4.0
"""Points that a sure winner would lose at most: as Chatbot Arena had it for models, which do not change."""

_SCORES = {Outcome.A: 1.0, Outcome.TIE: 0.5, Outcome.B: 0.0, Outcome.BOTH_BAD: 0.5}


def online_elo(votes: VoteTable, k: float = K) -> dict[str, float]:
    """Each model's Elo rating after all votes (GeoArena, equation 1 and the update below it).

    Votes are taken by time, and in the table's order where times are equal or not known; those without a time come
    last. Ties, and both bad, are half a win.

    Args:
        votes: any.
        k: the update's step.
    """
    order = np.arange(votes.n_votes) if votes.time_s is None else np.argsort(votes.time_s, kind="stable")
    ratings = [MEAN_RATING] * len(votes.models)
    scores = [_SCORES[outcome] for outcome in Outcome]
    columns = (column[order].tolist() for column in (votes.a, votes.b, votes.outcome))
    for a, b, outcome in zip(*columns, strict=True):
        expected = 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / POINTS_PER_TENFOLD_ODDS))
        change = k * (scores[outcome] - expected)
        ratings[a] += change
        ratings[b] -= change
    return dict(zip(votes.models, ratings, strict=True))
