"""The sign of delays, and which azimuths an array cannot tell apart."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.arrays import ARIA_CAD, ARIA_PAPER
from soundmark.spatial.errors import ArrayError
from soundmark.spatial.steering import (
    azimuth_grid,
    direction,
    line_azimuth_deg,
    mic_pairs,
    mirrored_deg,
    pair_delays_s,
    wrapped_deg,
)
from tests.conftest import ROOT

PYRAMIC = ROOT.parent / "shared" / "real" / "spatial" / "pyramic"
azimuths = st.floats(-180, 180, exclude_min=True)
places = st.lists(st.tuples(*[st.floats(-0.2, 0.2)] * 3), min_size=2, max_size=8)


@settings(deadline=None)
@given(places, azimuths)
def test_delays_are_those_of_the_ways_from_a_far_point(
    mics: list[tuple[float, float, float]], azimuth_deg: float
) -> None:
    radians = math.radians(azimuth_deg)
    far = (1e4 * math.sin(radians), 0.0, 1e4 * math.cos(radians))
    ways_s = [math.dist(far, mic) / 343.0 for mic in mics]
    wanted = [ways_s[i] - ways_s[j] for i in range(len(mics)) for j in range(i + 1, len(mics))]
    np.testing.assert_allclose(pair_delays_s(np.array(mics), [azimuth_deg])[:, 0], wanted, atol=2e-8)


@pytest.mark.skipif(not PYRAMIC.is_dir(), reason="the measured delays are not here")
def test_measured_delays_have_this_sign() -> None:
    content = json.loads((PYRAMIC / "pyramic_tdoa.json").read_text())
    delays_s = np.array(content["delays"])[:, :, 2]  # the loudspeaker at the middle height
    mics = np.array(content["microphones"]).T
    sources = np.array(content["sources"])[:, :, 2]
    reference = content["mic_ref"]
    others = [k for k in range(len(mics)) if k != reference]
    # t_k - t_ref = (p_ref - p_k) . u / c, in a frame of their own: the same rule as ours, with x and y horizontal.
    predicted = (mics[reference] - mics[others]) @ (sources / np.linalg.norm(sources, axis=0)) / 345.08736
    good = np.abs(delays_s) < 1.5e-3
    assert np.median(np.abs(delays_s - predicted)[good]) < 25e-6
    assert np.median(np.abs(delays_s + predicted)[good]) > 250e-6


@pytest.mark.skipif(not PYRAMIC.is_dir(), reason="the measured delays are not here")
def test_measured_delays_give_the_measured_azimuths() -> None:
    """A loudspeaker round a real array in an anechoic room: the azimuth whose delays fit best, to 2 degrees."""
    tdoa = json.loads((PYRAMIC / "pyramic_tdoa.json").read_text())
    calibrated = json.loads((PYRAMIC / "calibrated_locations.json").read_text())
    azimuths = calibrated["sources"]["middle"]["azimuth"]
    truth_deg = -np.rad2deg([azimuths[str(2 * k)] for k in range(180)])  # theirs counts to the left
    x, y, z = np.array(calibrated["microphones"]).T
    positions = np.stack([-y, z, x], axis=1)  # ahead is their x, left their y
    reference = tdoa["mic_ref"]
    others = [k for k in range(len(positions)) if k != reference]
    grid = azimuth_grid()
    fits = []
    for k, other in enumerate(others):
        measured = np.array(tdoa["delays"])[k, :, 2]
        expected = pair_delays_s(positions[[other, reference]], grid, 345.08736)[0]
        # A few measured values are wild; none may count for more than the array is long.
        fits.append(np.minimum(np.abs(measured[:, None] - expected), 2e-4) ** 2)
    found_deg = grid[np.sum(fits, axis=0).argmin(axis=1)]
    assert np.abs(wrapped_deg(found_deg - truth_deg)).mean() < 2


def test_azimuth_counts_from_the_front_to_the_right() -> None:
    np.testing.assert_allclose(direction([0, 90, -90, 180]), [[0, 0, 1], [1, 0, 0], [-1, 0, 0], [0, 0, -1]], atol=1e-15)
    assert azimuth_grid().tolist() == list(range(-179, 181))
    assert azimuth_grid(both_ends=True).tolist() == list(range(-180, 181))
    assert mic_pairs(3).tolist() == [[0, 1], [0, 2], [1, 2]]


@settings(deadline=None)
@given(st.floats(-1e6, 1e6))
def test_wrapped_angles_are_the_same_direction(angle_deg: float) -> None:
    wrapped = float(wrapped_deg(angle_deg))
    assert -180 < wrapped <= 180
    assert math.cos(math.radians(wrapped - angle_deg)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("array", [ARIA_PAPER, ARIA_CAD])
@pytest.mark.parametrize(("mics", "tells"), [("02", False), ("34", False), ("56", False), ("0234", False),
                                             ("0256", True), ("3456", True), ("0123456", True)])  # fmt: skip
def test_the_published_groups_of_microphones(array: object, mics: str, tells: bool) -> None:
    # SAVVY, Table 4: front/back 53 to 56 % for the first four groups, 71 to 75 % for the two with temple arms.
    assert isinstance(array, type(ARIA_PAPER))
    line_deg = line_azimuth_deg(array.subset(list(mics)).positions_m)
    assert (line_deg is None) is tells
    if line_deg is not None:
        assert float(mirrored_deg(50, line_deg)) == pytest.approx(130, abs=8)


@settings(deadline=None)
@given(places, azimuths)
def test_mirrored_azimuths_have_the_same_delays(mics: list[tuple[float, float, float]], azimuth_deg: float) -> None:
    """On a line of any direction."""
    plan = np.array(mics)[:, 0]
    line = np.stack([plan * 0.6, np.zeros_like(plan), plan * 0.8], axis=1)
    try:
        line_deg = line_azimuth_deg(line)
    except ArrayError:
        assert np.ptp(plan) < 2e-3
        return
    assert line_deg is not None
    both = pair_delays_s(line, [azimuth_deg, float(mirrored_deg(azimuth_deg, line_deg))])
    np.testing.assert_allclose(both[:, 0], both[:, 1], atol=1e-12)


def test_microphones_above_one_another_tell_no_azimuth() -> None:
    with pytest.raises(ArrayError, match="straight above"):
        line_azimuth_deg(np.array([[0.0, 0.0, 0.0], [0.0, 0.1, 0.0]]))
