"""Orientations as quaternions (x, y, z, w): between two of them, and the horizontal forward vector of a camera."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from soundmark.spatial.poses import headings_deg
from soundmark.spatial.scene import Floats, SceneError

_AXES = {"x": 0, "y": 1, "z": 2}
_NEARLY_PARALLEL = 0.9995
"""Cosine of half the angle above which the sines of the arc are too small to divide by."""


def unit_quaternions(quaternions_xyzw: npt.ArrayLike) -> Floats:
    """Quaternions of shape (..., 4) brought to length one.

    Raises:
        SceneError: when the last dimension is not 4, a value is not finite, or all four are zero.
    """
    values = np.asarray(quaternions_xyzw, dtype=np.float64)
    if values.ndim == 0 or values.shape[-1] != 4:
        raise SceneError(f"A quaternion has four numbers, x, y, z and w; the shape here is {values.shape}.")
    if not np.isfinite(values).all():
        raise SceneError("A quaternion holds a value that is not a finite number.")
    largest = np.abs(values).max(axis=-1, keepdims=True, initial=0.0)
    if (largest == 0).any():
        raise SceneError("A quaternion of four zeros is no orientation.")
    scaled = values / largest  # so that neither tiny nor huge values lose their squares
    return np.asarray(scaled / np.linalg.norm(scaled, axis=-1, keepdims=True), dtype=np.float64)


def slerp(first_xyzw: npt.ArrayLike, second_xyzw: npt.ArrayLike, fractions: npt.ArrayLike) -> Floats:
    """Orientations a fraction of the way from the first to the second by the shorter arc (Shoemake 1985).

    q and -q are one orientation: where the two lie on opposite halves of the sphere, the second is negated first.

    Args:
        first_xyzw: shape (..., 4), any length but zero.
        second_xyzw: shape (..., 4) that broadcasts.
        fractions: shape (...,), 0 for the first and 1 for the second.

    Raises:
        SceneError: as `unit_quaternions`.
    """
    first, second = np.broadcast_arrays(unit_quaternions(first_xyzw), unit_quaternions(second_xyzw))
    share = np.asarray(fractions, dtype=np.float64)[..., np.newaxis]
    cosines = (first * second).sum(axis=-1, keepdims=True)
    second = np.where(cosines < 0, -second, second)
    cosines = np.clip(np.abs(cosines), 0.0, 1.0)
    arcs = np.arccos(cosines)
    sines = np.where(cosines > _NEARLY_PARALLEL, 1.0, np.sin(arcs))
    on_arc = (np.sin((1 - share) * arcs) * first + np.sin(share * arcs) * second) / sines
    on_chord = (1 - share) * first + share * second
    return unit_quaternions(np.where(cosines > _NEARLY_PARALLEL, on_chord, on_arc))


def quaternions_at(times_s: npt.ArrayLike, quaternions_xyzw: npt.ArrayLike, at_s: npt.ArrayLike) -> Floats:
    """Orientations at other times, between neighbours by `slerp`; NaN before the first and after the last.

    Args:
        times_s: shape (n,), strictly increasing.
        quaternions_xyzw: shape (n, 4).
        at_s: shape (m,).

    Raises:
        SceneError: when the shapes do not fit, times do not increase, or a quaternion is none.
    """
    times, wanted = np.asarray(times_s, dtype=np.float64), np.asarray(at_s, dtype=np.float64)
    unit = unit_quaternions(quaternions_xyzw)
    if times.ndim != 1 or unit.shape != (len(times), 4) or not len(times) or not (np.diff(times) > 0).all():
        raise SceneError("Orientations need n increasing times and n quaternions.")
    after = np.clip(np.searchsorted(times, wanted, side="left"), 0, len(times) - 1)
    before = np.where(times[after] == wanted, after, np.maximum(after - 1, 0))
    spans = times[after] - times[before]
    shares = np.divide(wanted - times[before], spans, out=np.zeros_like(wanted), where=spans > 0)
    found = slerp(unit[before], unit[after], shares)
    inside = (wanted >= times[0]) & (wanted <= times[-1])
    return np.asarray(np.where(inside[:, np.newaxis], found, np.nan), dtype=np.float64)


def rotated(quaternions_xyzw: npt.ArrayLike, vector: npt.ArrayLike) -> Floats:
    """A vector (3,) turned by quaternions (..., 4): shape (..., 3).

    Raises:
        SceneError: as `unit_quaternions`.
    """
    unit = unit_quaternions(quaternions_xyzw)
    axis, w = unit[..., :3], unit[..., 3:]
    still = np.asarray(vector, dtype=np.float64)
    turned = np.cross(axis, still)
    return np.asarray(still + 2 * (w * turned + np.cross(axis, turned)), dtype=np.float64)


def yaws_deg(quaternions_xyzw: npt.ArrayLike) -> Floats:
    """Headings of the turned x axis in the horizontal plane, counter-clockwise, in (-180, 180]; NaN where vertical."""
    return headings_deg(forwards_of_quaternions(quaternions_xyzw, "x"))


def forwards_of_quaternions(quaternions_xyzw: npt.ArrayLike, forward_axis: str = "x") -> Floats:
    """The horizontal part (..., 2) of where the camera looks; zero where it looks straight up or down.

    Args:
        quaternions_xyzw: shape (..., 4), turning the camera's axes into the world's (z up).
        forward_axis: which axis of the camera looks forward: x, y, z, or one of them with a minus.

    Raises:
        SceneError: when the axis is none of the six, or a quaternion is none.
    """
    letter = forward_axis.removeprefix("-")
    if letter not in _AXES:
        raise SceneError("The forward axis of a camera is x, y, z, -x, -y or -z.")
    vector = np.zeros(3)
    vector[_AXES[letter]] = -1.0 if forward_axis.startswith("-") else 1.0
    horizontal = rotated(quaternions_xyzw, vector)[..., :2]
    looks_up = np.hypot(horizontal[..., 0], horizontal[..., 1]) < 1e-6
    return np.asarray(np.where(looks_up[..., np.newaxis], 0.0, horizontal), dtype=np.float64)
