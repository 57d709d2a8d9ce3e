"""The middle of places: what a guesser who never listens would always answer."""

from __future__ import annotations

import math
from collections.abc import Sequence

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
