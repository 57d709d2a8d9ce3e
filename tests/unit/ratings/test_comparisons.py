"""Matrices, agreement, fragility and Elo: each by hand or by a count that shares nothing with the code."""

from __future__ import annotations

import csv
import math

import numpy as np
import pytest

from leaderboard.ratings.agreement import agreement_of, group_agreement, rating_agreement
from leaderboard.ratings.counts import RatingError
from leaderboard.ratings.elo import online_elo
from leaderboard.ratings.fragility import fragilities
from leaderboard.ratings.matrices import pair_matrices
from leaderboard.ratings.outcomes import BothBad, Outcome, Ties
from leaderboard.ratings.position import position_bias
from leaderboard.ratings.rate import refit
from leaderboard.ratings.table import RatingRules
from leaderboard.ratings.vote_table import VoteTable
from tests.conftest import ROOT
from tests.support.votes import Vote, counts_of, made_up_votes

REFERENCE = ROOT.parent / "shared" / "reference" / "geoarena_table4_agreement.csv"
# GeoArena, table 4: battles by the expert's verdict (rows) and the crowd's.
TABLE_4 = np.array([[30, 3, 3], [5, 21, 6], [2, 3, 27]])


def test_agreement_is_that_of_geoarena_table_4() -> None:
    found = agreement_of(TABLE_4)
    assert [round(100 * (rate.value or 0), 1) for rate in found.rows] == [83.3, 65.6, 84.4]
    assert [round(100 * (rate.value or 0), 1) for rate in found.columns] == [81.1, 77.8, 75.0]
    assert found.overall.value == 0.78
    assert found.overall.interval is not None
    # Wilson's interval of 78 of 100: (0.78 + z^2/200 -+ z sqrt(0.78 * 0.22 / 100 + z^2 / 40000)) / (1 + z^2 / 100)
    assert (found.overall.interval.low, found.overall.interval.high) == pytest.approx((0.6893, 0.8499), abs=2e-4)
    # By chance (36 * 37 + 32 * 27 + 32 * 36) / 100^2 = 0.3348; (0.78 - 0.3348) / (1 - 0.3348)
    assert found.kappa == pytest.approx(0.66927, abs=1e-4)


@pytest.mark.skipif(not REFERENCE.exists(), reason="the published table is not here")
def test_the_numbers_of_table_4_are_the_published_ones() -> None:
    rows = list(csv.reader(REFERENCE.open(encoding="utf-8")))[1:4]
    assert [[int(cell) for cell in row[1:4]] for row in rows] == TABLE_4.tolist()


def test_two_groups_are_compared_on_battles_that_both_saw() -> None:
    # Battle 0: experts left, crowd left twice and right once. 1: tie and both bad are one verdict. 2: the crowd is
    # split. 3: experts alone. 4: right and left.
    said = [(0, "e", 0), (0, "c", 0), (0, "c", 0), (0, "c", 2), (1, "e", 1), (1, "c", 3), (2, "e", 0), (2, "c", 0),
            (2, "c", 2), (3, "e", 2), (4, "e", 2), (4, "c", 0), (-1, "e", 0), (-1, "c", 0)]  # fmt: skip
    n = len(said)
    votes = VoteTable(
        models=("x", "y"),
        a=np.zeros(n, dtype=np.int64),
        b=np.ones(n, dtype=np.int64),
        outcome=np.array([outcome for _, _, outcome in said]),
        battle=np.array([battle for battle, _, _ in said]),
    )
    expert = np.array([group == "e" for _, group, _ in said])
    found = group_agreement(votes, expert, ~expert)
    assert found.verdicts.tolist() == [[1, 0, 0], [0, 1, 0], [1, 0, 0]]
    assert found.n_split == 1
    assert found.overall.value == pytest.approx(2 / 3)
    with pytest.raises(RatingError, match="battle_id"):
        group_agreement(VoteTable(models=("x", "y"), a=votes.a, b=votes.b, outcome=votes.outcome), expert, ~expert)


def test_nobody_agrees_on_nothing() -> None:
    found = agreement_of(np.zeros((3, 3), dtype=np.int64))
    assert (found.overall.value, found.overall.interval, found.kappa) == (None, None, None)


def test_two_ratings_are_compared_by_three_correlations() -> None:
    first = refit(counts_of(made_up_votes(np.random.default_rng(1), [0, 1, 2, 3], 400)))
    same = rating_agreement(first, first)
    assert (same.pearson, same.spearman, same.kendall) == pytest.approx((1, 1, 1))
    turned = refit(counts_of(made_up_votes(np.random.default_rng(2), [3, 2, 1, 0], 400)))
    assert rating_agreement(first, turned).kendall == pytest.approx(-1)
    assert rating_agreement(first, refit(counts_of([]))).n_models == 0


