"""Files made by others, with directions that are known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import soundfile

from soundmark.cli import main
from soundmark.spatial.array_file import array_of, read_array
from soundmark.spatial.arrays import MicrophoneArray
from soundmark.spatial.directions import Found
from soundmark.spatial.locate import Located, LocateSettings, locate
from soundmark.spatial.srp import SrpSettings
from soundmark.spatial.steering import wrapped_deg
from tests.conftest import ROOT

SPEECHBRAIN = ROOT.parent / "shared" / "real" / "spatial" / "speechbrain"
KEMAR = ROOT.parent / "shared" / "real" / "spatial" / "kemar" / "kemar_horizontal_44k1.npz"
CASES = ROOT / "tests" / "data" / "cases"
GEOMETRY = CASES / "y01_geometry.json"
needs_files = pytest.mark.skipif(not SPEECHBRAIN.is_dir(), reason="the recordings of others are not here")

TABLE = array_of(
    {
        "frame": "x forward, y left, z up",
        "microphones": [[-0.05, -0.05, 0], [-0.05, 0.05, 0], [0.05, -0.05, 0], [0.05, 0.05, 0]],
    },
    "'table'",
    "table",
)


def heard(name: str, order: list[int] | None = None, settings: LocateSettings | None = None) -> Located:
    samples, rate_hz = soundfile.read(SPEECHBRAIN / name, dtype="float32")
    return locate([samples[:, order or [0, 1, 2, 3]]], rate_hz, 4, TABLE, settings=settings)


def loud(located: Located) -> npt.NDArray[np.bool_]:
    """Segments within 10 dB of the loudest."""
    levels = located.directions.levels_dbfs
    return np.asarray(levels > levels.max() - 10)


@needs_files
@pytest.mark.parametrize("settings", [LocateSettings(), LocateSettings.paper()], ids=["default", "paper"])
@pytest.mark.parametrize(
    ("name", "azimuth_deg"),
    [
        ("noise_0.70225_-0.70225_0.11704.flac", 45.0),
        ("speech_-0.82918_0.55279_-0.082918.flac", -146.3),
        ("speech_-0.98894_0_0.14834.flac", 180.0),
    ],
)
def test_the_direction_in_the_file_name_is_found(name: str, azimuth_deg: float, settings: LocateSettings) -> None:
    located = heard(name, settings=settings)
    errors = np.abs(wrapped_deg(located.directions.azimuths_deg - azimuth_deg))[loud(located)]
    # Nearest lags at 16 kHz are 21 mm of way: the published procedure is 3 degrees off for one of these.
    assert errors.mean() <= (2.0 if settings.srp.whitening < 1 else 3.5)
    assert located.notes == ()


@needs_files
def test_the_command_finds_it_with_an_array_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places_cm = [[-5, -5, 0], [-5, 5, 0], [5, -5, 0], [5, 5, 0]]
    table = {"unit": "cm", "frame": "x forward, y left, z up", "microphones": places_cm}
    (tmp_path / "table.json").write_text(json.dumps(table), encoding="utf-8")
    recording = SPEECHBRAIN / "speech_-0.82918_0.55279_-0.082918.flac"
    assert main(["locate", str(recording), "--array", str(tmp_path / "table.json"), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    loudest = max(row["level_dbfs"] for row in rows)
    found = [row["azimuth_deg"] for row in rows if row["level_dbfs"] > loudest - 10]
    assert len(found) > 4
    assert found == pytest.approx([-146.3] * len(found), abs=2)


@needs_files
def test_diffuse_noise_has_little_confidence() -> None:
    directed = heard("speech_-0.98894_0_0.14834.flac").directions
    diffuse = heard("noise_diffuse.flac").directions
    assert np.nanmedian(diffuse.confidences) < 0.4 * np.nanmedian(directed.confidences)
    assert np.nanmedian(directed.sharpnesses) > 4
    assert np.nanmedian(diffuse.sharpnesses) < 3


@needs_files
def test_of_all_orders_of_the_channels_those_that_fit_are_the_most_confident() -> None:
    """Eight of the 24 orders turn or mirror the square; they agree as well, in a direction turned or mirrored."""
    from itertools import permutations

    name = "speech_-0.82918_0.55279_-0.082918.flac"
    square = {(0, 1, 2, 3)}
    for _ in range(4):
        square |= {(b, d, a, c) for a, b, c, d in square} | {(b, a, d, c) for a, b, c, d in square}
    assert len(square) == 8
    samples, rate_hz = soundfile.read(SPEECHBRAIN / name, dtype="float32", frames=48_000)
    found = {}
    for order in permutations(range(4)):
        located = locate([samples[:, list(order)]], rate_hz, 4, TABLE)
        found[order] = float(np.nanmedian(located.directions.confidences))
        assert bool(located.notes) is (order not in square), order
    assert min(found[order] for order in square) > 1.5 * max(found[order] for order in found if order not in square)


@pytest.mark.skipif(not KEMAR.is_file(), reason="the measured head is not here")
@pytest.mark.parametrize("to_the_left_deg", [30, 60, 90, 120, 150, 210, 240, 270, 300, 330])
def test_the_ears_of_a_measured_head_tell_left_from_right(to_the_left_deg: int) -> None:
    """Two microphones in the ears, as far apart as the sound's way round the head: both candidates are on its side."""
    measured = np.load(KEMAR)
    rate_hz = int(measured["fs"])
    noise = np.random.default_rng(to_the_left_deg).normal(0, 0.1, rate_hz)
    left_right = measured["ir_left_right"][list(measured["az_ccw_deg"]).index(to_the_left_deg)]
    ears = np.stack([np.convolve(noise, response)[:rate_hz] for response in left_right], axis=1).astype(np.float32)
    head = MicrophoneArray.of("head", [[-0.125, 0, 0], [0.125, 0, 0]], ["left", "right"])
    located = locate([ears], rate_hz, 2, head, settings=LocateSettings(srp=SrpSettings(band_hz=(300, 3_000))))
    truth_deg = float(wrapped_deg(-to_the_left_deg))
    for k in range(len(located.starts_s)):
        candidates = located.directions.candidates_deg(k)
        assert candidates
        assert all(np.sign(deg) == np.sign(truth_deg) for deg in candidates)
        assert min(abs(deg - truth_deg) for deg in candidates) < 25


