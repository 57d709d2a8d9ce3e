"""What a rating says: a row for each model, and the rules it was made by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from leaderboard.ratings.outcomes import BothBad, Ties
from leaderboard.ratings.resampling import ROUNDS

MEAN_RATING = 1000.0
POINTS_PER_TENFOLD_ODDS = 400.0


class Standing(StrEnum):
    """What votes say about a model in comparison with the others of its group.

    COMPARED: votes go round, so that its rating follows from them alone. UNBEATEN and WINLESS: it took all points, or
    none, so that it is better, or worse, by an amount that nobody knows. ONE_WAY: so it is for several models together.
    """

    COMPARED = "compared"
    UNBEATEN = "unbeaten"
    WINLESS = "winless"
    ONE_WAY = "one_way"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRules:
    """How votes become ratings.

    Attributes:
        ties, both_bad: how votes for neither side count.
        rounds: draws for the intervals; 0 gives those of the sandwich covariance, which are there at once.
        prior_games: of the weak prior of models that votes do not place: so many battles against an average model,
            half won and half lost.
        anchors: ratings that models shall have. They move all of a group by one amount, so that they are met on
            average, and make no interval wider.
    """

    ties: Ties = Ties.HALF
    both_bad: BothBad = BothBad.TIE
    rounds: int = ROUNDS
    prior_games: float = 1.0
    anchors: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A model's rating.

    Attributes:
        model: its name.
        group: number of the group, from 1, the largest first. Ratings of different groups cannot be compared: no
            battle, nor any chain of battles, leads from one to the other.
        standing: what votes say.
        rating: Elo points; where `standing` is not `compared` it is the weak prior's.
        low, high: 95 % interval; None is an end that votes do not tell.
        rank: 1 + number of models of the group that are surely better: whose low end is above this high end. None
            where votes do not tell.
        wins, ties, losses: of all battles, both bad apart.
        both_bad: votes that both answers are bad.
    """

    model: str
    group: int
    standing: Standing
    rating: float
    low: float | None
    high: float | None
    rank: int | None
    wins: int
    ties: int
    losses: int
    both_bad: int

    @property
    def n_votes(self) -> int:
        """Votes on its battles."""
        return self.wins + self.ties + self.losses + self.both_bad


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTable:
    """Ratings of all models that met another: by group, the best first.

    Attributes:
        rules: how they were made.
        ratings: the rows.
        n_votes: all votes.
        n_groups: groups that cannot be compared with each other.
        clustered_by: what was drawn as a whole for the intervals; '' for single votes.
        nu: Davidson's tie parameter of each group (odds of a tie to a win between equals); empty under other rules.
    """

    rules: RatingRules
    ratings: tuple[Rating, ...]
    n_votes: int
    n_groups: int
    clustered_by: str = ""
    nu: tuple[float | None, ...] = ()
