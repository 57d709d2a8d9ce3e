"""How sure a share of right answers is."""

from __future__ import annotations


def wilson_interval(n_right: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a binomial share (Wilson 1927); the whole range when there is no answer.

    Args:
        n_right: right answers.
        n: all answers.
        confidence: between 0 and 1.

    Raises:
        ValueError: when there are more right answers than answers, or fewer than none.
    """
    if not 0 <= n_right <= n:
        raise ValueError(f"There cannot be {n_right} right answers of {n}.")
    if n == 0:
        return 0.0, 1.0
    from scipy.stats import binomtest

    interval = binomtest(n_right, n).proportion_ci(confidence, method="wilson")
    return float(interval.low), float(interval.high)
