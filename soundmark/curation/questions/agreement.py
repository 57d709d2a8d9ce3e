"""How far two reviewers agree: share, and Cohen's kappa with an interval."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from soundmark.scoring.figures import CONFIDENCE, Figure, share_figure
from soundmark.scoring.proportion import wilson_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Agreement of two reviewers over the items that both judged.

    Attributes:
        share: of items that both judged alike, with Wilson's interval.
        expected: the share that chance alone would give, from how often each says what; None without items.
        kappa: (share - expected) / (1 - expected); None where it has no value: without items, or where both say the
            same one thing of all items.
        kappa_low, kappa_high: its 95 % interval; None without kappa.
    """

    share: Figure
    expected: float | None
    kappa: float | None
    kappa_low: float | None = None
    kappa_high: float | None = None


def agreement(first: Sequence[Hashable], second: Sequence[Hashable]) -> Agreement:
    """Percent agreement, and Cohen's kappa (Cohen 1960).

    The interval is the normal one, with the large-sample variance of Fleiss, Cohen and Everitt (1969), formula 13. Its
    variance is zero where both agree in all items; Wilson's interval of the share, put into kappa's formula with the
    expected share as it is, stands in its place.

    Args:
        first: what one reviewer says of each item.
        second: what the other says of the same items.

    Raises:
        ValueError: when the lengths differ.
    """
    pairs = list(zip(first, second, strict=True))
    n = len(pairs)
    share = share_figure([one == other for one, other in pairs])
    if not n or share.value is None:
        return Agreement(share=share, expected=None, kappa=None)
    rows, columns = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    labels = rows | columns
    expected = sum(rows[label] * columns[label] for label in labels) / n**2
    if len(labels) == 1:
        return Agreement(share=share, expected=1.0, kappa=None)
    kappa = (share.value - expected) / (1 - expected)
    if share.value == 1:
        low, high = ((bound - expected) / (1 - expected) for bound in wilson_interval(n, n, CONFIDENCE))
    else:
        half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * math.sqrt(_variance(pairs, expected, kappa))
        low, high = kappa - half, kappa + half
    return Agreement(share=share, expected=expected, kappa=kappa, kappa_low=max(-1.0, low), kappa_high=min(1.0, high))


def _variance(pairs: Sequence[tuple[Hashable, Hashable]], expected: float, kappa: float) -> float:
    """Fleiss, Cohen and Everitt (1969), formula 13: A + B - C, in terms of cell shares."""
    n = len(pairs)
    cells = Counter(pairs)
    rows, columns = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    within = across = 0.0
    for (one, other), count in cells.items():
        if one == other:
            within += count / n * (1 - (rows[one] + columns[one]) / n * (1 - kappa)) ** 2
        else:
            across += count / n * ((columns[one] + rows[other]) / n) ** 2
    correction = (kappa - expected * (1 - kappa)) ** 2
    return max(0.0, within + (1 - kappa) ** 2 * across - correction) / (n * (1 - expected) ** 2)
