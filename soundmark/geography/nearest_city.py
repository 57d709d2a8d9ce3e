"""The city by which people know where a point is."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from soundmark.geography.gazetteer import SAME_PLACE_KM, City, load_gazetteer
from soundmark.types import Coordinate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_EARTH_RADIUS_KM = 6371.0


def nearest_city(place: Coordinate) -> City:
    """The most populous city of the list within `SAME_PLACE_KM` of a point, or else the nearest one.

    So a point in the middle of a large city is there, and not in a suburb that is listed beside it. Distances are those
    on a sphere, which is near enough to choose by. The first call reads the list.
    """
    import numpy as np

    cosines = _directions() @ np.array(_direction(place))
    # The list is in order of population.
    around = np.flatnonzero(cosines >= math.cos(SAME_PLACE_KM / _EARTH_RADIUS_KM))
    return load_gazetteer().city(int(around[0]) if len(around) else int(cosines.argmax()))


@cache
def _directions() -> NDArray[np.float64]:
    """Unit vectors from the middle of the Earth to all cities, in the order of the list. Shape (n, 3)."""
    import numpy as np

    gazetteer = load_gazetteer()
    return np.array([_direction(gazetteer.city(number).place) for number in range(len(gazetteer.rows))])


def _direction(place: Coordinate) -> tuple[float, float, float]:
    latitude, longitude = math.radians(place.latitude_deg), math.radians(place.longitude_deg)
    return math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude), math.sin(latitude)
