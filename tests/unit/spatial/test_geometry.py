"""From azimuth and distance to a point in the world and back: published items, right angles, invariances."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.angles import circular_mean_deg, circular_median_deg, difference_deg, wrapped_deg
from soundmark.spatial.poses import azimuths_deg, distances_m, forwards_of_headings, headings_deg, points_m

REAL = Path(__file__).parents[4] / "shared" / "real" / "savvy"

degrees = st.floats(-180, 180, exclude_min=True)
metres = st.floats(-1000, 1000)
places = st.tuples(metres, metres)
any_angle = st.floats(-1e6, 1e6)


def turned(vector: tuple[float, float], angle_deg: float) -> tuple[float, float]:
    """Counter-clockwise, by the textbook's matrix."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return (c * vector[0] - s * vector[1], s * vector[0] + c * vector[1])


def same_angle(one_deg: float, other_deg: float, tolerance_deg: float = 1e-6) -> bool:
    return abs(math.remainder(one_deg - other_deg, 360)) <= tolerance_deg


@pytest.mark.parametrize(
    ("angle_deg", "expected"),
    [
        (0, 0),
        (180, 180),
        (-180, 180),
        (540, 180),
        (181, -179),
        (-181, 179),
        (720.5, 0.5),
        (np.nextafter(180, 200), 180),
        (-1e-20, -1e-20),
        (float("nan"), float("nan")),
        (float("inf"), float("nan")),
    ],
)
def test_angles_are_wrapped(angle_deg: float, expected: float) -> None:
    assert float(wrapped_deg(angle_deg)) == pytest.approx(expected, nan_ok=True)


@settings(deadline=None)
@given(any_angle)
def test_wrapping_keeps_the_direction_and_the_range(angle_deg: float) -> None:
    wrapped = float(wrapped_deg(angle_deg))
    assert -180 < wrapped <= 180
    assert same_angle(wrapped, angle_deg)
    assert float(wrapped_deg(wrapped)) == wrapped


@settings(deadline=None)
@given(any_angle, any_angle)
def test_the_difference_is_never_more_than_half_a_turn(one_deg: float, other_deg: float) -> None:
    difference = float(difference_deg(one_deg, other_deg))
    assert -180 < difference <= 180
    assert same_angle(other_deg + difference, one_deg)


def test_the_mean_across_the_back_is_at_the_back() -> None:
    assert circular_mean_deg([179.0, -179.0]) == pytest.approx(180.0)
    assert circular_mean_deg([179.0, -177.0, float("nan")]) == pytest.approx(-179.0)
    assert circular_median_deg([170.0, 178.0, -178.0]) == pytest.approx(178.0)


def test_directions_that_cancel_out_have_no_mean() -> None:
    assert math.isnan(circular_mean_deg([0.0, 180.0]))
    assert math.isnan(circular_mean_deg([]))
    assert math.isnan(circular_median_deg([-90.0, 90.0]))


def test_a_mean_follows_its_weights() -> None:
    assert circular_mean_deg([0.0, 90.0], [1.0, 1.0]) == pytest.approx(45.0)
    assert circular_mean_deg([0.0, 90.0], [1.0, 0.0]) == pytest.approx(0.0)


@settings(deadline=None)
@given(st.lists(st.floats(-80, 80), min_size=1, max_size=20), any_angle)
def test_a_mean_turns_with_its_angles(angles: list[float], turn_deg: float) -> None:
    turned_mean = circular_mean_deg([angle + turn_deg for angle in angles])
    assert same_angle(turned_mean, circular_mean_deg(angles) + turn_deg, 1e-5)


def test_y08_a_wearer_at_10_20_who_faces_y_and_then_x() -> None:
    ahead = points_m([10, 20], [0, 1], [0, 90, -90, 180], [2, 2, 2, 2])
    np.testing.assert_allclose(ahead, [[10, 22], [12, 20], [8, 20], [10, 18]], atol=1e-6)
    np.testing.assert_allclose(points_m([10, 20], [1, 0], [0, 90], [2, 2]), [[12, 20], [10, 18]], atol=1e-6)


