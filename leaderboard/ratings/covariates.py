"""Bradley-Terry with further influences on a vote, such as the length of an answer.

The chance of side a is 1 / (1 + exp(-(theta_a - theta_b + x g))): x are differences between the two answers, g their
coefficients (GeoArena, section 4.4; style control of Chatbot Arena). The fit is by Newton's method.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.likelihood import sigmoid
from leaderboard.ratings.outcomes import Floats, Ints

MAX_STEPS = 60
_TOLERANCE = 1e-9
_LARGEST_STEP = 2.0
_LEAST_OWN = 1e-8
_FARTHEST = 25.0
"""A strength or coefficient beyond it is on its way to infinity."""


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Votes, or counts of equal ones.

    Attributes:
        n_models: how many models.
        a: places of the models on side a, shape (cases,).
        b: of those on side b.
        points: what side a took, a tie as half; at most `games`.
        games: votes of each case.
        squares: sum of squared points of these votes (that of a tie is a quarter).
        x: differences between the answers, shape (cases, features).
        cluster: number of each case's cluster, from 0; None where votes are independent.
    """

    n_models: int
    a: Ints
    b: Ints
    points: Floats
    games: Floats
    squares: Floats
    x: Floats
    cluster: Ints | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CovariateFit:
    """What was found.

    Attributes:
        theta: strengths with a mean of 0, shape (models,).
        coefficients: of the features.
        covariance: sandwich covariance of both, shape (models + features, models + features).
        is_settled: whether there is a finite maximum.
    """

    theta: Floats
    coefficients: Floats
    covariance: Floats
    is_settled: bool


def fit_covariates(cases: Cases, begin: Floats | None = None) -> CovariateFit:
    """Strengths and coefficients of maximum likelihood.

    Args:
        cases: votes among models of which all can be compared.
        begin: strengths to begin with, shape (models,).
    """
    n, k = cases.n_models, cases.x.shape[1]
    found = np.zeros(n + k)
    if begin is not None:
        found[:n] = begin
    pair, size = cases.a * n + cases.b, n * n
    is_settled = False
    for _ in range(MAX_STEPS):
        chance = _chance(cases, found)
        left = cases.points - cases.games * chance
        by_pair = np.bincount(pair, left, size).reshape(n, n)
        slopes = np.concatenate([by_pair.sum(axis=1) - by_pair.sum(axis=0), cases.x.T @ left])
        matrix = _weighted(cases, pair, cases.games * chance * (1 - chance))
        change = np.linalg.lstsq(_levelled(matrix, n), slopes, rcond=1e-12)[0]
        found += np.clip(change, -_LARGEST_STEP, _LARGEST_STEP)
        if np.abs(found).max(initial=0.0) > _FARTHEST:
            break
        if np.abs(change).max(initial=0.0) < _TOLERANCE:
            is_settled = True
            break
    found[:n] -= found[:n].mean() if n else 0.0
    return CovariateFit(found[:n], found[n:], _covariance(cases, found, pair), is_settled)


def separable(cases: Cases) -> Ints:
    """The features whose worth votes can tell, in order; shape (at most features,).

    A feature that follows from who the models are, as when one of them always gives coordinates and all others never
    do, or from features before it, has no coefficient of its own.
    """
    n = cases.n_models
    matrix = _levelled(_weighted(cases, cases.a * n + cases.b, cases.games), n)
    kept = list(range(n))
    for feature in range(n, len(matrix)):
        shared, own = matrix[kept, feature], matrix[feature, feature]
        explained = shared @ np.linalg.lstsq(matrix[np.ix_(kept, kept)], shared, rcond=None)[0]
        if own - explained > _LEAST_OWN * own:
            kept.append(feature)
    return np.array(kept[n:], dtype=np.int64) - n


def _chance(cases: Cases, found: Floats) -> Floats:
    n = cases.n_models
    return sigmoid(found[cases.a] - found[cases.b] + cases.x @ found[n:])


def _weighted(cases: Cases, pair: Ints, weights: Floats) -> Floats:
    """Sum over cases of weight times the outer product of (+1 at a, -1 at b, x) with itself."""
    n, k = cases.n_models, cases.x.shape[1]
    matrix = np.zeros((n + k, n + k))
    met = np.bincount(pair, weights, n * n).reshape(n, n)
    met = met + met.T
    matrix[:n, :n] = np.diag(met.sum(axis=1)) - met
    for feature in range(k):
        shared = np.bincount(pair, weights * cases.x[:, feature], n * n).reshape(n, n)
        matrix[:n, n + feature] = shared.sum(axis=1) - shared.sum(axis=0)
    matrix[n:, :n] = matrix[:n, n:].T
    matrix[n:, n:] = cases.x.T @ (weights[:, None] * cases.x)
    return matrix


def _levelled(matrix: Floats, n: int) -> Floats:
    """With the free level of strengths fixed."""
    levelled = matrix.copy()
    levelled[:n, :n] += max(float(np.trace(matrix[:n, :n])), 1.0) / max(n, 1) ** 2
    return levelled


def _covariance(cases: Cases, found: Floats, pair: Ints) -> Floats:
    n = cases.n_models
    chance = _chance(cases, found)
    matrix = _weighted(cases, pair, cases.games * chance * (1 - chance))
    if cases.cluster is None:
        meat = _weighted(cases, pair, cases.squares - 2 * chance * cases.points + cases.games * chance**2)
    else:
        meat = _clustered_meat(cases, cases.cluster, cases.points - cases.games * chance)
    bread = np.linalg.pinv(_levelled(matrix, n), hermitian=True)
    spread = bread @ meat @ bread
    centring = np.eye(len(spread))
    centring[:n, :n] -= 1 / max(n, 1)
    centred: Floats = centring @ spread @ centring
    return centred


def _clustered_meat(cases: Cases, cluster: Ints, left: Floats) -> Floats:
    from scipy.sparse import csr_array

    n, places = cases.n_models, np.arange(len(left))
    rows = csr_array(
        (np.concatenate([left, -left]), (np.tile(cluster, 2), np.concatenate([cases.a, cases.b]))),
        shape=(int(cluster.max(initial=-1)) + 1, n),
    )
    gather = csr_array((left, (cluster, places)), shape=(rows.shape[0], len(left)))
    sums = np.hstack([rows.toarray(), gather @ cases.x])
    number = len(np.unique(cluster))
    meat: Floats = sums.T @ sums * (number / (number - 1) if number > 1 else 1.0)
    return meat
