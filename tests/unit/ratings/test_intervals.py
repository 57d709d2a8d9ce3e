"""Intervals hold the truth as often as they say, and drawing voters is what drawing voters should be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from leaderboard.ratings.counts import count_votes
from leaderboard.ratings.outcomes import Floats, Ints, Ties
from leaderboard.ratings.rate import POINTS_PER_STRENGTH, rate, refit
from leaderboard.ratings.resampling import VoteClusters
from leaderboard.ratings.table import RatingRules, RatingTable

N_MODELS, N_VOTES = 8, 800
NAMES = tuple(f"m{at}" for at in range(N_MODELS))


def simulated(rng: np.random.Generator, theta: Floats, n: int, nu: float) -> tuple[Ints, Ints, Ints]:
    """Votes with Davidson's ties."""
    a = rng.integers(0, len(theta), n)
    b = (a + rng.integers(1, len(theta), n)) % len(theta)
    half = (theta[a] - theta[b]) / 2
    weights = np.stack([np.exp(half), np.full(n, nu), np.exp(-half)])
    heights = (weights / weights.sum(axis=0)).cumsum(axis=0)
    return a, b, (rng.random(n) > heights[:2]).sum(axis=0)


def clustered(votes: tuple[Ints, ...], cluster: Ints) -> VoteClusters:
    a, b, outcome = votes
    return VoteClusters(NAMES, a, b, outcome, cluster)


def hits(table: RatingTable, truth: dict[str, float]) -> int:
    return sum(
        row.low is not None and row.high is not None and row.low <= truth[row.model] <= row.high
        for row in table.ratings
    )


@pytest.mark.parametrize(
    ("ties", "nu", "rounds"), [(Ties.HALF, 0.0, 0), (Ties.DAVIDSON, 0.6, 0), (Ties.HALF, 0.0, 200)]
)
def test_they_hold_the_truth_in_200_arenas_as_often_as_they_say(ties: Ties, nu: float, rounds: int) -> None:
    rng = np.random.default_rng(17)
    found = 0
    for _ in range(200):
        theta = rng.normal(0, 0.6, N_MODELS)
        points = 1000 + POINTS_PER_STRENGTH * (theta - theta.mean())
        counts = count_votes(NAMES, *simulated(rng, theta, N_VOTES, nu))
        table = rate(counts, RatingRules(ties=ties, rounds=rounds))
        found += hits(table, dict(zip(NAMES, points.tolist(), strict=True)))
    assert 0.92 <= found / (200 * N_MODELS) <= 0.98


def test_drawing_and_formula_give_the_same_widths() -> None:
    rng = np.random.default_rng(5)
    counts = count_votes(NAMES, *simulated(rng, rng.normal(0, 0.6, N_MODELS), 20_000, 0.5))
    for ties in Ties:
        drawn, formula = rate(counts, RatingRules(ties=ties)), refit(counts, RatingRules(ties=ties))
        widths = [[(row.high or 0) - (row.low or 0) for row in table.ratings] for table in (drawn, formula)]
        # The ends of 1000 draws scatter by about 0.085 standard errors each, a width by 3 % of itself.
        assert widths[0] == pytest.approx(widths[1], rel=0.12)


@pytest.mark.parametrize("rounds", [0, 600])
def test_voters_who_repeat_themselves_count_once(rounds: int) -> None:
    rng = np.random.default_rng(9)
    once = simulated(rng, np.linspace(-0.5, 0.5, N_MODELS), 1500, 0.3)
    nine = tuple(np.repeat(column, 9) for column in once)
    voter = np.repeat(np.arange(1500), 9)
    rules = RatingRules(rounds=rounds)
    alone = rate(count_votes(NAMES, *once), rules)
    together = rate(count_votes(NAMES, *nine), rules, clustered(nine, voter), "voter")
    careless = rate(count_votes(NAMES, *nine), rules)
    width = [
        np.mean([(row.high or 0) - (row.low or 0) for row in table.ratings]) for table in (alone, together, careless)
    ]
    assert width[1] == pytest.approx(width[0], rel=0.08)
    assert width[2] * 3 == pytest.approx(width[0], rel=0.08)
    assert together.clustered_by == "voter"


@pytest.mark.parametrize("rounds", [0, 300])
def test_clusters_of_one_vote_are_single_votes_and_their_numbers_mean_nothing(rounds: int) -> None:
    rng = np.random.default_rng(10)
    votes = simulated(rng, np.linspace(-0.5, 0.5, N_MODELS), 3000, 0.3)
    rules = RatingRules(rounds=rounds)
    counts = count_votes(NAMES, *votes)
    plain = rate(counts, rules)
    order = rng.permutation(3000)
    found = [
        rate(counts, rules, clustered(tuple(column[rows] for column in votes), numbers), "voter")
        for rows, numbers in ((np.arange(3000), np.arange(3000)), (order, rng.permutation(3000) * 7))
    ]
    assert found[0] == found[1]
    widths = [[(row.high or 0) - (row.low or 0) for row in table.ratings] for table in (plain, found[0])]
    assert widths[0] == pytest.approx(widths[1], rel=0.2 if rounds else 0.01)


def test_a_voter_on_whom_all_hangs_may_be_missing_in_a_draw() -> None:
    # Without voter 0 nobody ever beat the first model: such draws have no maximum, and a wide interval is the truth.
    votes = np.array([(1, 0, 0)] * 30 + [(0, 1, 0)] * 60)
    voter = np.array([0] * 30 + [1 + at // 3 for at in range(60)])
    names = ("x", "y")
    counts = count_votes(names, votes[:, 0], votes[:, 1], votes[:, 2])
    clusters = VoteClusters(names, votes[:, 0], votes[:, 1], votes[:, 2], voter)
    best = rate(counts, RatingRules(rounds=300), clusters, "voter").ratings[0]
    single = rate(counts, RatingRules(rounds=300)).ratings[0]
    assert best.high is not None
    assert single.high is not None
    assert math.isfinite(best.high)
    assert best.high > single.high + 100


def test_more_votes_make_intervals_narrower_by_the_root() -> None:
    counts = count_votes(NAMES, *simulated(np.random.default_rng(3), np.linspace(-0.5, 0.5, N_MODELS), 2000, 0.0))
    hundredfold = type(counts)(counts.models, counts.cells * 100)
    few, many = refit(counts), refit(hundredfold)
    for one, other in zip(few.ratings, many.ratings, strict=True):
        assert (one.high or 0) - (one.low or 0) == pytest.approx(10 * ((other.high or 0) - (other.low or 0)))
        assert math.isclose(one.rating, other.rating, abs_tol=1e-6)
