"""AGL1K's metrics over the questions of a file of answers: as published, corrected, and over answered questions only.

Zhang et al., "The Sonar Moment", sections 4.1 and A.4. The published figures follow the authors' code, which differs
from their text; what was found in it is named here, and stands right beside it under `corrected`.

A column has one value a question, and NaN where the question does not count; a figure is the mean of its column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from soundmark.scoring.agl1k_names import city_key, continent_key, country_key, is_refusal
from soundmark.scoring.bootstrap import RESAMPLES, Estimate, Floats, mean_estimates, quantile_estimates
from soundmark.scoring.geo import DECAY_KM, MAX_SCORE
from soundmark.types import Status

THRESHOLDS_KM = (1, 10, 100, 500, 1000)
REFUSED_KM = 10_000.0
"""The distance that the published figures give a refusal (section A.4.1)."""
TAG_SHARE = 0.1
"""A clip belongs to a sound category when its share reaches it."""
QUANTILES = {"q25_km": 0.25, "q50_km": 0.5, "q75_km": 0.75}
CATEGORY_FIGURES = {
    "animal_km": "animal",
    "music_km": "music",
    "nature_km": "natural_sounds",
    "things_km": "sounds_of_things",
}
"""Figure -> category, over clips without speech only, as in Table 2."""

Section = dict[str, Estimate]
Texts = Sequence[str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPlaces:
    """Continents, countries and cities as texts, one a question; None where there is none."""

    continents: Texts
    countries: Texts
    cities: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedAnswers:
    """Answers as the published files hold them.

    Attributes:
        latitudes, longitudes: of the answers, as texts.
        distance_km: from guess to truth along the WGS-84 ellipsoid, NaN where the texts give no point.
        named, truth: names of the answers, and the right ones.
    """

    latitudes: Texts
    longitudes: Texts
    distance_km: Floats
    named: NamedPlaces
    truth: NamedPlaces


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """What became of each question.

    Attributes:
        status: `OK` exactly where there is a distance. `ERROR` is left out of everything but its own rate.
        distance_km: from guess to truth, NaN where there is no guess.
        continent_right, country_right, city_right: 1.0 or 0.0, NaN where the truth has no such name.
    """

    status: Sequence[Status]
    distance_km: Floats
    continent_right: Floats
    country_right: Floats
    city_right: Floats


Shares = Mapping[str, Floats]
"""Sound category -> share of the clip, 0..1; NaN where it is not known."""


def as_published(answers: PublishedAnswers, shares: Shares | None, *, resamples: int = RESAMPLES) -> Section:
    """The figures as AGL1K's authors compute them.

    A refused latitude or longitude (`is_refusal`) is 10,000 km away, and so worth 6.2 points. A question counts as
    rejected when any of its five values is refused. Other text gives no distance and is dropped from every mean. Names
    are compared as texts; a question with an empty name on either side is dropped.

    Args:
        answers: of one file.
        shares: of the clips; without them the figures by sound category are left out.
        resamples: of the bootstrap.
    """
    refused = _flags(map(_any_refused, answers.latitudes, answers.longitudes))
    distance_km = np.where(refused == 1.0, REFUSED_KM, answers.distance_km)
    named, truth = answers.named, answers.truth
    values = zip(answers.latitudes, answers.longitudes, named.cities, named.countries, named.continents, strict=True)
    right = {
        "continent_acc": _matches(map(continent_key, named.continents), map(continent_key, truth.continents)),
        "country_acc": _matches(map(country_key, named.countries), map(country_key, truth.countries)),
        "city_acc": _matches(map(city_key, named.cities), map(city_key, truth.cities)),
        "reject_rate": _flags(_any_refused(*row) for row in values),
    }
    return _section(distance_km, distance_km, right, shares, resamples)


def corrected(verdicts: Verdicts, shares: Shares | None, *, resamples: int = RESAMPLES) -> Section:
    """The figures over all questions but errors: no answer is worth nothing, and lies within no distance.

    Distances and their quantiles, which a missing answer has none of, are over answered questions; their `n` says how
    many. `reject_rate` counts refused coordinates, and stands with `unparsed_rate` and `error_rate`.
    """
    is_error = _is(verdicts, Status.ERROR)
    scored_km = np.where(is_error, np.nan, np.where(_is(verdicts, Status.OK), verdicts.distance_km, np.inf))
    right = {name: np.where(is_error, np.nan, values) for name, values in _right(verdicts).items()}
    return _section(verdicts.distance_km, scored_km, right | _rates(verdicts), shares, resamples)


def answered_only(verdicts: Verdicts, shares: Shares | None, *, resamples: int = RESAMPLES) -> Section:
    """The figures over the questions that were answered with a place; the rates are over all, as in `corrected`.

    It flatters whoever answers easy questions only.
    """
    is_answered = _is(verdicts, Status.OK)
    right = {name: np.where(is_answered, values, np.nan) for name, values in _right(verdicts).items()}
    return _section(verdicts.distance_km, verdicts.distance_km, right | _rates(verdicts), shares, resamples)


def _section(
    distance_km: Floats, scored_km: Floats, right: Mapping[str, Floats], shares: Shares | None, resamples: int
) -> Section:
    """All figures of a section: distances from the first column, points and shares within reach from the second."""
    columns = {
        "distance_km": distance_km,
        "geoscore": MAX_SCORE * np.exp(-scored_km / DECAY_KM),
        **right,
        **{f"acc_lt{km}km": _below(scored_km, km) for km in THRESHOLDS_KM},
        **({} if shares is None else _by_sound(distance_km, shares)),
    }
    quantiles = quantile_estimates(distance_km, list(QUANTILES.values()), resamples=resamples)
    return mean_estimates(columns, resamples=resamples) | dict(zip(QUANTILES, quantiles, strict=True))


def _by_sound(distance_km: Floats, shares: Shares) -> dict[str, Floats]:
    human = shares["human_sounds"]
    without_speech = human < TAG_SHARE
    clips = {"speech_km": human >= TAG_SHARE, "nonspeech_km": without_speech} | {
        figure: without_speech & (shares[category] >= TAG_SHARE) for figure, category in CATEGORY_FIGURES.items()
    }
    return {figure: np.where(belongs, distance_km, np.nan) for figure, belongs in clips.items()}


def _below(distance_km: Floats, km: float) -> Floats:
    """1.0 for less than so many km, 0.0 for more and for just as many, NaN where there is no distance."""
    return np.where(np.isnan(distance_km), np.nan, np.where(distance_km < km, 1.0, 0.0))


def _right(verdicts: Verdicts) -> dict[str, Floats]:
    return {
        "continent_acc": verdicts.continent_right,
        "country_acc": verdicts.country_right,
        "city_acc": verdicts.city_right,
    }


def _rates(verdicts: Verdicts) -> dict[str, Floats]:
    is_error = _is(verdicts, Status.ERROR)

    def rate(status: Status) -> Floats:
        return np.where(is_error, np.nan, _is(verdicts, status).astype(np.float64))

    return {
        "reject_rate": rate(Status.REFUSED),
        "unparsed_rate": rate(Status.UNPARSED),
        "error_rate": is_error.astype(np.float64),
    }


def _is(verdicts: Verdicts, status: Status) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.array([found is status for found in verdicts.status], dtype=np.bool_)


def _any_refused(*texts: str | None) -> bool:
    return any(is_refusal(text) for text in texts)


def _flags(truths: Iterable[bool]) -> Floats:
    return np.array([1.0 if truth else 0.0 for truth in truths], dtype=np.float64)


def _matches(found: Iterable[str | None], wanted: Iterable[str | None]) -> Floats:
    """1.0 where both are the same, 0.0 where they differ, NaN where one is absent."""
    pairs = zip(found, wanted, strict=True)
    return np.array([np.nan if None in pair else float(pair[0] == pair[1]) for pair in pairs], dtype=np.float64)
