"""How sure a share of right answers is."""

from __future__ import annotations

import math
from statistics import NormalDist


def wilson_interval(n_right: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """The score interval of a binomial share (Wilson 1927); the whole range when there is no answer.

    It is a line of arithmetic: SciPy has it too, but loading `scipy.stats` would keep a player waiting for the result.

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
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, spread = n_right / n, z * z / n
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / n + spread / n / 4) / (1 + spread)
    # At none and at all the formula gives 0 and 1, but for rounding.
    low = 0.0 if n_right == 0 else max(0.0, middle - half)
    return low, 1.0 if n_right == n else min(1.0, middle + half)
