"""loc_acc, theta_err, sides of DoA, t-mIoU and referral: by hand, as published and corrected."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.scoring.figures import Scoring
from soundmark.scoring.grounding import (
    PAPER_THRESHOLDS,
    RELEASED_THRESHOLDS,
    referral,
    t_miou,
    temporal_ious,
)
from soundmark.scoring.localisation import (
    angle_errors_deg,
    direction_label,
    localisation,
    published_sides,
    sides,
)

REAL = Path(__file__).parents[4] / "shared" / "real" / "savvy"
angles = st.floats(-180, 180)
NAN = math.nan


def test_published_angle_errors_do_not_wrap() -> None:
    np.testing.assert_allclose(angle_errors_deg([179], [-179], Scoring.PUBLISHED), [358])
    np.testing.assert_allclose(angle_errors_deg([179], [-179]), [2])


@settings(deadline=None)
@given(angles, angles)
def test_corrected_angle_errors_are_the_angle_between_directions(one_deg: float, other_deg: float) -> None:
    one, other = np.radians(one_deg), np.radians(other_deg)
    between = math.degrees(abs(math.atan2(math.sin(one - other), math.cos(one - other))))
    assert float(angle_errors_deg(one_deg, other_deg)) == pytest.approx(between, abs=1e-6)


def test_localisation_by_hand() -> None:
    truths = ([10.0, -170.0, 90.0, 0.0], [1.0, 2.0, 3.0, 4.0])
    estimates = ([55.0, 175.0, 90.0, NAN], [2.0, 2.5, 4.2, 4.0])
    corrected = localisation(*estimates, *truths)
    # 45 degrees and 1 m are inclusive; 15 degrees round the back; 1.2 m too far; no estimate.
    assert corrected.loc_acc.value == pytest.approx(2 / 4)
    assert corrected.theta_err_deg.value == pytest.approx((45 + 15 + 0) / 3)
    assert corrected.r_err_m.value == pytest.approx((1 + 0.5 + 1.2 + 0) / 4)
    assert corrected.n_missing == 1
    published = localisation(*estimates, *truths, scoring=Scoring.PUBLISHED)
    assert published.loc_acc.value == pytest.approx(1 / 4)  # 345 degrees the long way round
    assert published.theta_err_deg.value == pytest.approx((45 + 345 + 0 + 0) / 4)
    assert published.r_err_m.value == pytest.approx((1 + 0.5 + 1.2 + 0) / 4)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(angles, angles, st.floats(0, 9), st.floats(0, 9)), min_size=1, max_size=20))
def test_wrapping_only_ever_helps(rows: list[tuple[float, float, float, float]]) -> None:
    estimated, true, distance, true_distance = (list(column) for column in zip(*rows, strict=True))
    published, corrected = (
        localisation(estimated, distance, true, true_distance, scoring=scoring) for scoring in Scoring
    )
    assert (corrected.theta_err_deg.value or 0) <= (published.theta_err_deg.value or 0) + 1e-9
    assert (corrected.loc_acc.value or 0) >= (published.loc_acc.value or 0)


def test_a_few_estimates_go_with_their_recordings() -> None:
    found = localisation([0, NAN, 90], [1, 1, 1], [0, 0, 0], [1, 1, 1], clusters=["a", "b", "c"])
    assert found.theta_err_deg.value == pytest.approx(45)
    assert found.theta_err_deg.n == 2


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="compared"):
        localisation([1.0], [1.0], [1.0, 2.0], [1.0, 2.0])
    with pytest.raises(ValueError, match="azimuths"):
        localisation([1.0], [1.0, 2.0], [1.0], [1.0, 2.0])
    with pytest.raises(ValueError, match="truth"):
        sides([1.0], [NAN])
    with pytest.raises(ValueError, match="-180 to 180"):
        sides([270.0], [10.0])


def test_sides_by_hand() -> None:
    truths = [-30.0, 30.0, -150.0, 150.0, 3.0, 178.0, 90.0]
    estimates = [-10.0, -10.0, -100.0, NAN, -90.0, -90.0, 100.0]
    found = sides(estimates, truths)
    assert found.left.value == pytest.approx(1.0)
    assert found.left.n == 2
    assert found.right.value == pytest.approx(1 / 3)  # -10 is left, NaN is nowhere, 100 is right
    assert found.right.n == 3
    assert found.front.value == pytest.approx(1.0)
    assert found.front.n == 2
    assert found.back.value == pytest.approx(0.5)  # 90 is neither front nor back, the cone is left out
    assert found.back.n == 2
    assert found.left_right.value == pytest.approx(3 / 5)
    assert found.left_right.n == 5
    assert found.front_back.value == pytest.approx(3 / 4)
    assert found.front_back.n == 4


def test_an_estimate_on_the_border_is_on_no_side() -> None:
    found = sides([0.0, 180.0, 90.0], [30.0, -30.0, 30.0])
    assert found.left_right.value == pytest.approx(1 / 3)
    assert found.front_back.value == pytest.approx(1 / 3)


def test_published_sides_by_hand() -> None:
    truths = [-30.0, 30.0, 100.0, 3.0]
    found = published_sides([1.0, -10.0, NAN, 90.0], truths)
    # 1 degree is called front and has no left; a missing estimate is a miss on every side.
    assert found.left.value == pytest.approx(0.0)
    assert found.left.n == 1
    assert found.right.value == pytest.approx(0.0)
    assert found.right.n == 2
    assert found.front.value == pytest.approx(2 / 3)
    assert found.front.n == 3
    assert found.back.value == pytest.approx(0.0)
    assert found.back.n == 1


@settings(deadline=None, max_examples=50)
@given(st.lists(angles.filter(lambda a: 5 < abs(a) < 175 and abs(a) != 90), min_size=1, max_size=20))
def test_perfect_estimates_are_right_either_way(truths: list[float]) -> None:
    for found in (sides(truths, truths), published_sides(truths, truths)):
        assert found.left_right.value == 1.0
        assert found.front_back.value == 1.0


@pytest.mark.skipif(not REAL.is_dir(), reason="the published excerpts are not on this machine")
def test_labels_are_those_of_the_published_tracks() -> None:
    track = json.loads((REAL / "audio_track_results" / "loc2_script2_seq3_rec2.json").read_text())
    windows = [window for second in track.values() for window in second]
    assert len(windows) == 20
    near = [abs(window["angle"]) for window in windows]
    assert min(near) <= 2
    for window in windows:
        if abs(window["angle"]) not in (2, 178):
            assert direction_label(window["angle"]) == window["direction"]


def test_overlap_of_spans() -> None:
    spans = [[0.0, 2.0], [1.0, 3.0], [5.0, 6.0], [NAN, 2.0], [3.0, 1.0], [0.0, 2.0]]
    truths = [[0, 2], [0, 2], [0, 2], [0, 2], [0, 2], [1, 1]]
    np.testing.assert_allclose(temporal_ious(spans, truths), [1.0, 1 / 3, 0.0, 0.0, 0.0, 0.0])


@settings(deadline=None)
@given(st.floats(0, 10), st.floats(0, 10), st.floats(0, 10), st.floats(0, 10))
def test_overlap_is_symmetric_and_a_share(a: float, b: float, c: float, d: float) -> None:
    one, other = sorted((a, b)), sorted((c, d))
    there, back = temporal_ious([one], [other])[0], temporal_ious([other], [one])[0]
    assert there == pytest.approx(back)
    assert 0 <= there <= 1 + 1e-12


def test_thresholds_as_printed_and_as_released() -> None:
    assert PAPER_THRESHOLDS == (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
    np.testing.assert_allclose(np.diff(RELEASED_THRESHOLDS), 0.045)
    assert (len(RELEASED_THRESHOLDS), RELEASED_THRESHOLDS[0]) == (11, 0.05)
    assert RELEASED_THRESHOLDS[-1] == pytest.approx(0.5)


def test_t_miou_by_hand() -> None:
    half = t_miou([[0, 1]], [[0, 2]])
    assert half.value == 1.0  # an overlap of one half reaches all thresholds, the last inclusive
    assert t_miou([[0, 1]], [[0, 4]]).value == pytest.approx(5 / 10)  # a quarter reaches 0.05 to 0.25
    assert t_miou([[0, 1]], [[0, 4]], Scoring.PUBLISHED).value == pytest.approx(5 / 11)  # 0.05 to 0.23
    # 1.34 to 2.93 is 1 to 3 in whole seconds; the answer 1.9 to 2.9 is 1 to 2.
    assert t_miou([[1.9, 2.9]], [[1.34, 2.93]], Scoring.PUBLISHED).value == 1.0
    assert t_miou([[NAN, NAN], [0.0, 2.0]], [[0, 2], [0, 2]]).value == 0.5
    with pytest.raises(ValueError, match="true span"):
        t_miou([[0, 1]], [[2, 1]])


def test_all_objects_must_match() -> None:
    found = referral([[True], [True, True, True], [True, False, True], [None, False], [True, None]])
    assert (found.accuracy.value, found.accuracy.n, found.n_undecided) == (0.5, 4, 1)
    assert referral([[True], [False]], clusters=["a", "b"]).accuracy.value == 0.5
    with pytest.raises(ValueError, match="at least one"):
        referral([[]])
