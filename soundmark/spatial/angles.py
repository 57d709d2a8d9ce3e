"""Angles on a circle, in degrees: wrapped, subtracted and averaged without a jump at the back."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from soundmark.spatial.scene import Floats

FULL_TURN_DEG = 360.0
HALF_TURN_DEG = 180.0
_NO_DIRECTION = 1e-9
"""Length of the mean unit vector below which angles cancel out and have no mean."""


def wrapped_deg(angles_deg: npt.ArrayLike) -> Floats:
    """Angles brought into (-180, 180]. Those already there are kept to the last bit; NaN and infinities give NaN."""
    angles = np.asarray(angles_deg, dtype=np.float64)
    finite = np.where(np.isfinite(angles), angles, np.nan)
    turned = HALF_TURN_DEG - np.mod(HALF_TURN_DEG - finite, FULL_TURN_DEG)
    # The remainder of an angle a hair above 180 rounds up to a full turn, which would give -180.
    turned = np.where(turned <= -HALF_TURN_DEG, HALF_TURN_DEG, turned)
    inside = (finite > -HALF_TURN_DEG) & (finite <= HALF_TURN_DEG)
    return np.asarray(np.where(inside, finite, turned) + 0.0, dtype=np.float64)


def difference_deg(angles_deg: npt.ArrayLike, from_deg: npt.ArrayLike) -> Floats:
    """How far to turn from one angle to another by the shorter way, in (-180, 180]."""
    return wrapped_deg(np.asarray(angles_deg, dtype=np.float64) - np.asarray(from_deg, dtype=np.float64))


def circular_mean_deg(angles_deg: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The direction of the mean of unit vectors (Mardia and Jupp 2000, section 2.2); NaN when they cancel out.

    Args:
        angles_deg: shape (n,); NaN are left out.
        weights: shape (n,), not negative; without them all count alike.
    """
    angles = np.radians(np.asarray(angles_deg, dtype=np.float64))
    shares = np.ones_like(angles) if weights is None else np.asarray(weights, dtype=np.float64)
    known = np.isfinite(angles) & (shares > 0)
    if not known.any():
        return float("nan")
    total = shares[known].sum()
    x = float((shares[known] * np.cos(angles[known])).sum() / total)
    y = float((shares[known] * np.sin(angles[known])).sum() / total)
    if np.hypot(x, y) < _NO_DIRECTION:
        return float("nan")
    return float(wrapped_deg(np.degrees(np.arctan2(y, x))))


def circular_median_deg(angles_deg: npt.ArrayLike) -> float:
    """The median of the deviations from the circular mean, put back on the circle; NaN when there is no mean."""
    angles = np.asarray(angles_deg, dtype=np.float64)
    middle = circular_mean_deg(angles)
    if np.isnan(middle):
        return middle
    deviations = difference_deg(angles[np.isfinite(angles)], middle)
    return float(wrapped_deg(middle + np.median(deviations)))
