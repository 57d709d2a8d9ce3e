"""The smoother against batch least squares, its symmetries, gaps and outliers; the released filter beside it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.released_filter import (
    allowed_step_m,
    carried_on,
    expected_place,
    forward_filter,
    released_path,
    with_filled_gaps,
    without_outliers,
)
from soundmark.spatial.scene import SceneError
from soundmark.spatial.smoother import Motion, smooth

Floats = npt.NDArray[np.float64]
OPEN = Motion(gate=1e12)


def batch_path(times: Floats, places: Floats, variance: float, motion: Motion) -> Floats:
    """The same model as one linear least squares problem over all states: an independent derivation."""
    n = len(times)
    precision, right = np.zeros((4 * n, 4 * n)), np.zeros(4 * n)
    start = np.concatenate([places[0], np.zeros(2)])
    prior = np.diag([1 / variance] * 2 + [1 / motion.speed_m_s**2] * 2)
    precision[:4, :4] += prior
    right[:4] += prior @ start
    for step in range(1, n):
        at = slice(4 * step, 4 * step + 4)
        precision[4 * step : 4 * step + 2, 4 * step : 4 * step + 2] += np.eye(2) / variance
        right[4 * step : 4 * step + 2] += places[step] / variance
        dt = times[step] - times[step - 1]
        transition = np.block([[np.eye(2), dt * np.eye(2)], [np.zeros((2, 2)), np.eye(2)]])
        block = motion.acceleration_m2_s3 * np.array([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]])
        weight = np.linalg.inv(np.kron(block, np.eye(2)))
        both = np.hstack([-transition, np.eye(4)])
        precision[4 * step - 4 : at.stop, 4 * step - 4 : at.stop] += both.T @ weight @ both
    return np.asarray(np.linalg.solve(precision, right).reshape(n, 4)[:, :2], dtype=np.float64)


def noisy_walk(seed: int) -> tuple[Floats, Floats, Floats]:
    """A winding minute at 4 Hz: 60 % kept, a gap of 7.5 s, 0.4 m of noise, every tenth 3 m off.

    Returns times and places of what was kept, and the truth at 4 Hz.
    """
    rng = np.random.default_rng(seed)
    times = np.arange(0, 60, 0.25)
    truth = np.column_stack([3 * np.sin(times / 8), 2 * np.cos(times / 5)])
    kept = (rng.random(len(times)) < 0.6) & ~((times > 25) & (times < 32.5))
    places = truth + rng.normal(0, 0.4, truth.shape)
    wrong = rng.random(len(times)) < 0.1
    angles = rng.uniform(0, 2 * np.pi, len(times))
    places[wrong] += 3 * np.column_stack([np.cos(angles), np.sin(angles)])[wrong]
    return times[kept], places[kept], truth


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.tuples(st.floats(0.1, 5), st.floats(-5, 5), st.floats(-5, 5)), min_size=2, max_size=12),
    st.floats(0.01, 1),
)
def test_it_is_the_least_squares_path(rows: list[tuple[float, float, float]], variance: float) -> None:
    times = np.cumsum([row[0] for row in rows])
    places = np.array([row[1:] for row in rows])
    path = smooth(times, places, variance, times, OPEN)
    np.testing.assert_allclose(path.positions_m, batch_path(times, places, variance, OPEN), atol=1e-6)


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.tuples(st.floats(0.1, 3), st.floats(-5, 5), st.floats(-5, 5)), min_size=2, max_size=10),
    st.floats(-180, 180),
    st.tuples(st.floats(-50, 50), st.floats(-50, 50)),
)
def test_turning_and_moving_the_world_turns_and_moves_the_path(
    rows: list[tuple[float, float, float]], turn_deg: float, shift: tuple[float, float]
) -> None:
    times = np.cumsum([row[0] for row in rows])
    places = np.array([row[1:] for row in rows])
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    turn = np.array([[c, -s], [s, c]])
    at = np.linspace(times[0] - 1, times[-1] + 1, 9)
    here = smooth(times, places, 0.1, at, OPEN)
    there = smooth(times, places @ turn.T + shift, 0.1, at, OPEN)
    np.testing.assert_allclose(there.positions_m, here.positions_m @ turn.T + shift, atol=1e-7)
    np.testing.assert_allclose(there.std_m, here.std_m, rtol=1e-6)


def test_a_straight_walk_comes_out_straight() -> None:
    times = np.array([0.0, 0.7, 1.1, 4.0, 4.3, 6.0])
    places = np.column_stack([1.2 * times, 3 - 0.5 * times])
    path = smooth(times, places, 1e-4, [2.5, 5.0], Motion(speed_m_s=100.0))
    np.testing.assert_allclose(path.positions_m, [[3.0, 1.75], [6.0, 0.5]], atol=1e-3)


def test_outliers_are_rejected_even_the_first() -> None:
    times = np.arange(12.0)
    places = np.column_stack([0.5 * times, np.zeros(12)])
    places[0] = [40.0, 40.0]
    places[6] = [0.0, 30.0]
    path = smooth(times, places, 0.04, times)
    assert path.is_used.tolist() == [False] + [True] * 5 + [False] + [True] * 5
    np.testing.assert_allclose(path.positions_m[1:, 0], 0.5 * times[1:], atol=0.2)
    np.testing.assert_allclose(path.positions_m[:, 1], 0, atol=0.05)


def test_a_gap_is_crossed_and_its_middle_is_least_sure() -> None:
    times = np.concatenate([np.arange(0, 5, 0.5), np.arange(15, 20, 0.5)])
    places = np.column_stack([times, np.zeros(len(times))])
    path = smooth(times, places, 0.01, [2.25, 7.0, 9.75, 12.5, 17.25])
    np.testing.assert_allclose(path.positions_m[:, 0], [2.25, 7, 9.75, 12.5, 17.25], atol=0.1)
    assert path.std_m.argmax() == 2
    assert path.std_m[0] < 0.2 < path.std_m[2]


def test_beyond_its_ends_a_path_is_ever_less_sure() -> None:
    path = smooth([0.0, 1.0, 2.0], [[0, 0], [1, 0], [2, 0]], 0.01, [-8, -4, -1, 1, 3, 6, 10])
    assert (np.diff(path.std_m[:4]) < 0).all()
    assert (np.diff(path.std_m[3:]) > 0).all()


def test_its_uncertainty_is_honest() -> None:
    rng = np.random.default_rng(11)
    times = np.sort(rng.uniform(0, 40, 60))
    ratios = []
    for _ in range(12):
        # A walk by the smoother's own model: white acceleration of density 0.3 on each axis, speed 1 m/s at first.
        position, speed, truth, before = np.zeros(2), rng.normal(0, 1, 2), [], times[0]
        for dt in np.diff(times, prepend=before):
            noise = 0.3 * np.array([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]]) + 1e-12 * np.eye(2)
            kicks = rng.multivariate_normal([0, 0], noise, size=2)
            position, speed = position + dt * speed + kicks[:, 0], speed + kicks[:, 1]
            truth.append(position)
        path = smooth(times, np.array(truth) + rng.normal(0, 0.3, (60, 2)), 0.09, times, OPEN)
        squares = ((path.positions_m - truth) ** 2).sum(axis=1)
        ratios.append(float((squares / (2 * path.std_m**2)).mean()))
    assert np.mean(ratios) == pytest.approx(1.0, abs=0.15)


def test_several_sightings_at_one_time_count_together() -> None:
    path = smooth([0.0, 0.0, 0.0], [[0, 0], [1, 0], [2, 0]], 1.0, [0.0], OPEN)
    np.testing.assert_allclose(path.positions_m, [[1.0, 0.0]], atol=1e-9)
    assert path.std_m[0] == pytest.approx(1 / np.sqrt(3))


def test_an_unsure_direction_counts_less_along_itself() -> None:
    wide = np.diag([100.0, 0.01])
    narrow = np.diag([0.01, 100.0])
    path = smooth([0.0, 0.0], [[0, 0], [1, 1]], [wide, narrow], [0.0], OPEN)
    np.testing.assert_allclose(path.positions_m, [[1.0, 0.0]], atol=0.01)


def test_it_beats_a_straight_line_and_the_released_filter_on_noisy_walks() -> None:
    errors: dict[str, list[float]] = {"smoother": [], "line": [], "released": []}
    grid = np.arange(0, 60, 0.25)
    for seed in range(3):
        times, places, truth = noisy_walk(seed)
        inside = (grid >= times[0]) & (grid <= times[-1])
        released_s, released_m = released_path(times, places)
        found = {
            "smoother": smooth(times, places, 0.16, grid).positions_m,
            "line": np.column_stack([np.interp(grid, times, places[:, k]) for k in (0, 1)]),
            "released": np.column_stack([np.interp(grid, released_s, released_m[:, k]) for k in (0, 1)]),
        }
        for name, path in found.items():
            errors[name].append(float(np.sqrt(((path - truth)[inside] ** 2).sum(axis=1).mean())))
    means = {name: float(np.mean(values)) for name, values in errors.items()}
    assert means["smoother"] < 0.5
    assert means["smoother"] < 0.7 * min(means["line"], means["released"])


@pytest.mark.parametrize(
    ("times", "places", "variances", "text"),
    [
        ([], np.empty((0, 2)), 1.0, "at least one"),
        ([0.0], [[0, 0, 0]], 1.0, "at least one"),
        ([0.0, 1.0], [[0, 0], [1, 1]], [1.0, 2.0, 3.0], "n numbers"),
        ([1.0, 0.0], [[0, 0], [1, 1]], 1.0, "decrease"),
        ([0.0, 1.0], [[0, 0], [1, np.nan]], 1.0, "finite"),
        ([0.0], [[0, 0]], 0.0, "above zero"),
    ],
)
def test_wrong_sightings_are_refused(times: list[float], places: Floats, variances: float, text: str) -> None:
    with pytest.raises(SceneError, match=text):
        smooth(times, places, variances, [0.0])


def test_released_outliers_are_far_from_the_line_between_their_neighbours() -> None:
    times = np.arange(5.0)
    places = np.array([[0.0, 0], [0.1, 0], [0.2, 0.9], [0.3, 0], [0.4, 0]])
    np.testing.assert_array_equal(without_outliers(times, places)[0], times)  # 0.9 m: within 1 m
    places[2, 1] = 4.5
    # Speeds of about 4.5 m/s on both sides double the threshold to 2 m; they do not change, so it stays there. Its
    # neighbours deviate by 2.25 m, but their speed changes from 0.1 to 4.5 m/s, which doubles their threshold again.
    np.testing.assert_array_equal(without_outliers(times, places)[0], [0, 1, 3, 4])
    np.testing.assert_array_equal(without_outliers(times[:2], places[:2])[0], [0, 1])


def test_released_gaps_get_a_point_a_second_but_the_last() -> None:
    times, places = with_filled_gaps(np.array([0.0, 3.0, 5.5]), np.array([[0.0, 0], [3, 0], [5.5, 5]]))
    np.testing.assert_allclose(times, [0, 1, 2, 3, 4, 5.5])
    np.testing.assert_allclose(places[:, 0], [0, 1, 2, 3, 4, 5.5])


def test_released_filter_by_hand() -> None:
    # P0 = I, one step: position variance 1 + 1 + .01 = 2.01, gain 2.01 / 2.11.
    times, places = forward_filter(np.array([0.0, 7.0]), np.array([[0.0, 0.0], [1.0, -2.0]]))
    np.testing.assert_allclose(places[1], np.round([2.01 / 2.11, -2 * 2.01 / 2.11], 2))
    np.testing.assert_array_equal(times, [0, 7])  # seven seconds count as one


def test_released_expectations() -> None:
    times, places = np.array([0.0, 1.0, 3.0]), np.array([[0.0, 0], [1, 0], [1, 4]])
    np.testing.assert_allclose(expected_place(times, places, 2), [1, 2])
    np.testing.assert_allclose(expected_place(times, places, -5), [0, 0])
    np.testing.assert_allclose(expected_place(times, places, 4), [1, 6])
    assert allowed_step_m(places) == pytest.approx(1.5 * 2.5)
    assert allowed_step_m(places[:1]) == 1.0
    np.testing.assert_allclose(carried_on(times, places, -1), [0, 0])
    far = carried_on(np.arange(30.0), np.column_stack([np.arange(30.0), np.zeros(30)]), 34)
    np.testing.assert_allclose(far, [34, 0], atol=0.1)
