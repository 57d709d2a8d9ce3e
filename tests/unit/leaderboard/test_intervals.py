"""The interval of a mean says what sampling theory says, and belongs to the answers alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.intervals import Interval, mean_interval

VALUES = st.lists(st.floats(0, 5000), min_size=2, max_size=30)


@pytest.mark.parametrize("n", [200, 5000])
def test_many_values_give_the_interval_of_normal_theory(n: int) -> None:
    values = np.random.default_rng(7).gamma(2.0, 700.0, n)
    mean, standard_error = values.mean(), values.std(ddof=1) / math.sqrt(n)
    found = mean_interval(list(values))
    assert found is not None
    # The 2.5 % point of 1000 resamples itself scatters by sqrt(.025 * .975 / 1000) / .0584 = 0.085 standard errors.
    assert found.low == pytest.approx(mean - 1.96 * standard_error, abs=0.3 * standard_error)
    assert found.high == pytest.approx(mean + 1.96 * standard_error, abs=0.3 * standard_error)


def test_it_covers_the_true_mean_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(300):
        found = mean_interval(list(rng.exponential(1000.0, 40)))
        assert found is not None
        hits += found.low <= 1000.0 <= found.high
    # The percentile interval of 40 skewed values is known to fall a little short of 95 %.
    assert 0.88 <= hits / 300 <= 0.98


def test_two_values_span_all_three_means_they_can_have() -> None:
    # Draws of two from {0, 5000}: mean 0 with 1/4, 2500 with 1/2, 5000 with 1/4.
    assert mean_interval([0.0, 5000.0]) == Interval(0.0, 5000.0)


def test_a_cluster_of_equal_answers_counts_as_one() -> None:
    values = list(np.random.default_rng(3).uniform(0, 5000, 40))
    repeated = [value for value in values for _ in range(9)]
    clusters = [number for number in range(40) for _ in range(9)]
    alone, together, careless = mean_interval(values), mean_interval(repeated, clusters), mean_interval(repeated)
    assert alone is not None
    assert together is not None
    assert careless is not None
    assert (together.low, together.high) == pytest.approx((alone.low, alone.high))
    # Nine times as many values, taken for independent, would claim a third of the width.
    assert (careless.high - careless.low) * 3 == pytest.approx(together.high - together.low, rel=0.12)


def test_large_clusters_weigh_more() -> None:
    # Nine answers of 1 by A and one of 0 by B: drawing A and B gives 0.9, twice A 1, twice B 0.
    assert mean_interval([1.0] * 9 + [0.0], ["A"] * 9 + ["B"]) == Interval(0.0, 1.0)
    found = mean_interval([1.0] * 9 + [0.0] * 2, ["A"] * 9 + ["B", "C"])
    assert found is not None
    assert found.high == 1.0


@pytest.mark.parametrize(("values", "clusters"), [([], None), ([5.0], None), ([1.0, 2.0, 3.0], ["A", "A", "A"])])
def test_one_of_a_kind_has_no_interval(values: list[float], clusters: list[str] | None) -> None:
    assert mean_interval(values, clusters) is None


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_value_that_is_not_finite_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        mean_interval([1.0, bad])


def test_values_and_clusters_must_match() -> None:
    with pytest.raises(ValueError, match="zip"):
        mean_interval([1.0, 2.0], ["A"])


@settings(deadline=None, max_examples=40)
@given(st.data(), VALUES)
def test_order_makes_no_difference(data: st.DataObject, values: list[float]) -> None:
    pairs = [(value, data.draw(st.integers(0, 5))) for value in values]
    shuffled = data.draw(st.permutations(pairs))
    assert mean_interval(values) == mean_interval([value for value, _ in shuffled])
    one, other = (mean_interval([v for v, _ in these], [c for _, c in these]) for these in (pairs, shuffled))
    assert one == other


@settings(deadline=None, max_examples=40)
@given(VALUES)
def test_it_lies_within_the_values_and_scales_with_them(values: list[float]) -> None:
    found, doubled = mean_interval(values), mean_interval([2 * value for value in values])
    assert found is not None
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert doubled is not None
    assert (doubled.low, doubled.high) == pytest.approx((2 * found.low, 2 * found.high))
