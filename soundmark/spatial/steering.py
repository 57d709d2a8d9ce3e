"""Which delays between microphones belong to which azimuth, and which azimuths an array cannot tell apart.

SAVVY (section 4, "Spatial Audio Cues") prints the direction vector as [cos, sin, 0], which with its own microphone
positions lies in the vertical plane; here it lies in the horizontal one. The delay of a pair is t_i - t_j, how much
later the sound reaches microphone i, which is the lag of the maximum of ifft(X_i conj X_j).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from soundmark.spatial.arrays import Floats
from soundmark.spatial.errors import ArrayError

SOUND_SPEED_MPS = 343.0

MAX_DEPTH_M = 0.010
"""Microphones within this of one line (and within a tenth of its length) count as on a line. The four microphones at
the front of the Aria glasses lie within 7 mm of one, less than the way of the sound in one sample at 48 kHz."""

Pairs = npt.NDArray[np.intp]


def azimuth_grid(*, both_ends: bool = False) -> Floats:
    """Candidate azimuths at one degree: -179 to 180, or -180 to 180 as published (SAVVY, section on audio details)."""
    return np.arange(-180.0 if both_ends else -179.0, 181.0)


def wrapped_deg(angles_deg: npt.ArrayLike) -> Floats:
    """Angles in (-180, 180]."""
    angles = np.asarray(angles_deg, dtype=np.float64)
    return 180.0 - (180.0 - angles) % 360.0


def direction(azimuths_deg: npt.ArrayLike) -> Floats:
    """Unit vectors towards azimuths in the horizontal plane, shape (..., 3): x right, y up, z forward."""
    radians = np.deg2rad(np.asarray(azimuths_deg, dtype=np.float64))
    return np.stack([np.sin(radians), np.zeros_like(radians), np.cos(radians)], axis=-1)


def mic_pairs(n_mics: int) -> Pairs:
    """All pairs i < j in the order of the double sum of SAVVY's P(phi), shape (pairs, 2)."""
    return np.array(list(combinations(range(n_mics), 2)), dtype=np.intp)


def pair_delays_s(positions_m: Floats, azimuths_deg: npt.ArrayLike, sound_speed_mps: float = SOUND_SPEED_MPS) -> Floats:
    """t_i - t_j of every pair for a plane wave from each azimuth: (p_j - p_i) . u / c.

    Args:
        positions_m: shape (m, 3).
        azimuths_deg: shape (a,).
        sound_speed_mps: metres a second.

    Returns:
        Seconds, shape (pairs, a).
    """
    pairs = mic_pairs(len(positions_m))
    baselines = positions_m[pairs[:, 1]] - positions_m[pairs[:, 0]]
    delays: Floats = baselines @ direction(azimuths_deg).T / sound_speed_mps
    return delays


def line_azimuth_deg(positions_m: Floats) -> float | None:
    """The azimuth of the line on which all microphones lie as seen from above; None when they lie on no line.

    Height does not matter, because sources are sought in the horizontal plane.

    Args:
        positions_m: shape (m, 3), m at least 2.

    Raises:
        ArrayError: when all lie on one vertical line, so that no azimuth changes any delay.
    """
    plan = positions_m[:, [0, 2]] - positions_m[:, [0, 2]].mean(axis=0)
    _, _, axes = np.linalg.svd(plan)
    length_m, depth_m = np.ptp(plan @ axes.T, axis=0)
    if length_m < 1e-3:
        raise ArrayError("The microphones chosen stand straight above one another: they cannot tell left from right.")
    if depth_m >= MAX_DEPTH_M or depth_m >= 0.1 * length_m:
        return None
    return float(np.rad2deg(np.arctan2(axes[0, 0], axes[0, 1])))


def mirrored_deg(azimuths_deg: npt.ArrayLike, line_deg: float) -> Floats:
    """The azimuths that give the same delays to microphones on a line: the reflections in it.

    For a line from left to right that is 180 - azimuth, so that front and back cannot be told apart.
    """
    return wrapped_deg(2 * line_deg - np.asarray(azimuths_deg, dtype=np.float64))