@pytest.mark.parametrize(
    ("target", "azimuth_deg"),
    [((0, 1), 0), ((1, 0), 90), ((0, -1), 180), ((-1, 0), -90), ((1, 1), 45), ((-1, -1), -135)],
)
def test_right_is_positive(target: tuple[float, float], azimuth_deg: float) -> None:
    assert float(azimuths_deg([0, 0], [0, 1], target)) == pytest.approx(azimuth_deg)


@settings(deadline=None)
@given(places, any_angle, degrees, st.floats(0.01, 100))
def test_a_point_is_seen_where_it_was_put(
    place: tuple[float, float], heading_deg: float, azimuth_deg: float, distance_m: float
) -> None:
    forward = forwards_of_headings(heading_deg)
    point = points_m(place, forward, azimuth_deg, distance_m)
    assert same_angle(float(azimuths_deg(place, forward, point)), azimuth_deg, 1e-4)
    assert float(distances_m(place, point)) == pytest.approx(distance_m, abs=1e-9)


@settings(deadline=None)
@given(places, places, st.tuples(st.floats(0.1, 10), degrees), places, any_angle, st.floats(1e-3, 1e3))
def test_the_world_may_be_moved_turned_and_the_forward_vector_stretched(
    place: tuple[float, float],
    target: tuple[float, float],
    forward_polar: tuple[float, float],
    shift: tuple[float, float],
    turn_deg: float,
    stretch: float,
) -> None:
    if math.dist(place, target) < 0.01:
        return
    forward = turned((forward_polar[0], 0.0), forward_polar[1])

    def moved(point: tuple[float, float]) -> tuple[float, float]:
        x, y = turned(point, turn_deg)
        return (x + shift[0], y + shift[1])

    x, y = turned(forward, turn_deg)
    before = float(azimuths_deg(place, forward, target))
    after = float(azimuths_deg(moved(place), (stretch * x, stretch * y), moved(target)))
    assert same_angle(before, after, 1e-6)
    assert float(distances_m(moved(place), moved(target))) == pytest.approx(math.dist(place, target), abs=1e-6)


@settings(deadline=None)
@given(places, st.tuples(st.floats(0.1, 10), degrees), places)
def test_a_mirror_swaps_left_and_right(
    place: tuple[float, float], forward_polar: tuple[float, float], target: tuple[float, float]
) -> None:
    if math.dist(place, target) < 0.01:
        return
    x, y = turned((forward_polar[0], 0.0), forward_polar[1])
    seen = float(azimuths_deg(place, (x, y), target))
    mirrored = float(azimuths_deg((-place[0], place[1]), (-x, y), (-target[0], target[1])))
    assert same_angle(seen, -mirrored)


def test_no_direction_without_a_forward_vector_or_a_way_to_go() -> None:
    assert np.isnan(azimuths_deg([0, 0], [0, 0], [1, 1]))
    assert np.isnan(azimuths_deg([1, 1], [0, 1], [1, 1]))
    assert np.isnan(headings_deg([0.0, 0.0]))
    assert np.isnan(points_m([0, 0], [0, 0], 10, 2)).all()
    assert np.isnan(points_m([0, 0], [0, 1], float("nan"), 2)).all()


def test_huge_forward_vectors_do_not_overflow() -> None:
    assert float(azimuths_deg([0, 0], [0, 1e200], [1, 1])) == pytest.approx(45)
    assert float(azimuths_deg([0, 0], [0, 1e-200], [1, 1])) == pytest.approx(45)


@pytest.mark.skipif(not REAL.is_dir(), reason="the published excerpts are not on this machine")
@pytest.mark.parametrize("name", ["loc1_script2_seq1_rec1", "loc2_script2_seq3_rec2"])
def test_every_published_key_frame_comes_out(name: str) -> None:
    frames = json.loads((REAL / "speech_gt_keyframes" / f"{name}.json").read_text()).values()
    places, forwards, sounds = (
        [frame[key] for frame in frames] for key in ("mic_loc", "mic_forward_vec", "sounding_loc")
    )
    np.testing.assert_allclose(
        azimuths_deg(places, forwards, sounds), [frame["angle"] for frame in frames], rtol=0, atol=1e-12
    )
    np.testing.assert_allclose(distances_m(places, sounds), [frame["distance"] for frame in frames], rtol=0, atol=1e-12)
