"""The leakage test does what its theory says: by all 32 outcomes of five answers, and on simulated questions."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.curation.questions.leak_test import Rule, fewest_right, leak_test, rejection_rate

QUARTER = Fraction(1, 4)


def t_tail_of_4(t: float) -> float:
    """P(T > t) with 4 degrees of freedom, in closed form: the integral of 3/8 (1 + x²/4)^(-5/2)."""
    s = t / math.sqrt(t * t + 4)
    return 0.5 - 0.75 * (s - s**3 / 3)


def rejected(outcome: tuple[int, ...]) -> bool:
    """TAU's test at 5 %, from the definition of t with exact sums; the limit where all answers are alike."""
    n, mean = len(outcome), Fraction(sum(outcome), len(outcome))
    variance = sum((x - mean) ** 2 for x in outcome) / (n - 1)
    if variance == 0:
        return mean > QUARTER
    return t_tail_of_4(float(mean - QUARTER) / math.sqrt(variance / n)) < 0.05


def chance_of_rejection(success: Fraction) -> Fraction:
    """Over all 32 outcomes."""
    outcomes = itertools.product((0, 1), repeat=5)
    return sum(
        (success ** sum(one) * (1 - success) ** (5 - sum(one)) for one in outcomes if rejected(one)), Fraction(0)
    )


def test_true_size_of_the_papers_test_is_one_in_64() -> None:
    assert chance_of_rejection(QUARTER) == Fraction(1, 64)
    assert rejection_rate(5, 0.25, 0.25) == pytest.approx(1 / 64, abs=1e-12)


@pytest.mark.parametrize("success", [Fraction(1, 10), Fraction(1, 2), Fraction(3, 5), Fraction(3, 4), Fraction(9, 10)])
def test_power_is_that_of_all_outcomes(success: Fraction) -> None:
    expected = float(chance_of_rejection(success))
    assert rejection_rate(5, 0.25, float(success)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("success", [0.25, 0.6, 0.9])
def test_simulated_questions(success: float) -> None:
    """20,000 questions: the share that is called leaking lies within four standard errors of theory."""
    answers = np.random.default_rng(3).random((20_000, 5)) < success
    by_count = [leak_test([True] * k + [False] * (5 - k), 0.25).leaks() for k in range(6)]
    share = np.mean([by_count[k] for k in answers.sum(axis=1)])
    theory = float(chance_of_rejection(Fraction(success).limit_denominator(100)))
    assert abs(share - theory) < 4 * math.sqrt(theory * (1 - theory) / len(answers))


def test_p_values_of_five_answers() -> None:
    """t by its closed form, the binomial tail in 1024ths."""
    tails = [1024, 781, 376, 106, 16, 1]
    for k in range(6):
        found = leak_test([True] * k + [False] * (5 - k), 0.25)
        assert found.p_binomial == pytest.approx(tails[k] / 1024, abs=1e-12)
        if 0 < k < 5:
            t = (k / 5 - 0.25) / math.sqrt(k * (5 - k) / 100)
            assert found.t == pytest.approx(t, abs=1e-12) and found.p_t == pytest.approx(t_tail_of_4(t), abs=1e-12)


def test_answers_that_are_all_alike_have_no_variance() -> None:
    right, wrong = leak_test([True] * 5, 0.25), leak_test([False] * 5, 0.25)
    assert (right.t, right.p_t, right.leaks()) == (math.inf, 0.0, True)
    assert (wrong.t, wrong.p_t, wrong.leaks()) == (-math.inf, 1.0, False)


def test_ties() -> None:
    """A mean that equals chance says nothing, and a p-value that equals alpha does not reject."""
    tied = leak_test([True, False, False, False], 0.25)
    assert (tied.t, tied.p_t) == (0.0, 0.5)
    assert not leak_test([True, True], 0.25).leaks(Rule.BINOMIAL, 1 / 16)
    assert leak_test([True, True], 0.25).leaks(Rule.BINOMIAL, 1 / 16 + 1e-6)
    assert not leak_test([True] * 4 + [False], 0.25).leaks(Rule.BINOMIAL, 16 / 1024)


def test_where_both_tests_differ() -> None:
    """Not at five answers; at two the t-test's size is above 5 %, at six and nine it wants one right answer more."""
    fewest = {n: (fewest_right(n, 0.25), fewest_right(n, 0.25, rule=Rule.BINOMIAL)) for n in range(2, 11)}
    assert {n: pair for n, pair in fewest.items() if pair[0] != pair[1]} == {2: (2, None), 6: (5, 4), 9: (6, 5)}
    assert fewest[5] == (4, 4)
    assert rejection_rate(2, 0.25, 0.25) == pytest.approx(1 / 16)
    assert rejection_rate(2, 0.25, 0.25, rule=Rule.BINOMIAL) == 0


@given(st.lists(st.booleans(), min_size=2, max_size=12), st.floats(0.05, 0.95))
def test_p_values_are_probabilities_and_fall_with_right_answers(answers: list[bool], chance: float) -> None:
    found = leak_test(answers, chance)
    assert 0 <= found.p_t <= 1 and 0 <= found.p_binomial <= 1
    if not all(answers):
        better = leak_test([True, *sorted(answers)[1:]], chance)
        assert better.p_t <= found.p_t and better.p_binomial <= found.p_binomial


def test_what_cannot_be_tested() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        leak_test([True], 0.25)
    with pytest.raises(ValueError, match="no chance"):
        leak_test([True, False], 1.0)
