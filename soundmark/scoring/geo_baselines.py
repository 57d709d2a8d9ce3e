"""Guessers who never listen: one always answers the middle of the places, one anywhere on Earth."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from soundmark.types import Coordinate

MIDDLE_NAME = "A pin in the middle, always"
"""What the baseline that always answers the middle of the clip list is called, wherever it is shown."""


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


RANDOM_NAME = "A pin anywhere"
"""What the baseline that answers at random is called, wherever it is shown."""
RANDOM_SEED = 20_240_601


def random_places(n: int, *, seed: int = RANDOM_SEED) -> list[Coordinate]:
    """Places uniform by area on the sphere, the same for the same seed: the sine of the latitude is uniform.

    The RANDOM row of AGL1K's tables is uniform in degrees of latitude, which crowds the poles, and not seeded: on
    average a guess is 9,869 km off there, and a quarter of the circumference, 10,008 km, here.
    """
    rng = np.random.default_rng(seed)
    latitudes_deg = np.degrees(np.arcsin(rng.uniform(-1.0, 1.0, n)))
    longitudes_deg = rng.uniform(-180.0, 180.0, n)
    return [Coordinate.wrapped(float(lat), float(lon)) for lat, lon in zip(latitudes_deg, longitudes_deg, strict=True)]
