"""Figures of answers to "Where on Earth was this recorded?": AGL1K's tables 1 and 2, by the corrected rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.tables.answers import OK, STATUSES, Answers
from leaderboard.tables.columns import Floats, Mask, Words, floats_of, words_of
from leaderboard.tables.metrics import Better, Measured, Metric, rates, share
from soundmark.geography.country_names import country_of_name
from soundmark.geography.same_names import continent_of_name, is_city, is_country
from soundmark.scoring.agl1k import THRESHOLDS_KM, corrected
from soundmark.scoring.geo import DECAY_KM, MAX_SCORE, error_km, geo_score
from soundmark.types import Status

if TYPE_CHECKING:
    import pyarrow as pa

LONGEST_KM = 20_004.0
"""Half a meridian of WGS-84 (20,003.93 km) is the longest distance there is."""
COLUMNS = (
    "points", "score", "error_km", "latitude_deg", "longitude_deg", "true_latitude_deg", "true_longitude_deg",
    "named_city", "named_country", "named_continent", "guess_country", "guess_continent", "true_city", "true_country",
    "true_continent",
)  # fmt: skip
MAX_PAIRS = 100_000
"""Of different names and truths that are compared; more than any benchmark has questions."""

GEOSCORE = Metric(
    name="geoscore", label="GeoScore", unit="points", defined_by=geo_score,
    says="Mean over all answers that count; without a place it is 0.",
)  # fmt: skip
POINTS = Metric(name="points", label="Points", unit="after hints", says="GeoScore less what was paid for hints.")
DISTANCE = Metric(
    name="distance_km", label="Mean distance", unit="km", better=Better.LESS, defined_by=error_km,
    says="Mean over the answers with a place.",
)  # fmt: skip
QUANTILES = tuple(
    Metric(
        name=name, label=label, unit="km", digits=1, better=Better.LESS, quantile=level,
        says=f"{level:.0%} of the answers with a place are closer than this.",
    )
    for name, label, level in (
        ("q25_km", "Quantile 25 %", 0.25), ("q50_km", "Median", 0.5), ("q75_km", "Quantile 75 %", 0.75),
    )
)  # fmt: skip
WITHIN = tuple(
    share(
        f"acc_lt{km}km", f"Within {km:,} km",
        f"Share of all answers that count that are less than {km:,} km away.", defined_by=corrected,
    )
    for km in THRESHOLDS_KM
)  # fmt: skip
NAMES = tuple(
    share(
        f"{level}_acc", level.capitalize(),
        f"Share of the answers that count with the right {level}: the one that was named, else that of the place."
        if level != "city"
        else "Share of the answers that count that name the right city; nobody who points at a map names one.",
        defined_by=rule,
    )
    for level, rule in (("continent", continent_of_name), ("country", is_country), ("city", is_city))
)  # fmt: skip


def is_sound(table: pa.Table) -> Mask:
    """Which rows hold a true place on Earth and, when they hold an answer, points and a distance that can be."""
    with np.errstate(invalid="ignore"):
        is_place = (np.abs(floats_of(table, "true_latitude_deg")) <= 90) & (
            np.abs(floats_of(table, "true_longitude_deg")) <= 180
        )
        points, km = floats_of(table, "points"), floats_of(table, "error_km")
        can_be = (points >= 0) & (points <= MAX_SCORE) & (km >= 0) & (km <= LONGEST_KM)
    is_answered = words_of(table, "status").mapped({Status.OK.value: OK}) == OK
    return np.asarray(is_place & (~is_answered | can_be))


def measure(answers: Answers, _: Mapping[str, str] | None = None) -> list[Measured]:
    """The columns of the table."""
    table, counted, is_ok = answers.table, answers.counts, answers.status == OK
    km = np.where(is_ok, floats_of(table, "error_km"), np.nan)
    scores = scores_of(answers)
    points = np.where(counted, np.where(is_ok, floats_of(table, "points"), 0.0), np.nan)
    named = zip(NAMES, (_continents(answers), _countries(answers), _cities(answers)), strict=True)
    with np.errstate(invalid="ignore"):
        within = [
            Measured(metric, np.where(counted, np.where(km < limit, 1.0, 0.0), np.nan))
            for metric, limit in zip(WITHIN, THRESHOLDS_KM, strict=True)
        ]
    has_hints = bool(np.nanmax(np.abs(scores - points), initial=0.0) > 0.5)
    return [
        Measured(GEOSCORE, scores),
        *([Measured(POINTS, points)] if has_hints else []),
        Measured(DISTANCE, km),
        *(Measured(metric, km) for metric in QUANTILES),
        *within,
        *(Measured(metric, np.where(counted, right, np.nan)) for metric, right in named),
        *rates(answers),
    ]


def scores_of(answers: Answers) -> Floats:
    """The GeoScore of each answer, 0 without a place; NaN for errors.

    It follows from the distance, so that a log by another hand cannot say otherwise.
    """
    km = floats_of(answers.table, "error_km")
    return np.where(answers.counts, np.where(answers.status == OK, MAX_SCORE * np.exp(-km / DECAY_KM), 0.0), np.nan)


def _continents(answers: Answers) -> Floats:
    def key(text: str) -> str:
        return continent_of_name(text) or ""

    truths = words_of(answers.table, "true_continent")
    named = words_of(answers.table, "named_continent")
    pointed = words_of(answers.table, "guess_continent")
    return _right(answers, named, pointed, truths, lambda said, truth: bool(key(truth)) and key(said) == key(truth))


def _countries(answers: Answers) -> Floats:
    truths = words_of(answers.table, "true_country")
    named = words_of(answers.table, "named_country")
    pointed = words_of(answers.table, "guess_country")

    return _right(answers, named, pointed, truths, same_country)


def same_country(said: str, truth: str) -> bool:
    """Whether a country that was named, or its ISO 3166-1 alpha-2 code, is that of the truth."""
    code = country_of_name(truth)
    return code is not None and (is_country(said, code) or said == code)


def _cities(answers: Answers) -> Floats:
    nobody = Words(np.full(len(answers), -1, dtype=np.int64), ())
    return _right(answers, words_of(answers.table, "named_city"), nobody, words_of(answers.table, "true_city"), is_city)


def _right(answers: Answers, named: Words, pointed: Words, truths: Words, same: Callable[[str, str], bool]) -> Floats:
    """1.0 or 0.0; NaN where the truth has no name. Each pair of names is compared once."""
    says_so = named.codes >= 0
    right = np.where(truths.codes >= 0, 0.0, np.nan)
    answered = (answers.status != STATUSES[Status.ERROR]) & (truths.codes >= 0)
    for said, mask in ((named, answered & says_so), (pointed, answered & ~says_so & (pointed.codes >= 0))):
        places = np.flatnonzero(mask)
        if not len(places):
            continue
        pairs = said.codes[places] * len(truths.words) + truths.codes[places]
        distinct, inverse = np.unique(pairs, return_inverse=True)
        verdicts = [
            float(same(said.words[pair // len(truths.words)], truths.words[pair % len(truths.words)]))
            for pair in distinct[:MAX_PAIRS].tolist()
        ]
        padded = np.array(verdicts + [0.0] * (len(distinct) - len(verdicts)), dtype=np.float64)
        right[places] = padded[inverse]
    return right
