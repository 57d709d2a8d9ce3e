"""What style is worth is told apart from what models are worth; sides and ties are accounted for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from leaderboard.ratings.counts import RatingError
from leaderboard.ratings.outcomes import Floats, Outcome
from leaderboard.ratings.position import position_bias
from leaderboard.ratings.rate import POINTS_PER_STRENGTH, refit
from leaderboard.ratings.raw_votes import STYLES
from leaderboard.ratings.style_control import control_style
from leaderboard.ratings.vote_table import VoteTable
from tests.support.votes import counts_of, made_up_votes

THETA = np.array([-0.4, 0.0, 0.1, 0.3])
BETA = np.array([0.6, 0.0, -0.2, 0.0, 0.1])


def styled_votes(seed: int, n: int, n_voters: int = 0) -> VoteTable:
    """Votes by known strengths and known worth of style; stronger models write more."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 4, n)
    b = (a + rng.integers(1, 4, n)) % 4
    style = np.stack([_answers(rng, a), _answers(rng, b)], axis=2)
    x = _differences(style)
    chance = 1 / (1 + np.exp(-(THETA[a] - THETA[b] + x @ BETA)))
    outcome = np.where(rng.random(n) < chance, Outcome.A, Outcome.B)
    voter = rng.integers(0, n_voters, n) if n_voters else None
    return VoteTable(models=("m0", "m1", "m2", "m3"), a=a, b=b, outcome=outcome, style=style, voter=voter)


