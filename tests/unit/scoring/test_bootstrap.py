"""Means, quantiles and their intervals over the questions that count."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.scoring.bootstrap import Estimate, mean_estimates, quantile_estimates

NAN = math.nan


def test_questions_that_do_not_count_are_left_out() -> None:
    found = mean_estimates(
        {"a": np.array([1.0, NAN, 3.0]), "b": np.array([NAN, NAN, NAN]), "c": np.array([5.0, NAN, NAN])}
    )
    assert (found["a"].value, found["a"].n) == (2.0, 2)
    assert found["b"] == Estimate(None, None, 0)
    assert found["c"] == Estimate(5.0, None, 1)


def test_nothing_at_all() -> None:
    assert mean_estimates({}) == {}
    assert mean_estimates({"a": np.array([])})["a"] == Estimate(None, None, 0)
    assert quantile_estimates(np.array([NAN]), [0.5]) == [Estimate(None, None, 0)]
    assert quantile_estimates(np.array([7.0]), [0.5]) == [Estimate(7.0, None, 1)]


def test_the_interval_of_a_mean_is_that_of_the_normal_theory() -> None:
    """Mean and 1.96 standard errors, for many values of a distribution with short tails."""
    values = np.random.default_rng(1).uniform(0, 100, 1500)
    found = mean_estimates({"a": values}, resamples=3000)["a"]
    half = 1.959964 * values.std(ddof=1) / math.sqrt(len(values))
    assert found.interval is not None
    assert found.interval[0] == pytest.approx(values.mean() - half, abs=0.1 * half)
    assert found.interval[1] == pytest.approx(values.mean() + half, abs=0.1 * half)


def test_the_interval_of_a_median_is_that_of_order_statistics() -> None:
    """Ranks n/2 -+ 1.96 sqrt(n)/2 (binomial, Hahn and Meeker 1991, section 5.2)."""
    values = np.sort(np.random.default_rng(2).uniform(0, 1, 2500))
    low, high = values[1250 - 49], values[1250 + 49]
    found = quantile_estimates(values, [0.5], resamples=2000)[0]
    assert found.interval is not None
    assert found.interval == pytest.approx((low, high), abs=0.15 * (high - low))


def test_quantiles_are_interpolated_linearly() -> None:
    found = quantile_estimates(np.array([4.0, 1.0, NAN, 2.0, 3.0]), [0.25, 0.5, 0.75])
    assert [estimate.value for estimate in found] == [1.75, 2.5, 3.25]


@settings(deadline=None, max_examples=30)
@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=40))
def test_intervals_hold_between_the_extremes_and_repeat(values: list[float]) -> None:
    column = np.array(values)
    found = mean_estimates({"a": column}, resamples=200)["a"]
    assert found == mean_estimates({"a": column}, resamples=200)["a"]
    assert found.interval is not None
    low, high = found.interval
    slack = 1e-6 * (1 + np.abs(column).max())
    assert column.min() - slack <= low <= high <= column.max() + slack
    for estimate in quantile_estimates(column, [0.0, 0.5, 1.0], resamples=200):
        assert estimate.value is not None
        assert column.min() <= estimate.value <= column.max()


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="same"):
        mean_estimates({"a": np.array([1.0]), "b": np.array([1.0, 2.0])})
