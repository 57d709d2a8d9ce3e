"""Poses between frames, never over a gap; means over spans, as published and as meant."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.poses import forwards_of_headings, headings_deg
from soundmark.spatial.scene import SceneError, Trajectory
from soundmark.spatial.trajectories import mean_pose, poses_at, published_mean_pose

REAL = Path(__file__).parents[4] / "shared" / "real" / "savvy"


def walk(times: list[float], headings: list[float], speed_m_s: float = 1.0) -> Trajectory:
    """Along the x axis."""
    seconds = np.array(times)
    return Trajectory(
        times_s=seconds,
        positions_m=np.column_stack([speed_m_s * seconds, np.zeros(len(seconds))]),
        forwards=forwards_of_headings(headings),
    )


def published(name: str) -> Trajectory:
    frames = json.loads((REAL / "dense_traj" / f"{name}.json").read_text())
    return Trajectory(
        times_s=np.array([int(key) / 20 for key in frames]),
        positions_m=np.array([frame["loc"] for frame in frames.values()]),
        forwards=np.array([frame["forward_vec"] for frame in frames.values()]),
    )


def test_headings_turn_the_shorter_way() -> None:
    poses = poses_at(walk([0, 1], [170, -170]), [0, 0.25, 0.5, 1])
    np.testing.assert_allclose(headings_deg(poses.forwards), [170, 175, 180, -170], atol=1e-9)
    np.testing.assert_allclose(poses.positions_m[:, 0], [0, 0.25, 0.5, 1])


def test_gaps_and_ends_are_not_bridged() -> None:
    trajectory = walk([0, 1, 4, 5], [0, 0, 0, 0])
    poses = poses_at(trajectory, [-0.01, 0, 0.5, 1, 2, 4, 4.5, 5, 5.01], max_gap_s=1.5)
    np.testing.assert_array_equal(poses.known, [False, True, True, True, False, True, True, True, False])
    assert poses_at(trajectory, [2], max_gap_s=3).known.all()


def test_opposite_headings_give_no_heading_between_them() -> None:
    poses = poses_at(walk([0, 1], [0, 180]), [0.0, 0.5, 1.0])
    np.testing.assert_array_equal(poses.known, [True, False, True])
    assert np.isfinite(poses.positions_m).all()


def test_without_frames_or_times_nothing_is_known() -> None:
    nobody = Trajectory(times_s=np.empty(0), positions_m=np.empty((0, 2)), forwards=np.empty((0, 2)))
    assert not poses_at(nobody, [0, 1]).known.any()
    assert mean_pose(nobody, 0, 1) is None
    assert published_mean_pose(nobody, 0, 1) is None
    assert not poses_at(walk([0, 1], [0, 0]), [float("nan")]).known.any()


@settings(deadline=None)
@given(
    st.lists(st.floats(0.05, 0.9), min_size=2, max_size=10),
    st.lists(st.floats(-180, 180), min_size=11, max_size=11),
    st.floats(0, 1),
)
def test_a_pose_lies_between_its_frames(gaps: list[float], headings: list[float], share: float) -> None:
    times = np.concatenate([[0.0], np.cumsum(gaps)])
    trajectory = walk(times.tolist(), headings[: len(times)])
    at = float(times[-1] * share)
    pose = poses_at(trajectory, [at])
    assert pose.positions_m[0, 0] == pytest.approx(at, abs=1e-8)
    if pose.known[0]:
        assert float(np.hypot(*pose.forwards[0])) == pytest.approx(1.0)


def test_the_mean_of_looking_to_and_fro_is_ahead() -> None:
    pose = mean_pose(walk([0, 0.5, 1, 1.5, 2], [-30, 30, -30, 30, -30]), 0, 2)
    assert pose is not None
    assert float(headings_deg(pose.forward)) == pytest.approx(0, abs=0.1)
    assert float(np.hypot(*pose.forward)) == pytest.approx(1)
    assert pose.position_m[0] == pytest.approx(1.0)
    assert pose.coverage == 1.0


def test_the_published_mean_takes_whole_seconds_and_shortens_the_vector() -> None:
    trajectory = walk([0, 1, 2, 3], [0, 90, 0, 0])
    pose = published_mean_pose(trajectory, 0, 2)
    assert pose is not None
    np.testing.assert_allclose(pose.forward, [0.5, 0.5])
    np.testing.assert_allclose(pose.position_m, [0.5, 0])
    assert published_mean_pose(trajectory, 1.2, 1.8) is None  # no whole second begins in it
    far = published_mean_pose(trajectory, 50, 51)
    assert far is not None
    assert far.position_m[0] == 3.0
    assert far.coverage == 0.0


def test_a_moment_has_a_mean_and_a_span_outside_has_none() -> None:
    trajectory = walk([0, 1, 2], [10, 10, 10])
    moment = mean_pose(trajectory, 0.5, 0.5)
    assert moment is not None
    assert moment.position_m[0] == pytest.approx(0.5)
    assert mean_pose(trajectory, 10, 12) is None
    partly = mean_pose(trajectory, 1, 3)
    assert partly is not None
    assert partly.coverage == pytest.approx(0.5, abs=0.05)


@pytest.mark.skipif(not REAL.is_dir(), reason="the published excerpts are not on this machine")
def test_published_trajectories_and_key_frames_agree() -> None:
    trajectory = published("loc2_script2_seq3_rec2")
    other = published("loc1_script2_seq1_rec1")
    for forwards in (trajectory.forwards, other.forwards):
        np.testing.assert_allclose(np.hypot(*forwards.T), 1, rtol=0, atol=1e-15)
    assert other.times_s[0] == 0.05  # counts from 00001
    frames = json.loads((REAL / "speech_gt_keyframes" / "loc2_script2_seq3_rec2.json").read_text())
    poses = poses_at(trajectory, [int(key) / 4 for key in frames])
    np.testing.assert_array_equal(poses.positions_m, [frame["mic_loc"] for frame in frames.values()])
    np.testing.assert_allclose(poses.forwards, [frame["mic_forward_vec"] for frame in frames.values()], atol=1e-12)


@pytest.mark.skipif(not REAL.is_dir(), reason="the published excerpts are not on this machine")
def test_a_published_distance_comes_from_the_mean_pose_of_its_span() -> None:
    # distance_ego_hard_68: 1.34 to 2.93 s, 2.05175 m. The other person is known at four key frames a second only.
    pose = mean_pose(published("loc2_script2_seq3_rec2"), 1.34, 2.93)
    frames = json.loads((REAL / "speech_gt_keyframes" / "loc2_script2_seq3_rec2.json").read_text())
    other = np.mean([frame["sounding_loc"] for key, frame in frames.items() if 1.25 <= int(key) / 4 <= 3.0], axis=0)
    assert pose is not None
    assert float(np.hypot(*(other - pose.position_m))) == pytest.approx(2.05175, abs=0.02)


@pytest.mark.parametrize(
    ("times", "positions", "forwards", "text"),
    [
        ([0.0, 0.0], [[0, 0], [0, 0]], [[0, 1], [0, 1]], "increase"),
        ([0.0, 1.0], [[0, 0]], [[0, 1], [0, 1]], "n x 2"),
        ([0.0, 1.0], [[0, 0], [0, np.nan]], [[0, 1], [0, 1]], "finite"),
    ],
)
def test_wrong_trajectories_are_refused(
    times: list[float], positions: list[list[float]], forwards: list[list[float]], text: str
) -> None:
    with pytest.raises(SceneError, match=text):
        Trajectory(
            times_s=np.array(times),
            positions_m=np.array(positions, dtype=float),
            forwards=np.array(forwards, dtype=float),
        )
