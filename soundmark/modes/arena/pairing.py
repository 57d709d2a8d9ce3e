"""Which two models meet, and on which side each stands.

The rule, as the page states it: pairs are drawn at random, and a pair is the more likely the more its vote would narrow
the rating intervals, the widest first. In numbers: with the Hessian H of the Bradley-Terry likelihood (a graph
Laplacian with weight n q (1 - q) for a pair that was voted on n times and whose first model wins with probability q,
plus a weak prior), the squared widths of the intervals are proportional to the diagonal of its inverse. One more vote
on the pair (i, j) lowers their sum by w |u|^2 / (1 + w d), with w = q (1 - q), u = H^-1 (e_i - e_j) and
d = (e_i - e_j) . u (the Sherman-Morrison formula). A pair's probability is proportional to that, mixed with a
tenth of uniform draws, so that no pair is ever out of reach and the logged probability can be used as a weight.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RULE = "narrowest-intervals-v1"
"""Name of the rule in the log: change it with the rule."""
UNIFORM_SHARE = 0.1
"""Share of draws that take any pair alike."""
PRIOR_WEIGHT = 0.5
"""Two votes of every model against an opponent of its own strength, each of which weighs 1/4."""

Pair = tuple[str, str]
"""Two models, sorted by name."""
NameWeights = Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A pair that was drawn.

    Attributes:
        pair: sorted by name.
        probability: with which the rule chooses it among the pairs that were possible.
    """

    pair: Pair
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is known of the models when a pair is drawn.

    Attributes:
        votes: how many counted votes each pair has.
        strengths: log-odds of each model in the Bradley-Terry model, natural logarithm; 0 where it is not known.
    """

    votes: Mapping[Pair, int]
    strengths: NameWeights

    @classmethod
    def of(cls, outcomes: Iterable[Pair], strengths: NameWeights | None = None) -> Standing:
        """The standing after votes on these pairs, in any order of the two names; a model has no votes on itself."""
        pairs = Counter(ordered(*pair) for pair in outcomes if pair[0] != pair[1])
        return cls(votes=dict(pairs), strengths=strengths or {})


def ordered(first: str, second: str) -> Pair:
    """The two names as a pair."""
    return (first, second) if first <= second else (second, first)


def pair_probabilities(
    candidates: Collection[str], standing: Standing, barred: Collection[Pair] = ()
) -> dict[Pair, float]:
    """With which probability each pair of candidates is to meet; they add up to 1.

    Args:
        candidates: models that can answer now; a name counts once.
        standing: votes of all models, candidates or not.
        barred: pairs that must not meet, for instance because both say the same.
    """
    import numpy as np

    pairs = [pair for pair in combinations(sorted(set(candidates)), 2) if pair not in barred]
    if not pairs:
        return {}
    names = sorted({*candidates, *(name for pair in standing.votes for name in pair)})
    index = {name: place for place, name in enumerate(names)}
    strengths = np.array([standing.strengths.get(name, 0.0) for name in names])
    inverse: NDArray[np.float64] = np.linalg.inv(_hessian(standing, index, strengths)).astype(np.float64)
    first, second = (np.array([index[pair[side]] for pair in pairs]) for side in (0, 1))
    gain = _gains(inverse, strengths, first, second)
    shares = (1 - UNIFORM_SHARE) * gain / gain.sum() + UNIFORM_SHARE / len(pairs)
    return {pair: float(share) for pair, share in zip(pairs, shares, strict=True)}


def _hessian(standing: Standing, index: Mapping[str, int], strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    matrix = np.eye(len(index)) * PRIOR_WEIGHT
    for (one, other), count in standing.votes.items():
        i, j = index[one], index[other]
        weight = count * _weight(strengths[i] - strengths[j])
        matrix[i, i] += weight
        matrix[j, j] += weight
        matrix[i, j] -= weight
        matrix[j, i] -= weight
    return matrix


def _gains(
    inverse: NDArray[np.float64],
    strengths: NDArray[np.float64],
    first: NDArray[np.intp],
    second: NDArray[np.intp],
) -> NDArray[np.float64]:
    """By how much one vote on each pair lowers the sum of squared interval widths."""
    import numpy as np

    change = inverse[:, first] - inverse[:, second]
    distance = change[first, np.arange(len(first))] - change[second, np.arange(len(first))]
    weight = _weight(strengths[first] - strengths[second])
    found: NDArray[np.float64] = weight * (change**2).sum(axis=0) / (1 + weight * distance)
    return found


def _weight(difference: NDArray[np.float64]) -> NDArray[np.float64]:
    """Q (1 - q): what a vote between two models that differ so much tells."""
    import numpy as np

    q = 1 / (1 + np.exp(-np.clip(difference, -30, 30)))
    found: NDArray[np.float64] = q * (1 - q)
    return found


def draw_pair(
    candidates: Collection[str], standing: Standing, random: Random, barred: Collection[Pair] = ()
) -> Drawn | None:
    """A pair by the rule; None when no two candidates may meet."""
    return _drawn(pair_probabilities(candidates, standing, barred), random)


def draw_substitute(kept: str, candidates: Collection[str], standing: Standing, random: Random) -> Drawn | None:
    """An opponent for a model whose answer stands, by the same rule; None when there is none."""
    shares = pair_probabilities({kept, *candidates}, standing)
    possible = {pair: share for pair, share in shares.items() if kept in pair}
    whole = sum(possible.values())
    return _drawn({pair: share / whole for pair, share in possible.items()}, random)


def _drawn(shares: Mapping[Pair, float], random: Random) -> Drawn | None:
    if not shares:
        return None
    (pair,) = random.choices(list(shares), list(shares.values()))
    return Drawn(pair=pair, probability=shares[pair])


def sides(pair: Sequence[str], seed: str) -> Pair:
    """Who stands on side a and who on side b: as sorted when the first byte of the seed's SHA-256 is even.

    The seed is logged, so that anybody can check that sides are drawn and not chosen.
    """
    first, second = sorted(pair)
    is_even = hashlib.sha256(seed.encode()).digest()[0] % 2 == 0
    return (first, second) if is_even else (second, first)
