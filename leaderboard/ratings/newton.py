"""Maximum-likelihood strengths of many rounds at once, by Newton's method."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.connection import are_strong
from leaderboard.ratings.games import Games
from leaderboard.ratings.likelihood import Chances, chances, gradient, information, n_unknowns, nu_is_free, start
from leaderboard.ratings.outcomes import Bools, Floats, Ints

MAX_STEPS = 100
LARGEST_STEP = 2.0
TOLERANCE = 1e-10
_CHORD_STEPS = 20
_CHORD_TOLERANCE = 1e-8
_NUMBERS_AT_ONCE = 4_000_000
"""Bounds the memory of one pass to tens of megabytes."""
_OFTEN = 25
"""A cell with so many votes is empty in a draw of single votes with a probability of exp(-25)."""


@dataclass(frozen=True, slots=True, eq=False)
class Strengths:
    """Strengths of the models of one island.

    Attributes:
        games: the votes.
        unknowns: strengths, then the logarithm of nu where there is one, shape (unknowns, rounds).
        prior_games: of each round, 0 where votes alone decide.
    """

    games: Games
    unknowns: Floats
    prior_games: Floats

    @property
    def theta(self) -> Floats:
        """Strengths (natural logarithms) with a mean of 0 in each round, shape (models, rounds)."""
        uncentred = self.unknowns[: self.games.n_models]
        centred: Floats = uncentred - uncentred.mean(axis=0)
        return centred

    @property
    def nu(self) -> float | None:
        """Davidson's nu in the first round: 0 without ties, infinite with nothing else; None under other rules."""
        if self.games.ties is None:
            return None
        n_ties, n_games = self.games.ties[:, 0].sum(), self.games.games[:, 0].sum()
        if n_ties in (0, n_games):
            return 0.0 if n_ties == 0 else float("inf")
        return float(np.exp(self.unknowns[-1, 0]))


def strengths(games: Games, prior_games: float, near: Strengths | None = None) -> Strengths:
    """The maximum-likelihood strengths of each round; where there are none, those with a weak prior.

    There are none when somebody took all points, or none, against the rest in whatever way models are split in two. The
    prior then gives each model, as it were, so many battles against an average one, half won and half lost.

    Args:
        games: votes of models that hang together.
        prior_games: how many battles, more than 0.
        near: strengths of one round that those of all others will be near: it saves time, and changes nothing else.
    """
    step = max(1, _NUMBERS_AT_ONCE // max(1, len(games.first) + (n_unknowns(games) ** 2 if near is None else 0)))
    parts = [
        _some(games.rounds(np.arange(begin, min(begin + step, games.n_rounds))), prior_games, near)
        for begin in range(0, games.n_rounds, step)
    ]
    if not parts:
        return Strengths(games, start(games), np.zeros(0))
    unknowns = np.concatenate([part.unknowns for part in parts], axis=1)
    return Strengths(games, unknowns, np.concatenate([part.prior_games for part in parts]))


def _some(games: Games, prior_games: float, near: Strengths | None) -> Strengths:
    priors = np.where(_are_strong(games, near), 0.0, prior_games)
    unknowns = start(games)
    left: Ints = np.arange(games.n_rounds)
    if near is not None:
        unknowns, left = _chord(games, priors, near)
    if len(left):
        some = games.rounds(left)
        begin = start(some)
        unknowns[:, left], done = _newton(some, priors[left], begin)
        if not done.all():
            failed = left[~done]
            priors[failed] = prior_games
            some = games.rounds(failed)
            unknowns[:, failed], _ = _newton(some, priors[failed], start(some))
    return Strengths(games, unknowns, priors)


def _are_strong(games: Games, near: Strengths | None) -> Bools:
    if near is not None:  # what happens often, and did in all rounds, may alone hold all together
        base = near.games
        often = base.points >= _OFTEN, base.games - base.points >= _OFTEN
        points = often[0].astype(np.float64)
        still = (games.points[often[0][:, 0]] > 0).all() and (games.points < games.games)[often[1][:, 0]].all()
        if still and are_strong(base.n_models, base.first, base.second, points, points + often[1])[0]:
            return np.ones(games.n_rounds, dtype=bool)
    return are_strong(games.n_models, games.first, games.second, games.points, games.games)


def _newton(games: Games, priors: Floats, unknowns: Floats) -> tuple[Floats, Bools]:
    """Newton's method for each round. Returns the unknowns, and whether each has settled."""
    found = unknowns.copy()
    left: Ints = np.arange(games.n_rounds)
    ridge = np.eye(len(unknowns)) * 1e-12
    for step in range(MAX_STEPS):
        some = games.rounds(left)
        now = found[:, left]
        expected = chances(some, now)
        slopes = gradient(some, now, expected, priors[left])
        curvature = information(some, now, expected, priors[left]) + ridge
        change = np.linalg.solve(curvature, slopes.T[:, :, None])[:, :, 0].T
        largest = LARGEST_STEP if step < MAX_STEPS // 4 else LARGEST_STEP / 8
        found[:, left] += np.clip(change, -largest, largest)
        left = left[np.abs(change).max(axis=0) > TOLERANCE]
        if not len(left):
            break
    done = np.ones(games.n_rounds, dtype=bool)
    done[left] = False
    return found, done


def _chord(games: Games, priors: Floats, near: Strengths) -> tuple[Floats, Ints]:
    """Steps with the curvature of strengths nearby, which spares a matrix for each round.

    Returns:
        The unknowns, and the rounds in which they have not settled.
    """
    inverse = np.linalg.inv(curvature_at(near)[0])
    found = np.repeat(near.unknowns, games.n_rounds, axis=1)
    alike = (priors == near.prior_games) & (nu_is_free(games) == nu_is_free(near.games))
    left = np.flatnonzero(alike)
    for _ in range(_CHORD_STEPS):
        some = games.rounds(left)
        now = found[:, left]
        change = inverse @ gradient(some, now, chances(some, now), priors[left])
        found[:, left] += np.clip(change, -LARGEST_STEP, LARGEST_STEP)
        left = left[np.abs(change).max(axis=0) > _CHORD_TOLERANCE]
        if not len(left):
            break
    open_rounds = ~alike
    open_rounds[left] = True
    return found, np.flatnonzero(open_rounds)


def curvature_at(found: Strengths) -> Floats:
    """The information matrices at strengths, with the level fixed, shape (rounds, unknowns, unknowns)."""
    return information(found.games, found.unknowns, expected_at(found), found.prior_games)


def expected_at(found: Strengths) -> Chances:
    """What each pair is expected to do at strengths."""
    return chances(found.games, found.unknowns)
