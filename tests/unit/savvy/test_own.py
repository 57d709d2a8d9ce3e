"""The pipeline on somebody's own recording."""

from __future__ import annotations

import base64
import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PIL import Image

from soundmark.benchmarks.demo import demo_savvy_folder
from soundmark.modes.savvy.own import COLUMNS, OwnResult, OwnWish, analyse, as_csv, as_json, read_wish
from soundmark.modes.savvy.own_view import outline, own_stage
from soundmark.spatial.arrays import ARIA_CAD
from soundmark.spatial.locate import locate
from soundmark.types import SoundmarkError

SCENE = demo_savvy_folder() / "scene_01.flac"
ALL = OwnWish(array=ARIA_CAD, mics=None, is_paper=False)
TRIANGLE = '{"unit": "cm", "microphones": [[-5, 0, 0], [5, 0, 0], [0, 0, 8]]}'


def nothing(_: float) -> None:
    """Nobody looks at the progress."""


@pytest.fixture(scope="module")
def result() -> OwnResult:
    return analyse(SCENE, ALL, nothing)


def test_the_figures_are_those_of_the_engine(result: OwnResult) -> None:
    samples, rate_hz = soundfile.read(SCENE, dtype="float32")
    found = locate([samples], rate_hz, 7, ARIA_CAD)
    azimuths = [row["azimuth_deg"] for row in result.rows]
    assert azimuths == [round(value, 1) for value in found.directions.azimuths_deg.tolist()]
    assert result.duration_s == pytest.approx(22.0)


def test_progress_ends_at_all(result: OwnResult) -> None:
    shares: list[float] = []
    analyse(SCENE, ALL, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) >= 3


def test_the_stage_gets_the_picture_in_its_value_and_no_address(result: OwnResult) -> None:
    stage = own_stage(result, None, str)
    peaks = stage["peak_map"]
    assert isinstance(peaks, dict)
    head, _, content = str(peaks["src"]).partition(",")
    assert head == "data:image/png;base64"
    image = Image.open(io.BytesIO(base64.b64decode(content)))
    assert (image.width, image.height, image.mode) == (peaks["n_angles"], peaks["n_segments"], "L")
    # Each row is brightest at its azimuth; columns run from -180.
    pixels, track = np.asarray(image), stage["tracks"]
    assert isinstance(track, list)
    columns = [(int(azimuth) + 180) % 360 for azimuth in track[0]["azimuths_deg"]]
    assert len(columns) == len(pixels) == 88
    assert (pixels[np.arange(88), columns] == 255).all()
    assert (pixels == 255).mean() < 0.02
    assert "scene_01" not in json.dumps(stage)
    assert (stage["clips"], stage["map"]) == ({"stereo": None, "mono": None}, None)


def test_as_published_plot_and_table_have_the_same_directions() -> None:
    """Microphones on a line: the published procedure takes the first of equals, in the CSV as on the stage."""
    paper = analyse(SCENE, OwnWish(array=ARIA_CAD, mics=("5", "6"), is_paper=True), nothing)
    rows = list(csv.DictReader(io.StringIO(as_csv(paper), newline="")))
    tracks = own_stage(paper, None, str)["tracks"]
    assert isinstance(tracks, list)
    assert [f"{azimuth:.1f}" for azimuth in tracks[0]["azimuths_deg"]] == [row["azimuth_deg"] for row in rows]
    assert {row["found"] for row in rows} == {"ambiguous"}


def test_tables_hold_numbers_and_words_of_ours_only(result: OwnResult) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(result), newline="")))
    assert list(rows[0]) == list(COLUMNS)
    for row in rows:
        assert row.pop("found") in {"direction", "ambiguous", "silent"}
        for cell in row.values():
            assert not cell or np.isfinite(float(cell))
    told = json.loads(as_json(result))
    assert [one["azimuth_deg"] for one in told["segments"]] == [float(row["azimuth_deg"]) for row in rows]


def test_two_microphones_give_both_directions(tmp_path: Path) -> None:
    samples, rate_hz = soundfile.read(SCENE, dtype="float32", frames=96_000)
    soundfile.write(tmp_path / "ears.wav", samples[:, [5, 6]], rate_hz)
    rows = list(csv.DictReader(io.StringIO(as_csv(analyse(tmp_path / "ears.wav", ALL, nothing)), newline="")))
    unclear = [row for row in rows if row["found"] == "ambiguous"]
    assert unclear
    assert all(row["azimuth_deg"] == "" and row["candidate_1_deg"] and row["candidate_2_deg"] for row in unclear)


@pytest.mark.parametrize(
    "shape,sentence",
    [((48_000, 1), "one channel"), ((48_000, 3), "3 channels"), ((100, 7), "at least 20 ms"), ((0, 7), "sound")],
)
def test_what_cannot_be_analysed_gets_a_sentence(tmp_path: Path, shape: tuple[int, int], sentence: str) -> None:
    soundfile.write(tmp_path / "a.wav", np.full(shape, 0.1, dtype=np.float32), 48_000)
    with pytest.raises(SoundmarkError, match=sentence):
        analyse(tmp_path / "a.wav", ALL, nothing)


@pytest.mark.parametrize("content", [b"", b"RIFF", b"<html>", b"\x00" * 5000, b"fLaC" + b"\xff" * 100])
def test_what_is_no_sound_gets_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.wav").write_bytes(content)
    with pytest.raises(SoundmarkError):
        analyse(tmp_path / "a.wav", ALL, nothing)


def test_too_long_a_recording_is_refused(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.full((96_000, 7), 0.1, dtype=np.float32), 48_000)
    with pytest.raises(SoundmarkError, match=r"has 0\.0 minutes; 0\.025 minutes can be analysed"):
        analyse(tmp_path / "a.wav", ALL, nothing, 1.5)
    assert analyse(tmp_path / "a.wav", ALL, nothing, 2.0).duration_s == 2.0


def test_arrays_are_chosen_or_pasted() -> None:
    assert read_wish("aria_cad", "", "", False).array is ARIA_CAD
    wish = read_wish("own", TRIANGLE, " 0 , 2 ", True)
    assert wish.array.positions_m[1].tolist() == pytest.approx([0.05, 0, 0])
    assert (wish.mics, wish.is_paper) == (("0", "2"), True)
    assert read_wish("aria_paper", None, "   ", "yes").mics is None


@pytest.mark.parametrize(
    "name,text,mics",
    [("other", "", ""), (None, "", ""), ("own", "", ""), ("own", None, ""), ("own", "[" * 5000, ""), ("own", "x", ""),
     ("own", "x" * 20_001, ""), ("own", "5", ""), ("own", '{"microphones": [[0, 0, NaN]]}', ""),
     ("aria_cad", "", "3," * 300), (["aria_cad"], "", ""), ("own", "9" * 5000, "")],
)  # fmt: skip
def test_an_odd_choice_gets_a_sentence(name: object, text: object, mics: object) -> None:
    with pytest.raises(SoundmarkError):
        read_wish(name, text, mics, False)


def test_microphones_that_are_not_there_are_named() -> None:
    with pytest.raises(SoundmarkError, match="no microphone"):
        analyse(SCENE, read_wish("aria_cad", "", "3,9", False), nothing)


def test_the_outline_is_loudness_over_60_db() -> None:
    assert outline(np.array([0.0, -30.0, -60.0, -90.0])) == [1.0, 0.5, 0.0, 0.0]
    assert len(outline(np.zeros(7200))) == 200
