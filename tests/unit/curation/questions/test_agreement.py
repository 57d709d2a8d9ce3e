"""Agreement of reviewers: kappa against scikit-learn, its interval against derivatives taken by number."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from soundmark.curation.questions.agreement import agreement

TABLE = np.array([[20, 5, 2], [3, 15, 4], [1, 6, 14]])


def listed(table: np.ndarray) -> tuple[list[int], list[int]]:
    cells = [(i, j) for i, j in np.ndindex(table.shape) for _ in range(table[i, j])]
    return [i for i, _ in cells], [j for _, j in cells]


def kappa_of(shares: np.ndarray) -> float:
    expected = float(shares.sum(axis=1) @ shares.sum(axis=0))
    return (float(np.trace(shares)) - expected) / (1 - expected)


def test_interval_is_that_of_the_delta_method() -> None:
    """The variance of kappa from its gradient over the cell shares of a multinomial sample."""
    n = TABLE.sum()
    shares, step = TABLE / n, 1e-6
    gradient = np.zeros_like(shares)
    for cell in np.ndindex(shares.shape):
        nudge = np.zeros_like(shares)
        nudge[cell] = step
        gradient[cell] = (kappa_of(shares + nudge) - kappa_of(shares - nudge)) / (2 * step)
    variance = ((shares * gradient**2).sum() - (shares * gradient).sum() ** 2) / n
    found = agreement(*listed(TABLE))
    assert found.kappa == pytest.approx(kappa_of(shares), abs=1e-12)
    assert found.kappa_low is not None and found.kappa_high is not None
    assert (found.kappa_high - found.kappa_low) / 2 == pytest.approx(1.959964 * math.sqrt(variance), rel=1e-5)


@given(st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from("ABCD")), min_size=2, max_size=40))
def test_kappa_is_scikit_learns(pairs: list[tuple[str, str]]) -> None:
    first, second = [one for one, _ in pairs], [other for _, other in pairs]
    found = agreement(first, second)
    if len({*first, *second}) == 1:
        assert found.kappa is None and found.share.value == 1
        return
    assert found.kappa == pytest.approx(cohen_kappa_score(first, second), abs=1e-9)
    assert found.kappa is not None and found.kappa_low is not None and found.kappa_high is not None
    assert -1 <= found.kappa_low <= found.kappa + 1e-12 and found.kappa <= found.kappa_high + 1e-12 <= 1 + 1e-9


def test_reviewers_who_agree_in_all_have_an_interval_with_a_width() -> None:
    found = agreement("AABB", "AABB")
    assert found.kappa == 1 and found.kappa_high == 1
    # Wilson's lower bound of 4 of 4 is 4 / (4 + 1.96²); half of it is chance.
    assert found.kappa_low == pytest.approx((4 / (4 + 1.959964**2) - 0.5) / 0.5, rel=1e-5)


def test_nothing_in_common() -> None:
    assert agreement([], []).kappa is None and agreement([], []).share.value is None
    with pytest.raises(ValueError, match="zip"):
        agreement("A", "AB")
