"""Tracks put on the map: each point of a track, seen from where the wearer was, as a place in the world.

How sure a place is depends on the direction one looked in: azimuth errors spread it sideways, distance errors along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.spatial.poses import headings_deg, points_m
from soundmark.spatial.scene import Floats, Track, TrackSource, Trajectory
from soundmark.spatial.trajectories import MAX_GAP_S, poses_at

IGNORED_CONE_DEG = 5.0
"""Sounds this near to straight ahead or straight behind are the wearer's own voice, or ties (SAVVY, section 4.2).

The paper drops the front only; its code drops the back too, in tracks and in the metric.
"""
BEHIND_DEG = 90.0
_NEAREST_DISTANCE_M = 0.1
_DISTANCE_REACH_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """One standard deviation of a source's azimuth and distance; gross errors are left to the gate."""

    azimuth_deg: float
    distance_m: float


ACCURACIES = {
    TrackSource.SNAPSHOT: Accuracy(azimuth_deg=20.0, distance_m=0.8),
    TrackSource.SEGMENTATION: Accuracy(azimuth_deg=8.0, distance_m=0.7),
    TrackSource.AUDIO: Accuracy(azimuth_deg=8.0, distance_m=1.0),
}
"""In the order of SAVVY's Table 5; its mean errors are larger, as they hold the gross errors too."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sightings:
    """Points of one source in the world, in the order of their times.

    Attributes:
        times_s: shape (n,).
        positions_m: shape (n, 2), world.
        covariances_m2: shape (n, 2, 2), world.
        azimuths_deg: shape (n,), as seen by the wearer.
        confidences: shape (n,), NaN where the source gives none.
        n_dropped: points of the track that cannot be placed: no pose, no azimuth, no distance, or in the ignored cone.
    """

    times_s: Floats
    positions_m: Floats
    covariances_m2: Floats
    azimuths_deg: Floats
    confidences: Floats
    n_dropped: int

    def select(self, chosen: npt.NDArray[np.bool_]) -> Sightings:
        """Some of the points; those left out do not count as dropped."""
        return Sightings(
            times_s=self.times_s[chosen],
            positions_m=self.positions_m[chosen],
            covariances_m2=self.covariances_m2[chosen],
            azimuths_deg=self.azimuths_deg[chosen],
            confidences=self.confidences[chosen],
            n_dropped=self.n_dropped,
        )


def joined(parts: Sequence[Sightings]) -> Sightings:
    """All points of several tracks in the order of their times."""
    times = np.concatenate([np.empty(0), *(part.times_s for part in parts)])
    order = np.argsort(times, kind="stable")
    return Sightings(
        times_s=times[order],
        positions_m=np.concatenate([np.empty((0, 2)), *(part.positions_m for part in parts)])[order],
        covariances_m2=np.concatenate([np.empty((0, 2, 2)), *(part.covariances_m2 for part in parts)])[order],
        azimuths_deg=np.concatenate([np.empty(0), *(part.azimuths_deg for part in parts)])[order],
        confidences=np.concatenate([np.empty(0), *(part.confidences for part in parts)])[order],
        n_dropped=sum(part.n_dropped for part in parts),
    )


def outside_cone(azimuths_deg: npt.ArrayLike, cone_deg: float = IGNORED_CONE_DEG) -> npt.NDArray[np.bool_]:
    """Whether azimuths are usable: farther than the cone from straight ahead and from straight behind."""
    away = np.abs(np.asarray(azimuths_deg, dtype=np.float64))
    return np.asarray((away > cone_deg) & (away < 180.0 - cone_deg))


def place_source(
    trajectory: Trajectory, tracks: Sequence[Track], source: TrackSource, max_gap_s: float = MAX_GAP_S
) -> Sightings:
    """The points of all tracks of one source that can be placed; audio borrows missing distances from the others."""
    own = [track for track in tracks if track.source is source]
    if source is TrackSource.AUDIO:
        visual = [track for track in tracks if track.source is not source]
        own = [with_visual_distances(track, visual) for track in own]
    return joined([place_track(trajectory, track, max_gap_s) for track in own])


def place_track(trajectory: Trajectory, track: Track, max_gap_s: float = MAX_GAP_S) -> Sightings:
    """The points of a track that can be placed; audio in the ignored cone is left out."""
    poses = poses_at(trajectory, track.times_s, max_gap_s)
    places = points_m(poses.positions_m, poses.forwards, track.azimuths_deg, track.distances_m)
    usable = np.isfinite(places).all(axis=1)
    if track.source is TrackSource.AUDIO:
        usable &= outside_cone(track.azimuths_deg)
    along = np.radians(headings_deg(poses.forwards) - track.azimuths_deg)
    covariances = _covariances(along[usable], track.distances_m[usable], ACCURACIES[track.source])
    return Sightings(
        times_s=track.times_s[usable],
        positions_m=places[usable],
        covariances_m2=covariances,
        azimuths_deg=track.azimuths_deg[usable],
        confidences=track.confidences[usable],
        n_dropped=int((~usable).sum()),
    )


def _covariances(along_rad: Floats, distances_m: Floats, accuracy: Accuracy) -> Floats:
    """Shape (n, 2, 2): the source's accuracy, turned into the direction of sight."""
    sideways_m = np.maximum(distances_m, _NEAREST_DISTANCE_M) * np.radians(accuracy.azimuth_deg)
    unit = np.stack([np.cos(along_rad), np.sin(along_rad)], axis=-1)
    across = np.stack([-unit[:, 1], unit[:, 0]], axis=-1)
    radial = accuracy.distance_m**2 * unit[:, :, np.newaxis] * unit[:, np.newaxis, :]
    tangential = sideways_m[:, np.newaxis, np.newaxis] ** 2 * across[:, :, np.newaxis] * across[:, np.newaxis, :]
    return np.asarray(radial + tangential, dtype=np.float64)


def with_visual_distances(audio: Track, visual: Sequence[Track]) -> Track:
    """An audio track whose missing distances are those of the nearest visual point, within two seconds.

    As released, a visual distance also replaces one heard at the same time, and 1.0 m stands in where there is
    neither; here a heard distance is kept, and a missing one stays missing.
    """
    times = np.concatenate([track.times_s for track in visual]) if visual else np.empty(0)
    distances = np.concatenate([track.distances_m for track in visual]) if visual else np.empty(0)
    known = np.isfinite(distances)
    if not known.any():
        return audio
    order = np.argsort(times[known], kind="stable")
    times, distances = times[known][order], distances[known][order]
    after = np.clip(np.searchsorted(times, audio.times_s), 0, len(times) - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(audio.times_s - times[before] <= np.abs(times[after] - audio.times_s), before, after)
    near = np.abs(times[nearest] - audio.times_s) <= _DISTANCE_REACH_S
    borrowed = np.where(near, distances[nearest], np.nan)
    return Track(
        source=audio.source,
        label=audio.label,
        times_s=audio.times_s,
        azimuths_deg=audio.azimuths_deg,
        distances_m=np.where(np.isnan(audio.distances_m), borrowed, audio.distances_m),
        confidences=audio.confidences,
    )
