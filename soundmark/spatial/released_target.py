"""The path of the target as SAVVY's released code finds it, kept for comparison.

Section F.4, and `avmap_utils.py` at 9ef5d163. Every point of a track stands for a patch of the floor, 90 degrees wide
and two metres deep; the centroid of the patch is nearer to the wearer than the point. The paper speaks of a span of 45
degrees, the code takes 45 to either side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from soundmark.spatial.poses import points_m
from soundmark.spatial.released_filter import allowed_step_m, carried_on, expected_place, released_path
from soundmark.spatial.scene import Floats, Track, TrackSource, Trajectory
from soundmark.spatial.sightings import BEHIND_DEG, outside_cone
from soundmark.spatial.target_path import TargetPath

HALF_WIDTH_DEG = 45.0
HALF_DEPTH_M = 1.0
N_AZIMUTHS, N_DISTANCES = 10, 5
NO_DISTANCE_M = 1.0
"""What stands in for a distance that audio does not give."""
_NEAREST_M, _FARTHEST_M = 0.1, 5.0
_FRAME_REACH_S = 1.0
_RECENT_S = 30.0
_SEGMENT_S = 0.25

_Places = dict[int, Floats]
"""Positions of shape (2,) by whole second."""


def patch_m(
    position_m: Floats,
    forward: Floats,
    azimuth_deg: float,
    distance_m: float,
    *,
    half_width_deg: float = HALF_WIDTH_DEG,
    half_depth_m: float = HALF_DEPTH_M,
) -> Floats:
    """Candidate places round a sighting, shape (n, 2), rounded to two decimals, each once.

    Args:
        position_m: shape (2,), the wearer.
        forward: shape (2,), the wearer's.
        azimuth_deg: of the sighting.
        distance_m: of the sighting; NaN stands for anything up to five metres.
        half_width_deg: how far candidates reach to either side.
        half_depth_m: how far candidates reach towards the wearer and away.
    """
    azimuths = np.linspace(azimuth_deg - half_width_deg, azimuth_deg + half_width_deg, N_AZIMUTHS)
    if math.isnan(distance_m):
        distances = np.linspace(_NEAREST_M, _FARTHEST_M + half_depth_m, 2 * N_DISTANCES)
    else:
        distances = np.linspace(max(_NEAREST_M, distance_m - half_depth_m), distance_m + half_depth_m, N_DISTANCES)
    grid_az, grid_r = np.meshgrid(azimuths, distances)
    places = points_m(position_m, forward, grid_az.ravel(), grid_r.ravel())
    return np.unique(np.round(places, 2), axis=0)


def centroid_m(places_m: Floats) -> Floats:
    """The mean place, shape (2,), rounded to two decimals."""
    return np.asarray(np.round(places_m.mean(axis=0), 2), dtype=np.float64)


def released_target_path(
    trajectory: Trajectory, tracks: Sequence[Track], start_s: float, end_s: float
) -> TargetPath | None:
    """The path over the whole seconds of a span, both ends included.

    Returns:
        None when no track says anything.
    """
    first, last = int(start_s), math.ceil(end_s)
    seg, seg_distances = _patches(trajectory, tracks, TrackSource.SEGMENTATION)
    sd, sd_distances = _patches(trajectory, tracks, TrackSource.SNAPSHOT)
    found: _Places = {second: centroid_m(patch) for second, patch in seg.items()}
    for second, patch in sd.items():
        if second not in found:
            _extend(found, second, patch, at_least_m=0.0)
    is_seen = bool(found) and min(found) <= last and max(found) >= first
    distances = _spread_by_a_second(sd_distances) if sd_distances else seg_distances
    for second, (patch, is_behind) in _audio_patches(trajectory, tracks, first, last, distances).items():
        if is_behind or not is_seen:
            _extend(found, second, patch, at_least_m=1.0)
    if not found:
        return None
    inside = {second: place for second, place in found.items() if first <= second <= last}
    times, places = released_path(*_sorted(inside or found))
    if not inside:
        seconds = np.arange(first, last + 1, dtype=np.float64)
        known = dict(zip(times.tolist(), places, strict=True))
        beyond = (known.get(second, carried_on(times, places, second)) for second in seconds.tolist())
        times, places = seconds, np.array(list(beyond))
    return TargetPath(
        times_s=times,
        positions_m=places,
        std_m=np.full(len(times), np.nan),
        n_used={},
    )


def _extend(found: _Places, second: int, patch: Floats, at_least_m: float) -> None:
    """Add the centroid of those candidates that fit the track so far; without a track all fit."""
    near = {known: place for known, place in found.items() if abs(known - second) <= _RECENT_S}
    if near:
        times, places = _sorted(near)
        allowed_m = max(at_least_m, allowed_step_m(places))
        patch = patch[np.hypot(*(patch - expected_place(times, places, second)).T) <= allowed_m]
    if len(patch):
        found[second] = centroid_m(patch)


def _sorted(places: _Places) -> tuple[Floats, Floats]:
    seconds = sorted(places)
    return np.array(seconds, dtype=np.float64), np.array([places[second] for second in seconds])


def _nearest_frame(trajectory: Trajectory, time_s: float) -> int | None:
    """The frame nearest to a time, None when it is more than a second away."""
    if not len(trajectory.times_s):
        return None
    frame = int(np.abs(trajectory.times_s - time_s).argmin())
    return frame if abs(trajectory.times_s[frame] - time_s) <= _FRAME_REACH_S else None


def _patches(
    trajectory: Trajectory, tracks: Sequence[Track], source: TrackSource
) -> tuple[dict[int, Floats], dict[int, float]]:
    """Candidates (of the last point) and mean distance of each whole second."""
    patches: dict[int, Floats] = {}
    distances: dict[int, list[float]] = {}
    for track in (track for track in tracks if track.source is source):
        rows = zip(track.times_s.tolist(), track.azimuths_deg.tolist(), track.distances_m.tolist(), strict=True)
        for time_s, azimuth_deg, distance_m in rows:
            frame = _nearest_frame(trajectory, time_s)
            if frame is None or math.isnan(azimuth_deg):
                continue
            pose = trajectory.positions_m[frame], trajectory.forwards[frame]
            patches[round(time_s)] = patch_m(*pose, azimuth_deg, distance_m)
            if not math.isnan(distance_m):
                distances.setdefault(round(time_s), []).append(distance_m)
    return patches, {second: float(np.mean(values)) for second, values in distances.items()}


def _spread_by_a_second(distances: dict[int, float]) -> dict[int, float]:
    """Distances of snapshots, which hold for the second before and after too."""
    spread: dict[int, list[float]] = {}
    for second, distance_m in distances.items():
        for near in range(max(0, second - 1), second + 2):
            spread.setdefault(near, []).append(distance_m)
    return {second: float(np.mean(values)) for second, values in spread.items()}


def _audio_patches(
    trajectory: Trajectory, tracks: Sequence[Track], first: int, last: int, distances: dict[int, float]
) -> dict[int, tuple[Floats, bool]]:
    """Candidates of all segments of a second, and whether the last of them is behind the wearer."""
    found: dict[int, tuple[Floats, bool]] = {}
    for track in (track for track in tracks if track.source is TrackSource.AUDIO):
        usable = outside_cone(track.azimuths_deg) & (track.times_s >= first) & (track.times_s <= last)
        for row in np.flatnonzero(usable):
            time_s, azimuth_deg = float(track.times_s[row]), float(track.azimuths_deg[row])
            frame = _nearest_frame(trajectory, time_s)
            if frame is None:
                continue
            heard_m = float(track.distances_m[row])
            second = round(math.floor(time_s / _SEGMENT_S) * _SEGMENT_S)
            distance_m = distances.get(second, NO_DISTANCE_M if math.isnan(heard_m) else heard_m)
            pose = trajectory.positions_m[frame], trajectory.forwards[frame]
            patch = patch_m(*pose, azimuth_deg, distance_m)
            before = found[second][0] if second in found else np.empty((0, 2))
            found[second] = (np.concatenate([before, patch]), abs(azimuth_deg) > BEHIND_DEG)
    return found
