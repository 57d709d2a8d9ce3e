"""The dynamic global map of a scene: static objects, and the paths of those that move (SAVVY, section 4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from soundmark.spatial.clusters import StaticPlace, published_static_place, static_place
from soundmark.spatial.poses import points_m
from soundmark.spatial.released_target import centroid_m, released_target_path
from soundmark.spatial.scene import Floats, SceneError, Track, TrackSource, Trajectory
from soundmark.spatial.sightings import place_source
from soundmark.spatial.target_path import PER_SECOND_S, TargetPath, mean_position, target_path
from soundmark.spatial.trajectories import MAX_GAP_S, poses_at

STATIC_PRECEDENCE = (TrackSource.SNAPSHOT, TrackSource.SEGMENTATION, TrackSource.AUDIO)


class Rules(StrEnum):
    """Whose rules make the map: those of SAVVY's released code, or ours, which mend its faults."""

    PUBLISHED = "published"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SceneObject:
    """A thing in a scene: annotated with its place or path, or known from tracks.

    Attributes:
        name: unique in the scene.
        is_static: whether it stays where it is.
        position_m: shape (2,), annotated place of a static object.
        path_times_s, path_positions_m: shapes (n,) and (n, 2), annotated path of one that moves.
        tracks: as the sources saw or heard it; unused when it is annotated.
    """

    name: str
    is_static: bool
    position_m: Floats | None = None
    path_times_s: Floats | None = None
    path_positions_m: Floats | None = None
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MappedObject:
    """A thing on the map: with a place, with a path, or with neither when nothing could be placed."""

    thing: SceneObject
    place: StaticPlace | None = None
    path: TargetPath | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WorldMap:
    """Everything placed in one world.

    Attributes:
        trajectory: the wearer's path.
        objects: by name.
        rules: which made the map and hold for answers from it.
        max_gap_s: longest gap of the trajectory that is bridged.
    """

    trajectory: Trajectory
    objects: Mapping[str, MappedObject] = field(default_factory=dict)
    rules: Rules = Rules.CORRECTED
    max_gap_s: float = MAX_GAP_S

    def position(self, name: str, start_s: float, end_s: float) -> Floats | None:
        """The mean place of an object over a span, shape (2,); None when the map does not know it.

        Raises:
            SceneError: when there is no object of that name.
        """
        if name not in self.objects:
            raise SceneError(f"The map has no object named {name!r}.")
        mapped = self.objects[name]
        if mapped.place is not None:
            return mapped.place.position_m
        path = mapped.path
        if self.rules is Rules.PUBLISHED and mapped.thing.tracks and not mapped.thing.is_static:
            path = released_target_path(self.trajectory, mapped.thing.tracks, start_s, end_s)
            return None if path is None else centroid_m(path.positions_m)
        return None if path is None else mean_position(path, start_s, end_s)


def build_map(
    trajectory: Trajectory,
    objects: Sequence[SceneObject],
    *,
    rules: Rules = Rules.CORRECTED,
    step_s: float = PER_SECOND_S,
    max_gap_s: float = MAX_GAP_S,
) -> WorldMap:
    """Place every object.

    Args:
        trajectory: the wearer's path.
        objects: with names of their own each.
        rules: `PUBLISHED` or `CORRECTED`.
        step_s: time step of paths: one second, or one audio segment (0.25 s). The published rules know seconds only.
        max_gap_s: longest gap of the trajectory that is bridged.

    Raises:
        SceneError: when two objects have one name, or the published rules are asked for other steps than seconds.
    """
    if rules is Rules.PUBLISHED and step_s != PER_SECOND_S:
        raise SceneError(f"The published rules know steps of {PER_SECOND_S:g} s only, not of {step_s:g} s.")
    if len({thing.name for thing in objects}) < len(objects):
        raise SceneError("Two objects of a scene have the same name.")
    mapped = {thing.name: _mapped(trajectory, thing, rules, step_s, max_gap_s) for thing in objects}
    return WorldMap(trajectory=trajectory, objects=mapped, rules=rules, max_gap_s=max_gap_s)


def _mapped(trajectory: Trajectory, thing: SceneObject, rules: Rules, step_s: float, max_gap_s: float) -> MappedObject:
    if thing.position_m is not None:
        place = StaticPlace(position_m=thing.position_m, spread_m=0.0, n_used=1, n_points=1, is_clustered=True)
        return MappedObject(thing=thing, place=place)
    if thing.path_times_s is not None and thing.path_positions_m is not None:
        return MappedObject(thing=thing, path=_annotated(thing.path_times_s, thing.path_positions_m))
    if not thing.is_static:
        path = None
        if rules is Rules.CORRECTED:
            path = target_path(trajectory, thing.tracks, step_s=step_s, max_gap_s=max_gap_s)
        elif any(len(track.times_s) for track in thing.tracks):
            first, last = _extent(thing.tracks)
            path = released_target_path(trajectory, thing.tracks, first, last)
        return MappedObject(thing=thing, path=path)
    if rules is Rules.PUBLISHED:
        return MappedObject(thing=thing, place=_published_place(trajectory, thing.tracks, max_gap_s))
    return MappedObject(thing=thing, place=_place(trajectory, thing.tracks, max_gap_s))


def _place(trajectory: Trajectory, tracks: Sequence[Track], max_gap_s: float) -> StaticPlace | None:
    """The first source in which points agree; failing that, the first that has any."""
    alone = None
    for source in STATIC_PRECEDENCE:
        found = place_source(trajectory, tracks, source, max_gap_s)
        place = static_place(found.positions_m, found.confidences)
        if place is not None and place.is_clustered:
            return place
        alone = alone or place
    return alone


def _published_place(trajectory: Trajectory, tracks: Sequence[Track], max_gap_s: float) -> StaticPlace | None:
    """Snapshots if there are any, else segmentation; never audio."""
    for source in STATIC_PRECEDENCE[:2]:
        points = [np.empty((0, 2))]
        for track in (track for track in tracks if track.source is source):
            poses = poses_at(trajectory, track.times_s, max_gap_s)
            points.append(points_m(poses.positions_m, poses.forwards, track.azimuths_deg, track.distances_m))
        place = published_static_place(np.round(np.concatenate(points), 2))
        if place is not None:
            return place
    return None


def _annotated(times_s: Floats, positions_m: Floats) -> TargetPath:
    exact = np.zeros(len(times_s))
    return TargetPath(times_s=times_s, positions_m=positions_m, std_m=exact, n_used={})


def _extent(tracks: Sequence[Track]) -> tuple[float, float]:
    times = np.concatenate([track.times_s for track in tracks])
    return float(times.min()), float(times.max())
