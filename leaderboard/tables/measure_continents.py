"""How far answers were from recordings of each continent: AGL1K's section 4.4, as distances and points."""

from __future__ import annotations

import numpy as np

from leaderboard.tables.answers import OK, Answers
from leaderboard.tables.columns import Codes, floats_of, words_of
from leaderboard.tables.measure_geo import GEOSCORE, scores_of
from leaderboard.tables.metrics import Better, Measured, Metric
from soundmark.geography.same_names import continent_of_name

CONTINENTS = ("Africa", "Antarctica", "Asia", "Europe", "North America", "Oceania", "South America")
MEDIAN_IS = "Median error (km), by the continent of the recording"
SCORE_IS = "GeoScore (points), by the continent of the recording"


def continents_of(answers: Answers, column: str) -> Codes:
    """The continent that a column of the log names, as a place in `CONTINENTS`; -1 for none."""
    words = words_of(answers.table, column)
    numbers = {name: number for number, name in enumerate(CONTINENTS)}
    return words.mapped({word: numbers.get(continent_of_name(word) or "", -1) for word in words.words})


def measure_continents(answers: Answers) -> list[Measured]:
    """GeoScore over all answers, then the median error by continent, then GeoScore by continent.

    Only continents that occur have columns. Recordings whose list names no continent are in the first figure only.
    """
    truth = continents_of(answers, "true_continent")
    scores = scores_of(answers)
    km = np.where(answers.status == OK, floats_of(answers.table, "error_km"), np.nan)
    present = [number for number in range(len(CONTINENTS)) if (truth[answers.counts] == number).any()]
    medians = [Measured(_median(CONTINENTS[at]), np.where(truth == at, km, np.nan)) for at in present]
    means = [Measured(_score(CONTINENTS[at]), np.where(truth == at, scores, np.nan)) for at in present]
    return [Measured(GEOSCORE, scores), *medians, *means]


def header_of(metric: Metric) -> str:
    """The header over the columns that a metric of `measure_continents` stands with; '' for the first."""
    return "" if metric is GEOSCORE else MEDIAN_IS if metric.quantile is not None else SCORE_IS


def continent_of_metric(metric: Metric) -> str:
    """The continent of one of these metrics."""
    return metric.label.partition(",")[0]


def _slug(continent: str) -> str:
    return continent.lower().replace(" ", "_")


def _median(continent: str) -> Metric:
    return Metric(
        name=f"q50_km_{_slug(continent)}", label=f"{continent}, median error", unit="km", digits=0, better=Better.LESS,
        quantile=0.5, says=f"Half of the answers with a place to recordings of {continent} are closer than this.",
    )  # fmt: skip


def _score(continent: str) -> Metric:
    return Metric(
        name=f"geoscore_{_slug(continent)}", label=f"{continent}, GeoScore", unit="points", digits=0,
        says=f"Mean over all answers that count to recordings of {continent}; without a place it is 0.",
    )  # fmt: skip
