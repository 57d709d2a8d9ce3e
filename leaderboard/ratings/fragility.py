"""How few votes, taken away, would change who is ahead (after Broderick, Giordano and Meager, arXiv 2011.14999)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np

from leaderboard.ratings.counts import VoteCounts, fold
from leaderboard.ratings.games import games_of
from leaderboard.ratings.island import fit_island, islands_of
from leaderboard.ratings.newton import Strengths, curvature_at, strengths
from leaderboard.ratings.outcomes import Floats, Ints
from leaderboard.ratings.sandwich import residuals
from leaderboard.ratings.table import RatingRules

_EVEN = 1e-7
"""Strengths that are no farther apart are equal: a fit settles to a tenth of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragility:
    """What it takes to change the order of two models that stand next to each other.

    Attributes:
        ahead, behind: the models.
        n_votes: so many votes are enough, when they are the right ones: without them a new fit has the two the other
            way round, or even. Not always the fewest. None when no choice of votes was found that does it.
        n_all: all votes among the models that are compared.
    """

    ahead: str
    behind: str
    n_votes: int | None
    n_all: int

    @property
    def share(self) -> float | None:
        """`n_votes` as a share of all."""
        return None if self.n_votes is None else self.n_votes / self.n_all


def fragilities(
    counts: VoteCounts, rules: RatingRules | None = None, *, first: int | None = None
) -> tuple[Fragility, ...]:
    """For each two neighbours in the order of ratings, among the compared models of each group.

    Votes are taken away by how much one of their kind moves the two apart, by the first derivative; how many of them it
    takes is then found with new fits.

    Args:
        counts: of the votes.
        rules: how votes count.
        first: only so many neighbours from the top of each group; None for all. Each takes several new fits.
    """
    rules = RatingRules() if rules is None else rules
    pairs = fold(counts.cells)
    found: list[Fragility] = []
    for members in islands_of(pairs):
        fit = fit_island(pairs, members, rules)
        if fit.strengths is None:
            continue
        names = [counts.models[place] for place in members[fit.main]]
        votes = pairs.votes[fit.main_pairs]
        theta = fit.strengths.theta[:, 0]
        order = sorted(range(len(names)), key=lambda at: (-round(float(theta[at]), 9), names[at]))
        inverse = np.linalg.inv(curvature_at(fit.strengths)[0])
        for ahead, behind in islice(pairwise(order), first):
            influence = _influence(fit.strengths, inverse[ahead] - inverse[behind], rules)
            number = _votes_to_turn(fit.strengths, votes, influence.ravel(), (ahead, behind), rules)
            found.append(Fragility(ahead=names[ahead], behind=names[behind], n_votes=number, n_all=int(votes.sum())))
    return tuple(found)


def _votes_to_turn(
    base: Strengths, votes: Ints, influence: Floats, two: tuple[int, int], rules: RatingRules
) -> int | None:
    """The smallest number of votes, taken in the order of their influence, that turns two models round."""
    gap = float(base.theta[two[0], 0] - base.theta[two[1], 0])
    if gap < _EVEN:
        return 0
    order = np.argsort(-influence, kind="stable")
    order = order[influence[order] > 0]
    available = votes.ravel()[order]
    most = int(available.sum())
    if not _is_turned(base, votes, (order, available, most), two, rules):
        return None
    low, high = 0, most
    middle = _first_guess(gap, influence[order], available)
    while high - low > 1:
        middle = min(max(middle, low + 1), high - 1)
        if _is_turned(base, votes, (order, available, middle), two, rules):
            high = middle
        else:
            low = middle
        # Near the first guess the answer is likely; from there on halves.
        near = low + max(1, low // 20) if high == most else high - max(1, high // 20)
        middle = near if low < near < high and (low == 0 or high == most) else (low + high) // 2
    return high


def _first_guess(gap: float, influence: Floats, available: Ints) -> int:
    """How many votes it takes for the sum of their influences to be the distance."""
    closed = np.cumsum(influence * available)
    at = int(np.searchsorted(closed, gap))
    if at == len(influence):
        return int(available.sum())
    rest = gap - (float(closed[at - 1]) if at else 0.0)
    return int(available[:at].sum()) + int(np.ceil(rest / influence[at]))


def _influence(base: Strengths, weight: Floats, rules: RatingRules) -> Floats:
    """How much one vote of each pair and outcome holds two models apart, shape (pairs, 4).

    Args:
        base: the fit.
        weight: the row of the inverse curvature of the model ahead, less that of the one behind, shape (unknowns,).
        rules: how votes count.
    """
    beyond = residuals(base, rules.ties, rules.both_bad)
    per_point = weight[base.games.first] - weight[base.games.second]
    held: Floats = beyond.points * per_point[:, None]
    return held if beyond.tie is None else held + beyond.tie * weight[-1]


def _is_turned(
    base: Strengths, votes: Ints, taken: tuple[Ints, Ints, int], two: tuple[int, int], rules: RatingRules
) -> bool:
    """Whether a new fit without so many votes has the two the other way round, or even."""
    order, available, number = taken
    upto = np.minimum(np.cumsum(available), number)
    left = votes.ravel().copy()
    left[order] -= np.diff(np.concatenate([[0], upto]))
    games = base.games
    remaining = left.reshape(votes.shape).T[:, :, None].astype(np.float64)
    again = games_of(games.n_models, games.first, games.second, remaining, ties=rules.ties, both_bad=rules.both_bad)
    theta = strengths(again, rules.prior_games, base).theta[:, 0]
    return bool(theta[two[0]] <= theta[two[1]] + _EVEN)
