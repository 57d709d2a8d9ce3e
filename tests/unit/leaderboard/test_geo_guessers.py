"""The guessers that never listen do as well as geometry says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from leaderboard.geo_guessers import CHANCE, guesser_rows, uniform_distances_km
from leaderboard.geo_rows import Figures, RowKind
from soundmark.models.baselines.places import MIDDLE
from soundmark.types import Coordinate

EQUATOR_KM_PER_DEGREE = math.pi * 6378.137 / 180  # WGS-84: the equator is a circle of the semi-major axis
RADIUS_KM, SCALE_KM = 6371.0088, 1492.7


def figures(label: str, questions: dict[str, Coordinate], places: list[Coordinate] | None = None) -> Figures:
    (row,) = [row for row in guesser_rows(questions, places or []) if row.label == label]
    assert (row.kind, row.rank, row.games) == (RowKind.BASELINE, None, None)
    return row.figures


def test_the_middle_of_the_questions() -> None:
    found = figures(MIDDLE, {"west": Coordinate(0, -4), "east": Coordinate(0, 4)})
    km = 4 * EQUATOR_KM_PER_DEGREE
    assert found.median_km == pytest.approx(km, abs=1e-3)
    assert found.mean_points == pytest.approx(5000 * math.exp(-km / SCALE_KM), abs=1e-3)
    assert found.within == (0, 0, 0, 1, 1)
    assert found.answers == 2


def test_the_middle_of_the_whole_clip_list_where_it_is_known() -> None:
    found = figures(MIDDLE, {"west": Coordinate(0, -4), "east": Coordinate(0, 4)}, [Coordinate(0, 14)])
    near, far = 10 * EQUATOR_KM_PER_DEGREE, 18 * EQUATOR_KM_PER_DEGREE
    assert found.median_km == pytest.approx((near + far) / 2, abs=1e-3)
    expected = 2500 * (math.exp(-near / SCALE_KM) + math.exp(-far / SCALE_KM))
    assert found.mean_points == pytest.approx(expected, abs=1e-3)


def test_chance_does_as_the_area_of_the_sphere_says() -> None:
    places = {f"q{i}": Coordinate(-80 + 4 * i, -170 + 8 * i) for i in range(40)}
    found = figures(CHANCE, places)
    # Area grows with sin(t): the mean of 5000 exp(-R t / D) sin(t) / 2 over t in 0..pi.
    a = RADIUS_KM / SCALE_KM
    assert found.mean_points == pytest.approx(2500 * (1 + math.exp(-a * math.pi)) / (1 + a * a), abs=8)  # 4 sd
    assert found.median_km == pytest.approx(RADIUS_KM * math.pi / 2, abs=150)
    assert found.within is not None
    assert found.within[4] == pytest.approx((1 - math.cos(1000 / RADIUS_KM)) / 2, abs=0.0016)
    assert found.interval is not None
    assert found.interval.low < (found.mean_points or 0) < found.interval.high


@pytest.mark.parametrize("truth", [Coordinate(90, 0), Coordinate(-90, 0), Coordinate(0, 180), Coordinate(47, 8)])
def test_distances_by_chance_are_everywhere_on_earth(truth: Coordinate) -> None:
    distances_km = uniform_distances_km("q", truth, 20_000)
    assert np.isfinite(distances_km).all()
    # cos(t) is uniform in -1..1: mean 0, variance 1/3.
    cosines = np.cos(distances_km / RADIUS_KM)
    assert cosines.mean() == pytest.approx(0, abs=0.018)
    assert cosines.var() == pytest.approx(1 / 3, abs=0.01)


def test_a_question_keeps_its_draws_whoever_else_is_asked() -> None:
    one = figures(CHANCE, {"q1": Coordinate(1, 1)})
    assert figures(CHANCE, {"q1": Coordinate(1, 1)}) == one
    both = figures(CHANCE, {"q2": Coordinate(1, 1), "q1": Coordinate(1, 1)})
    other = figures(CHANCE, {"q2": Coordinate(1, 1)})
    assert both.mean_points == pytest.approx(((one.mean_points or 0) + (other.mean_points or 0)) / 2)
    assert one.mean_points != other.mean_points


def test_one_question_has_no_interval_and_none_has_no_guesser() -> None:
    assert figures(MIDDLE, {"q": Coordinate(5, 5)}).interval is None
    assert guesser_rows({}) == []
