"""Whether a model that hears nothing answers a question more often than by guessing (TAU, section 3.3.4).

TAU tests each question by a one-tailed, one-sample t-test of right (1) and wrong (0) answers against the chance of
guessing. Its normal model does not fit zeros and ones; the exact binomial test stands beside it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

SAMPLES = 5
ALPHA = 0.05


class Rule(StrEnum):
    """Which p-value decides."""

    T = "t"
    BINOMIAL = "binomial"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeakTest:
    """How surprising so many right answers are when only guessing helps.

    Attributes:
        n_right, n: right answers, and all.
        chance: of guessing right.
        t: the statistic; infinite where all answers are alike.
        p_t: of the one-tailed t-test.
        p_binomial: the chance of at least as many right answers.
    """

    n_right: int
    n: int
    chance: float
    t: float
    p_t: float
    p_binomial: float

    def leaks(self, rule: Rule = Rule.T, alpha: float = ALPHA) -> bool:
        """Whether the p-value is below alpha. One that equals alpha but for rounding is not."""
        p_value = self.p_t if rule is Rule.T else self.p_binomial
        return p_value < alpha and not math.isclose(p_value, alpha, rel_tol=1e-9)


def leak_test(is_right: Sequence[bool], chance: float) -> LeakTest:
    """Test the answers to one question.

    Where all answers are alike their variance is zero and t has no value. The limit stands in its place: all right is
    p = 0, all wrong is p = 1.

    Args:
        is_right: of each sample, 2 or more.
        chance: of guessing right, above 0 and below 1.

    Raises:
        ValueError: when there are fewer samples, or there is no such chance.
    """
    n, n_right = len(is_right), sum(is_right)
    if n < 2:
        raise ValueError("A t-test needs at least 2 samples.")
    if not 0 < chance < 1:
        raise ValueError(f"{chance} is no chance between 0 and 1.")
    from scipy.stats import binomtest, ttest_1samp

    if n_right in (0, n):
        t, p_t = (math.inf, 0.0) if n_right else (-math.inf, 1.0)
    else:
        found = ttest_1samp([float(right) for right in is_right], chance, alternative="greater")
        t, p_t = float(found.statistic), float(found.pvalue)
    p_binomial = float(binomtest(n_right, n, chance, alternative="greater").pvalue)
    return LeakTest(n_right=n_right, n=n, chance=chance, t=t, p_t=p_t, p_binomial=p_binomial)


def fewest_right(n: int, chance: float, *, rule: Rule = Rule.T, alpha: float = ALPHA) -> int | None:
    """With how many right answers of n a question leaks; None when not even all of them are enough."""
    counts = range(n + 1)
    leaking = [k for k in counts if leak_test([True] * k + [False] * (n - k), chance).leaks(rule, alpha)]
    return leaking[0] if leaking else None


def rejection_rate(n: int, chance: float, success: float, *, rule: Rule = Rule.T, alpha: float = ALPHA) -> float:
    """How often a question is called leaking whose samples are right with a given probability, independently.

    At `success` = `chance` this is the true size of the test, above it its power.
    """
    from scipy.stats import binom

    fewest = fewest_right(n, chance, rule=rule, alpha=alpha)
    return 0.0 if fewest is None else float(binom.sf(fewest - 1, n, success))
