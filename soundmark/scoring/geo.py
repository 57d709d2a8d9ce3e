"""The score of a guessed place, after AGL1K (section 4, GeoScore): 5000 * exp(-d / 1492.7)."""

from __future__ import annotations

import math

from soundmark.types import Coordinate

MAX_SCORE = 5000.0
SCORE_SCALE_KM = 1492.7


def error_km(guess: Coordinate, truth: Coordinate) -> float:
    """Geodesic distance on the WGS-84 ellipsoid in kilometres (Karney's algorithm, by geopy)."""
    from geopy.distance import geodesic

    return float(
        geodesic((guess.latitude_deg, guess.longitude_deg), (truth.latitude_deg, truth.longitude_deg)).km
    )


def geo_score(error_km: float) -> float:
    """The GeoScore of a distance: 5000 at the spot, falling by a factor e each 1492.7 km."""
    return MAX_SCORE * math.exp(-error_km / SCORE_SCALE_KM)
