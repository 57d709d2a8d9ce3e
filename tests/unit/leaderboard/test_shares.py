"""Shares and their intervals, against SciPy, simulation and formulas of their own."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from leaderboard.shares import Counts, Share, clustered_shares, independent_shares

PAIR = st.integers(0, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def ends(share: Share) -> tuple[float, float]:
    assert share.interval is not None
    return share.interval.low, share.interval.high


@settings(max_examples=30, deadline=None)
@given(st.lists(PAIR, min_size=2, max_size=7))
def test_shares_of_one_responder(pairs: list[tuple[int, int]]) -> None:
    right, counted = zip(*pairs, strict=True)
    found = independent_shares(right, counted)
    for share, (a, n) in zip((*found.groups, found.micro), (*pairs[:-1], (sum(right), sum(counted))), strict=True):
        if not n:
            assert share == Share()
            continue
        expected = binomtest(a, n).proportion_ci(0.95, method="wilson")
        assert share.value == pytest.approx(a / n)
        assert ends(share) == pytest.approx((expected.low, expected.high), abs=1e-9)
    present = [a / n for a, n in pairs[:-1] if n]
    if present:
        assert found.macro.value == pytest.approx(sum(present) / len(present))
        low, high = ends(found.macro)
        assert 0 <= low <= sum(present) / len(present) + 1e-12
        assert 1 >= high >= sum(present) / len(present) - 1e-12
    else:
        assert found.macro == Share()


def test_the_mean_of_one_group_is_that_group() -> None:
    found = independent_shares([7, 0, 0], [9, 0, 0])
    assert found.macro.value == pytest.approx(7 / 9)
    assert ends(found.macro) == pytest.approx(ends(found.groups[0]))


def test_the_interval_of_a_mean_of_groups_by_hand() -> None:
    # Wilson: 4 of 8 is 0.2152 to 0.7848, 9 of 10 is 0.5958 to 0.9821. The mean is 0.7; square and add, and halve.
    low = 0.7 - math.hypot(0.5 - 0.2152, 0.9 - 0.5958) / 2
    high = 0.7 + math.hypot(0.7848 - 0.5, 0.9821 - 0.9) / 2
    assert ends(independent_shares([4, 9, 0], [8, 10, 0]).macro) == pytest.approx((low, high), abs=2e-4)


@pytest.mark.parametrize(("truths", "sizes"), [((0.5, 0.9), (5, 6)), ((0.3, 0.8, 0.95), (12, 4, 30))])
def test_the_interval_of_a_mean_of_groups_holds_the_truth_as_often_as_it_says(
    truths: tuple[float, ...], sizes: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(5)
    draws = rng.binomial(sizes, truths, size=(4000, len(sizes)))
    truth = sum(truths) / len(truths)
    low_high = [ends(independent_shares([*row, 0], [*sizes, 0]).macro) for row in draws.tolist()]
    held = sum(low <= truth <= high for low, high in low_high) / len(low_high)
    assert 0.93 <= held <= 0.985


def people(n: int, seed: int = 3) -> tuple[Counts, Counts]:
    rng = np.random.default_rng(seed)
    counted = rng.integers(0, 7, size=(n, 3))
    right = rng.binomial(counted, rng.beta(4, 2, size=(n, 1)))
    return right, counted


def test_values_of_many_people_are_those_of_all_their_answers() -> None:
    right, counted = people(40)
    found = clustered_shares(right, counted)
    expected = [right[:, column].sum() / counted[:, column].sum() for column in range(2)]
    assert [share.value for share in found.groups] == pytest.approx(expected)
    assert found.macro.value == pytest.approx(sum(expected) / 2)
    assert found.micro.value == pytest.approx(right.sum() / counted.sum())
    assert (found.micro.n, found.macro.n) == (counted.sum(), counted[:, :2].sum())


def test_passes_are_left_out_of_choices_taken() -> None:
    alone = independent_shares([3, 4, 0], [6, 5, 0], passed=2)
    expected = binomtest(7, 9).proportion_ci(0.95, method="wilson")
    assert alone.taken.value == pytest.approx(7 / 9)
    assert ends(alone.taken) == pytest.approx((expected.low, expected.high))
    assert alone.micro.value == pytest.approx(7 / 11)
    assert alone.micro.n == 11
    right, counted = people(40)
    passed = (counted - right)[:, 0]
    many = clustered_shares(right, counted, passed)
    as_if_unseen = counted.copy()
    as_if_unseen[:, 0] -= passed
    assert many.taken.value == pytest.approx(right.sum() / as_if_unseen.sum())
    low, high = ends(many.taken)
    assert (low, high) == pytest.approx(ends(clustered_shares(right, as_if_unseen).micro), abs=0.02)
    assert many.micro == clustered_shares(right, counted).micro


def test_intervals_of_many_people_have_the_width_of_a_ratio_of_cluster_totals() -> None:
    right, counted = people(400)
    found = clustered_shares(right, counted, resamples=4000)
    columns = [(right[:, i].astype(float), counted[:, i].astype(float)) for i in range(2)]
    # Linearised variance of a ratio estimator (Cochran 1977, section 6.4), and of the mean of two of them.
    residuals = [(a - a.sum() / b.sum() * b) / b.mean() for a, b in columns]
    for share, residual in ((found.groups[0], residuals[0]), (found.macro, (residuals[0] + residuals[1]) / 2)):
        low, high = ends(share)
        assert high - low == pytest.approx(2 * 1.96 * residual.std() / math.sqrt(len(residual)), rel=0.08)


def test_the_order_of_people_changes_nothing_and_people_without_answers_neither() -> None:
    right, counted = people(30)
    order = np.random.default_rng(1).permutation(30)
    blank = np.zeros((5, 3), dtype=np.int64)
    assert clustered_shares(right, counted) == clustered_shares(
        np.concatenate([right[order], blank]), np.concatenate([counted[order], blank])
    )


def test_one_person_tells_nothing_about_others() -> None:
    found = clustered_shares(np.array([[3, 1, 0]]), np.array([[4, 2, 0]]))
    assert found.macro.value == pytest.approx(0.625)
    assert found.macro.interval is None
    assert found.micro.interval is None


def test_nobody_has_no_share() -> None:
    empty = np.zeros((0, 3), dtype=np.int64)
    found = clustered_shares(empty, empty)
    assert found.groups == (Share(), Share())
    assert (found.macro, found.micro) == (Share(), Share())


def test_when_all_are_right_people_and_not_answers_count() -> None:
    right = np.array([[5, 0], [5, 0], [5, 0]])
    expected = binomtest(3, 3).proportion_ci(0.95, method="wilson")
    (share,) = clustered_shares(right, right).groups
    assert (share.value, share.n) == (1.0, 15)
    assert ends(share) == pytest.approx((expected.low, 1.0))
