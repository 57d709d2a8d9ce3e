"""The batched response equals the published loop, segment by segment, and the default finds any azimuth."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.arrays import ARIA_CAD, ARIA_PAPER
from soundmark.spatial.srp import SrpSettings, SteeredResponse
from tests.support.arrivals import arrivals
from tests.support.published_srp import published_azimuths

Segments = npt.NDArray[np.float32]


def cut(samples: npt.NDArray[np.float32], length: int) -> Segments:
    n = len(samples) // length
    return np.ascontiguousarray(samples[: n * length].reshape(n, length, -1).transpose(0, 2, 1))


def mixture(mics: str, n_segments: int) -> Segments:
    """Segments of clear sound, of noise alone, of silence and of rounding noise."""
    positions = ARIA_PAPER.subset(list(mics)).positions_m
    parts = []
    for k in range(n_segments):
        noise = (0.01, 1.0, 10.0, 300.0)[k % 4]
        parts.append(arrivals(positions, -180 + 47.3 * k % 360, seconds=0.25, seed=k, noise=noise))
    parts[5][:] = 0
    parts[6][:] = np.round(parts[6] * 20) / 2**15
    parts[7][:, 1] = 0
    parts[8][:, -1] = 0.02
    return cut(np.concatenate(parts), 12_000)


@pytest.mark.parametrize("mics", ["34", "0234", "3456"])
def test_paper_mode_is_the_published_loop_in_every_segment(mics: str) -> None:
    segments = mixture(mics, 12)
    positions = ARIA_PAPER.subset(list(mics)).positions_m
    response = SteeredResponse(positions, 48_000, 12_000, SrpSettings.paper())
    found = response.azimuths_deg[response.steer(segments).peaks]
    assert found.tolist() == published_azimuths(segments, positions, 48_000)


def test_paper_mode_is_the_published_loop_at_other_rates_and_arrays() -> None:
    positions = ARIA_CAD.positions_m
    segments = cut(arrivals(positions, 77, rate_hz=44_100, seconds=1.0, noise=2.0), 11_025)
    response = SteeredResponse(positions, 44_100, 11_025, SrpSettings.paper())
    found = response.azimuths_deg[response.steer(segments).peaks]
    assert found.tolist() == published_azimuths(segments, positions, 44_100)


def test_the_first_of_equals_wins() -> None:
    positions = ARIA_PAPER.subset(["3", "4"]).positions_m
    response = SteeredResponse(positions, 48_000, 12_000, SrpSettings.paper())
    steered = response.steer(cut(arrivals(positions, 40, seconds=0.25), 12_000))
    curve = steered.curves[0]
    assert (curve == curve.max()).sum() > 1
    assert steered.peaks[0] == np.flatnonzero(curve == curve.max())[0]


@settings(max_examples=30, deadline=None)
@given(
    azimuth_deg=st.floats(-179.9, 180),
    rate_hz=st.sampled_from([16_000, 22_050, 44_100, 48_000, 96_000]),
    mics=st.sampled_from(["3456", "0256", "0123456"]),
)
def test_the_default_finds_any_azimuth_at_any_rate(azimuth_deg: float, rate_hz: int, mics: str) -> None:
    positions = ARIA_CAD.subset(list(mics)).positions_m
    length = round(0.25 * rate_hz)
    response = SteeredResponse(positions, rate_hz, length)
    steered = response.steer(cut(arrivals(positions, azimuth_deg, rate_hz=rate_hz, seconds=0.25), length))
    found = response.azimuths_deg[steered.peaks[0]]
    assert math.cos(math.radians(found - azimuth_deg)) > math.cos(math.radians(2))
    assert steered.agreements[0] > 0.9


def test_chunks_do_not_matter() -> None:
    positions = ARIA_PAPER.positions_m
    segments = cut(arrivals(positions, 20, seconds=10, rate_hz=16_000, noise=3.0), 1_600)
    response = SteeredResponse(positions, 16_000, 1_600)
    whole = response.steer(segments)
    alone = [response.steer(segments[k : k + 1]) for k in range(len(segments))]
    np.testing.assert_allclose(whole.curves, np.concatenate([one.curves for one in alone]), atol=1e-5)
    assert whole.curves.dtype == np.float32
    assert response.steer(segments[:0]).curves.shape == (0, 360)


def test_levels_do_not_matter() -> None:
    positions = ARIA_PAPER.positions_m
    segments = cut(arrivals(positions, -120, seconds=0.5), 12_000)
    gains = np.array([1, 0.3, 2, 0.5, 1, 1.5, 0.2], dtype=np.float32)
    response = SteeredResponse(positions, 48_000, 12_000)
    plain, scaled = response.steer(segments), response.steer(segments * gains[:, None] * np.float32(1e-4))
    np.testing.assert_allclose(plain.curves, scaled.curves, atol=1e-3)
