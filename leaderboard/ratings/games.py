"""What of the votes counts under a tie rule, for models that all hang together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leaderboard.ratings.outcomes import BothBad, Floats, Ints, Outcome, Ties


@dataclass(frozen=True, eq=False)
class Games:
    """Votes of one island in any number of rounds; a round is the votes as they are, or one draw of them.

    Attributes:
        n_models: how many models.
        first, second: the models of each pair, shape (pairs,).
        points: what the first took, a tie as half, shape (pairs, rounds).
        games: votes that count, of the same shape.
        ties: those among them that are ties, of the same shape; None where ties are half a win and no more.
    """

    n_models: int
    first: Ints
    second: Ints
    points: Floats
    games: Floats
    ties: Floats | None = None

    @property
    def n_rounds(self) -> int:
        """How many rounds."""
        return int(self.points.shape[1])

    @cached_property
    def incidence(self) -> Floats:
        """+1 for the first of a pair, -1 for the second: sparse, shape (models, pairs)."""
        from scipy.sparse import csr_array

        pairs = np.arange(len(self.first))
        signs = np.repeat([1.0, -1.0], len(pairs))
        places = (np.concatenate([self.first, self.second]), np.tile(pairs, 2))
        found: Floats = csr_array((signs, places), shape=(self.n_models, len(pairs)))
        return found

    def rounds(self, chosen: Ints) -> Games:
        """Some of the rounds."""
        if len(chosen) == self.n_rounds:
            return self
        ties = None if self.ties is None else self.ties[:, chosen]
        return Games(self.n_models, self.first, self.second, self.points[:, chosen], self.games[:, chosen], ties)


def games_of(n_models: int, first: Ints, second: Ints, votes: Floats, *, ties: Ties, both_bad: BothBad) -> Games:
    """Apply a tie rule.

    Args:
        n_models: how many models.
        first: one model of each pair, shape (pairs,).
        second: the other.
        votes: first wins, tie, second wins, both bad: shape (4, pairs, rounds).
        ties: how ties count.
        both_bad: whether both bad is a tie.
    """
    won, tied, lost = votes[Outcome.A], votes[Outcome.TIE], votes[Outcome.B]
    if both_bad is BothBad.TIE:
        tied = tied + votes[Outcome.BOTH_BAD]
    if ties is Ties.DROPPED:
        return Games(n_models, first, second, won, won + lost)
    return Games(
        n_models, first, second, won + tied / 2, won + tied + lost, np.array(tied) if ties is Ties.DAVIDSON else None
    )


def outcome_scores(ties: Ties, both_bad: BothBad) -> tuple[Floats, Floats, Floats]:
    """Of each outcome: points of the first, whether it counts, and whether it is a tie; each of shape (4,)."""
    as_tie = float(both_bad is BothBad.TIE)
    points, tied = np.array([1.0, 0.5, 0.0, 0.5]), np.array([0.0, 1.0, 0.0, 1.0])
    counts = np.array([1.0, 1.0, 1.0, as_tie]) * (1 - tied * (ties is Ties.DROPPED))
    return points, counts, tied
