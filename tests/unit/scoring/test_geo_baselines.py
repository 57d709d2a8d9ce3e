"""The middle of places, and places by area."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.scoring.geo_baselines import centroid, place_by_area
from soundmark.types import Coordinate

UNIT = st.floats(0, 1, exclude_max=True)


def test_numbers_become_places_by_area() -> None:
    """A quarter of a sphere lies north of 30 degrees, by Archimedes' hat box."""
    north = place_by_area(0.75, 0.5)
    assert (north.latitude_deg, north.longitude_deg) == pytest.approx((30.0, 0.0))
    assert place_by_area(0.0, 0.0) == Coordinate(-90.0, 180.0)


@given(UNIT, UNIT)
def test_every_pair_of_numbers_is_a_place(u: float, v: float) -> None:
    place = place_by_area(u, v)
    assert (place.latitude_deg < 0) == (u < 0.5) or abs(u - 0.5) < 1e-12


def test_a_middle_over_the_date_line_and_of_antipodes() -> None:
    middle = centroid([Coordinate(0, 170), Coordinate(0, -170)])
    assert abs(middle.longitude_deg) == pytest.approx(180)
    assert centroid([Coordinate(0, 0), Coordinate(0, 180)]) == Coordinate(0, 0)
    with pytest.raises(ValueError, match="at least one"):
        centroid([])
