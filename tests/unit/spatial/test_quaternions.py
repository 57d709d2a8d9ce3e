"""q and -q are one orientation, and half way is half way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.quaternions import (
    forwards_of_quaternions,
    quaternions_at,
    rotated,
    slerp,
    unit_quaternions,
    yaws_deg,
)
from soundmark.spatial.scene import SceneError

parts = st.floats(-1, 1)
quaternions = st.tuples(parts, parts, parts, parts).filter(lambda q: math.hypot(*q) > 0.01)
fractions = st.floats(0, 1)


def about_z(yaw_deg: float) -> tuple[float, float, float, float]:
    return (0.0, 0.0, math.sin(math.radians(yaw_deg / 2)), math.cos(math.radians(yaw_deg / 2)))


def angle_between(
    one: np.ndarray[tuple[int, ...], np.dtype[np.float64]], other: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> float:
    return 2 * math.degrees(math.acos(min(1.0, abs(float(one @ other)))))


def test_y05_half_way_between_a_pose_and_the_negative_of_the_next() -> None:
    first = (0, 0, 0.087155743, 0.996194698)
    second = (0, 0, -0.267238376, -0.963630453)
    assert float(yaws_deg(slerp(first, second, 0.5))) == pytest.approx(20.5, abs=0.05)


@settings(deadline=None)
@given(quaternions, quaternions, fractions)
def test_the_sign_of_a_quaternion_does_not_matter(
    first: tuple[float, float, float, float], second: tuple[float, float, float, float], fraction: float
) -> None:
    cosine = abs(float(unit_quaternions(first) @ unit_quaternions(second)))
    if cosine < 1e-6:
        return  # half a turn apart: both ways round are equally long
    found = slerp(first, second, fraction)
    negated = slerp(first, [-value for value in second], fraction)
    assert abs(float(found @ negated)) == pytest.approx(1.0, abs=1e-9)


@settings(deadline=None)
@given(quaternions, quaternions, fractions)
def test_the_way_is_even_and_the_shorter_one(
    first: tuple[float, float, float, float], second: tuple[float, float, float, float], fraction: float
) -> None:
    start, end = unit_quaternions(first), unit_quaternions(second)
    whole_deg = angle_between(start, end)
    found = slerp(first, second, fraction)
    assert float(np.linalg.norm(found)) == pytest.approx(1.0, abs=1e-12)
    assert angle_between(start, found) == pytest.approx(fraction * whole_deg, abs=0.01)
    assert angle_between(found, end) == pytest.approx((1 - fraction) * whole_deg, abs=0.01)


@settings(deadline=None)
@given(st.floats(-180, 180), st.floats(-170, 170), fractions)
def test_turning_about_the_vertical_adds_up(yaw_deg: float, turn_deg: float, fraction: float) -> None:
    found = float(yaws_deg(slerp(about_z(yaw_deg), about_z(yaw_deg + turn_deg), fraction)))
    assert abs(math.remainder(found - (yaw_deg + fraction * turn_deg), 360)) < 1e-4


@settings(deadline=None)
@given(quaternions, st.tuples(parts, parts, parts))
def test_rotation_keeps_lengths(q: tuple[float, float, float, float], vector: tuple[float, float, float]) -> None:
    assert float(np.linalg.norm(rotated(q, vector))) == pytest.approx(math.hypot(*vector), abs=1e-12)


def test_the_forward_axis_is_chosen() -> None:
    # A quarter turn about x (right-handed) takes y to z and z to -y.
    q = (math.sin(math.pi / 4), 0.0, 0.0, math.cos(math.pi / 4))
    np.testing.assert_allclose(forwards_of_quaternions(q, "z"), [0, -1], atol=1e-12)
    np.testing.assert_allclose(forwards_of_quaternions(q, "-z"), [0, 1], atol=1e-12)
    np.testing.assert_allclose(forwards_of_quaternions(q, "x"), [1, 0], atol=1e-12)
    np.testing.assert_allclose(forwards_of_quaternions(q, "y"), [0, 0], atol=0)  # looks straight up: no heading


def test_between_times() -> None:
    times, poses = [0.0, 1.0, 3.0], [about_z(170), about_z(-170), tuple(-v for v in about_z(-130))]
    yaws = yaws_deg(np.nan_to_num(quaternions_at(times, poses, [0.0, 0.5, 1.0, 2.0, 3.0]), nan=1.0))
    np.testing.assert_allclose(yaws, [170, 180, -170, -150, -130], atol=1e-9)
    assert np.isnan(quaternions_at(times, poses, [-0.1, 3.1])).all()


@pytest.mark.parametrize("bad", [(0, 0, 0, 0), (1, 2, 3), (float("nan"), 0, 0, 1), 1.0, (0, 0, 0, float("inf"))])
def test_what_is_no_orientation_is_refused(bad: tuple[float, ...] | float) -> None:
    with pytest.raises(SceneError):
        unit_quaternions(bad)


def test_tiny_and_huge_quaternions_are_orientations() -> None:
    np.testing.assert_allclose(unit_quaternions([0, 0, 1e-200, 1e-200]), [0, 0, math.sqrt(0.5), math.sqrt(0.5)])
    np.testing.assert_allclose(unit_quaternions([0, 0, 1e200, 1e200]), [0, 0, math.sqrt(0.5), math.sqrt(0.5)])


def test_an_axis_that_is_none_is_refused() -> None:
    with pytest.raises(SceneError, match="forward axis"):
        forwards_of_quaternions([0, 0, 0, 1], "w")
    with pytest.raises(SceneError, match="increasing"):
        quaternions_at([0.0, 0.0], [about_z(0), about_z(1)], [0.0])
