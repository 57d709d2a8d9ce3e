"""Places that guessers who never listen give: the middle of others, and any point on Earth."""

from __future__ import annotations

import math
from collections.abc import Sequence

from soundmark.types import Coordinate


def centroid(places: Sequence[Coordinate]) -> Coordinate:
    """The middle of places on the sphere: the direction of the mean of their unit vectors.

    Raises:
        ValueError: when there are no places. Places that cancel out exactly (antipodes) give the point 0, 0.
    """
    if not places:
        raise ValueError("A centroid needs at least one place.")
    x = y = z = 0.0
    for place in places:
        latitude, longitude = math.radians(place.latitude_deg), math.radians(place.longitude_deg)
        x += math.cos(latitude) * math.cos(longitude)
        y += math.cos(latitude) * math.sin(longitude)
        z += math.sin(latitude)
    if math.hypot(x, y, z) / len(places) < 1e-9:
        return Coordinate(0.0, 0.0)
    return Coordinate.wrapped(math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x)))


def place_by_area(u: float, v: float) -> Coordinate:
    """The place of two numbers of [0, 1): uniform numbers give places uniform by area, whose sine of the latitude is.

    The RANDOM row of AGL1K's tables is uniform in degrees of latitude, which crowds the poles, and not seeded: on
    average a guess is 9,869 km off there, and a quarter of the circumference, 10,008 km, here.
    """
    return Coordinate.wrapped(math.degrees(math.asin(2.0 * u - 1.0)), 360.0 * v - 180.0)
