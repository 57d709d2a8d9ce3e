"""Coherence as scipy computes it; ratios that are known for a plane wave, a diffuse field and mixtures of the two."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.signal
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.arrays import ARIA_PAPER
from soundmark.spatial.coherence import (
    CdrEstimator,
    CoherenceMeter,
    doa_aware_ratio,
    published_ratio,
    running_median,
)
from soundmark.spatial.errors import RecordingError
from tests.support.arrivals import arrivals


def test_coherence_is_that_of_welch() -> None:
    array = ARIA_PAPER.subset(["3", "4", "5"])
    segment = arrivals(array.positions_m, 50, seconds=0.25, noise=1.0).T[None]
    coherences = CoherenceMeter(array.positions_m, 48_000, 12_000).coherences(segment)
    frequencies, _ = scipy.signal.welch(segment[0, 0], 48_000, nperseg=1536)
    band = (frequencies >= 500) & (frequencies <= 2000)
    for k, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
        options = {"fs": 48_000, "window": "hann", "nperseg": 1536, "noverlap": 768}
        _, cross = scipy.signal.csd(segment[0, j], segment[0, i], **options)  # scipy conjugates its first argument
        powers = [scipy.signal.welch(segment[0, m], **options)[1] for m in (i, j)]
        np.testing.assert_allclose(coherences[0, k], (cross / np.sqrt(powers[0] * powers[1]))[band], atol=2e-3)


@settings(deadline=None)
@given(ratio=st.floats(0.01, 100), phase=st.floats(-2.5, 2.5), diffuse=st.floats(-0.2, 0.7))
def test_the_doa_aware_estimator_gives_the_ratio_of_a_mixture(ratio: float, phase: float, diffuse: float) -> None:
    """G = (CDR Gs + Gn) / (CDR + 1) is what the ratio means."""
    straight = np.exp(-1j * np.array([[phase]]))
    mixed = np.asarray((ratio * straight + diffuse) / (ratio + 1), dtype=np.complex128)
    found = doa_aware_ratio(mixed, np.array([[diffuse]]), np.array([[phase]]))
    assert float(found[0, 0]) == pytest.approx(ratio, rel=1e-6)


def test_the_published_estimator_has_no_guard_where_a_wave_looks_diffuse() -> None:
    array = ARIA_PAPER.subset(["3", "4", "5", "6"])
    meter = CoherenceMeter(array.positions_m, 48_000, 12_000, CdrEstimator.PAPER)
    sound = arrivals(array.positions_m, 50, seconds=0.25, noise=0.5).T[None]
    ratio = meter.ratios(sound, np.array([50.0]), np.ones((1, 4), dtype=np.bool_))[0]
    assert ratio > 1, "more than all of the sound comes straight"


@settings(deadline=None)
@given(ratio=st.floats(0.01, 100))
def test_the_published_estimator_gives_a_share_and_not_the_ratio(ratio: float) -> None:
    mixed = np.array([[(ratio * np.exp(-0.2j) + 0.4) / (ratio + 1)]])
    found = published_ratio(mixed, np.array([[0.4]]), np.array([[0.2]]))
    assert float(found[0, 0]) == pytest.approx(ratio / (1 + ratio), rel=1e-6)


def test_more_noise_means_a_lower_ratio() -> None:
    array = ARIA_PAPER.subset(["3", "4", "5", "6"])
    meter = CoherenceMeter(array.positions_m, 48_000, 12_000)
    alive = np.ones((1, 4), dtype=np.bool_)
    ratios = [
        meter.ratios(arrivals(array.positions_m, 50, seconds=0.25, noise=noise).T[None], np.array([50.0]), alive)[0]
        for noise in (0.05, 0.5, 2.0)
    ]
    assert ratios[0] > 1.2 * ratios[1] > 1.44 * ratios[2]


def test_dead_microphones_do_not_count() -> None:
    array = ARIA_PAPER.subset(["3", "4", "5", "6"])
    sound = arrivals(array.positions_m, 50, seconds=0.25, noise=0.5).T[None]
    both = CoherenceMeter(array.positions_m[:2], 48_000, 12_000).ratios(
        sound[:, :2], np.array([50.0]), np.ones((1, 2), dtype=np.bool_)
    )
    sound[:, 2:] = 0
    meter = CoherenceMeter(array.positions_m, 48_000, 12_000)
    alive = np.array([[True, True, False, False]])
    np.testing.assert_allclose(meter.ratios(sound, np.array([50.0]), alive), both)
    assert np.isnan(meter.ratios(sound, np.array([np.nan]), alive)).all()


def test_what_cannot_be_measured_is_told() -> None:
    with pytest.raises(RecordingError, match="500-2000 Hz"):
        CoherenceMeter(ARIA_PAPER.positions_m, 3_000, 750)


def test_the_running_median_leaves_gaps_alone() -> None:
    nan = np.nan
    np.testing.assert_array_equal(running_median([1, 9, 2, nan, 3, 100], 3), [5, 2, 5.5, nan, 51.5, 51.5])
    np.testing.assert_array_equal(running_median([1, 9, 2], 1), [1, 9, 2])
    assert running_median([], 9).shape == (0,)
