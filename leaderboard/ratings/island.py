"""Models that hang together by battles: whom votes compare, and whom a weak prior has to place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.connection import islands, strong_groups
from leaderboard.ratings.counts import Pairs
from leaderboard.ratings.games import Games, games_of
from leaderboard.ratings.newton import Strengths, strengths
from leaderboard.ratings.one_sided import least_strength
from leaderboard.ratings.outcomes import Bools, Floats, Ints
from leaderboard.ratings.table import RatingRules, Standing


@dataclass(frozen=True, slots=True, eq=False)
class IslandFit:
    """Strengths of an island.

    Attributes:
        members: places of its models, shape (members,).
        main: places within `members` of the largest group among which votes go round: their strengths are of maximum
            likelihood and have a mean of 0. Empty when votes go round nowhere.
        main_pairs: places of the pairs of these among all pairs.
        strengths: of these; None when there are none.
        theta: strengths of all members, those outside of the main group placed by the prior.
        standings: of all members.
        games: votes of all members.
    """

    members: Ints
    main: Ints
    main_pairs: Ints
    strengths: Strengths | None
    theta: Floats
    standings: tuple[Standing, ...]
    games: Games

    @property
    def nu(self) -> float | None:
        """Davidson's nu."""
        return None if self.strengths is None else self.strengths.nu

    def redrawn(self, votes: Floats, rules: RatingRules) -> Floats:
        """Strengths of the main group by drawn votes of all pairs, shape (main, rounds)."""
        if self.strengths is None:
            return np.zeros((0, votes.shape[2]))
        base = self.strengths.games
        drawn = games_of(
            base.n_models, base.first, base.second, votes[:, self.main_pairs], ties=rules.ties, both_bad=rules.both_bad
        )
        return strengths(drawn, rules.prior_games, self.strengths).theta


def islands_of(pairs: Pairs) -> Iterator[Ints]:
    """The members of each island of two and more: most members first, then most votes, then by place."""
    if not len(pairs.first):
        return
    labels = islands(pairs)
    votes = np.bincount(labels[pairs.first], pairs.votes.sum(axis=1), labels.max() + 1)
    found = [np.flatnonzero(labels == label) for label in range(labels.max() + 1)]
    found = [members for members in found if len(members) > 1]
    yield from sorted(found, key=lambda members: (-len(members), -votes[labels[members[0]]], members[0]))


def fit_island(pairs: Pairs, members: Ints, rules: RatingRules) -> IslandFit:
    """Strengths of the models of an island."""
    own, games = _games_among(pairs, members, rules)
    groups = strong_groups(len(members), games.first, games.second, games.points[:, 0], games.games[:, 0])
    main = _main_group(groups, games)
    main_pairs, main_games = _games_among(pairs, members[main], rules)
    fitted = strengths(main_games, rules.prior_games) if len(main) > 1 else None
    if fitted is None or fitted.prior_games[0] > 0:  # the latter where Davidson's nu leads strengths to infinity
        fitted, main, main_pairs = None, main[:0], own[:0]
    theta = np.zeros(len(members))
    if len(main) < len(members):
        joint = strengths(games, rules.prior_games).theta[:, 0]
        theta = joint - (joint[main].mean() if len(main) else 0.0)
    if fitted is not None:
        theta[main] = fitted.theta[:, 0]
    return IslandFit(
        members=members,
        main=main,
        main_pairs=main_pairs,
        strengths=fitted,
        theta=theta,
        standings=_standings(groups, main, games),
        games=games,
    )


def _games_among(pairs: Pairs, members: Ints, rules: RatingRules) -> tuple[Ints, Games]:
    """Pairs whose models are both members, and their games with models numbered as in `members`."""
    place = np.full(pairs.n_models, -1, dtype=np.int64)
    place[members] = np.arange(len(members))
    own = np.flatnonzero((place[pairs.first] >= 0) & (place[pairs.second] >= 0))
    votes = pairs.votes[own].T[:, :, None].astype(np.float64)
    first, second = place[pairs.first[own]], place[pairs.second[own]]
    return own, games_of(len(members), first, second, votes, ties=rules.ties, both_bad=rules.both_bad)


def _main_group(groups: Ints, games: Games) -> Ints:
    """The strong group with most models, then most votes, then the model that comes first."""
    inside = groups[games.first] == groups[games.second]
    n_votes = np.bincount(groups[games.first][inside], games.games[inside, 0], groups.max() + 1)
    sizes = np.bincount(groups)
    firsts = np.array([int(np.argmax(groups == group)) for group in range(len(sizes))])
    best = min(range(len(sizes)), key=lambda group: (-sizes[group], -n_votes[group], firsts[group]))
    return np.flatnonzero(groups == best)


def _totals(games: Games) -> tuple[Floats, Floats]:
    """Points and games of each model."""
    points, played = games.points[:, 0], games.games[:, 0]
    n = games.n_models
    took = _by_model(games.first, points, n) + _by_model(games.second, played - points, n)
    return took, _by_model(games.first, played, n) + _by_model(games.second, played, n)


def _by_model(models: Ints, values: Floats, n: int) -> Floats:
    sums: Floats = np.bincount(models, values, n).astype(np.float64)
    return sums


def _standings(groups: Ints, main: Ints, games: Games) -> tuple[Standing, ...]:
    took, played = _totals(games)
    is_main = _mask(main, len(groups))
    found = []
    for at in range(len(groups)):
        if is_main[at]:
            found.append(Standing.COMPARED)
        elif played[at] > 0 and took[at] in (0.0, played[at]):
            found.append(Standing.UNBEATEN if took[at] else Standing.WINLESS)
        else:
            found.append(Standing.ONE_WAY)
    return tuple(found)


def _mask(places: Ints, n: int) -> Bools:
    found = np.zeros(n, dtype=bool)
    found[places] = True
    return found


def open_ends(fit: IslandFit, ends: Floats) -> tuple[Floats, Floats]:
    """Low and high ends of the intervals of all members in strengths; infinite where votes do not tell them.

    A model that is unbeaten has a low end only, and one without a win a high end: from its battles with models of the
    main group, whose strengths are taken as known.

    Args:
        fit: the island.
        ends: of the main group, shape (2, main).
    """
    lows, highs = np.full(len(fit.members), -np.inf), np.full(len(fit.members), np.inf)
    lows[fit.main], highs[fit.main] = ends
    is_main = _mask(fit.main, len(fit.members))
    for at, standing in enumerate(fit.standings):
        if standing not in (Standing.UNBEATEN, Standing.WINLESS):
            continue
        opponents, games = _battles_of(fit.games, at)
        known = is_main[opponents] & (games > 0)
        if not known.any():
            continue
        sign = 1.0 if standing is Standing.UNBEATEN else -1.0
        bound = sign * least_strength(sign * fit.theta[opponents[known]], games[known])
        (lows if standing is Standing.UNBEATEN else highs)[at] = bound
    return lows, highs


def _battles_of(games: Games, model: int) -> tuple[Ints, Floats]:
    """Opponents of a model, and how many games it had with each."""
    is_first, is_second = games.first == model, games.second == model
    opponents = np.concatenate([games.second[is_first], games.first[is_second]])
    return opponents, np.concatenate([games.games[is_first, 0], games.games[is_second, 0]])
