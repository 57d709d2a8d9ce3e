"""Makes votes, and rates them by routines that share nothing with the product's."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import minimize

from leaderboard.ratings.counts import VoteCounts, count_votes
from leaderboard.ratings.outcomes import Floats, Outcome

Vote = tuple[str, str, Outcome]


def counts_of(votes: Sequence[Vote]) -> VoteCounts:
    """Counts of votes, models in the order of their names."""
    models = tuple(sorted({name for a, b, _ in votes for name in (a, b)}))
    place = {name: at for at, name in enumerate(models)}
    columns = np.array([(place[a], place[b], outcome) for a, b, outcome in votes], dtype=np.int64).reshape(-1, 3)
    return count_votes(models, columns[:, 0], columns[:, 1], columns[:, 2])


def made_up_votes(
    rng: np.random.Generator,
    theta: Sequence[float] | Floats,
    n_votes: int,
    tie_weight: float = 0.0,
    side_a: float = 0.0,
) -> list[Vote]:
    """Votes between random pairs, a tie being `tie_weight` times as likely as either win between equals (Davidson)."""
    votes: list[Vote] = []
    for _ in range(n_votes):
        a, b = (int(model) for model in rng.choice(len(theta), 2, replace=False))
        half = (theta[a] - theta[b] + side_a) / 2
        weights = np.array([math.exp(half), tie_weight, math.exp(-half)])
        outcome = Outcome(int(rng.choice(3, p=weights / weights.sum())))
        if outcome is Outcome.TIE and rng.random() < 0.4:
            outcome = Outcome.BOTH_BAD
        votes.append((f"model-{a}", f"model-{b}", outcome))
    return votes


def likeliest(
    votes: Sequence[Vote], *, davidson: bool = False, dropped: bool = False
) -> tuple[dict[str, float], float]:
    """Ratings of maximum likelihood, vote by vote with SciPy's BFGS and the textbook formula; and nu."""
    models = sorted({name for a, b, _ in votes for name in (a, b)})
    place = {name: at for at, name in enumerate(models)}
    a = np.array([place[vote[0]] for vote in votes])
    b = np.array([place[vote[1]] for vote in votes])
    said = np.array([int(vote[2]) for vote in votes])
    ties = (said == Outcome.TIE) | (said == Outcome.BOTH_BAD)
    weight = np.where(ties, 0.0, 1.0) if dropped else np.ones(len(votes))
    score = np.where(said == Outcome.A, 1.0, np.where(said == Outcome.B, 0.0, 0.5))

    def loss(free: Floats) -> float:
        theta = np.concatenate([[0.0], free[: len(models) - 1]])  # the first is held: another gauge than the product's
        if davidson:
            strength, nu = np.exp(theta), np.exp(free[-1])
            middle = nu * np.sqrt(strength[a] * strength[b])
            chosen = np.where(ties, middle, np.where(said == Outcome.A, strength[a], strength[b]))
            return float(-np.log(chosen / (strength[a] + strength[b] + middle)).sum())
        win = 1 / (1 + np.exp(theta[b] - theta[a]))
        return float(-(weight * (score * np.log(win) + (1 - score) * np.log(1 - win))).sum())

    begin = np.zeros(len(models) - 1 + davidson)
    rough = minimize(loss, begin, method="BFGS", options={"gtol": 1e-5})
    found = minimize(loss, rough.x, method="Newton-CG", jac=_slopes(loss), options={"xtol": 1e-9}).x
    theta = np.concatenate([[0.0], found[: len(models) - 1]])
    points = 1000 + 400 / math.log(10) * (theta - theta.mean())
    return dict(zip(models, points.tolist(), strict=True)), float(np.exp(found[-1]))


def _slopes(loss: Callable[[Floats], float]) -> Callable[[Floats], Floats]:
    """Central differences, for a last polish."""

    def slopes(at: Floats) -> Floats:
        steps = np.eye(len(at)) * 1e-5
        return np.array([(loss(at + step) - loss(at - step)) / 2e-5 for step in steps])

    return slopes
