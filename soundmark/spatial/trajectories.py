"""Where the wearer was at any time, and on the whole over a span of time.

Between two frames a pose is interpolated, over a longer gap it is not: a head may have turned round in a second.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.spatial.angles import circular_mean_deg, difference_deg
from soundmark.spatial.poses import forwards_of_headings, headings_deg
from soundmark.spatial.scene import Floats, Trajectory

MAX_GAP_S = 1.0
_SAMPLES_PER_S = 20
"""As the published trajectories have them."""
_MAX_SAMPLES = 20_000
_TIME_SLACK_S = 1e-9
_OPPOSITE_DEG = 179.999
"""Between opposite headings both ways round are equally long: no heading is claimed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Poses:
    """The wearer at given times.

    Attributes:
        times_s: shape (n,).
        positions_m: shape (n, 2), world; NaN where the trajectory does not say.
        forwards: shape (n, 2), unit vectors; NaN where the trajectory does not say.
    """

    times_s: Floats
    positions_m: Floats
    forwards: Floats

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """Shape (n,): where both position and forward vector are known."""
        return np.asarray(np.isfinite(self.positions_m).all(axis=1) & np.isfinite(self.forwards).all(axis=1))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeanPose:
    """The wearer over a span of time.

    Attributes:
        position_m: shape (2,), world.
        forward: shape (2,); of zero length when the wearer looked everywhere alike.
        coverage: share of the span for which the trajectory says something, 0 to 1.
    """

    position_m: Floats
    forward: Floats
    coverage: float


def poses_at(trajectory: Trajectory, times_s: npt.ArrayLike, max_gap_s: float = MAX_GAP_S) -> Poses:
    """Poses at any times: positions linear, headings by the shorter way.

    Args:
        trajectory: the wearer's path.
        times_s: shape (n,), any order.
        max_gap_s: frames farther apart are not bridged. Nothing is extrapolated beyond the first and last frame.
    """
    wanted = np.asarray(times_s, dtype=np.float64)
    frames = trajectory.times_s
    if not len(frames):
        nothing = np.full((len(wanted), 2), np.nan)
        return Poses(times_s=wanted, positions_m=nothing, forwards=nothing.copy())
    after = np.clip(np.searchsorted(frames, wanted - _TIME_SLACK_S, side="left"), 0, len(frames) - 1)
    on_frame = np.abs(frames[after] - wanted) <= _TIME_SLACK_S
    before = np.where(on_frame, after, np.maximum(after - 1, 0))
    spans = frames[after] - frames[before]
    shares = np.divide(wanted - frames[before], spans, out=np.zeros_like(wanted), where=spans > 0)
    inside = on_frame | ((wanted > frames[0]) & (wanted < frames[-1]) & (spans <= max_gap_s))

    from_m, to_m = trajectory.positions_m[before], trajectory.positions_m[after]
    positions = from_m + shares[:, np.newaxis] * (to_m - from_m)
    headings = headings_deg(trajectory.forwards)
    turns = difference_deg(headings[after], headings[before])
    turns = np.where(np.abs(turns) > _OPPOSITE_DEG, np.nan, turns)
    forwards = forwards_of_headings(headings[before] + shares * turns)
    known = (inside & np.isfinite(wanted))[:, np.newaxis]
    return Poses(
        times_s=wanted,
        positions_m=np.where(known, positions, np.nan),
        forwards=np.where(known, forwards, np.nan),
    )


def moments_of(start_s: float, end_s: float) -> Floats:
    """The middles of equal parts of a span, about twenty a second: a mean over them counts each moment alike."""
    n = min(_MAX_SAMPLES, max(1, math.ceil((end_s - start_s) * _SAMPLES_PER_S)))
    return np.asarray(start_s + (np.arange(n) + 0.5) * ((end_s - start_s) / n), dtype=np.float64)


def mean_pose(trajectory: Trajectory, start_s: float, end_s: float, max_gap_s: float = MAX_GAP_S) -> MeanPose | None:
    """The mean position over a span and the mean direction of looking, each moment counting alike.

    Returns:
        None when the trajectory says nothing about the span.
    """
    poses = poses_at(trajectory, moments_of(start_s, end_s), max_gap_s)
    known = poses.known
    if not known.any():
        return None
    heading = circular_mean_deg(headings_deg(poses.forwards[known]))
    return MeanPose(
        position_m=poses.positions_m[known].mean(axis=0),
        forward=np.zeros(2) if math.isnan(heading) else forwards_of_headings(heading),
        coverage=float(known.mean()),
    )


def published_mean_pose(trajectory: Trajectory, start_s: float, end_s: float) -> MeanPose | None:
    """The mean as SAVVY's released code takes it: over the whole seconds from start up to, not including, end.

    For each second the nearest frame stands in, however far it is; vectors are added up without being brought to
    length one, and the means are rounded to three decimals.

    Returns:
        None when there is no whole second or no frame.
    """
    seconds = np.arange(int(start_s), int(end_s), dtype=np.float64)[:_MAX_SAMPLES]
    frames = trajectory.times_s
    if not len(seconds) or not len(frames):
        return None
    after = np.clip(np.searchsorted(frames, seconds), 0, len(frames) - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(seconds - frames[before] <= np.abs(frames[after] - seconds), before, after)
    used = np.unique(nearest)
    return MeanPose(
        position_m=np.round(trajectory.positions_m[used].mean(axis=0), 3),
        forward=np.round(trajectory.forwards[used].mean(axis=0), 3),
        coverage=float((np.abs(frames[nearest] - seconds) <= MAX_GAP_S).mean()),
    )
