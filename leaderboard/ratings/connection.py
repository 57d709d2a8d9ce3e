"""Which models votes can compare at all (Ford 1957, American Mathematical Monthly 64, 28-33).

A finite maximum-likelihood rating exists exactly when each model has won, or tied, against the rest in whatever way the
models are split in two: when the graph of wins is strongly connected. Models without any chain of battles between them
are islands.
"""

from __future__ import annotations

import numpy as np

from leaderboard.ratings.counts import Pairs
from leaderboard.ratings.outcomes import Bools, Floats, Ints


def islands(pairs: Pairs) -> Ints:
    """The island of each model, numbered from 0 in the order of the models."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(pairs.first))
    graph = coo_array((ones, (pairs.first, pairs.second)), shape=(pairs.n_models, pairs.n_models))
    labels: Ints = connected_components(graph, directed=False)[1].astype(np.int64)
    return labels


def strong_groups(n_models: int, first: Ints, second: Ints, points: Floats, games: Floats) -> Ints:
    """Groups of models within which votes go round: the strongly connected components of who took points from whom.

    Args:
        n_models: how many models.
        first: one model of each pair, shape (pairs,).
        second: the other.
        points: what the first took, a tie as half, shape (pairs,).
        games: votes that count, shape (pairs,).
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    took, lost = points > 0, points < games
    winners = np.concatenate([first[took], second[lost]])
    losers = np.concatenate([second[took], first[lost]])
    graph = coo_array((np.ones(len(winners)), (winners, losers)), shape=(n_models, n_models))
    labels: Ints = connected_components(graph, directed=True, connection="strong")[1].astype(np.int64)
    return labels


def are_strong(n_models: int, first: Ints, second: Ints, points: Floats, games: Floats) -> Bools:
    """Whether all models of a round are one strong group, for many rounds at once.

    Args:
        n_models: how many models.
        first: one model of each pair, shape (pairs,).
        second: the other.
        points: what the first took, a tie as half, shape (pairs, rounds).
        games: votes that count, of the same shape.

    Returns:
        Shape (rounds,).
    """
    from scipy.sparse import csr_array

    ones, pairs = np.ones(len(first), dtype=np.float32), np.arange(len(first))
    to_first = csr_array((ones, (first, pairs)), shape=(n_models, len(first)))
    to_second = csr_array((ones, (second, pairs)), shape=(n_models, len(first)))
    took, lost = points > 0, points < games

    def reached(down: Bools, up: Bools) -> Bools:
        """Whether model 0 reaches all, where `down` leads from first to second and `up` from second to first."""
        found = np.zeros((n_models, points.shape[1]), dtype=bool)
        found[0] = True
        for _ in range(n_models):
            steps = to_second @ (found[first] & down).astype(np.float32)
            steps += to_first @ (found[second] & up).astype(np.float32)
            grown = found | (steps > 0)
            if (grown == found).all():
                break
            found = grown
        whole: Bools = np.logical_and.reduce(found, axis=0)
        return whole

    return np.logical_and(reached(took, lost), reached(lost, took))
