"""From counts of votes to ratings, intervals and ranks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from leaderboard.ratings.counts import Pairs, RatingError, VoteCounts, fold
from leaderboard.ratings.island import IslandFit, fit_island, islands_of, open_ends
from leaderboard.ratings.outcomes import Floats, Ints, Outcome
from leaderboard.ratings.resampling import VoteClusters, cluster_counts, drawn_clusters, drawn_votes
from leaderboard.ratings.sandwich import clustered_covariance, covariance
from leaderboard.ratings.table import (
    MEAN_RATING,
    POINTS_PER_TENFOLD_ODDS,
    Rating,
    RatingRules,
    RatingTable,
)

POINTS_PER_STRENGTH = POINTS_PER_TENFOLD_ODDS / math.log(10)
CONFIDENCE = 0.95
Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


def rate(
    counts: VoteCounts, rules: RatingRules | None = None, clusters: VoteClusters | None = None, clustered_by: str = ""
) -> RatingTable:
    """Rate models by votes (Bradley and Terry 1952; as an arena: Chiang et al. 2024, section 5).

    Where votes tell all models of a group apart, ratings are those of maximum likelihood. They, and the intervals, do
    not depend on the order of votes, on sides, or on names.

    Args:
        counts: of the votes.
        rules: how votes count; by default ties and both bad are half a win each, with 1000 draws for the intervals.
        clusters: which of the same votes belong together; without it intervals take votes as independent.
        clustered_by: the word for that, as `voter`.

    Raises:
        RatingError: when an anchor is not among the models.
    """
    rules = RatingRules() if rules is None else rules
    _check_anchors(rules, counts)
    names, pairs = _in_own_order(counts, rules)
    found = [fit_island(pairs, members, rules) for members in islands_of(pairs)]
    drawn = _intervals(names, pairs, found, rules, clusters)
    ratings: list[Rating] = []
    for number, (fit, ends) in enumerate(zip(found, drawn, strict=True), start=1):
        ratings += _rows(number, [names[member] for member in fit.members], counts, fit=fit, ends=ends, rules=rules)
    nus = tuple(fit.nu for fit in found) if any(fit.nu is not None for fit in found) else ()
    return RatingTable(
        rules=rules,
        ratings=tuple(ratings),
        n_votes=counts.n_votes,
        n_groups=len(found),
        clustered_by=clustered_by if clusters is not None else "",
        nu=nus,
    )


def _check_anchors(rules: RatingRules, counts: VoteCounts) -> None:
    for name, value in rules.anchors.items():
        if name not in counts.models:
            raise RatingError(f"The anchor {name!r} is not among the models. Give a name as the table has it.")
        if not math.isfinite(value) or abs(value) > 1e6:
            raise RatingError(f"The anchor {name!r} needs a number of points, for instance 1000.")


def _in_own_order(counts: VoteCounts, rules: RatingRules) -> tuple[tuple[str, ...], Pairs]:
    """Models in an order that their votes give them, whatever they are called; those that never met any are left out.

    Draws follow this order, so that other names or another order of votes give the same draws.
    """
    by_name = np.array(sorted(range(len(counts.models)), key=lambda place: counts.models[place]), dtype=np.int64)
    cells = counts.cells[np.ix_(by_name, by_name)]
    pairs = fold(cells)
    order: list[int] = []
    for members in islands_of(pairs):
        theta = fit_island(pairs, members, rules).theta
        record = [tuple(-value for value in _record(cells, int(member))) for member in members]
        ranked = sorted(range(len(members)), key=lambda at: (-round(float(theta[at]), 6), record[at], members[at]))
        order += [int(members[at]) for at in ranked]
    chosen = by_name[np.array(order, dtype=np.int64)]
    return tuple(counts.models[place] for place in chosen), fold(counts.cells[np.ix_(chosen, chosen)])


def _record(cells: Ints, model: int) -> tuple[int, int, int, int]:
    """Wins, ties, losses and both bad of a model on both sides."""
    left, right = cells[model].sum(axis=0), cells[:, model].sum(axis=0)
    return (
        int(left[Outcome.A] + right[Outcome.B]),
        int(left[Outcome.TIE] + right[Outcome.TIE]),
        int(left[Outcome.B] + right[Outcome.A]),
        int(left[Outcome.BOTH_BAD] + right[Outcome.BOTH_BAD]),
    )


def _intervals(
    names: tuple[str, ...],
    pairs: Pairs,
    found: Sequence[IslandFit],
    rules: RatingRules,
    clusters: VoteClusters | None,
) -> list[Floats]:
    """Ends of the intervals of the compared models of each island, in strengths: shape (2, models)."""
    counted = None if clusters is None else cluster_counts(pairs, names, clusters)
    if rules.rounds == 0 or not len(pairs.first):
        return [_sandwich_ends(fit, pairs, rules, counted) for fit in found]
    if counted is None:
        return _drawn_ends(found, rules, lambda: drawn_votes(pairs.votes, rules.rounds))
    return _drawn_ends(found, rules, lambda: drawn_clusters(counted, len(pairs.first), rules.rounds))


def _drawn_ends(found: Sequence[IslandFit], rules: RatingRules, draws: Callable[[], Iterator[Floats]]) -> list[Floats]:
    """Percentile intervals."""
    parts: list[list[Floats]] = [[] for _ in found]
    for votes in draws():
        for fit, own in zip(found, parts, strict=True):
            if fit.strengths is not None:
                own.append(fit.redrawn(votes, rules))
    tail = (1 - CONFIDENCE) / 2
    return [
        np.quantile(np.concatenate(own, axis=1), [tail, 1 - tail], axis=1) if own else np.zeros((2, 0)) for own in parts
    ]


def _sandwich_ends(fit: IslandFit, pairs: Pairs, rules: RatingRules, clusters: Floats | None) -> Floats:
    if fit.strengths is None:
        return np.zeros((2, 0))
    if clusters is None:
        spread = covariance(fit.strengths, pairs.votes[fit.main_pairs], rules.ties, rules.both_bad)
    else:
        cells = (fit.main_pairs[:, None] * len(Outcome) + np.arange(len(Outcome))).ravel()
        spread = clustered_covariance(fit.strengths, clusters[:, cells], rules.ties, rules.both_bad)
    half = Z * np.sqrt(np.maximum(np.diag(spread), 0.0))
    middle = fit.strengths.theta[:, 0]
    return np.stack([middle - half, middle + half])


def _rows(
    number: int, own: list[str], counts: VoteCounts, *, fit: IslandFit, ends: Floats, rules: RatingRules
) -> list[Rating]:
    """The rows of an island, the best first."""
    lows, highs = open_ends(fit, ends)
    points = fit.theta * POINTS_PER_STRENGTH + MEAN_RATING
    anchored = [rules.anchors[name] - point for name, point in zip(own, points, strict=True) if name in rules.anchors]
    shift = math.fsum(anchored) / len(anchored) if anchored else 0.0
    rows = []
    for at, name in enumerate(own):
        wins, ties, losses, both_bad = _record(counts.cells, counts.models.index(name))
        rows.append(
            Rating(
                model=name,
                group=number,
                standing=fit.standings[at],
                rating=float(points[at]) + shift,
                low=_end(lows[at], shift),
                high=_end(highs[at], shift),
                rank=_rank(at, lows, highs),
                wins=wins,
                ties=ties,
                losses=losses,
                both_bad=both_bad,
            )
        )
    return sorted(rows, key=lambda row: (-row.rating, row.model))


def _end(strength: float, shift: float) -> float | None:
    return float(strength * POINTS_PER_STRENGTH + MEAN_RATING + shift) if math.isfinite(strength) else None


def _rank(at: int, lows: Floats, highs: Floats) -> int | None:
    """1 + the number of models that are surely better."""
    if lows[at] == -np.inf and highs[at] == np.inf:
        return None
    return 1 + int((lows > highs[at]).sum())


def refit(counts: VoteCounts, rules: RatingRules | None = None) -> RatingTable:
    """The same with intervals that are there at once, from the sandwich covariance: for a page, after each vote."""
    return rate(counts, replace(RatingRules() if rules is None else rules, rounds=0))