@pytest.mark.parametrize("settings", [LocateSettings(), LocateSettings.paper()], ids=["default", "paper"])
def test_case_y01_channels_in_another_order(settings: LocateSettings) -> None:
    content = json.loads(GEOMETRY.read_text())
    right, rate_hz = soundfile.read(CASES / "y01_az130_right_order.wav", dtype="float32")
    permuted, _ = soundfile.read(CASES / "y01_az130_permuted.wav", dtype="float32")
    array = read_array(GEOMETRY)
    order = content["permutation_of_second_file"]
    np.testing.assert_array_equal(permuted[:, np.argsort(order)], right)

    plain = locate([right], rate_hz, 7, array, settings=settings)
    mapped = locate([permuted], rate_hz, 7, array, channel_map=order, settings=settings)
    wrong = locate([permuted], rate_hz, 7, array, settings=settings)
    assert plain.directions.azimuths_deg.tolist() == pytest.approx([content["true_azimuth_deg"]], abs=3)
    assert mapped.directions.azimuths_deg.tolist() == plain.directions.azimuths_deg.tolist()
    assert wrong.directions.confidences[0] < 0.6 * plain.directions.confidences[0]
    assert wrong.directions.sharpnesses[0] < plain.directions.sharpnesses[0]
    assert "another order" in wrong.notes[0]
    assert not plain.notes


@pytest.mark.parametrize("mics", ["3456", "0256"])
def test_case_y02_microphones_with_depth_tell_front_from_back(mics: str) -> None:
    samples, rate_hz = soundfile.read(CASES / "y01_az130_right_order.wav", dtype="float32")
    located = locate([samples], rate_hz, 7, read_array(GEOMETRY), mics=list(mics))
    assert located.directions.azimuths_deg.tolist() == pytest.approx([130], abs=3)


def test_case_y02_two_microphones_do_not() -> None:
    samples, rate_hz = soundfile.read(CASES / "y01_az130_right_order.wav", dtype="float32")
    located = locate([samples], rate_hz, 7, read_array(GEOMETRY), mics=["0", "1"])
    assert np.isnan(located.directions.azimuths_deg).all()
    assert located.directions.found(0) is Found.AMBIGUOUS
    assert located.directions.candidates_deg(0) == pytest.approx((50, 130), abs=3)
    assert "on a line" in located.notes[0]
