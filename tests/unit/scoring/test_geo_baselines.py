"""Pins anywhere: uniform by area, and the same every time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from soundmark.scoring.geo import error_km
from soundmark.scoring.geo_baselines import random_places
from soundmark.types import Coordinate

QUARTER_KM = math.pi * 6371.0088 / 2


def test_pins_anywhere_are_uniform_by_area() -> None:
    """Half of the sphere lies within 30 degrees of the equator, and a quarter on each side of each quarter meridian."""
    places = random_places(20_000)
    latitudes = np.array([place.latitude_deg for place in places])
    longitudes = np.array([place.longitude_deg for place in places])
    assert np.mean(np.abs(latitudes) < 30) == pytest.approx(0.5, abs=0.012)
    assert np.mean(np.abs(latitudes) > 80) == pytest.approx(1 - math.sin(math.radians(80)), abs=0.003)
    assert np.histogram(longitudes, bins=4, range=(-180, 180))[0] / 20_000 == pytest.approx([0.25] * 4, abs=0.012)


def test_their_mean_distance_to_any_place_is_a_quarter_of_the_circumference() -> None:
    places = random_places(1500)
    for truth in (Coordinate(25.0, 121.5), Coordinate(-90.0, 0.0)):
        distances = [error_km(place, truth) for place in places]
        assert np.mean(distances) == pytest.approx(
            QUARTER_KM, abs=float(4 * np.std(distances)) / math.sqrt(len(places))
        )


def test_they_are_the_same_for_the_same_seed() -> None:
    assert random_places(5) == random_places(5) == random_places(5, seed=20_240_601)
    assert random_places(5, seed=1) != random_places(5)
    assert random_places(0) == []
