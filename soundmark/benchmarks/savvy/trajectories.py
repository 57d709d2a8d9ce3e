"""Trajectories: where the wearer of the glasses was and looked (`dense_traj`, `correct_traj`)."""

from __future__ import annotations

import numpy as np

from soundmark.benchmarks.report import Finding
from soundmark.benchmarks.savvy.frames import read_frames
from soundmark.benchmarks.savvy.json_files import Json, JsonDocument
from soundmark.benchmarks.savvy.values import object_of, pair_of
from soundmark.spatial.scene import Trajectory

FRAMES_PER_SECOND = 20.0
"""Of `dense_traj`, whose keys have five digits and begin at 00000 or 00001; key / 20 is the time in seconds."""

COARSE_FRAMES_PER_SECOND = 1.0
"""Of `correct_traj`, whose keys are not padded."""

_PADDED_DIGITS = 5

Pose = tuple[tuple[float, float], tuple[float, float]]


def parse_trajectory(document: JsonDocument, name: str) -> tuple[Trajectory, tuple[Finding, ...]]:
    """Read a trajectory; entries that are wrong are left out and told.

    Args:
        document: {"00001": {"loc": [x, y], "forward_vec": [x, y]}}, in metres.
        name: of the file, for findings.

    Raises:
        ValueError: when no entry can be used.
    """
    poses, findings = read_frames(document, name, _pose)
    if not poses:
        raise ValueError("no entry is a position with a forward vector")
    rate_hz = FRAMES_PER_SECOND if _is_padded(document) else COARSE_FRAMES_PER_SECOND
    trajectory = Trajectory(
        times_s=np.array(list(poses), dtype=np.float64) / rate_hz,
        positions_m=np.array([position for position, _ in poses.values()], dtype=np.float64),
        forwards=np.array([forward for _, forward in poses.values()], dtype=np.float64),
    )
    return trajectory, findings


def delayed(trajectory: Trajectory, delay_s: float) -> Trajectory:
    """The same path by a clock that runs `delay_s` behind: the other person's, brought to the wearer's time."""
    return Trajectory(
        times_s=trajectory.times_s - delay_s, positions_m=trajectory.positions_m, forwards=trajectory.forwards
    )


def _is_padded(document: JsonDocument) -> bool:
    keys = document.value if isinstance(document.value, dict) else {}
    return any(len(key) >= _PADDED_DIGITS for key in keys)


def _pose(value: Json) -> Pose:
    fields = object_of(value, "the pose")
    forward = pair_of(fields.get("forward_vec"), "forward_vec")
    if forward == (0.0, 0.0):
        raise ValueError("forward_vec has no length")
    return pair_of(fields.get("loc"), "loc"), forward
