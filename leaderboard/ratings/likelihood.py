"""Gradient and information of the log-likelihood of Bradley and Terry, and of Davidson's with ties.

Bradley and Terry (1952, Biometrika 39, 324-345): first beats second with probability 1 / (1 + exp(-d)), where d is the
difference of their strengths. Davidson (1970, equations 2.3 and 2.4): win, tie and loss have weights exp(d / 2), nu and
exp(-d / 2). Strengths are natural logarithms; a vote for a tie as half a win gives the gradient of the first model.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.games import Games
from leaderboard.ratings.outcomes import Bools, Floats

_NO_TIES = -40.0
"""Stands for a logarithm of nu of minus infinity: exp(-40) is nothing beside any count of votes."""


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """What a pair is expected to do, each of shape (pairs, rounds).

    Attributes:
        points: expected points of the first.
        variance: minus the second derivative of one vote by d, half of each strength.
        tie: probability of a tie.
        tie_variance: minus the second derivative by the logarithm of nu.
        tie_slope: minus the mixed derivative.
    """

    points: Floats
    variance: Floats
    tie: Floats | None = None
    tie_variance: Floats | None = None
    tie_slope: Floats | None = None


def n_unknowns(games: Games) -> int:
    """Strengths, and the logarithm of nu where ties have a probability of their own."""
    return games.n_models + (games.ties is not None)


def start(games: Games) -> Floats:
    """Equal strengths, shape (unknowns, rounds)."""
    unknowns = np.zeros((n_unknowns(games), games.n_rounds))
    if games.ties is not None:
        unknowns[-1, games.ties.sum(axis=0) == 0] = _NO_TIES
    return unknowns


def nu_is_free(games: Games) -> Bools:
    """Whether votes of a round tell nu: there are ties, and others. Else it stays where `start` puts it."""
    if games.ties is None:
        return np.zeros(games.n_rounds, dtype=bool)
    n_ties = games.ties.sum(axis=0)
    free: Bools = (n_ties > 0) & (n_ties < games.games.sum(axis=0))
    return free


def chances(games: Games, unknowns: Floats) -> Chances:
    """What each pair is expected to do with these strengths."""
    difference = unknowns[games.first] - unknowns[games.second]
    if games.ties is None:
        points = sigmoid(difference)
        return Chances(points, points * (1 - points))
    log_nu = unknowns[-1]
    top = np.maximum(np.abs(difference) / 2, log_nu)
    win, loss, tie = np.exp(difference / 2 - top), np.exp(-difference / 2 - top), np.exp(log_nu - top)
    total = win + loss + tie
    win, loss, tie = win / total, loss / total, tie / total
    decided = win - loss
    return Chances(
        points=win + tie / 2,
        variance=(win + loss - decided * decided) / 4,
        tie=tie,
        tie_variance=tie * (1 - tie),
        tie_slope=-decided * tie / 2,
    )


def sigmoid(values: Floats) -> Floats:
    """1 / (1 + exp(-x)), without overflow."""
    small = np.exp(-np.abs(values))
    found: Floats = np.where(values >= 0, 1.0, small) / (1 + small)
    return found


def gradient(games: Games, unknowns: Floats, expected: Chances, prior_games: Floats) -> Floats:
    """Of the log-likelihood and the prior, shape (unknowns, rounds).

    Args:
        games: the votes.
        unknowns: strengths, and the logarithm of nu.
        expected: `chances` of these.
        prior_games: of each round: half a win and half a loss, times this, against a model of strength 0, for each.
    """
    slopes = np.zeros_like(unknowns)
    slopes[: games.n_models] = games.incidence @ (games.points - games.games * expected.points)
    if prior_games.any():
        slopes[: games.n_models] += prior_games * (0.5 - sigmoid(unknowns[: games.n_models]))
    if games.ties is not None and expected.tie is not None:
        slopes[-1] = np.where(nu_is_free(games), (games.ties - games.games * expected.tie).sum(axis=0), 0.0)
    return slopes


def information(games: Games, unknowns: Floats, expected: Chances, prior_games: Floats) -> Floats:
    """Minus the second derivatives, shape (rounds, unknowns, unknowns), with the free level of strengths fixed.

    Strengths are told up to a constant only. Without a prior the mean is held where it is by adding the same to all
    entries of strengths; the step and, after centring, all variances do not depend on how much.
    """
    n = games.n_models
    found = laplacian(games, games.games * expected.variance, n_unknowns(games))
    diagonal = np.arange(n)
    level = np.where(prior_games > 0, 0.0, np.maximum(games.games.sum(axis=0), 1.0) / n**2)
    found[:, :n, :n] += level[:, None, None]
    if prior_games.any():
        chance = sigmoid(unknowns[:n])
        found[:, diagonal, diagonal] += (prior_games * chance * (1 - chance)).T
    if games.ties is not None and expected.tie_variance is not None and expected.tie_slope is not None:
        free = nu_is_free(games)
        mixed = (games.incidence @ (games.games * expected.tie_slope) * free).T
        found[:, :n, -1] = mixed
        found[:, -1, :n] = mixed
        found[:, -1, -1] = np.where(free, (games.games * expected.tie_variance).sum(axis=0), 1.0)
    return found


def laplacian(games: Games, weights: Floats, size: int) -> Floats:
    """The weighted graph Laplacian of the pairs in the first rows and columns of square matrices of a size.

    Args:
        games: whose pairs.
        weights: shape (pairs, rounds).
        size: of the matrices, at least the number of models.
    """
    found = np.zeros((weights.shape[1], size, size))
    found[:, games.first, games.second] = -weights.T
    found[:, games.second, games.first] = -weights.T
    diagonal = np.arange(games.n_models)
    found[:, diagonal, diagonal] = -found.sum(axis=2)[:, : games.n_models]
    return found