def _answers(rng: np.random.Generator, model: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Floats:
    n = len(model)
    counts = [
        rng.poisson((80 + 40 * model) * rng.uniform(0.2, 1.8, n)),
        rng.poisson(3, n),
        rng.poisson(2, n),
        rng.poisson(4, n),
    ]
    return np.stack([*counts, rng.random(n) < 0.5], axis=1).astype(np.float64)


def _differences(style: Floats) -> Floats:
    """The documented features, written out again."""
    a, b = style[:, :, 0], style[:, :, 1]
    x = (a - b) / (a + b + 1)
    x[:, 4] = a[:, 4] - b[:, 4]
    scaled: Floats = x / np.sqrt((x**2).mean(axis=0))
    return scaled


def test_it_is_the_logistic_regression_that_scipy_finds() -> None:
    votes = styled_votes(1, 1500)
    x, won = _differences(votes.style), votes.outcome == Outcome.A  # type: ignore[arg-type]

    def loss(free: Floats) -> float:
        theta = np.concatenate([[0.0], free[:3]])
        return float(np.log1p(np.exp(np.where(won, -1, 1) * (theta[votes.a] - theta[votes.b] + x @ free[3:]))).sum())

    best = minimize(loss, np.zeros(8), method="BFGS", options={"gtol": 1e-7}).x
    theta = np.concatenate([[0.0], best[:3]])
    found = control_style(votes)
    assert [one.beta for one in found.coefficients] == pytest.approx(best[3:].tolist(), abs=1e-4)
    ratings = 1000 + POINTS_PER_STRENGTH * (theta - theta.mean())
    assert [found.ratings[name][0] for name in votes.models] == pytest.approx(ratings.tolist(), abs=0.05)


def test_it_finds_what_is_there_and_says_how_surely() -> None:
    hits = 0
    for seed in range(30):
        found = control_style(styled_votes(seed + 100, 1500))
        for one, beta in zip(found.coefficients, BETA, strict=True):
            assert one.interval is not None
            hits += one.interval.low <= beta <= one.interval.high
        for (_, interval), theta in zip(found.ratings.values(), THETA, strict=True):
            points = 1000 + POINTS_PER_STRENGTH * (theta - THETA.mean())
            hits += interval.low <= points <= interval.high
    # Of 270 intervals of 95 %, 90 % to 99 % hold: about four standard deviations of a binomial share.
    assert 0.90 <= hits / 270 <= 0.99


def test_without_style_long_answers_would_look_like_good_ones() -> None:
    votes = styled_votes(7, 20_000)
    plain = {row.model: row.rating for row in refit(votes.counts()).ratings}
    controlled = control_style(votes).ratings
    truth = POINTS_PER_STRENGTH * (THETA[3] - THETA[0])
    assert controlled["m3"][0] - controlled["m0"][0] == pytest.approx(truth, abs=25)
    assert plain["m3"] - plain["m0"] > truth + 40


def test_sides_make_no_difference() -> None:
    votes = styled_votes(3, 800)
    assert votes.style is not None
    swapped = VoteTable(
        models=votes.models, a=votes.b, b=votes.a, outcome=2 - votes.outcome, style=votes.style[:, :, ::-1]
    )
    one, other = control_style(votes), control_style(swapped)
    for first, second in zip(one.coefficients, other.coefficients, strict=True):
        assert first.beta == pytest.approx(second.beta, abs=1e-7)


def test_voters_may_be_taken_as_wholes() -> None:
    votes = styled_votes(3, 900)
    assert votes.style is not None
    repeated = votes.where(np.repeat(np.arange(900), 4))
    with_voters = VoteTable(
        models=votes.models,
        a=repeated.a,
        b=repeated.b,
        outcome=repeated.outcome,
        style=repeated.style,
        voter=np.repeat(np.arange(900), 4),
    )
    alone, whole = control_style(votes), control_style(with_voters, by="voter")
    for one, other in zip(alone.coefficients, whole.coefficients, strict=True):
        assert one.interval is not None
        assert other.interval is not None
        assert other.interval.high - other.interval.low == pytest.approx(one.interval.high - one.interval.low, rel=0.01)


def test_what_cannot_be_told_is_said() -> None:
    votes = styled_votes(4, 400)
    assert votes.style is not None
    same = votes.style.copy()
    same[:, STYLES.index("headers")] = 2.0
    same[:, STYLES.index("emphases")] = math.nan
    same[:50, 0] = math.nan
    found = control_style(VoteTable(models=votes.models, a=votes.a, b=votes.b, outcome=votes.outcome, style=same))
    assert (found.n_votes, found.n_without) == (350, 50)
    why = {one.feature: one.why for one in found.coefficients}
    assert why == {
        "words": "",
        "list_items": "",
        "headers": "the same in both answers",
        "emphases": "not in the table",
        "coordinates": "",
    }
    with pytest.raises(RatingError, match="no columns of style"):
        control_style(VoteTable(models=votes.models, a=votes.a, b=votes.b, outcome=votes.outcome))
    longer = np.where(votes.style[:, 0, 0] >= votes.style[:, 0, 1], Outcome.A, Outcome.B)
    with pytest.raises(RatingError, match="goes together with every vote"):
        control_style(VoteTable(models=votes.models, a=votes.a, b=votes.b, outcome=longer, style=votes.style))


def test_what_only_one_model_does_cannot_be_told_from_that_model() -> None:
    votes = styled_votes(4, 600)
    assert votes.style is not None
    style = votes.style.copy()
    for side, models in enumerate((votes.a, votes.b)):
        style[:, STYLES.index("coordinates"), side] = models == 2
        style[:, STYLES.index("emphases"), side] = style[:, STYLES.index("words"), side]
    found = control_style(VoteTable(models=votes.models, a=votes.a, b=votes.b, outcome=votes.outcome, style=style))
    why = {one.feature: one.why for one in found.coefficients if one.beta is None}
    assert why == dict.fromkeys(["emphases", "coordinates"], "it goes with the models or with other features")


def test_the_favoured_side_is_found_whoever_stood_there() -> None:
    bias = 0.5
    votes = made_up_votes(np.random.default_rng(2), [-0.5, 0.0, 0.5], 4000, side_a=bias)
    found = position_bias(counts_of(votes))
    assert found.points is not None
    assert found.points_interval is not None
    assert found.points_interval.low < bias * POINTS_PER_STRENGTH < found.points_interval.high
    assert found.points_interval.low > 0
    assert found.share is not None
    assert found.share > 0.55
    # The better model always on side a: the share misleads, the model does not.
    best_left = [vote for vote in made_up_votes(np.random.default_rng(3), [0.0, 1.0], 4000) if vote[0] == "model-1"]
    crossed = best_left + made_up_votes(np.random.default_rng(4), [0.0, 1.0], 400)
    found = position_bias(counts_of(crossed))
    assert found.interval is not None
    assert found.interval.low > 0.6
    assert found.points_interval is not None
    assert found.points_interval.low < 0 < found.points_interval.high


def test_no_votes_favour_no_side() -> None:
    found = position_bias(counts_of([]))
    assert (found.share, found.interval, found.points) == (None, None, None)
