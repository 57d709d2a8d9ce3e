"""Each tie rule means the same wherever it is used: in style control, in intervals by formula, in the bias of sides."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from leaderboard.ratings.outcomes import BothBad, Floats, Outcome, Ties
from leaderboard.ratings.position import position_bias
from leaderboard.ratings.rate import POINTS_PER_STRENGTH, refit
from leaderboard.ratings.style_control import control_style
from leaderboard.ratings.table import RatingRules
from leaderboard.ratings.vote_table import VoteTable
from tests.support.votes import Vote, counts_of

# Of each rule, what a vote for A, a tie, a vote for B and "both bad" give the first side; None for a vote left out.
RULES = {
    (Ties.HALF, BothBad.TIE): (1.0, 0.5, 0.0, 0.5),
    (Ties.HALF, BothBad.LEFT_OUT): (1.0, 0.5, 0.0, None),
    (Ties.DROPPED, BothBad.TIE): (1.0, None, 0.0, None),
    (Ties.DROPPED, BothBad.LEFT_OUT): (1.0, None, 0.0, None),
}
EVERY_RULE = pytest.mark.parametrize(("ties", "both_bad"), list(RULES))
SAID = {Outcome.A: 42, Outcome.TIE: 17, Outcome.B: 23, Outcome.BOTH_BAD: 9}
"""Votes on one pair, none of the numbers alike."""
Z_95 = 1.959964


def between_two(said: dict[Outcome, int]) -> list[Vote]:
    return [("x", "y", outcome) for outcome, n in said.items() for _ in range(n)]


def points_of(said: dict[Outcome, int], rule: tuple[float | None, ...]) -> Floats:
    """What the first took of each vote that counts."""
    return np.array([points for outcome, n in said.items() for points in [rule[outcome]] * n if points is not None])


@EVERY_RULE
def test_the_rating_and_its_interval_by_hand(ties: Ties, both_bad: BothBad) -> None:
    # Between two models the strengths differ by the log odds of the mean score m. The sandwich is the spread of the
    # scores, sum((s - m)^2), over the square of the curvature, n m (1 - m).
    points = points_of(SAID, RULES[ties, both_bad])
    mean = points.mean()
    middle = math.log(mean / (1 - mean))
    half = Z_95 * math.sqrt(((points - mean) ** 2).sum()) / (len(points) * mean * (1 - mean))
    x, y = refit(counts_of(between_two(SAID)), RatingRules(ties=ties, both_bad=both_bad, rounds=0)).ratings
    assert x.rating - y.rating == pytest.approx(POINTS_PER_STRENGTH * middle, abs=1e-3)
    # Each stands half of the distance from their mean, and so does its error.
    assert x.low is not None
    assert x.high is not None
    assert (x.high - x.low) / 2 == pytest.approx(POINTS_PER_STRENGTH * half / 2, rel=1e-4)


def test_davidsons_ties_widen_nothing_and_narrow_nothing_that_they_do_not_tell() -> None:
    # With two models Davidson's likelihood gives the decided votes the strengths, and ties the third parameter alone:
    # the interval is that of the decided votes.
    decided = {Outcome.A: 42, Outcome.B: 23}
    rules = RatingRules(ties=Ties.DAVIDSON, rounds=0)
    with_ties, without = (refit(counts_of(between_two(said)), rules).ratings[0] for said in (SAID, decided))
    assert with_ties.low is not None
    assert without.low is not None
    assert with_ties.rating == pytest.approx(without.rating, abs=1e-3)
    assert with_ties.low == pytest.approx(without.low, rel=1e-3)


@EVERY_RULE
def test_style_control_counts_ties_by_the_rule(ties: Ties, both_bad: BothBad) -> None:
    rng = np.random.default_rng(29)
    n = 600
    a = rng.integers(0, 3, n)
    b = (a + rng.integers(1, 3, n)) % 3
    style = rng.poisson(20, (n, 5, 2)).astype(np.float64)
    style[:, 4] = rng.random((n, 2)) < 0.5
    outcome = rng.choice(4, n, p=[0.45, 0.2, 0.2, 0.15])
    votes = VoteTable(models=("p", "q", "r"), a=a, b=b, outcome=outcome, style=style)
    rule = RULES[ties, both_bad]
    counts = np.array([points is not None for points in rule])[outcome]
    score = np.array([0.0 if points is None else points for points in rule])[outcome]
    x = (style[:, :, 0] - style[:, :, 1]) / (style.sum(axis=2) + 1)
    x[:, 4] = style[:, 4, 0] - style[:, 4, 1]
    x /= np.sqrt((x[counts] ** 2).mean(axis=0))

    def loss(free: Floats) -> float:
        theta = np.concatenate([[0.0], free[:2]])
        odds = theta[a] - theta[b] + x @ free[2:]
        return float((counts * (np.log1p(np.exp(odds)) - score * odds)).sum())

    best = minimize(loss, np.zeros(7), method="BFGS", options={"gtol": 1e-7}).x
    found = control_style(votes, RatingRules(ties=ties, both_bad=both_bad))
    assert found.n_votes == counts.sum()
    assert [one.beta for one in found.coefficients] == pytest.approx(best[2:].tolist(), abs=2e-4)


@EVERY_RULE
def test_the_bias_of_sides_counts_ties_by_the_rule(ties: Ties, both_bad: BothBad) -> None:
    # Every pair meets as often one way round as the other and says the same by side, so that models are equal and what
    # is left is the log odds of the mean score of side a.
    votes = [(a, b, outcome) for a, b in (("x", "y"), ("y", "x")) for _, _, outcome in between_two(SAID)]
    mean = points_of(SAID, RULES[ties, both_bad]).mean()
    found = position_bias(counts_of(votes), RatingRules(ties=ties, both_bad=both_bad))
    assert found.points == pytest.approx(POINTS_PER_STRENGTH * math.log(mean / (1 - mean)), abs=1e-3)
    assert (found.won_a, found.decided) == (2 * 42, 2 * (42 + 23))