def test_matrices_and_ratings_share_one_tie_rule() -> None:
    votes: list[Vote] = [("x", "y", Outcome.A)] * 3 + [("y", "x", Outcome.A)] + [("y", "x", Outcome.TIE)] * 2
    votes += [("x", "y", Outcome.BOTH_BAD)] * 4 + [("z", "y", Outcome.B)]
    half = pair_matrices(counts_of(votes))
    assert half.models == ("y", "x", "z")  # y took 40 % from x and all from z
    assert half.win_rates[1, 0] == pytest.approx((3 + 6 / 2) / 10)
    assert half.win_rates[0, 1] + half.win_rates[1, 0] == 1
    assert half.battles.tolist() == [[0, 10, 1], [10, 0, 0], [1, 0, 0]]
    assert half.both_bad[0, 1] == half.both_bad[1, 0] == 4
    assert math.isnan(half.win_rates[1, 2])
    dropped = pair_matrices(counts_of(votes), RatingRules(ties=Ties.DROPPED))
    assert (dropped.win_rates[0, 1], dropped.battles[0, 1], dropped.both_bad[0, 1]) == (0.75, 4, 4)
    left_out = pair_matrices(counts_of(votes), RatingRules(both_bad=BothBad.LEFT_OUT))
    assert (left_out.win_rates[0, 1], left_out.battles[0, 1]) == (pytest.approx(4 / 6), 6)


def test_fragility_by_hand() -> None:
    # Six wins to four: without two of the six the two are even, without one they are not.
    (found,) = fragilities(counts_of([("x", "y", Outcome.A)] * 6 + [("y", "x", Outcome.A)] * 4))
    assert (found.ahead, found.behind, found.n_votes, found.n_all, found.share) == ("x", "y", 2, 10, 0.2)


@pytest.mark.parametrize("ties", Ties)
@pytest.mark.parametrize("seed", range(4))
def test_without_so_many_votes_the_order_turns_and_without_fewer_it_does_not(seed: int, ties: Ties) -> None:
    votes = made_up_votes(np.random.default_rng(seed), [0.0, 0.2, 0.5, 0.9], 300, 0.4)
    rules = RatingRules(ties=ties)
    for found in fragilities(counts_of(votes), rules):
        assert found.n_votes is not None
        # Taking away any fewer wins of the one that is ahead over the one behind cannot turn it.
        fewer = list(votes)
        direct = [vote for vote in votes if {vote[0], vote[1]} == {found.ahead, found.behind}]
        won = [vote for vote in direct if vote[2] == (Outcome.A if vote[0] == found.ahead else Outcome.B)][
            : found.n_votes - 1
        ]
        for vote in won:
            fewer.remove(vote)
        rated = {row.model: row.rating for row in refit(counts_of(fewer), rules).ratings}
        assert rated[found.ahead] > rated[found.behind]
        assert 1 <= found.n_votes <= found.n_all


def test_only_the_first_neighbours_are_looked_at_when_no_more_are_asked_for() -> None:
    votes = made_up_votes(np.random.default_rng(5), [0.0, 0.4, 0.8, 1.2], 400, 0.3)
    every = fragilities(counts_of(votes))
    assert len(every) == 3
    best = refit(counts_of(votes)).ratings[:2]
    assert (every[0].ahead, every[0].behind) == (best[0].model, best[1].model)
    assert fragilities(counts_of(votes), first=1) == every[:1]


def test_votes_for_one_side_alone_do_not_tell_how_much_a_side_is_worth() -> None:
    found = position_bias(counts_of([("x", "y", Outcome.B), ("y", "x", Outcome.TIE)]))
    assert (found.share, found.points, found.points_interval) == (0.0, None, None)


def test_models_that_are_even_need_no_vote_to_be_turned() -> None:
    (found,) = fragilities(counts_of([("x", "y", Outcome.A), ("x", "y", Outcome.B)]))
    assert found.n_votes == 0


def test_elo_follows_its_formula_and_the_order_of_time() -> None:
    votes = VoteTable(
        models=("x", "y"),
        a=np.array([0, 1]),
        b=np.array([1, 0]),
        outcome=np.array([Outcome.A, Outcome.TIE]),
    )
    # x wins at even odds: +2. Then a tie, where y had 1 / (1 + 10^(4/400)) to expect.
    expected = 1 / (1 + 10 ** (4 / 400))
    y = 998 + 4 * (0.5 - expected)
    assert online_elo(votes) == pytest.approx({"x": 2000 - y, "y": y})
    timed = VoteTable(models=votes.models, a=votes.a, b=votes.b, outcome=votes.outcome, time_s=np.array([9.0, 1.0]))
    # The tie comes first now and changes nothing.
    assert online_elo(timed) == pytest.approx({"x": 1002.0, "y": 998.0})
