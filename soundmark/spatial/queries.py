"""Questions put to a map: which target, seen from where, in which span of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from soundmark.spatial.angles import circular_median_deg
from soundmark.spatial.answers import (
    Answer,
    Undefined,
    allocentric,
    egocentric,
    sector_of,
    undefined,
)
from soundmark.spatial.scene import Floats, SceneError, Track
from soundmark.spatial.trajectories import mean_pose, published_mean_pose
from soundmark.spatial.world_map import Rules, WorldMap


class Frame(StrEnum):
    """Whose view a question takes: the wearer's, or that of someone beside an object."""

    EGOCENTRIC = "egocentric"
    ALLOCENTRIC = "allocentric"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Where is the target?

    Attributes:
        frame: whose view.
        target: name of an object.
        start_s, end_s: the span in which it sounds.
        reference: allocentric: by which object the viewer stands.
        facing: allocentric: which object the viewer faces; '' when only the distance is asked for.
    """

    frame: Frame
    target: str
    start_s: float
    end_s: float
    reference: str = ""
    facing: str = ""


def resolve(world: WorldMap, query: Query) -> Answer:
    """The answer as the map has it (SAVVY, section 4.3), by the rules of the map.

    Raises:
        SceneError: when the map has no object of a name, or the span ends before it begins.
    """
    if query.end_s < query.start_s:
        raise SceneError(f"The span ends at {query.end_s:g} s, before it begins at {query.start_s:g} s.")
    target_m = world.position(query.target, query.start_s, query.end_s)
    if query.frame is Frame.EGOCENTRIC:
        if world.rules is Rules.PUBLISHED:
            pose = published_mean_pose(world.trajectory, query.start_s, query.end_s)
        else:
            pose = mean_pose(world.trajectory, query.start_s, query.end_s, world.max_gap_s)
        if pose is None:
            return undefined(Undefined.NO_TRAJECTORY)
        answer = egocentric(pose.position_m, pose.forward, _or_nowhere(target_m))
        return replace(answer, coverage=pose.coverage)
    reference_m = world.position(query.reference, query.start_s, query.end_s)
    facing_m = world.position(query.facing, query.start_s, query.end_s) if query.facing else None
    return allocentric(_or_nowhere(reference_m), facing_m, _or_nowhere(target_m))


def _or_nowhere(position_m: Floats | None) -> Floats:
    return np.full(2, np.nan) if position_m is None else position_m


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectAnswer:
    """An egocentric answer without a map.

    Attributes:
        answer: median azimuth and distance.
        sector: by vote of all points, counted from 0; None without points.
        n_points: how many voted.
    """

    answer: Answer
    sector: int | None
    n_points: int


def answer_without_map(
    tracks: Sequence[Track], start_s: float, end_s: float, n_sectors: int, rules: Rules = Rules.CORRECTED
) -> DirectAnswer:
    """What the tracks say by themselves within a span (SAVVY, section F.4 and Table 9, "w/o Global Mapping").

    Every point votes for its sector; azimuth and distance are medians. As published the median of azimuths takes no
    notice that 179 and -179 are neighbours; corrected, it is the circular one. A vote that is tied goes to the sector
    of the median azimuth, when it is among the tied ones, else to the first.

    Raises:
        SceneError: when the number of sectors is neither 3 nor 4.
    """
    chosen = [(track.times_s >= start_s) & (track.times_s <= end_s) for track in tracks]
    azimuths = np.concatenate([np.empty(0), *(t.azimuths_deg[c] for t, c in zip(tracks, chosen, strict=True))])
    distances = np.concatenate([np.empty(0), *(t.distances_m[c] for t, c in zip(tracks, chosen, strict=True))])
    azimuths, distances = azimuths[np.isfinite(azimuths)], distances[np.isfinite(distances)]
    median_deg = None
    if len(azimuths):
        median = np.median(azimuths) if rules is Rules.PUBLISHED else circular_median_deg(azimuths)
        median_deg = None if np.isnan(median) else float(median)
    answer = Answer(
        azimuth_deg=median_deg,
        distance_m=float(np.median(distances)) if len(distances) else None,
        no_azimuth=None if median_deg is not None else Undefined.NO_TARGET,
        no_distance=None if len(distances) else Undefined.NO_TARGET,
    )
    votes = np.bincount([sector_of(azimuth, n_sectors) for azimuth in azimuths.tolist()] or [0], minlength=n_sectors)
    tied = np.flatnonzero(votes == votes.max()).tolist()
    of_median = answer.sector(n_sectors)
    winner = of_median if of_median in tied else int(tied[0])
    return DirectAnswer(answer=answer, sector=winner if len(azimuths) else None, n_points=len(azimuths))
