"""Ratings as they would be if all answers were written alike, and what style is worth to voters (GeoArena, table 5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from leaderboard.intervals import Interval
from leaderboard.ratings.comparable import largest_main, new_places
from leaderboard.ratings.counts import RatingError
from leaderboard.ratings.covariates import Cases, fit_covariates, separable
from leaderboard.ratings.games import outcome_scores
from leaderboard.ratings.outcomes import Bools, Floats
from leaderboard.ratings.rate import POINTS_PER_STRENGTH, Z
from leaderboard.ratings.raw_votes import STYLES
from leaderboard.ratings.table import MEAN_RATING, RatingRules
from leaderboard.ratings.vote_table import VoteTable

_YES_OR_NO = frozenset({"coordinates"})


@dataclass(frozen=True, slots=True)
class StyleCoefficient:
    """What a feature is worth.

    Attributes:
        feature: its name.
        beta: natural logarithm of the odds for one unit more of the scaled difference; None where it cannot be told.
        interval: 95 % of `beta`.
        why: what is in the way of a figure; '' for none.
    """

    feature: str
    beta: float | None = None
    interval: Interval | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleControl:
    """Ratings with style taken out.

    Attributes:
        ratings: model -> (rating, 95 % interval) of the compared models of the largest group.
        coefficients: of all features.
        n_votes: votes that were used.
        n_without: votes without features, and those of models outside of the largest group, which were not.
    """

    ratings: dict[str, tuple[float, Interval]]
    coefficients: tuple[StyleCoefficient, ...]
    n_votes: int
    n_without: int


def control_style(votes: VoteTable, rules: RatingRules | None = None, by: str = "") -> StyleControl:
    """Fit strengths and style together.

    The difference in a count is (a - b) / (a + b + 1), that of a yes or no is a - b, both divided by their root mean
    square over all votes. They are not centred, so that with sides changed they only change their sign. A tie is half a
    win, or left out where the rules drop ties: Davidson's rule has no form with style here, and counts as half.

    Args:
        votes: with style features.
        rules: how votes count; draws are not used: intervals are of the sandwich covariance.
        by: `voter` or `question` where votes of one may be alike.

    Raises:
        RatingError: when the votes have no style features, or compare no models, or nothing has a finite maximum.
    """
    rules = RatingRules() if rules is None else rules
    kept, differences, theta = _usable(votes, rules)
    x, scales = _scaled(differences)
    points = outcome_scores(rules.ties, rules.both_bad)[0][kept.outcome]
    cases = Cases(
        n_models=len(kept.models),
        a=kept.a,
        b=kept.b,
        points=points,
        games=np.ones(len(points)),
        squares=points**2,
        x=x,
        cluster=kept.clusters(by).cluster if by else None,
    )
    active = separable(cases)
    fit = fit_covariates(replace(cases, x=x[:, active]), theta)
    if not fit.is_settled:
        raise RatingError("A style feature goes together with every vote, so that its worth cannot be told.")
    half = Z * np.sqrt(np.maximum(np.diag(fit.covariance), 0.0))
    n = len(kept.models)
    betas = {
        STYLES[feature]: _coefficient(STYLES[feature], float(fit.coefficients[at]), float(half[n + at]))
        for at, feature in enumerate(active)
    }
    missing = {STYLES[place]: _reason(differences[:, place], float(scales[place])) for place in range(len(STYLES))}
    return StyleControl(
        ratings={model: _rating(float(fit.theta[at]), float(half[at])) for at, model in enumerate(kept.models)},
        coefficients=tuple(betas.get(name, StyleCoefficient(name, why=missing[name])) for name in STYLES),
        n_votes=kept.n_votes,
        n_without=votes.n_votes - kept.n_votes,
    )


def _usable(votes: VoteTable, rules: RatingRules) -> tuple[VoteTable, Floats, Floats]:
    """Votes that count, have all features, and are among models that can be compared; differences; and strengths."""
    if votes.style is None:
        raise RatingError("The votes have no columns of style. Style control needs words_a and words_b, and so on.")
    counted = outcome_scores(rules.ties, rules.both_bad)[1]
    differences = _differences(votes.style)
    present: Bools = np.logical_not(np.isnan(differences).all(axis=0))
    usable = ~np.isnan(differences[:, present]).any(axis=1) & (counted[votes.outcome] > 0)
    kept = votes if usable.all() else votes.where(usable)
    main = largest_main(kept.counts(), rules)
    if main is None or main[1].strengths is None or not present.any():
        raise RatingError("Votes with style features do not compare any models. Collect more of them.")
    places = new_places(main[0], len(kept.models))
    inside = (places[kept.a] >= 0) & (places[kept.b] >= 0)
    differences = differences[usable]
    if not inside.all():
        kept, differences = kept.where(inside), differences[inside]
    own = replace(kept, models=tuple(kept.models[place] for place in main[0]), a=places[kept.a], b=places[kept.b])
    return own, differences, main[1].strengths.theta[:, 0]


def _reason(differences: Floats, scale: float) -> str:
    """Why a feature has no coefficient."""
    if np.isnan(differences).all():
        return "not in the table"
    return "it goes with the models or with other features" if scale > 0 else "the same in both answers"


def _differences(style: Floats) -> Floats:
    """Between answers a and b, shape (votes, features)."""
    a, b = style[:, :, 0], style[:, :, 1]
    is_flag = np.array([name in _YES_OR_NO for name in STYLES])
    found: Floats = (a - b) / np.where(is_flag, 1.0, a + b + 1)
    return found


def _scaled(differences: Floats) -> tuple[Floats, Floats]:
    """Divided by their root mean square, and that; 0 for a feature that never differs or is not there."""
    filled = np.nan_to_num(differences)
    scales = np.sqrt((filled**2).mean(axis=0)) if len(filled) else np.zeros(filled.shape[1])
    return filled / np.where(scales > 0, scales, 1.0), scales


def _rating(theta: float, half: float) -> tuple[float, Interval]:
    middle = theta * POINTS_PER_STRENGTH + MEAN_RATING
    return middle, Interval(middle - half * POINTS_PER_STRENGTH, middle + half * POINTS_PER_STRENGTH)


def _coefficient(name: str, beta: float, half: float) -> StyleCoefficient:
    return StyleCoefficient(name, beta, Interval(beta - half, beta + half))
