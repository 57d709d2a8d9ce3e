"""Whether voters favour the answer on one side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.intervals import Interval
from leaderboard.ratings.comparable import largest_main, new_places
from leaderboard.ratings.counts import VoteCounts
from leaderboard.ratings.covariates import Cases, fit_covariates
from leaderboard.ratings.games import outcome_scores
from leaderboard.ratings.outcomes import Outcome
from leaderboard.ratings.rate import POINTS_PER_STRENGTH, Z
from leaderboard.ratings.table import RatingRules
from soundmark.scoring.proportion import wilson_interval

_ENDLESS = 8.0
"""Odds of 3,000 to one for a side, as a natural logarithm: no finite number of votes says that of a fair page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionBias:
    """How much side a is favoured.

    Attributes:
        won_a, decided: votes for side a, and for either side.
        share: won_a / decided; None without any.
        interval: 95 %, Wilson's.
        points: Elo points by which standing on side a seems to make a model better, whoever stood there; None where
            votes compare no models.
        points_interval: 95 %, of the sandwich covariance.
    """

    won_a: int
    decided: int
    share: float | None
    interval: Interval | None
    points: float | None = None
    points_interval: Interval | None = None


def position_bias(counts: VoteCounts, rules: RatingRules | None = None) -> PositionBias:
    """The share that side a won, and the same as a term of the Bradley-Terry model for who stood there.

    The share alone misleads when better models stood on one side more often; with sides by lot it does not.

    Args:
        counts: of the votes, by side.
        rules: how ties count in the model; Davidson's counts as half.
    """
    rules = RatingRules() if rules is None else rules
    won_a, won_b = int(counts.cells[:, :, Outcome.A].sum()), int(counts.cells[:, :, Outcome.B].sum())
    decided = won_a + won_b
    points, interval = _points(counts, rules)
    return PositionBias(
        won_a=won_a,
        decided=decided,
        share=won_a / decided if decided else None,
        interval=Interval(*wilson_interval(won_a, decided)) if decided else None,
        points=points,
        points_interval=interval,
    )


def _points(counts: VoteCounts, rules: RatingRules) -> tuple[float | None, Interval | None]:
    main = largest_main(counts, rules)
    if main is None:
        return None, None
    chosen, _ = main
    places = new_places(chosen, len(counts.models))
    scores, counted, _ = outcome_scores(rules.ties, rules.both_bad)
    a, b = np.nonzero(counts.cells.sum(axis=2))
    inside = (places[a] >= 0) & (places[b] >= 0)
    a, b = a[inside], b[inside]
    votes = counts.cells[a, b] * counted
    fit = fit_covariates(
        Cases(
            n_models=len(chosen),
            a=places[a],
            b=places[b],
            points=votes @ scores,
            games=votes.sum(axis=1),
            squares=votes @ scores**2,
            x=np.ones((len(a), 1)),
        )
    )
    # Where votes are for one side alone, the likelihood rises without end and a fit stops somewhere far out.
    if not fit.is_settled or abs(float(fit.coefficients[0])) > _ENDLESS:
        return None, None
    middle = float(fit.coefficients[0]) * POINTS_PER_STRENGTH
    half = Z * float(np.sqrt(max(fit.covariance[-1, -1], 0.0))) * POINTS_PER_STRENGTH
    return middle, Interval(middle - half, middle + half)
