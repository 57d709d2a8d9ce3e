"""The interval of a share is Wilson's, as SciPy works it out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from soundmark.scoring.proportion import wilson_interval


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_it_is_what_scipy_gives(counts: tuple[int, int]) -> None:
    n_right, n = counts
    expected = binomtest(n_right, n).proportion_ci(0.95, method="wilson")
    assert wilson_interval(n_right, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_nothing_is_known_without_an_answer() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("counts", [(2, 1), (-1, 3)])
def test_impossible_counts_are_refused(counts: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="right answers"):
        wilson_interval(*counts)
