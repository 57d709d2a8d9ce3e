"""Between the wearer's view and the world: azimuth and distance of a point, and the point of an azimuth and distance.

World: x and y horizontal, counter-clockwise, metres. Azimuth: 0 along the forward vector, positive to the right. SAVVY
prints the point as L + [r cos theta, r sin theta] (section 4.1), which lacks the heading and the sense of turning; the
right one is L + r [cos(psi - theta), sin(psi - theta)] with psi the heading of the forward vector.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from soundmark.spatial.angles import wrapped_deg
from soundmark.spatial.scene import Floats

SAME_PLACE_M = 1e-9
"""Two points closer than this are one: there is no direction from one to the other."""


def headings_deg(forwards: npt.ArrayLike) -> Floats:
    """Where forward vectors of shape (..., 2) point: counter-clockwise from the x axis, in (-180, 180].

    A vector of length zero, or with a value that is not finite, has no heading: NaN.
    """
    vectors = np.asarray(forwards, dtype=np.float64)
    x, y = vectors[..., 0], vectors[..., 1]
    known = np.isfinite(x) & np.isfinite(y) & ((x != 0) | (y != 0))
    return wrapped_deg(np.where(known, np.degrees(np.arctan2(y, x)), np.nan))


def forwards_of_headings(headings: npt.ArrayLike) -> Floats:
    """Unit vectors, shape (..., 2), of headings in degrees, counter-clockwise from the x axis."""
    radians = np.radians(np.asarray(headings, dtype=np.float64))
    return np.stack([np.cos(radians), np.sin(radians)], axis=-1)


def azimuths_deg(positions_m: npt.ArrayLike, forwards: npt.ArrayLike, targets_m: npt.ArrayLike) -> Floats:
    """In which direction targets are, seen from poses: 0 in front, positive to the right, in (-180, 180].

    Args:
        positions_m: shape (..., 2), world.
        forwards: shape (..., 2) that broadcasts; need not be of length one.
        targets_m: shape (..., 2) that broadcasts, world.

    Returns:
        Shape (...,); NaN where the forward vector is zero or the target is where the viewer is.
    """
    away = np.asarray(targets_m, dtype=np.float64) - np.asarray(positions_m, dtype=np.float64)
    forward = np.asarray(forwards, dtype=np.float64)
    lengths = np.hypot(forward[..., 0], forward[..., 1])
    with np.errstate(invalid="ignore", divide="ignore"):
        unit = forward / lengths[..., np.newaxis]
    ahead = away[..., 0] * unit[..., 0] + away[..., 1] * unit[..., 1]
    # The right-hand side of (fx, fy) in a counter-clockwise world is (fy, -fx).
    rightward = away[..., 0] * unit[..., 1] - away[..., 1] * unit[..., 0]
    known = np.hypot(away[..., 0], away[..., 1]) > SAME_PLACE_M
    return wrapped_deg(np.where(known, np.degrees(np.arctan2(rightward, ahead)), np.nan))


def distances_m(positions_m: npt.ArrayLike, targets_m: npt.ArrayLike) -> Floats:
    """Euclidean distances in the horizontal plane (SAVVY, section C.3); shapes (..., 2) that broadcast."""
    away = np.asarray(targets_m, dtype=np.float64) - np.asarray(positions_m, dtype=np.float64)
    return np.asarray(np.hypot(away[..., 0], away[..., 1]), dtype=np.float64)


def points_m(
    positions_m: npt.ArrayLike, forwards: npt.ArrayLike, azimuths: npt.ArrayLike, distances: npt.ArrayLike
) -> Floats:
    """Where something is that is seen at an azimuth (degrees) and a distance (metres).

    Args:
        positions_m: shape (..., 2), world.
        forwards: shape (..., 2).
        azimuths: shape (...,) that broadcasts, degrees.
        distances: shape (...,) that broadcasts, metres.

    Returns:
        Shape (..., 2), world; NaN where the heading, the azimuth or the distance is not known.
    """
    angles = np.radians(headings_deg(forwards) - np.asarray(azimuths, dtype=np.float64))
    lengths = np.asarray(distances, dtype=np.float64)
    away = np.stack(np.broadcast_arrays(lengths * np.cos(angles), lengths * np.sin(angles)), axis=-1)
    return np.asarray(np.asarray(positions_m, dtype=np.float64) + away, dtype=np.float64)
