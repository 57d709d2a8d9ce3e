"""How far a guess is from the truth, and what that is worth."""

from __future__ import annotations

import math

from soundmark.types import Coordinate

MAX_SCORE = 5000.0
DECAY_KM = 1492.7
"""The error at which 1/e of the score is left: AGL1K, section 4.1.2, after the game GeoGuessr."""


def error_km(guess: Coordinate, truth: Coordinate) -> float:
    """The length of the shortest way between two points along the WGS-84 ellipsoid, in kilometres.

    geopy's `geodesic` (Karney 2013, *Algorithms for geodesics*). AGL1K's appendix A.4.1 names the Haversine formula,
    but its published figures come out only with this one; a sphere differs by up to 0.56 %.
    """
    # geopy brings its web geocoders along: a quarter of a second, paid by the first score.
    from geopy.distance import geodesic

    length_km = geodesic(
        (guess.latitude_deg, guess.longitude_deg),
        (truth.latitude_deg, truth.longitude_deg),
    ).km
    return float(length_km)


def geo_score(error_km: float) -> float:
    """5000 for the very place, exp(-error / 1492.7 km) of it elsewhere (AGL1K, section 4.1.2).

    Raises:
        ValueError: when the error is negative or not a number.
    """
    if math.isnan(error_km) or error_km < 0:
        raise ValueError(f"An error of {error_km} km is not a distance.")
    return MAX_SCORE * math.exp(-error_km / DECAY_KM)
