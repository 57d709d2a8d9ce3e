"""Draws of votes with replacement (Efron and Tibshirani 1993, chapter 13), one by one or by whole voters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.counts import Pairs
from leaderboard.ratings.outcomes import Floats, Ints, Outcome

ROUNDS = 1000
SEED = 20_240_601
"""Fixed, so that the same votes give the same intervals on every page and every machine."""
_NUMBERS_AT_ONCE = 4_000_000
_FEW = 8


@dataclass(frozen=True, slots=True, eq=False)
class VoteClusters:
    """Which votes belong together, because one person gave them or they are about one question.

    Attributes:
        models: names, as in the counts.
        a, b: places of the models of each vote.
        outcome: of each vote.
        cluster: number of each vote's cluster, from 0; votes of which it is not known have one each.
    """

    models: tuple[str, ...]
    a: Ints
    b: Ints
    outcome: Ints
    cluster: Ints


def cluster_counts(pairs: Pairs, names: tuple[str, ...], clusters: VoteClusters) -> Floats:
    """How often each cluster gave each outcome of each pair: sparse, shape (clusters, pairs * 4).

    Clusters come in an order that depends on their votes alone.

    Args:
        pairs: those that met.
        names: of the models, in the order of the pairs.
        clusters: of the votes that the pairs were counted from.
    """
    from scipy.sparse import csr_array

    place = {name: number for number, name in enumerate(names)}
    own = np.array([place[name] for name in clusters.models], dtype=np.int64)
    a, b = own[clusters.a], own[clusters.b]
    pair_of = np.full((pairs.n_models, pairs.n_models), -1, dtype=np.int64)
    pair_of[pairs.first, pairs.second] = np.arange(len(pairs.first))
    mirror = np.array([Outcome.B, Outcome.TIE, Outcome.A, Outcome.BOTH_BAD])
    outcome = np.where(a < b, clusters.outcome, mirror[clusters.outcome])
    cells = pair_of[np.minimum(a, b), np.maximum(a, b)] * len(Outcome) + outcome
    _, numbers = np.unique(clusters.cluster, return_inverse=True)
    n_clusters = int(numbers.max()) + 1 if len(numbers) else 0
    # A sum of random numbers of its cells tells a cluster by what is in it, whatever it is called.
    keys = np.random.default_rng(SEED).integers(0, 2**63, size=len(pairs.first) * len(Outcome), dtype=np.uint64)
    low, high = keys & np.uint64(0xFFFFFFF), keys >> np.uint64(36)
    signs = [np.bincount(numbers, part[cells].astype(np.float64), n_clusters) for part in (low, high)]
    order = np.empty(n_clusters, dtype=np.int64)
    order[np.lexsort(signs)] = np.arange(n_clusters)
    shape = (n_clusters, len(pairs.first) * len(Outcome))
    counts: Floats = csr_array((np.ones(len(cells)), (order[numbers], cells)), shape=shape)
    return counts


def drawn_votes(votes: Ints, rounds: int) -> Iterator[Floats]:
    """As many votes as there are, drawn one by one; the same as drawing rows of a table.

    Args:
        votes: first wins, tie, second wins, both bad: shape (pairs, 4).
        rounds: how often.

    Yields:
        Counts of shape (4, pairs, some rounds), until all rounds are done.
    """
    rng = np.random.default_rng(SEED)
    used = np.flatnonzero(votes)
    n = int(votes.sum())
    numbers = votes.ravel()[used]
    for some in _portions(rounds, max(votes.size, n if n < _FEW * len(used) else 0)):
        drawn = np.zeros((votes.size, some))
        drawn[used] = _drawn(rng, numbers, some).T
        yield _by_outcome(drawn, len(votes))


def _drawn(rng: np.random.Generator, numbers: Ints, rounds: int) -> Ints:
    """How often each kind comes when as many are drawn as there are, shape (rounds, kinds)."""
    n, kinds = int(numbers.sum()), len(numbers)
    if n >= _FEW * kinds:
        return rng.multinomial(n, numbers / n, size=rounds)
    # One binomial a kind takes longer than one integer a vote, when votes are few.
    drawn = np.repeat(np.arange(kinds), numbers)[rng.integers(0, n, size=(rounds, n))]
    drawn += np.arange(rounds)[:, None] * kinds
    return np.bincount(drawn.ravel(), minlength=rounds * kinds).reshape(rounds, kinds)


def drawn_clusters(clusters: Floats, n_pairs: int, rounds: int) -> Iterator[Floats]:
    """As many clusters as there are, drawn with all their votes; otherwise as `drawn_votes`."""
    rng = np.random.default_rng(SEED)
    n = clusters.shape[0]
    cells = clusters.T.tocsr()  # type: ignore[attr-defined]  # scipy's arrays have no types
    for some in _portions(rounds, max(n, n_pairs * len(Outcome))):
        drawn = rng.integers(0, n, size=(some, n)) + np.arange(some)[:, None] * n
        times = np.bincount(drawn.ravel(), minlength=some * n).reshape(some, n)
        yield _by_outcome(cells @ times.T.astype(np.float64), n_pairs)


def _portions(rounds: int, numbers: int) -> Iterator[int]:
    step = max(1, _NUMBERS_AT_ONCE // max(1, numbers))
    for begin in range(0, rounds, step):
        yield min(step, rounds - begin)


def _by_outcome(drawn: Floats, n_pairs: int) -> Floats:
    """Counts by cell, shape (pairs * 4, rounds), with the outcomes in front."""
    return np.ascontiguousarray(drawn.reshape(n_pairs, len(Outcome), -1).transpose(1, 0, 2))
