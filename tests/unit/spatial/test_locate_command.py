"""`python -m soundmark locate`: one line a segment, files of every kind, and a sentence for what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.cli import main
from soundmark.spatial.arrays import ARIA_CAD
from tests.support.arrivals import arrivals


def lines(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[list[dict[str, object]], str]:
    """The JSON lines and the notes of a run that ends well."""
    assert main(["locate", *map(str, arguments), "--json"]) == 0
    captured = capsys.readouterr()
    return [json.loads(line) for line in captured.out.splitlines()], captured.err


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What is said when a run ends with status 2 and no line."""
    assert main(["locate", *map(str, arguments)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize(
    ("name", "subtype", "rate_hz"),
    [("a.wav", "PCM_16", 48_000), ("a.wav", "PCM_24", 48_000), ("a.wav", "PCM_32", 48_000), ("a.wav", "FLOAT", 48_000),
     ("a.wav", "DOUBLE", 44_100), ("a.flac", "PCM_24", 44_100), ("a.flac", "PCM_16", 16_000),
     ("a.w64", "PCM_24", 96_000)],
)  # fmt: skip
def test_files_of_every_kind(
    name: str, subtype: str, rate_hz: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = 0.3 * arrivals(ARIA_CAD.positions_m, -110, rate_hz=rate_hz, seconds=0.5)
    soundfile.write(tmp_path / name, sound, rate_hz, subtype=subtype)
    rows, notes = lines(capsys, tmp_path / name)
    assert [row["start_s"] for row in rows] == [0.0, 0.25]
    assert [row["azimuth_deg"] for row in rows] == pytest.approx([-110, -110], abs=2)
    assert all(isinstance(row["confidence"], float) and isinstance(row["cdr"], float) for row in rows)
    assert [row["distance_m"] for row in rows] == [None, None]
    assert notes == ""


def test_microphones_array_and_map_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = arrivals(ARIA_CAD.positions_m, 55, seconds=0.25)
    soundfile.write(tmp_path / "a.wav", sound[:, ::-1], 48_000, subtype="FLOAT")
    rows, _ = lines(capsys, tmp_path / "a.wav", "--mics", "3, 4,5,6", "--channel-map", "6,5,4,3,2,1,0")
    assert rows[0]["azimuth_deg"] == pytest.approx(55, abs=2)
    rows, notes = lines(capsys, tmp_path / "a.wav", "--mics", "0,2,3,4", "--channel-map", "6,5,4,3,2,1,0")
    assert "line" in notes
    assert rows[0]["azimuth_deg"] is None
    assert rows[0]["found"] == "ambiguous"
    rows, _ = lines(capsys, tmp_path / "a.wav", "--paper", "--channel-map", "6,5,4,3,2,1,0")
    four, _ = lines(capsys, tmp_path / "a.wav", "--paper", "--channel-map", "6,5,4,3,2,1,0", "--mics", "3,4,5,6")
    assert rows == four
    assert rows[0]["azimuth_deg"] == pytest.approx(55, abs=8)


def test_two_channels_and_silence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = arrivals(ARIA_CAD.subset(["5", "6"]).positions_m, -40, seconds=0.5)
    sound[12_000:] = 0
    soundfile.write(tmp_path / "a.wav", sound, 48_000, subtype="PCM_24")
    rows, _ = lines(capsys, tmp_path / "a.wav")
    assert rows[0]["candidates_deg"] == pytest.approx([-40, -140], abs=3)
    assert rows[1] | {"start_s": 0, "level_dbfs": 0} == {
        "start_s": 0, "azimuth_deg": None, "confidence": None, "cdr": None, "distance_m": None, "distance_low_m": None,
        "distance_high_m": None, "found": "silent", "candidates_deg": [], "sharpness": None, "level_dbfs": 0,
    }  # fmt: skip
    assert main(["locate", str(tmp_path / "a.wav")]) == 0
    plain = capsys.readouterr().out.splitlines()
    either = re.fullmatch(r" +0\.00 s +- .* either (-\d+)° or (-\d+)°", plain[0])
    assert either is not None
    assert [float(deg) for deg in either.groups()] == rows[0]["candidates_deg"]
    assert plain[1].split() == ["0.25", "s", "-", "-", "-", "-"]


def test_known_distances_make_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soundfile.write(tmp_path / "a.wav", arrivals(ARIA_CAD.positions_m, 55, noise=0.5), 48_000, subtype="FLOAT")
    known = tmp_path / "known.csv"
    known.write_text("time_s,distance_m\n0.1,2.0\n0.3,2.0\n0.4,-1\nx,2\n900,2\n", encoding="utf-8")
    rows, notes = lines(capsys, tmp_path / "a.wav", "--distances", known)
    for row in rows:
        low, middle, high = row["distance_low_m"], row["distance_m"], row["distance_high_m"]
        assert isinstance(low, float) and isinstance(middle, float) and isinstance(high, float)
        assert low < middle < high
        assert middle == pytest.approx(2.0, rel=0.2)
    assert "line 4" in notes and "line 5" in notes
    assert "Distances from 2 known ones" in notes
    assert "Always saying 2.00 m" in notes
    rows, _ = lines(capsys, tmp_path / "a.wav", "--k", "4")
    assert rows[0]["distance_m"] is not None
    known.write_text("time,metres\n0.1,2.0\n", encoding="utf-8")
    assert "columns time_s and distance_m" in refused(capsys, tmp_path / "a.wav", "--distances", known)
    known.write_bytes(b"time_s,distance_m\n\xff,\xfe\n")
    assert "UTF-8" in refused(capsys, tmp_path / "a.wav", "--distances", known)


def test_what_is_wrong_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = arrivals(ARIA_CAD.positions_m, 55, seconds=0.25)
    good = tmp_path / "good.wav"
    soundfile.write(good, sound, 48_000)
    soundfile.write(tmp_path / "mono.wav", sound[:, 0], 48_000)
    (tmp_path / "text.wav").write_text("no sound")
    (tmp_path / "empty.wav").write_bytes(b"")
    assert "1 channel" in refused(capsys, tmp_path / "mono.wav")
    assert "text.wav" in refused(capsys, tmp_path / "text.wav")
    assert "empty" in refused(capsys, tmp_path / "empty.wav")
    assert "not there" in refused(capsys, tmp_path / "none.wav")
    assert "not a file" in refused(capsys, tmp_path)
    assert "no microphone '9'" in refused(capsys, good, "--mics", "3,9")
    assert "aria_cad" in refused(capsys, good, "--array", "aria_2")
    assert "300-8000" in refused(capsys, good, "--band", "8000-300")
    assert "either" in refused(capsys, good, "--k", "1", "--distances", "x.csv")
    assert "above 0" in refused(capsys, good, "--k", "0")
    assert "0.02 to 10 s" in refused(capsys, good, "--segment", "0.001")


def test_a_file_cut_short_is_used_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = arrivals(ARIA_CAD.positions_m, 55, rate_hz=8_000, seconds=20)
    for name in ("a.wav", "a.flac"):
        soundfile.write(tmp_path / name, sound, 8_000, subtype="PCM_16")
        whole = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(whole[: len(whole) * 3 // 5])
    rows, _ = lines(capsys, tmp_path / "a.wav")
    assert len(rows) == 48
    rows, notes = lines(capsys, tmp_path / "a.flac")
    assert len(rows) == 32, "the block of 8 s before the one that is damaged"
    assert "a.flac ends earlier" in notes
    (tmp_path / "a.flac").write_bytes(whole[: len(whole) // 5])
    assert "damaged" in refused(capsys, tmp_path / "a.flac")


def test_nan_in_a_float_file_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = arrivals(ARIA_CAD.positions_m, 55)
    sound[5, 5] = np.nan
    soundfile.write(tmp_path / "a.wav", sound, 48_000, subtype="FLOAT")
    rows, notes = lines(capsys, tmp_path / "a.wav")
    assert rows[0]["azimuth_deg"] == pytest.approx(55, abs=2)
    assert "1 samples are no finite numbers" in notes
