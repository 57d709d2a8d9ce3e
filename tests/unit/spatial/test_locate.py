"""Recordings as they come: offsets, silence, dead microphones, other rates, two channels, short and long ones."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import numpy.typing as npt
import pytest

from soundmark.spatial.arrays import ARIA_CAD, ARIA_PAPER
from soundmark.spatial.directions import Found
from soundmark.spatial.distance import model_of_k
from soundmark.spatial.errors import ArrayError, RecordingError
from soundmark.spatial.locate import Located, LocateSettings, locate
from soundmark.spatial.scene import TrackSource
from soundmark.spatial.segments import SegmentSettings
from soundmark.spatial.srp import SrpSettings
from tests.support.arrivals import arrivals

Samples = npt.NDArray[np.float32]

# Means and levels of the seven channels of a real recording by the glasses, full scale 1.
OFFSETS = np.array([-0.00002, 0.01135, 0.00011, 0.02179, 0.00658, 0.00058, -0.00002], dtype=np.float32)


def heard(
    samples: Samples, mics: str = "0123456", settings: LocateSettings | None = None, rate_hz: int = 48_000
) -> Located:
    return locate([samples], rate_hz, samples.shape[1], ARIA_CAD, mics=list(mics), settings=settings)


def test_a_source_is_found_in_every_segment() -> None:
    located = heard(arrivals(ARIA_CAD.positions_m, -72))
    assert located.starts_s.tolist() == [0, 0.25, 0.5, 0.75]
    np.testing.assert_allclose(located.directions.azimuths_deg, -72, atol=1)
    assert (located.directions.confidences > 0.8).all()
    assert located.notes == ()


MEAN_ALONE = LocateSettings(segments=SegmentSettings(high_pass_hz=None), srp=SrpSettings(band_hz=None))
"""Of the three guards against an offset (filter, mean, band) only the mean of each segment."""


@pytest.mark.parametrize(
    ("mics", "settings"), [("3456", None), ("0123456", None), ("3456", MEAN_ALONE), ("0123456", MEAN_ALONE)]
)
def test_offsets_do_not_move_the_answer(mics: str, settings: LocateSettings | None) -> None:
    quiet = 0.01 * arrivals(ARIA_CAD.positions_m, 113, noise=0.3)
    plain, offset = heard(quiet, mics, settings), heard(quiet + OFFSETS, mics, settings)
    np.testing.assert_allclose(plain.directions.azimuths_deg, 113, atol=2)
    np.testing.assert_allclose(offset.directions.azimuths_deg, plain.directions.azimuths_deg, atol=1)
    np.testing.assert_allclose(offset.directions.confidences, plain.directions.confidences, atol=0.02)


def test_an_offset_alone_is_no_confident_direction() -> None:
    levels = [0.00091, 0.00033, 0.00080, 0.00048, 0.00034, 0.00080, 0.00064]
    noise = np.random.default_rng(2).normal(0, levels, (48_000, 7)).astype(np.float32)
    paper = heard(noise + OFFSETS, "3456", LocateSettings.paper()).directions
    # The fault: the same offset in all microphones has no delay, as a sound from straight ahead or behind.
    assert (np.abs(np.sin(np.deg2rad(paper.peaks_deg))) < 0.1).all()
    without, with_offset = heard(noise, "3456").directions, heard(noise + OFFSETS, "3456").directions
    np.testing.assert_array_equal(with_offset.peaks_deg, without.peaks_deg)
    assert with_offset.confidences.max() < 0.1
    assert np.median(with_offset.sharpnesses) < 0.6 * np.median(paper.sharpnesses)


def test_rumble_does_not_move_the_answer() -> None:
    sound = 0.01 * arrivals(ARIA_CAD.positions_m, 35)
    time_s = np.arange(len(sound)) / 48_000
    rumble = 0.2 * np.sin(2 * np.pi * 23 * time_s)[:, None] * np.linspace(0.5, 1, 7)
    np.testing.assert_allclose(heard((sound + rumble).astype(np.float32)).directions.azimuths_deg, 35, atol=2)


def test_silence_has_no_direction() -> None:
    sound = arrivals(ARIA_CAD.positions_m, 60)
    sound[12_000:24_000] = 0
    located = heard(sound)
    assert [located.directions.found(k) for k in range(4)] == [
        Found.DIRECTION, Found.SILENT, Found.DIRECTION, Found.DIRECTION,
    ]  # fmt: skip
    assert np.isnan([located.directions.confidences[1], located.cdrs[1]]).all()
    assert located.directions.candidates_deg(1) == ()


@pytest.mark.parametrize("level", [0.0, 0.02])
def test_a_silent_recording_says_so(level: float) -> None:
    located = heard(np.full((24_000, 7), level, dtype=np.float32))
    assert np.isnan(located.directions.peaks_deg).all()
    assert "Nothing can be heard" in " ".join(located.notes)


def test_paper_mode_gives_silence_an_angle() -> None:
    located = heard(np.zeros((24_000, 7), dtype=np.float32), "3456", LocateSettings.paper())
    assert located.directions.peaks_deg.tolist() == [180, 180], "the first of 361 equal ones, -180, written as 180"
    assert np.isnan(located.directions.confidences).all(), "whatever the angle, nobody should trust it"


@pytest.mark.parametrize("dead", [0, 3, 6])
@pytest.mark.parametrize("residue", [0.0, 1e-4, math.inf])
def test_one_dead_microphone_is_left_out_and_named(dead: int, residue: float) -> None:
    sound = arrivals(ARIA_CAD.positions_m, -150)
    sound[:, dead] = 0.3 if residue == math.inf else residue * np.random.default_rng(1).normal(size=len(sound))
    located = heard(sound)
    np.testing.assert_allclose(located.directions.azimuths_deg, -150, atol=2)
    assert f"microphone {dead} (in 100%" in " ".join(located.notes)
    assert (located.directions.confidences > 0.8).all()


def test_what_the_living_microphones_cannot_tell_is_ambiguous() -> None:
    sound = arrivals(ARIA_PAPER.positions_m, 30)
    sound[:, [5, 6]] = 0
    located = locate([sound], 48_000, 7, ARIA_PAPER, mics=["3", "4", "5", "6"])
    assert located.directions.found(0) is Found.AMBIGUOUS
    assert located.directions.candidates_deg(0) == pytest.approx((30, 150), abs=1)
    sound[:, 4] = 0
    alone = locate([sound], 48_000, 7, ARIA_PAPER, mics=["3", "4", "5", "6"])
    assert np.isnan(alone.directions.peaks_deg).all()


def test_two_channels_are_the_temple_arms_and_ambiguous() -> None:
    sound = arrivals(ARIA_CAD.subset(["5", "6"]).positions_m, -140)
    located = locate([sound], 48_000, 2, ARIA_CAD)
    assert np.isnan(located.directions.azimuths_deg).all()
    assert located.directions.candidates_deg(0) == pytest.approx((-40, -140), abs=2)
    assert "front from back" in " ".join(located.notes)


def test_straight_to_the_side_of_a_line_is_not_ambiguous() -> None:
    located = locate([arrivals(ARIA_PAPER.subset(["5", "6"]).positions_m, 90)], 48_000, 2, ARIA_PAPER)
    np.testing.assert_allclose(located.directions.azimuths_deg[0], 90, atol=8)


@pytest.mark.parametrize("rate_hz", [16_000, 44_100, 96_000])
def test_other_rates_need_no_resampling(rate_hz: int) -> None:
    located = heard(arrivals(ARIA_CAD.positions_m, 128, rate_hz=rate_hz), rate_hz=rate_hz)
    np.testing.assert_allclose(located.directions.azimuths_deg, 128, atol=2)
    np.testing.assert_allclose(located.starts_s, [0, 0.25, 0.5, 0.75], atol=1e-4)


def test_bad_samples_are_counted_and_do_no_harm() -> None:
    sound = arrivals(ARIA_CAD.positions_m, 10)
    sound[100, 2], sound[20_000, 3] = math.nan, math.inf
    located = heard(sound)
    np.testing.assert_allclose(located.directions.azimuths_deg, 10, atol=2)
    assert "2 samples are no finite numbers" in " ".join(located.notes)


def test_blocks_of_any_size_give_the_same() -> None:
    sound = arrivals(ARIA_CAD.positions_m, 10, seconds=12, rate_hz=16_000, noise=2.0)
    whole = locate([sound], 16_000, 7, ARIA_CAD, keep_map=True)
    pieces = np.split(sound, [1, 2, 1_000, 50_000, 50_001, 130_000])
    parts = locate(pieces, 16_000, 7, ARIA_CAD, keep_map=True)
    np.testing.assert_allclose(parts.directions.peaks_deg, whole.directions.peaks_deg)
    np.testing.assert_allclose(parts.cdrs, whole.cdrs, rtol=1e-3)
    assert parts.peak_map is not None
    assert parts.peak_map.shape == (48, 360)


@pytest.mark.parametrize("shape", [(4_800, 6), (4_800,), (7, 4_800, 1)])
def test_a_block_without_all_channels_is_told(shape: tuple[int, ...]) -> None:
    blocks: list[Samples] = [np.zeros((9_600, 7), dtype=np.float32), np.zeros(shape, dtype=np.float32)]
    with pytest.raises(RecordingError, match="frames, channels"):
        locate(blocks, 48_000, 7, ARIA_CAD)


def test_memory_does_not_grow_with_the_recording() -> None:
    array = ARIA_CAD.subset(["5", "6"])
    block = arrivals(array.positions_m, 40, rate_hz=8_000, seconds=8)

    def peak_bytes(n_blocks: int) -> int:
        tracemalloc.start()
        located = locate((block for _ in range(n_blocks)), 8_000, 2, array)
        assert len(located.starts_s) == 32 * n_blocks
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    peak_bytes(1)
    assert peak_bytes(60) < peak_bytes(4) + 1_000_000, "eight minutes more, of 31 MB, in less than 1 MB more"


@pytest.mark.parametrize("segment_s", [0.02, 0.1, 3.0])
def test_segments_of_other_lengths(segment_s: float) -> None:
    sound = arrivals(ARIA_CAD.positions_m, -20, seconds=12, rate_hz=16_000)
    located = heard(sound, settings=LocateSettings(segments=SegmentSettings(segment_s=segment_s)), rate_hz=16_000)
    assert len(located.starts_s) == round(12 / segment_s)
    np.testing.assert_allclose(located.directions.azimuths_deg, -20, atol=3)


def test_short_recordings_are_one_segment_and_ends_are_kept() -> None:
    sound = arrivals(ARIA_CAD.positions_m, 80, seconds=0.65)
    assert len(heard(sound).starts_s) == 3
    assert len(heard(sound, settings=LocateSettings.paper()).starts_s) == 2
    for settings in (LocateSettings(), LocateSettings.paper()):
        short = heard(sound[:5_000], settings=settings)
        assert len(short.starts_s) == 1
        assert short.directions.peaks_deg[0] == pytest.approx(80, abs=8)
    with pytest.raises(RecordingError, match="10 ms"):
        heard(sound[:480])


def test_channels_in_another_order_need_the_map_and_are_noticed() -> None:
    order = [3, 0, 6, 1, 5, 2, 4]
    sound = arrivals(ARIA_CAD.positions_m, 130)
    permuted = sound[:, order]
    wrong = locate([permuted], 48_000, 7, ARIA_CAD)
    right = locate([permuted], 48_000, 7, ARIA_CAD, channel_map=order)
    np.testing.assert_allclose(right.directions.azimuths_deg, 130, atol=1)
    assert wrong.directions.confidences.max() < 0.5 * right.directions.confidences.min()
    assert "another order" in " ".join(wrong.notes)
    assert right.notes == ()


def test_noise_between_words_is_not_taken_for_another_order() -> None:
    sound = 0.001 * np.random.default_rng(3).normal(size=(240_000, 7)).astype(np.float32)
    sound[:48_000] += arrivals(ARIA_CAD.positions_m, 100)
    located = heard(sound)
    assert np.median(located.directions.agreements) < 0.5
    assert located.notes == ()


def test_what_cannot_be_is_told() -> None:
    sound = arrivals(ARIA_CAD.positions_m, 0)
    with pytest.raises(ArrayError, match="4 channels"):
        locate([sound[:, :4]], 48_000, 4, ARIA_CAD)
    with pytest.raises(RecordingError, match=r"not have microphone 3\. It has: 5, 6"):
        locate([sound[:, 5:]], 48_000, 2, ARIA_CAD, mics=["3", "5"])
    with pytest.raises(RecordingError, match="sample rate"):
        locate([sound], 2_000, 7, ARIA_CAD)
    with pytest.raises(RecordingError, match="segment of 60 s"):
        heard(sound, settings=LocateSettings(segments=SegmentSettings(segment_s=60)))
    with pytest.raises(RecordingError, match="band from 9000 to 7520 Hz"):
        heard(sound[:4_000], settings=LocateSettings(srp=SrpSettings(band_hz=(9_000, 12_000))), rate_hz=16_000)
    with pytest.raises(RecordingError, match="high-pass at 30000 Hz"):
        heard(sound, settings=LocateSettings(segments=SegmentSettings(high_pass_hz=30_000)))


def test_a_track_holds_what_has_one_direction() -> None:
    sound = arrivals(ARIA_CAD.positions_m, 60)
    sound[12_000:24_000] = 0
    located = heard(sound)
    track = located.to_track(model_of_k(4.0))
    assert track.source is TrackSource.AUDIO
    assert track.times_s.tolist() == [0.125, 0.625, 0.875]
    np.testing.assert_allclose(track.azimuths_deg, 60, atol=1)
    np.testing.assert_allclose(track.distances_m, np.sqrt(4.0 / located.smooth_cdrs[[0, 2, 3]]))
    assert np.isnan(located.to_track().distances_m).all()


def test_the_picture_of_the_peaks_shows_them() -> None:
    sound = arrivals(ARIA_CAD.positions_m, 60)
    sound[12_000:24_000] = 0
    located = locate([sound], 48_000, 7, ARIA_CAD, keep_map=True)
    image = located.peak_image()
    assert image.dtype == np.uint8
    assert located.azimuths_deg[image[0].argmax()] == pytest.approx(60, abs=1)
    assert image[0].max() == 255
    assert image[1].max() == 0
    with pytest.raises(RecordingError, match="keep_map"):
        heard(sound).peak_image()
