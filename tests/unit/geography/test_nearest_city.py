"""A point is known by the city it lies in, or by the nearest one."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.geography.gazetteer import SAME_PLACE_KM, load_gazetteer
from soundmark.geography.nearest_city import nearest_city
from soundmark.types import Coordinate


@pytest.mark.parametrize(
    "latitude_deg,longitude_deg,name",
    [
        (47.487, 19.0584, "Budapest"),
        (48.837, 2.24, "Paris"),  # Boulogne-Billancourt, a city of its own, lies nearer than the middle of Paris
        (-51.7, -57.9, "Stanley"),
        (-89.9, 0.0, "Ushuaia"),
        (-16.5, -179.9, "Labasa"),  # across the date line
    ],
)
def test_a_point_is_in_the_large_city_around_it_or_near_the_next(
    latitude_deg: float, longitude_deg: float, name: str
) -> None:
    assert nearest_city(Coordinate(latitude_deg, longitude_deg)).name == name


def haversine_km(one: Coordinate, other: Coordinate) -> float:
    """Along a great circle."""
    (a, b), (c, d) = ((math.radians(p.latitude_deg), math.radians(p.longitude_deg)) for p in (one, other))
    half = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * 6371.0 * math.asin(min(1.0, math.sqrt(half)))


PLACES = [load_gazetteer().city(number).place for number in range(len(load_gazetteer().rows))]


@given(place=st.builds(Coordinate, st.floats(-90, 90), st.floats(-180, 180, exclude_min=True)))
def test_no_city_is_nearer_than_the_one_that_is_found_unless_both_are_there(place: Coordinate) -> None:
    found_km = haversine_km(place, nearest_city(place).place)
    near_km = min(haversine_km(place, one) for one in PLACES[:: len(PLACES) // 300])
    assert found_km <= max(near_km, SAME_PLACE_KM) + 0.01
