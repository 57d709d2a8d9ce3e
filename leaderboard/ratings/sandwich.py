"""How sure strengths are without drawing: the sandwich covariance (Huber 1967; White 1982, Econometrica 50, 1-25)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.games import outcome_scores
from leaderboard.ratings.likelihood import laplacian
from leaderboard.ratings.newton import Strengths, curvature_at, expected_at
from leaderboard.ratings.outcomes import BothBad, Floats, Ints, Ties


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """What a vote has beyond what was expected, by pair and outcome, each of shape (pairs, 4).

    Attributes:
        points: of the first model.
        tie: of a tie; None where ties have no probability of their own.
    """

    points: Floats
    tie: Floats | None


def residuals(found: Strengths, ties: Ties, both_bad: BothBad) -> Residuals:
    """Of the first round."""
    points, counts, tied = outcome_scores(ties, both_bad)
    expected = expected_at(found)
    beyond = counts * (points - expected.points[:, :1])
    return Residuals(beyond, None if expected.tie is None else counts * (tied - expected.tie[:, :1]))


def covariance(found: Strengths, votes: Ints, ties: Ties, both_bad: BothBad) -> Floats:
    """Covariance of the centred strengths when votes are independent: shape (models, models).

    Args:
        found: strengths; the first round counts.
        votes: first wins, tie, second wins, both bad: shape (pairs, 4).
        ties: the rule by which the strengths were found.
        both_bad: and that for both bad.
    """
    beyond = residuals(found, ties, both_bad)
    games, size = found.games, len(found.unknowns)
    meat = laplacian(games, (votes * beyond.points**2).sum(axis=1, keepdims=True), size)[0]
    if beyond.tie is not None:
        mixed = (votes * beyond.points * beyond.tie).sum(axis=1)
        meat[: games.n_models, -1] = np.bincount(games.first, mixed, games.n_models)
        meat[: games.n_models, -1] -= np.bincount(games.second, mixed, games.n_models)
        meat[-1, :-1] = meat[:-1, -1]
        meat[-1, -1] = (votes * beyond.tie**2).sum()
    return _spread(found, meat)


def clustered_covariance(found: Strengths, clusters: Floats, ties: Ties, both_bad: BothBad) -> Floats:
    """Covariance of the centred strengths when votes of one cluster may be alike (Liang and Zeger 1986).

    Args:
        found: strengths; the first round counts.
        clusters: sparse counts, shape (clusters, pairs * 4): how often each cluster gave each outcome of a pair.
        ties: the rule by which the strengths were found.
        both_bad: and that for both bad.
    """
    from scipy.sparse import csr_array

    beyond = residuals(found, ties, both_bad)
    games, n_cells = found.games, beyond.points.size
    cells = np.tile(np.arange(n_cells), 2)
    models = np.concatenate([np.repeat(games.first, 4), np.repeat(games.second, 4)])
    values = np.concatenate([beyond.points.ravel(), -beyond.points.ravel()])
    scores = csr_array((values, (cells, models)), shape=(n_cells, games.n_models))
    sums = (clusters @ scores).toarray()
    if beyond.tie is not None:
        sums = np.column_stack([sums, clusters @ beyond.tie.ravel()])
    n = clusters.shape[0]
    return _spread(found, sums.T @ sums * (n / (n - 1) if n > 1 else 1.0))


def _spread(found: Strengths, meat: Floats) -> Floats:
    n = found.games.n_models
    bread = np.linalg.inv(curvature_at(found)[0])
    centring = np.eye(n) - 1 / n
    whole = centring @ (bread @ meat @ bread)[:n, :n] @ centring
    found_covariance: Floats = (whole + whole.T) / 2
    return found_covariance
