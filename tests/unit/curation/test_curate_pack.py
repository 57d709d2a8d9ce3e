"""What `curate` writes is a pack: it plays, `datasets` loads it, and nothing of the recordings' names is in it."""

from __future__ import annotations

import csv
import json
import unicodedata
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.audio.decode import decode
from soundmark.benchmarks.folder import read_pack
from soundmark.cli import main
from soundmark.clip_desk import ClipDesk
from soundmark.games.deal import GameKind
from soundmark.games.table import GameTable, Wish
from soundmark.modes.geo.play import GeoPlay
from soundmark.modes.geo.round import Submission
from soundmark.modes.geo.stages import Settled, Shown
from soundmark.store.ids import Player
from soundmark.store.rounds import RoundBook
from soundmark.types import Coordinate, OwnerKey
from tests.support.curation import RATE_HZ, lines_of, loaded, street

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
PLACES = {
    "street.flac": ("25.03", "121.56"),
    "ü inner/market.wav": ("-9.63", "-35.74"),
    "copy.mp3": ("25.03", "121.56"),
}


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    """Two places, a worse copy of one of them, one without a place, a broken file, and a row without a recording."""
    folder = tmp_path / "recordings"
    (folder / "ü inner").mkdir(parents=True)
    soundfile.write(folder / "street.flac", street(1), RATE_HZ)
    soundfile.write(folder / "copy.mp3", 0.4 * street(1), RATE_HZ)
    soundfile.write(folder / "ü inner" / "market.wav", street(2), RATE_HZ)
    soundfile.write(folder / "nowhere.wav", street(3), RATE_HZ)
    (folder / "broken.wav").write_bytes(b"RIFF....WAVE")
    with (folder / "metadata.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["file_name", "latitude", "longitude", "licence", "source"])
        for name, place in PLACES.items():
            # A table made on another system may spell the umlaut with two characters.
            writer.writerow([unicodedata.normalize("NFD", name), *place, "CC0-1.0", "freesound.org/1"])
        writer.writerow(["gone.wav", "1", "2", "CC0-1.0", ""])
    return folder


def test_from_recordings_to_a_pack_that_plays_and_loads(
    recordings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    book: RoundBook,
) -> None:  # fmt: skip
    out, beside = tmp_path / "out", tmp_path / "out-curation"
    command = ["curate", str(recordings), "--to", str(out), "--workers", "1", "--near-duplicates", "drop"]
    command += ["--licence", "cc0-1.0", "--provenance", "Recorded by the tests.", "--language", "en"]
    assert main(command) == 1
    said = capsys.readouterr()
    assert "near duplicates of clips that stay: 1" in said.out and "could not be used, unreadable: 1" in said.out
    assert "as gone.wav" in said.err and "Without a row in the metadata: 2 of 5 recordings." in said.err
    assert "nowhere.wav is not in the pack: No latitude." in said.err
    assert "2 of 2 rows name Freesound" in said.err

    # It plays: the app reads it, serves a sound, takes an answer and knows how far it is off.
    pack = read_pack(out)
    assert not pack.report.left_out
    desk = ClipDesk(tmp_path / "public", tmp_path / "cache")
    table = GameTable(mode="geo", book=book, load_pack=lambda: pack, desk=desk, rounds=2)
    play = GeoPlay(table=table, answers=lambda *_: [], deployment="test")
    stage = play.start(ANN, Wish(kind=GameKind.FREE))
    assert isinstance(stage, Shown)
    assert stage.published is not None
    assert decode(stage.published.path).duration_s == pytest.approx(5, abs=0.2)
    guess = Submission(guess=Coordinate(25.03, 121.56), input_method="map")
    result = play.answer(ANN, stage.seat.record.round_id, guess)
    assert isinstance(result, Settled)
    # The two places of the table, one of them on the other side of the earth.
    error_km = result.row.error_km
    assert error_km is not None
    assert error_km == pytest.approx(0, abs=0.01) or 15_000 < error_km < 19_000

    # Of the two copies the one whose coding changed nothing stays; which clip is which is said beside the pack.
    assert {row["recording"] for row in lines_of(beside / "clips.jsonl")} == {"street.flac", "ü inner/market.wav"}
    assert {row["recording"] for row in lines_of(beside / "left_out.jsonl")} == {"nowhere.wav"}
    (group,) = json.loads((beside / "report.json").read_text("utf-8"))["near_duplicates"]["groups"]
    assert [(each["file_name"], each["is_best"]) for each in group] == [("street.flac", True), ("copy.mp3", False)]
    inside = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    assert not any(name in inside for name in (b"street.flac", b"market.wav"))
    readme = (out / "README.md").read_text("utf-8")
    for words in ("license: cc0-1.0", "Recorded by the tests.", "best one of each group", "Freesound"):
        assert words in readme

    # Again, over itself: the same pack.
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert main(command) == 1
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before

    # It loads.
    with (out / "metadata.csv").open(encoding="utf-8", newline="") as file:
        written = [(row["file_name"], float(row["latitude"])) for row in csv.DictReader(file)]
    for path, options, split in (
        ("audiofolder", {"data_dir": str(out)}, "train"),
        (str(out), {}, "test"),  # as the README says
    ):
        rows = loaded(path, split, tmp_path / "hf" / split, monkeypatch, **options)
        found = [(f"audio/{Path(row['audio']['path']).name}", row["latitude"]) for row in rows]
        assert found == written


def test_a_long_recording_is_cut_and_each_part_has_its_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "recordings"
    folder.mkdir()
    pause = np.zeros(RATE_HZ)
    soundfile.write(folder / "walk.flac", np.concatenate([street(4), pause, street(5), pause, street(6)]), RATE_HZ)
    soundfile.write(folder / "short.flac", street(7, 1.0), RATE_HZ)
    (folder / "metadata.csv").write_text("file_name,latitude,longitude,source\nwalk.flac,1.5,2.5,own\n")
    out = tmp_path / "out"
    command = ["curate", str(folder), "--to", str(out), "--workers", "1", "--segments", "4-8"]
    assert main(command) == 1  # the short one has no part that long
    said = capsys.readouterr()
    assert "3 of 3 segments of 2 recordings are kept" in said.out and "no_segment: 1" in said.out
    pack = read_pack(out)
    assert [(q.truth.place.latitude_deg, q.truth.place.longitude_deg) for q in pack.questions] == [(1.5, 2.5)] * 3
    clips = lines_of(tmp_path / "out-curation" / "clips.jsonl")
    starts = [float(str(row["start_s"])) for row in clips]
    # Up to 0.2 s of the pause stays.
    assert starts == pytest.approx([0, 6, 12], abs=0.25)
    assert [decode(out / str(row["file_name"])).duration_s for row in clips] == pytest.approx([5.2, 5.4, 5.2], abs=0.3)

    # What speaks of whole recordings does not go with it.
    (tmp_path / "tags.csv").write_text("file_name,category,share\nwalk.flac,Wind,1\n")
    assert main([*command, "--tags", str(tmp_path / "tags.csv")]) == 2
    assert "whole recordings" in capsys.readouterr().err
    (folder / "metadata.csv").write_text("file_name,question,option_a,option_b,answer\nwalk.flac,Where?,A,B,B\n")
    assert main(command) == 2
    assert "asks about whole recordings" in capsys.readouterr().err
