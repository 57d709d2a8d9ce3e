"""From steered responses to azimuths with a confidence, with silence and ambiguity said as such."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.spatial.arrays import Floats
from soundmark.spatial.errors import ArrayError
from soundmark.spatial.segments import Batch
from soundmark.spatial.srp import Curves, SrpSettings, Steered, SteeredResponse
from soundmark.spatial.steering import line_azimuth_deg, mirrored_deg, wrapped_deg

ONE_DIRECTION_DEG = 10.0
"""An azimuth and its mirror this near to each other, at the end of the line, are one direction."""


class Found(StrEnum):
    """What became of a segment."""

    DIRECTION = "direction"
    AMBIGUOUS = "ambiguous"
    SILENT = "silent"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Directions:
    """Azimuths of consecutive segments; + right, in (-180, 180], NaN where there is none.

    Attributes:
        peaks_deg: the azimuth of the highest power, also where it is ambiguous; NaN for silence.
        mirrors_deg: the azimuth with the same delays, where the microphones lie on a line; else NaN.
        confidences: 0 to 1: how far the pairs agree on one direction, times the root of how much of the sound is
            common to them. NaN for silence.
        sharpnesses: maximum over standard deviation of the curve of powers. NaN for silence.
        agreements: see `soundmark.spatial.srp.Steered`.
        levels_dbfs: root mean square of the microphones in use.
        alive: which microphones carried a signal, shape (segments, microphones).
    """

    peaks_deg: Floats
    mirrors_deg: Floats
    confidences: Floats
    sharpnesses: Floats
    agreements: Floats
    levels_dbfs: Floats
    alive: npt.NDArray[np.bool_]

    def found(self, index: int) -> Found:
        """What became of one segment."""
        if np.isnan(self.peaks_deg[index]):
            return Found.SILENT
        return Found.DIRECTION if np.isnan(self.mirrors_deg[index]) else Found.AMBIGUOUS

    @property
    def azimuths_deg(self) -> Floats:
        """The azimuth where there is one and only one; else NaN."""
        return np.where(np.isnan(self.mirrors_deg), self.peaks_deg, np.nan)

    def candidates_deg(self, index: int) -> tuple[float, ...]:
        """The azimuths that a segment may come from, the one nearer to the front first: none, one or two."""
        both = (float(self.peaks_deg[index]), float(self.mirrors_deg[index]))
        return tuple(sorted((value for value in both if not np.isnan(value)), key=lambda deg: (abs(deg), deg)))


class DirectionFinder:
    """Finds the direction of each segment of a recording by one array.

    Attributes:
        azimuths_deg: the columns of the peak map.
    """

    def __init__(self, positions_m: Floats, sample_rate_hz: float, n_samples: int, settings: SrpSettings) -> None:
        """Prepare; see `SteeredResponse`.

        Raises:
            ArrayError: when the microphones stand straight above one another.
        """
        line_azimuth_deg(positions_m)
        self._positions_m = positions_m
        self._response = SteeredResponse(positions_m, sample_rate_hz, n_samples, settings)
        self.azimuths_deg = self._response.azimuths_deg

    def find(self, batch: Batch, *, drop_dead: bool) -> tuple[Directions, Curves]:
        """Directions of a batch, and its part of the peak map, shape (segments, azimuths).

        Args:
            batch: of the microphones of this array.
            drop_dead: leave a dead microphone out of the segments it is dead in, and give no direction with fewer than
                two. Without, as published, only one that is all zeros takes no part, and silence has a direction too.
        """
        alive = batch.alive
        samples = batch.samples
        if drop_dead and not alive.all():
            samples = samples * alive[:, :, None]
        steered = self._response.steer(samples)
        n_alive = alive.sum(axis=1)
        heard = n_alive >= (2 if drop_dead else 0)
        peaks = np.where(heard, wrapped_deg(self.azimuths_deg[steered.peaks]), np.nan)
        peaks, mirrors = self._mirrors(peaks, alive)
        return self._directions(batch, steered, peaks, mirrors), steered.curves

    def _mirrors(self, peaks_deg: Floats, alive: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The second azimuth of each segment, by the microphones that were alive in it."""
        mirrors = np.full(len(peaks_deg), np.nan)
        peaks = peaks_deg.copy()
        for mask in np.unique(alive, axis=0):
            if mask.sum() < 2:
                continue
            rows = (alive == mask).all(axis=1)
            try:
                line_deg = line_azimuth_deg(self._positions_m[mask])
            except ArrayError:  # what is left stands straight above one another
                peaks[rows] = np.nan
                continue
            if line_deg is not None:
                mirrors[rows] = mirrored_deg(peaks[rows], line_deg)
        with np.errstate(invalid="ignore"):
            mirrors[np.abs(wrapped_deg(mirrors - peaks)) <= ONE_DIRECTION_DEG] = np.nan
        return peaks, mirrors

    def _directions(self, batch: Batch, steered: Steered, peaks_deg: Floats, mirrors_deg: Floats) -> Directions:
        heard = ~np.isnan(peaks_deg)
        curves = steered.curves
        tallest = np.take_along_axis(curves, steered.peaks[:, None], axis=1)[:, 0].astype(np.float64)
        spread = curves.std(axis=1, dtype=np.float64)
        sharpness = np.divide(tallest, spread, out=np.full(len(curves), np.nan), where=heard & (spread > 0))
        alive = batch.alive
        n_alive, n_mics = alive.sum(axis=1), alive.shape[1]
        # The heights are means over all pairs; those of dead microphones are none.
        n_pairs = np.maximum(n_alive * (n_alive - 1), 1)
        heights = np.minimum(steered.heights * (n_mics * (n_mics - 1) / n_pairs), 1.0)
        confidence = steered.agreements.astype(np.float64) * np.sqrt(heights)
        power = (batch.levels.astype(np.float64) ** 2 * alive).sum(axis=1) / np.maximum(n_alive, 1)
        return Directions(
            peaks_deg=peaks_deg,
            mirrors_deg=mirrors_deg,
            confidences=np.where(heard, confidence, np.nan),
            sharpnesses=sharpness,
            agreements=np.where(heard, steered.agreements, np.nan),
            levels_dbfs=10 * np.log10(np.maximum(power, 1e-30)),
            alive=alive,
        )


