"""The path of the thing that sounds and moves, from all three tracks in their order of precedence.

Segmentation comes first; the snapshot descriptor where segmentation saw nothing; audio where neither did, or where it
hears the thing behind the wearer (SAVVY, section F.4). What remains is smoothed (`smoother`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.spatial.scene import Floats, SceneError, Track, TrackSource, Trajectory
from soundmark.spatial.sightings import BEHIND_DEG, Sightings, joined, place_source
from soundmark.spatial.smoother import Motion, smooth
from soundmark.spatial.trajectories import MAX_GAP_S, moments_of

PER_SECOND_S = 1.0
PER_SEGMENT_S = 0.25
"""The length of an audio segment (SAVVY, section F.3)."""
MAX_REACH_S = 5.0
"""The path goes no farther beyond what was seen or heard: a walker may be anywhere by then."""


_MAX_STEPS = 500_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TargetPath:
    """Where the target was, at even steps from its first to its last sighting.

    Attributes:
        times_s: shape (m,), increasing.
        positions_m: shape (m, 2), world.
        std_m: shape (m,), one standard deviation of the position; NaN where the method gives none.
        n_used: points used, by source; empty where the method does not count them.
        n_outliers: points that precedence chose and the filter rejected; None where it does not count them.
        n_dropped: points that could not be placed; None where the method does not count them.
    """

    times_s: Floats
    positions_m: Floats
    std_m: Floats
    n_used: dict[TrackSource, int]
    n_outliers: int | None = None
    n_dropped: int | None = None


def target_path(
    trajectory: Trajectory,
    tracks: Sequence[Track],
    *,
    step_s: float = PER_SECOND_S,
    max_gap_s: float = MAX_GAP_S,
    motion: Motion | None = None,
) -> TargetPath | None:
    """The smoothed path of a target.

    Args:
        trajectory: the wearer's path.
        tracks: of the target, by any of the three sources; several of one source are taken together.
        step_s: length of the time steps in which precedence is decided and at which the path is given:
            `PER_SECOND_S` or `PER_SEGMENT_S`.
        max_gap_s: longest gap of the trajectory that is bridged.
        motion: how the target may move.

    Returns:
        None when no point could be placed.

    Raises:
        SceneError: when the step is not above zero.
    """
    if not step_s > 0:
        raise SceneError(f"The time step of a path must be above zero, not {step_s} s.")
    placed = {source: place_source(trajectory, tracks, source, max_gap_s) for source in TrackSource}
    chosen = by_precedence(placed, step_s)
    together = joined(list(chosen.values()))
    if not len(together.times_s):
        return None
    times = np.concatenate([found.times_s for found in chosen.values()])
    sources = np.concatenate([np.full(len(found.times_s), source) for source, found in chosen.items()])
    sources = sources[np.argsort(times, kind="stable")]
    at_s = _steps(float(times.min()), float(times.max()), step_s)
    path = smooth(together.times_s, together.positions_m, together.covariances_m2, at_s, motion)
    return TargetPath(
        times_s=at_s,
        positions_m=path.positions_m,
        std_m=path.std_m,
        n_used={source: int((path.is_used & (sources == source)).sum()) for source in TrackSource},
        n_outliers=int((~path.is_used).sum()),
        n_dropped=together.n_dropped,
    )


def by_precedence(placed: dict[TrackSource, Sightings], step_s: float) -> dict[TrackSource, Sightings]:
    """The points of each source that count, decided in time steps of equal length from 0 s."""
    steps = {source: np.floor(found.times_s / step_s) for source, found in placed.items()}
    seg, sd, audio = TrackSource.SEGMENTATION, TrackSource.SNAPSHOT, TrackSource.AUDIO
    sd_counts = ~np.isin(steps[sd], steps[seg])
    seen = np.concatenate([steps[seg], steps[sd]])
    audio_counts = (np.abs(placed[audio].azimuths_deg) > BEHIND_DEG) | ~np.isin(steps[audio], seen)
    return {
        seg: placed[seg],
        sd: placed[sd].select(sd_counts),
        audio: placed[audio].select(audio_counts),
    }


def mean_position(
    path: TargetPath, start_s: float, end_s: float, max_reach_s: float = MAX_REACH_S
) -> npt.NDArray[np.float64] | None:
    """The mean place over a span, shape (2,), each moment counting alike; beyond its ends the path stands still.

    Returns:
        None when the whole span is farther than `max_reach_s` from the first and last sighting.
    """
    moments = moments_of(start_s, end_s)
    near = (moments >= path.times_s[0] - max_reach_s) & (moments <= path.times_s[-1] + max_reach_s)
    if not near.any():
        return None
    return np.array([np.interp(moments[near], path.times_s, path.positions_m[:, axis]).mean() for axis in (0, 1)])


def mean_std_m(path: TargetPath, start_s: float, end_s: float) -> float | None:
    """The mean standard deviation of the places in a span; None where it leaves the path, or none is known."""
    moments = moments_of(start_s, end_s)
    if moments[0] < path.times_s[0] or moments[-1] > path.times_s[-1] or np.isnan(path.std_m).any():
        return None
    return float(np.interp(moments, path.times_s, path.std_m).mean())


def _steps(first_s: float, last_s: float, step_s: float) -> Floats:
    """Whole multiples of the step that cover the sightings."""
    first, last = np.floor(first_s / step_s), np.ceil(last_s / step_s)
    if last - first > _MAX_STEPS:
        raise SceneError(f"A path from {first_s:g} s to {last_s:g} s has too many steps of {step_s:g} s.")
    return np.asarray(np.arange(first, last + 1) * step_s, dtype=np.float64)
