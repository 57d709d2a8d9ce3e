"""Ratings are those of maximum likelihood, and belong to the votes alone."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.ratings.counts import RatingError, VoteCounts
from leaderboard.ratings.outcomes import BothBad, Outcome, Ties
from leaderboard.ratings.rate import rate, refit
from leaderboard.ratings.table import RatingRules, RatingTable, Standing
from tests.support.votes import Vote, counts_of, likeliest, made_up_votes

SWAPPED = {Outcome.A: Outcome.B, Outcome.B: Outcome.A, Outcome.TIE: Outcome.TIE, Outcome.BOTH_BAD: Outcome.BOTH_BAD}
FEW_ROUNDS = RatingRules(rounds=40)


def by_model(table: RatingTable) -> dict[str, tuple[float | None, ...]]:
    return {row.model: (row.rating, row.low, row.high) for row in table.ratings}


def compared_set(seed: int, *, tie_weight: float) -> list[Vote]:
    """Votes of which all models are compared; sizes and spreads differ from set to set."""
    rng = np.random.default_rng(seed)
    n_models = int(rng.integers(2, 9))
    theta = rng.normal(0, rng.uniform(0.1, 1.2), n_models)
    votes = made_up_votes(rng, theta, int(rng.integers(20, 300)), tie_weight)
    rows = refit(counts_of(votes), RatingRules(ties=Ties.DROPPED)).ratings
    return votes if all(row.standing is Standing.COMPARED for row in rows) else compared_set(seed + 1000, tie_weight=1)


@pytest.mark.parametrize("seed", range(50))
def test_ratings_are_those_of_an_independent_maximum_likelihood_fit(seed: int) -> None:
    votes = compared_set(seed, tie_weight=(0.0, 0.4, 1.0)[seed % 3])
    expected, _ = likeliest(votes)
    found = {row.model: row.rating for row in refit(counts_of(votes)).ratings}
    assert found == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("seed", range(6))
def test_davidson_and_dropped_ties_have_fits_of_their_own(seed: int) -> None:
    votes = compared_set(seed, tie_weight=1.0)
    expected, nu = likeliest(votes, davidson=True)
    table = refit(counts_of(votes), RatingRules(ties=Ties.DAVIDSON))
    assert {row.model: row.rating for row in table.ratings} == pytest.approx(expected, abs=0.05)
    assert table.nu[0] == pytest.approx(nu, abs=1e-3)
    expected, _ = likeliest(votes, dropped=True)
    table = refit(counts_of(votes), RatingRules(ties=Ties.DROPPED))
    assert {row.model: row.rating for row in table.ratings} == pytest.approx(expected, abs=0.05)


def test_two_models_by_hand() -> None:
    # Three wins to one: odds of 3, so 400 log10(3) = 190.85 points apart.
    votes = counts_of([("x", "y", Outcome.A)] * 3 + [("x", "y", Outcome.B)])
    x, y = refit(votes).ratings
    assert x.rating - y.rating == pytest.approx(400 * math.log10(3))
    assert (x.rating + y.rating) / 2 == pytest.approx(1000)
    # And with eight ties Davidson's nu is 8 / (2 sqrt(3 * 1)) while the distance stays that of the decided votes.
    tied = counts_of([("x", "y", Outcome.A)] * 3 + [("x", "y", Outcome.B)] + [("y", "x", Outcome.TIE)] * 8)
    table = refit(tied, RatingRules(ties=Ties.DAVIDSON))
    assert table.ratings[0].rating - table.ratings[1].rating == pytest.approx(400 * math.log10(3))
    assert table.nu[0] == pytest.approx(8 / math.sqrt(3))


def test_both_bad_is_counted_apart_and_may_be_left_out() -> None:
    votes = counts_of([("x", "y", Outcome.A)] * 3 + [("x", "y", Outcome.B)] + [("x", "y", Outcome.BOTH_BAD)] * 4)
    as_tie, left_out = refit(votes), refit(votes, RatingRules(both_bad=BothBad.LEFT_OUT))
    assert as_tie.ratings[0].rating - as_tie.ratings[1].rating == pytest.approx(400 * math.log10(5 / 3))
    assert left_out.ratings[0].rating - left_out.ratings[1].rating == pytest.approx(400 * math.log10(3))
    for row in (*as_tie.ratings, *left_out.ratings):
        assert (row.both_bad, row.ties, row.n_votes) == (4, 0, 8)


VOTES = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"), st.sampled_from(Outcome)).filter(
        lambda vote: vote[0] != vote[1]
    ),
    max_size=60,
)


@settings(deadline=None, max_examples=25)
@given(VOTES, st.randoms(), st.sampled_from(Ties), st.sampled_from(BothBad))
def test_order_sides_and_names_make_no_difference(
    votes: list[Vote], chance: random.Random, ties: Ties, both_bad: BothBad
) -> None:
    rules = RatingRules(ties=ties, both_bad=both_bad, rounds=20)
    reference = rate(counts_of(votes), rules)
    shuffled = chance.sample(votes, len(votes))
    swapped = [(b, a, SWAPPED[outcome]) if chance.random() < 0.5 else (a, b, outcome) for a, b, outcome in shuffled]
    names = dict(zip("abcdef", chance.sample(["z1", "A", "<b>", "模型", "a b", "e9"], 6), strict=True))
    renamed = rate(counts_of([(names[a], names[b], outcome) for a, b, outcome in swapped]), rules)
    expected, found = by_model(reference), by_model(renamed)
    assert len(found) == len(expected)
    for model, figures in expected.items():
        assert found[names[model]][0] == pytest.approx(figures[0], abs=1e-3)
    again = by_model(rate(counts_of(swapped), rules))
    for model, figures in expected.items():
        assert again[model] == pytest.approx(figures, abs=1e-3)


@settings(deadline=None, max_examples=40)
@given(VOTES, st.sampled_from(Ties), st.sampled_from(BothBad), st.sampled_from([0, 15]))
def test_any_votes_give_finite_figures_and_sound_ranks(
    votes: list[Vote], ties: Ties, both_bad: BothBad, rounds: int
) -> None:
    table = rate(counts_of(votes), RatingRules(ties=ties, both_bad=both_bad, rounds=rounds))
    assert {row.model for row in table.ratings} == {name for a, b, _ in votes for name in (a, b)}
    for row in table.ratings:
        assert math.isfinite(row.rating)
        assert row.low is None or math.isfinite(row.low)
        assert row.high is None or math.isfinite(row.high)
        assert row.low is None or row.high is None or row.low <= row.high
        others = [other for other in table.ratings if other.group == row.group and other.low is not None]
        better = sum(row.high is not None and (other.low or -math.inf) > row.high for other in others)
        assert row.rank == (None if row.low is row.high is None else 1 + better)


def test_no_votes_at_all() -> None:
    table = rate(counts_of([]))
    assert (table.ratings, table.n_votes, table.n_groups) == ((), 0, 0)


def test_one_vote_tells_who_is_better_and_no_more() -> None:
    winner, loser = rate(counts_of([("x", "y", Outcome.B)]), FEW_ROUNDS).ratings
    assert (winner.model, winner.standing, loser.standing) == ("y", Standing.UNBEATEN, Standing.WINLESS)
    assert winner.rating > loser.rating
    assert winner.rank is loser.rank is None


def test_ties_alone_make_all_equal() -> None:
    table = rate(counts_of([("x", "y", Outcome.TIE), ("y", "z", Outcome.TIE)]), FEW_ROUNDS)
    assert [(row.rating, row.low, row.high, row.rank) for row in table.ratings] == [(1000.0, 1000.0, 1000.0, 1)] * 3
    davidson = rate(counts_of([("x", "y", Outcome.TIE)] * 3), RatingRules(ties=Ties.DAVIDSON, rounds=40))
    assert davidson.nu == (math.inf,)
    assert [row.rating for row in davidson.ratings] == [1000.0, 1000.0]


def test_an_unbeaten_model_has_a_low_end_and_no_high_one() -> None:
    votes: list[Vote] = [("x", "y", Outcome.A), ("x", "y", Outcome.B)] * 40 + [("top", "x", Outcome.A)] * 20
    top, *others = rate(counts_of(votes)).ratings
    assert (top.model, top.standing, top.high, top.rank) == ("top", Standing.UNBEATEN, None, 1)
    # Twenty wins of twenty: a chance of .025 ** (1 / 20) = .8316 against x is the exact lower limit.
    chance = 0.025 ** (1 / 20)
    assert top.low is not None
    assert top.low - 1000 == pytest.approx(400 * math.log10(chance / (1 - chance)))
    assert [row.standing for row in others] == [Standing.COMPARED] * 2
    # What cannot be placed leaves the others as they were, to the last digit.
    without = {row.model: (row.rating, row.low, row.high) for row in refit(counts_of(votes[:80])).ratings}
    assert by_model(refit(counts_of(votes)))["x"] == pytest.approx(without["x"])
    assert {row.rank for row in others} == {2}


def test_a_winless_model_is_the_mirror_of_an_unbeaten_one() -> None:
    votes: list[Vote] = [("x", "y", Outcome.A), ("x", "y", Outcome.B)] * 40 + [("end", "x", Outcome.A)] * 20
    mirrored = [(a, b, SWAPPED[outcome]) for a, b, outcome in votes]
    best = next(row for row in rate(counts_of(votes), FEW_ROUNDS).ratings if row.model == "end")
    worst = next(row for row in rate(counts_of(mirrored), FEW_ROUNDS).ratings if row.model == "end")
    assert best.low is not None
    assert (worst.standing, worst.low, worst.rank) == (Standing.WINLESS, None, 3)
    assert worst.high == pytest.approx(2000 - best.low)
    assert worst.rating == pytest.approx(2000 - best.rating)


def test_islands_are_never_ranked_against_each_other() -> None:
    one = made_up_votes(np.random.default_rng(1), [0.0, 0.5, 1.0], 90)
    other = [(f"far-{a}", f"far-{b}", outcome) for a, b, outcome in made_up_votes(np.random.default_rng(2), [0, 1], 50)]
    table = refit(counts_of(one + other))
    assert (table.n_groups, [row.group for row in table.ratings]) == (2, [1, 1, 1, 2, 2])
    alone = refit(counts_of(one)).ratings + refit(counts_of(other)).ratings
    assert [row.rating for row in table.ratings] == pytest.approx([row.rating for row in alone])
    assert [row.rank for row in table.ratings] == [row.rank for row in alone]


def test_two_halves_of_which_one_always_wins_are_not_placed() -> None:
    inside: list[Vote] = [("x", "y", Outcome.A), ("x", "y", Outcome.B), ("v", "w", Outcome.A), ("v", "w", Outcome.B)]
    table = rate(counts_of([*inside * 5, ("x", "v", Outcome.A)]), FEW_ROUNDS)
    one_way = {row.model for row in table.ratings if row.standing is Standing.ONE_WAY}
    assert one_way in ({"x", "y"}, {"v", "w"})
    assert {row.model for row in table.ratings if row.standing is Standing.COMPARED} == set("xyvw") - one_way
    better = {row.model: row.rating for row in table.ratings}
    assert better["x"] > better["v"]
    assert all(row.rank is None for row in table.ratings if row.standing is Standing.ONE_WAY)


def test_ties_may_leave_davidson_without_an_answer() -> None:
    # With strengths 2, 1, 0 times any large number for A, C, B, and nu growing with it, all three votes become certain.
    votes = counts_of([("A", "C", Outcome.TIE), ("B", "C", Outcome.TIE), ("A", "B", Outcome.A)])
    half, davidson = refit(votes), refit(votes, RatingRules(ties=Ties.DAVIDSON))
    assert {row.standing for row in half.ratings} == {Standing.COMPARED}
    assert [row.model for row in davidson.ratings] == ["A", "C", "B"]
    assert {row.standing for row in davidson.ratings} == {Standing.ONE_WAY}
    assert all(row.rank is None and math.isfinite(row.rating) for row in davidson.ratings)


def test_a_hundred_models() -> None:
    theta = np.linspace(-1, 1, 100)
    votes = made_up_votes(np.random.default_rng(5), theta.tolist(), 20_000, 0.3)
    table = rate(counts_of(votes), RatingRules(rounds=50))
    assert len(table.ratings) == 100
    order = [int(row.model.removeprefix("model-")) for row in table.ratings]
    assert np.corrcoef(order, np.arange(100))[0, 1] < -0.97


def test_more_models_than_can_be_rated_get_a_sentence() -> None:
    votes = [(f"m{at}", f"m{at + 1}", Outcome.TIE) for at in range(1001)]
    with pytest.raises(RatingError, match="at most 1,000"):
        counts_of(votes)


def test_a_model_never_meets_itself() -> None:
    with pytest.raises(ValueError, match="itself"):
        counts_of([("x", "x", Outcome.A)])
    with pytest.raises(ValueError, match="itself"):
        VoteCounts((), np.zeros((0, 0, 4), dtype=np.int64)).plus("x", "x", Outcome.A)


def test_votes_one_by_one_are_the_same_as_all_at_once() -> None:
    votes = made_up_votes(np.random.default_rng(3), [0, 0.3, 0.6, 1], 80, 0.5)
    live = VoteCounts((), np.zeros((0, 0, 4), dtype=np.int64))
    for vote in votes:
        live = live.plus(*vote)
    found, expected = (by_model(refit(counts)) for counts in (live, counts_of(votes)))
    assert found.keys() == expected.keys()
    for model, figures in expected.items():
        assert found[model] == pytest.approx(figures)


def test_anchors_shift_and_change_nothing_else() -> None:
    counts = counts_of(made_up_votes(np.random.default_rng(4), [0, 0.5, 1], 100))
    plain = refit(counts)
    anchored = refit(counts, RatingRules(anchors={"model-0": 500.0}))
    shift = 500.0 - next(row.rating for row in plain.ratings if row.model == "model-0")
    for before, after in zip(plain.ratings, anchored.ratings, strict=True):
        assert before.low is not None
        assert before.high is not None
        assert (after.rating, after.low, after.high) == pytest.approx(
            (before.rating + shift, before.low + shift, before.high + shift)
        )
        assert after.rank == before.rank
    with pytest.raises(RatingError, match="'gone' is not among"):
        refit(counts, RatingRules(anchors={"gone": 1000.0}))
    with pytest.raises(RatingError, match="number of points"):
        refit(counts, RatingRules(anchors={"model-0": math.nan}))
