"""From places on the map to an answer: direction, sector and distance, seen by the wearer or from an object.

An answer that has no meaning is None with a reason, never a letter: as released, a reference that is also the facing
object counts as a quarter turn (SAVVY, section 4.3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.spatial.poses import azimuths_deg, distances_m
from soundmark.spatial.scene import SceneError

SIDES = ("left", "right", "back")
QUADRANTS = ("front-left", "front-right", "back-left", "back-right")
LETTERS = "ABCD"
BACK_OF_SIDES_DEG = 120.0
BACK_OF_QUADRANTS_DEG = 90.0
SAME_OBJECT_M = 1e-6
"""Centres of two objects that are closer than a micrometre differ by rounding only."""


class Undefined(StrEnum):
    """Why there is no direction or no distance."""

    NO_TRAJECTORY = "the trajectory says nothing about this span of time"
    NO_HEADING = "the wearer's direction of looking is not known"
    NO_TARGET = "the target's place in this span of time is not known"
    NO_REFERENCE = "the reference object's place is not known"
    NO_FACING = "the facing object's place is not known"
    REFERENCE_IS_FACING = "the reference and the facing object are in one place"
    TARGET_IS_REFERENCE = "the target is where the viewer stands"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Where the target is.

    Attributes:
        azimuth_deg: 0 in front, positive to the right, in (-180, 180]; None where it has no meaning.
        distance_m: in the horizontal plane; None where it has no meaning.
        no_azimuth, no_distance: why not; None where there is one.
        coverage: share of the span, 0 to 1, in which the wearer's pose is known; 1 where no wearer is needed.
    """

    azimuth_deg: float | None
    distance_m: float | None
    no_azimuth: Undefined | None = None
    no_distance: Undefined | None = None
    coverage: float = 1.0

    def sector(self, n_sectors: int) -> int | None:
        """The number of the sector as `sector_of` counts them; None without an azimuth."""
        return None if self.azimuth_deg is None else sector_of(self.azimuth_deg, n_sectors)


def undefined(reason: Undefined) -> Answer:
    """Neither direction nor distance, for one reason."""
    coverage = 0.0 if reason is Undefined.NO_TRAJECTORY else 1.0
    return Answer(azimuth_deg=None, distance_m=None, no_azimuth=reason, no_distance=reason, coverage=coverage)


def sector_names(n_sectors: int) -> tuple[str, ...]:
    """The choices of a direction question, in the benchmark's order.

    Raises:
        SceneError: when the number is neither 3 nor 4.
    """
    if n_sectors == len(SIDES):
        return SIDES
    if n_sectors == len(QUADRANTS):
        return QUADRANTS
    raise SceneError(f"Direction questions have 3 choices (sides) or 4 (quadrants), not {n_sectors}.")


def sector_of(azimuth_deg: float, n_sectors: int) -> int:
    """Which choice an azimuth is (SAVVY, section C.3), counted from 0 in the order of `sector_names`.

    Of three, 120 degrees and more to either side is back; of four, 90 and more. Straight ahead (0) and straight behind
    (180) are to the right, as in the released code.

    Raises:
        SceneError: when the azimuth is not finite, or the number of sectors is neither 3 nor 4.
    """
    names = sector_names(n_sectors)
    if not math.isfinite(azimuth_deg):
        raise SceneError("An azimuth that is not a number is in no sector.")
    is_left = azimuth_deg < 0
    if names is SIDES:
        return 2 if abs(azimuth_deg) >= BACK_OF_SIDES_DEG else int(not is_left)
    return (2 if abs(azimuth_deg) >= BACK_OF_QUADRANTS_DEG else 0) + int(not is_left)


def margin_deg(azimuth_deg: float, n_sectors: int) -> float:
    """How far an azimuth is from the nearest border between two sectors: small is debatable."""
    borders = (0.0, BACK_OF_SIDES_DEG) if sector_names(n_sectors) is SIDES else (0.0, BACK_OF_QUADRANTS_DEG, 180.0)
    return min(abs(abs(azimuth_deg) - border) for border in borders)


def egocentric(position_m: npt.ArrayLike, forward: npt.ArrayLike, target_m: npt.ArrayLike) -> Answer:
    """Where the target is for someone at a position who looks along a forward vector; all of shape (2,)."""
    place, target = np.asarray(position_m, dtype=np.float64), np.asarray(target_m, dtype=np.float64)
    if not np.isfinite(place).all():
        return undefined(Undefined.NO_TRAJECTORY)
    if not np.isfinite(target).all():
        return undefined(Undefined.NO_TARGET)
    return _answer(place, np.asarray(forward, dtype=np.float64), target, Undefined.NO_HEADING)


def allocentric(reference_m: npt.ArrayLike, facing_m: npt.ArrayLike | None, target_m: npt.ArrayLike) -> Answer:
    """Where the target is for someone who stands by the reference object and faces the facing object.

    The way from reference to facing is the viewer's positive y axis (SAVVY, section 4.3); all of shape (2,). Without a
    facing object there is a distance only.
    """
    reference, target = np.asarray(reference_m, dtype=np.float64), np.asarray(target_m, dtype=np.float64)
    if not np.isfinite(reference).all():
        return undefined(Undefined.NO_REFERENCE)
    if not np.isfinite(target).all():
        return undefined(Undefined.NO_TARGET)
    facing = np.full(2, np.nan) if facing_m is None else np.asarray(facing_m, dtype=np.float64)
    if not np.isfinite(facing).all():
        return _answer(reference, np.full(2, np.nan), target, Undefined.NO_FACING)
    forward = facing - reference
    if float(distances_m(reference, facing)) <= SAME_OBJECT_M:
        forward = np.zeros(2)
    return _answer(reference, forward, target, Undefined.REFERENCE_IS_FACING)


def _answer(
    place_m: npt.NDArray[np.float64],
    forward: npt.NDArray[np.float64],
    target_m: npt.NDArray[np.float64],
    no_forward: Undefined,
) -> Answer:
    distance_m = float(distances_m(place_m, target_m))
    azimuth_deg = float(azimuths_deg(place_m, forward, target_m))
    reason = None
    if distance_m <= SAME_OBJECT_M:
        reason = Undefined.TARGET_IS_REFERENCE
    elif math.isnan(azimuth_deg):
        reason = no_forward
    return Answer(azimuth_deg=None if reason else azimuth_deg, distance_m=distance_m, no_azimuth=reason)
