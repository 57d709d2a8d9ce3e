"""Simulated rooms: small versions of the tables in docs/spatial.md, with margins for their few segments."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from soundmark.spatial.arrays import ARIA_PAPER
from soundmark.spatial.distance import Calibration, calibrate
from soundmark.spatial.locate import Located, LocateSettings, locate
from soundmark.spatial.steering import wrapped_deg
from tests.support.rooms import Scene, room_scene

Samples = npt.NDArray[np.float32]


MEAN_ERRORS_DEG = {(0.3, 20): 3.5, (0.3, 10): 3.5, (0.6, 20): 5.0, (0.6, 10): 8.0}
"""The most that microphones 3456 may be off on average, by reverberation time in seconds and SNR in dB."""


@pytest.fixture(scope="module", params=[0.3, 0.6])
def rt60_s(request: pytest.FixtureRequest) -> float:
    return float(request.param)


@pytest.fixture(scope="module")
def scene(rt60_s: float) -> Scene:
    """24 places of half a second all round the wearer."""
    return room_scene(ARIA_PAPER.positions_m, rt60_s=rt60_s, n_steps=24, segments_per_step=2, seed=11)


def heard(samples: Samples, mics: str, settings: LocateSettings | None = None) -> Located:
    return locate([samples], 48_000, 7, ARIA_PAPER, mics=list(mics), settings=settings)


@pytest.mark.parametrize("snr_db", [20, 10])
def test_a_talker_who_goes_round_is_followed(scene: Scene, rt60_s: float, snr_db: int) -> None:
    located = heard(scene.with_noise(snr_db, np.random.default_rng(snr_db)), "3456")
    azimuths, counted = scene.azimuths_deg, scene.counted
    errors = np.abs(wrapped_deg(located.directions.azimuths_deg - azimuths))[counted]
    assert np.isfinite(errors).all()
    assert errors.mean() < MEAN_ERRORS_DEG[rt60_s, snr_db]
    assert located.notes == ()


@pytest.mark.parametrize("mics", ["02", "34", "56", "0234"])
def test_groups_without_depth_tell_left_from_right_and_give_both_candidates(scene: Scene, mics: str) -> None:
    located = heard(scene.with_noise(20, np.random.default_rng(3)), mics)
    azimuths, counted = scene.azimuths_deg, scene.counted
    side = np.sign(located.directions.peaks_deg) == np.sign(azimuths)
    assert side[counted].mean() > 0.85
    front = (np.abs(located.directions.peaks_deg) < 90) == (np.abs(azimuths) < 90)
    assert 0.25 < front[counted].mean() < 0.75
    nearest = [
        min(
            (abs(float(wrapped_deg(deg - azimuths[k]))) for deg in located.directions.candidates_deg(int(k))),
            default=180.0,
        )
        for k in np.flatnonzero(counted)
    ]
    assert np.median(nearest) < 12


def test_groups_with_depth_tell_front_from_back_and_all_of_them_better_than_any_without(scene: Scene) -> None:
    """The order of the two groups in SAVVY's Table 4; as published every group gives an angle in every segment."""
    samples, counted = scene.with_noise(20, np.random.default_rng(8)), scene.counted
    shares = {}
    for mics in ("02", "34", "56", "0234", "0256", "3456"):
        peaks_deg = heard(samples, mics, LocateSettings.paper()).directions.peaks_deg[counted]
        shares[mics] = float(((np.abs(peaks_deg) < 90) == (np.abs(scene.azimuths_deg[counted]) < 90)).mean())
    with_depth = {shares.pop(mics) for mics in ("0256", "3456")}
    assert min(with_depth) > 0.9
    assert min(with_depth) > max(shares.values()) + 0.2


@pytest.mark.parametrize("order", ["3061524", "6543210", "0123564"])
def test_permuted_channels_lower_the_confidence(scene: Scene, order: str) -> None:
    samples = scene.with_noise(20, np.random.default_rng(4))
    counted = scene.counted
    right = heard(samples, "0123456")
    wrong = heard(samples[:, [int(mic) for mic in order]], "0123456")
    assert np.median(wrong.directions.confidences[counted]) < 0.6 * np.median(right.directions.confidences[counted])
    assert "another order" in " ".join(wrong.notes)


def test_confident_segments_are_nearer_to_the_truth(scene: Scene) -> None:
    located = heard(scene.with_noise(10, np.random.default_rng(5)), "3456")
    azimuths, counted = scene.azimuths_deg, scene.counted
    errors = np.abs(wrapped_deg(located.directions.azimuths_deg - azimuths))
    confident = located.directions.confidences > np.median(located.directions.confidences[counted])
    assert errors[counted & confident].mean() <= errors[counted & ~confident].mean()


def test_distances_follow_the_talker(scene: Scene) -> None:
    """Calibrated on one half of the places, judged on the other."""
    located = heard(scene.with_noise(20, np.random.default_rng(6)), "3456")
    distances_m = scene.distances_m
    counted = scene.counted
    known = counted & (np.arange(len(counted)) % 4 < 2)
    model = calibrate(located.smooth_cdrs[known], distances_m[known], Calibration.LOG_FIT)
    others = counted & ~known
    errors = np.abs(located.distances(model).distances_m - distances_m)[others]
    constant = np.abs(model.constant(others.sum()).distances_m - distances_m[others])
    assert errors.mean() < constant.mean()
