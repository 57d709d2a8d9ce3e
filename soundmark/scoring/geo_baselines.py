"""Two guessers that never listen, to measure people and models against."""

from __future__ import annotations

import math
import random
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


def uniform_on_sphere(n: int, seed: str) -> list[Coordinate]:
    """`n` points drawn uniformly by area (uniform longitude, uniform sine of the latitude); the seed decides them."""
    rng = random.Random(seed)  # noqa: S311  a seeded draw, nothing secret
    return [Coordinate.wrapped(math.degrees(math.asin(rng.uniform(-1, 1))), rng.uniform(-180, 180)) for _ in range(n)]
