"""What is known of a scene: the wearer's path, and tracks of objects as each source saw or heard them.

Two frames are used. World: x and y horizontal, counter-clockwise, metres. Camera: azimuth in degrees, 0 in front of the
wearer and positive to the right, in (-180, 180]; distance in metres in the horizontal plane. Times are seconds from the
start of the recording.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.types import SoundmarkError

Floats = npt.NDArray[np.float64]


class SceneError(SoundmarkError, ValueError):
    """Arrays or a file that do not describe a scene; the text says what is wrong."""


class TrackSource(StrEnum):
    """Who saw or heard an object (SAVVY, section 4: snapshot descriptor, segmentation, audio)."""

    SNAPSHOT = "sd"
    SEGMENTATION = "seg"
    AUDIO = "audio"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trajectory:
    """Where the wearer's camera was and looked.

    Attributes:
        times_s: shape (n,), strictly increasing.
        positions_m: shape (n, 2), world.
        forwards: shape (n, 2), world; need not be of length one.

    Raises:
        SceneError: when the shapes do not fit, a value is not finite, or times do not increase.
    """

    times_s: Floats
    positions_m: Floats
    forwards: Floats

    def __post_init__(self) -> None:
        n = len(self.times_s)
        if self.times_s.shape != (n,) or self.positions_m.shape != (n, 2) or self.forwards.shape != (n, 2):
            raise SceneError(
                f"A trajectory needs n times, n x 2 positions and n x 2 forward vectors, not "
                f"{self.times_s.shape}, {self.positions_m.shape} and {self.forwards.shape}."
            )
        if not all(np.isfinite(values).all() for values in (self.times_s, self.positions_m, self.forwards)):
            raise SceneError("A trajectory holds a value that is not a finite number.")
        if n and not (np.diff(self.times_s) > 0).all():
            raise SceneError("The times of a trajectory must increase.")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Track:
    """One object as one source saw or heard it, relative to the camera.

    Attributes:
        source: who saw or heard it.
        label: which object, in the source's words; '' for the audio track, which does not know.
        times_s: shape (n,), finite, not decreasing.
        azimuths_deg: shape (n,), NaN where there is none.
        distances_m: shape (n,), not negative, NaN where there is none.
        confidences: shape (n,), higher is surer; the scale is the source's own, NaN where it gives none.

    Raises:
        SceneError: when the shapes do not fit, times decrease, a value is infinite or a distance negative.
    """

    source: TrackSource
    label: str
    times_s: Floats
    azimuths_deg: Floats
    distances_m: Floats
    confidences: Floats

    def __post_init__(self) -> None:
        n = len(self.times_s)
        columns = (self.times_s, self.azimuths_deg, self.distances_m, self.confidences)
        if any(column.shape != (n,) for column in columns):
            raise SceneError("The columns of a track must have the same length.")
        if n and not (np.diff(self.times_s) >= 0).all():
            raise SceneError("The times of a track must not decrease.")
        if not np.isfinite(self.times_s).all() or any(np.isinf(column).any() for column in columns):
            raise SceneError("A track holds a value that is not a finite number; write NaN where there is none.")
        if (self.distances_m < 0).any():
            raise SceneError("A track holds a negative distance.")
