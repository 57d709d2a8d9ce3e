"""Distances fall when the ratio grows, K is found as published and as meant, and every estimate has an interval."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.distance import Calibration, calibrate, largest_cluster_k, model_of_k, published_k
from soundmark.spatial.errors import DistanceError

positive = st.floats(0.05, 50)


def test_k_over_the_ratio() -> None:
    # SAVVY, section 4, the quotient of its text: K = 4 and CDR 0.25, 1, 4 give 4, 2 and 1 m.
    distances = model_of_k(4.0).distances([0.25, 1, 4])
    np.testing.assert_allclose(distances.distances_m, [4, 2, 1])
    assert (distances.low_m < distances.distances_m).all()
    assert (distances.high_m > distances.distances_m).all()


def test_cluster_0_is_that_of_the_first_frame_and_not_the_largest() -> None:
    constants = np.array([9.0, 9.2, 2.0, 2.1, 2.2, 2.3, 30.0])
    distances_m = np.ones(7)
    assert published_k(constants, distances_m) == pytest.approx(9.1)
    assert largest_cluster_k(constants, distances_m) == pytest.approx(2.15)


def test_k_is_distance_squared_times_ratio() -> None:
    model = calibrate([1.0, 0.25], [2.0, 4.0], Calibration.PUBLISHED)
    assert model.k_m2 == pytest.approx(4.0)
    assert model.constant_m == 3.0
    assert model.n_points == 2


@settings(deadline=None)
@given(st.lists(st.tuples(positive, positive), min_size=1, max_size=30), st.sampled_from(list(Calibration)))
def test_any_calibration_gives_finite_falling_distances(frames: list[tuple[float, float]], method: Calibration) -> None:
    model = calibrate([cdr for cdr, _ in frames], [metres for _, metres in frames], method)
    distances = model.distances([0.1, 1, 10])
    assert np.isfinite(distances.distances_m).all()
    assert (np.diff(distances.distances_m) <= 1e-12).all()
    assert (distances.low_m < distances.high_m).all()
    assert min(m for _, m in frames) <= model.constant_m <= max(m for _, m in frames)


def test_the_log_fit_finds_the_exponent_despite_outliers() -> None:
    ratios = np.geomspace(0.1, 10, 40)
    distances_m = 1.5 * ratios**-0.4
    distances_m[::8] *= 4
    model = calibrate(ratios, distances_m, Calibration.LOG_FIT)
    assert model.exponent == pytest.approx(-0.4, abs=0.03)
    assert math.exp(model.intercept) == pytest.approx(1.5, rel=0.05)


def test_the_interval_holds_about_two_thirds() -> None:
    rng = np.random.default_rng(4)
    ratios = rng.uniform(0.1, 5, 4_000)
    truths = np.sqrt(3 / ratios) * np.exp(rng.normal(0, 0.3, 4_000))
    model = calibrate(ratios[:200], truths[:200])
    found = model.distances(ratios[200:])
    inside = (found.low_m < truths[200:]) & (truths[200:] < found.high_m)
    assert inside.mean() == pytest.approx(0.68, abs=0.08)


def test_few_points_give_a_wide_interval() -> None:
    one = calibrate([1.0], [2.0])
    many = calibrate([1.0] * 50, [2.0] * 50)
    assert one.spread > 0.4
    assert many.spread < 0.15


def test_unknown_frames_are_left_out_and_impossible_ones_told() -> None:
    model = calibrate([1.0, np.nan, 0.0, 1.0], [2.0, 3.0, 4.0, np.nan])
    assert model.n_points == 1
    assert np.isnan(model.distances([0.0, np.nan]).distances_m).all()
    assert model.constant(3).distances_m.tolist() == [2.0, 2.0, 2.0]
    with pytest.raises(DistanceError, match="above 0"):
        calibrate([1.0, 1.0], [2.0, -1.0])
    with pytest.raises(DistanceError, match="one distance for each"):
        calibrate([1.0, 1.0], [2.0])
    with pytest.raises(DistanceError, match="No segment"):
        calibrate([np.nan], [2.0])
    with pytest.raises(DistanceError, match="K must"):
        model_of_k(0.0)