def without_silence(directions: Directions, *, floor_dbfs: float, below_loud_db: float) -> Directions:
    """The same with no direction where nothing is heard.

    Args:
        directions: of the whole recording.
        floor_dbfs: anything quieter is silence.
        below_loud_db: so is anything this much below the loud parts, which are the 95th percentile of the levels.
    """
    levels = directions.levels_dbfs
    if not len(levels):
        return directions
    silent = levels < max(floor_dbfs, float(np.percentile(levels, 95)) - below_loud_db)
    return Directions(
        peaks_deg=np.where(silent, np.nan, directions.peaks_deg),
        mirrors_deg=np.where(silent, np.nan, directions.mirrors_deg),
        confidences=np.where(silent, np.nan, directions.confidences),
        sharpnesses=np.where(silent, np.nan, directions.sharpnesses),
        agreements=np.where(silent, np.nan, directions.agreements),
        levels_dbfs=levels,
        alive=directions.alive,
    )


def joined(parts: list[Directions]) -> Directions:
    """Parts of a recording, at least one, as one."""
    return Directions(
        peaks_deg=np.concatenate([part.peaks_deg for part in parts]),
        mirrors_deg=np.concatenate([part.mirrors_deg for part in parts]),
        confidences=np.concatenate([part.confidences for part in parts]),
        sharpnesses=np.concatenate([part.sharpnesses for part in parts]),
        agreements=np.concatenate([part.agreements for part in parts]),
        levels_dbfs=np.concatenate([part.levels_dbfs for part in parts]),
        alive=np.concatenate([part.alive for part in parts]),
    )
