"""A folder with a table plays; every wrong row and file is named once, and the rest plays."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import unicodedata
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.benchmarks import DEMO_BENCHMARK, FindingKind, GeoPack, PackError, demo_pack_folder, read_pack
from soundmark.types import Coordinate, GeoTruth, QuestionKind

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "data" / "cases"
CLIPS = ROOT.parent / "shared" / "real" / "clips"
HEADER = "file_name,latitude,longitude"


def wav(frequency_hz: float = 440.0, seconds: float = 0.5) -> bytes:
    file = io.BytesIO()
    wave = 0.3 * np.sin(2 * np.pi * frequency_hz * np.arange(round(8000 * seconds)) / 8000)
    soundfile.write(file, wave, 8000, format="WAV", subtype="PCM_16")
    return file.getvalue()


def write_pack(folder: Path, rows: list[str], files: dict[str, bytes], header: str = HEADER) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "metadata.csv").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def ids(pack: GeoPack) -> list[str]:
    return [question.question_id for question in pack.questions]


def found(pack: GeoPack) -> list[tuple[FindingKind, str]]:
    return [(finding.kind, finding.subject) for finding in pack.report.left_out]


def noted(pack: GeoPack) -> list[tuple[FindingKind, str]]:
    return [(finding.kind, finding.subject) for finding in pack.report.notes]


def test_a_full_row_becomes_a_question(tmp_path: Path) -> None:
    header = HEADER + ",Continent,country,city,category,has_speech,licence,source,is_synthetic,Recorded By"
    row = "sub/rain.wav,25.03,121.56,Asia,Taiwan,Taipei,Nature,no,CC0,field recorder,false,somebody"
    pack = read_pack(write_pack(tmp_path / "My Päck", [row], {"sub/rain.wav": wav()}, header))
    question = pack.questions[0]
    assert (pack.benchmark, pack.title, pack.is_synthetic) == ("my-pack", "My Päck", False)
    assert (question.question_id, question.benchmark, question.revision) == ("sub/rain.wav", "my-pack", pack.revision)
    assert question.kind is QuestionKind.GEO
    assert question.truth == GeoTruth(
        place=Coordinate(25.03, 121.56), continent="Asia", country="Taiwan", city="Taipei"
    )
    assert question.tags == {"category": "Nature", "has_speech": "false", "recorded_by": "somebody"}
    assert (question.clip.licence, question.clip.source) == ("CC0", "field recorder")
    assert pack.clips.fetch(question.clip).path.read_bytes() == wav()
    assert question.clip.sha256 == hashlib.sha256(wav()).hexdigest()
    assert pack.report.text() == "1 of 1 row can be played."


def test_three_columns_are_enough(tmp_path: Path) -> None:
    question = read_pack(write_pack(tmp_path, ["a.wav,1,2"], {"a.wav": wav()})).questions[0]
    assert (question.truth.country, question.clip.licence, question.tags) == ("", "", {})


def test_synthetic_recordings_are_marked(tmp_path: Path) -> None:
    rows = ["a.wav,1,2,true", "b.wav,1,2,"]
    pack = read_pack(write_pack(tmp_path, rows, {"a.wav": wav(), "b.wav": wav(500)}, HEADER + ",is_synthetic"))
    assert pack.is_synthetic
    assert [question.clip.is_synthetic for question in pack.questions] == [True, False]


def test_broken_files_of_every_kind_are_named_once_and_the_rest_plays(tmp_path: Path) -> None:
    files = {
        "good.wav": wav(),
        "text.wav": b"this is no sound " * 100,
        "nothing.wav": b"",
        "header.wav": (CASES / "a04_zero_frames.wav").read_bytes(),
        "cut.m4a": (CASES / "a09_speech.m4a").read_bytes()[:6000],
        "long.flac": (CASES / "a13_eleven_minutes.flac").read_bytes(),
        "silent.wav": (CASES / "a12_dc_only.wav").read_bytes(),
        "photo.jpg": (CASES / "s07_exif_gps.jpg").read_bytes(),
        "spare.ogg": wav(),
    }
    rows = [f"{name},10,20" for name in files if name != "spare.ogg"] + ["gone.wav,10,20"]
    pack = read_pack(write_pack(tmp_path, rows, files))
    assert ids(pack) == ["good.wav"]
    assert sorted(found(pack)) == sorted(
        [
            (FindingKind.NOT_AUDIO, "text.wav"),
            (FindingKind.EMPTY, "nothing.wav"),
            (FindingKind.EMPTY, "header.wav"),
            (FindingKind.UNREADABLE, "cut.m4a"),
            (FindingKind.TOO_LONG, "long.flac"),
            (FindingKind.SILENT, "silent.wav"),
            (FindingKind.NOT_AUDIO, "photo.jpg"),
            (FindingKind.NO_ROW, "spare.ogg"),
            (FindingKind.MISSING, "gone.wav"),
        ]
    )
    text = pack.report.text()
    assert text.startswith("1 of 9 rows can be played.")
    for name in [*files, "gone.wav"]:
        assert text.count(name) == (0 if name == "good.wav" else 1)
    assert str(tmp_path) not in text


def test_odd_files_that_can_be_played_play_with_a_remark(tmp_path: Path) -> None:
    files = {
        "wav.mp3": wav(),
        "nan.wav": (CASES / "a06_nan_inf_float.wav").read_bytes(),
        "junk.mp3": (CASES / "a08_bad_header.mp3").read_bytes(),
        "stream.wav": (CASES / "a02_stream_header.wav").read_bytes(),
        "offset.wav": (CASES / "a12_dc_tone.wav").read_bytes(),
    }
    pack = read_pack(write_pack(tmp_path, [f"{name},10,20" for name in files], files))
    assert ids(pack) == list(files)
    assert found(pack) == []
    assert noted(pack) == [(FindingKind.MISLABELLED, "wav.mp3"), (FindingKind.REPAIRED, "nan.wav")]
    assert "12 samples" in pack.report.text()


def test_wrong_places_are_named_with_their_value(tmp_path: Path) -> None:
    rows = ["a.wav,95,2", "b.wav,1,181", "c.wav,,2", "d.wav,121.5,25.0", "e.wav,1,2"]
    pack = read_pack(write_pack(tmp_path, rows, {f"{name}.wav": wav(440 + 10 * i) for i, name in enumerate("abcde")}))
    assert ids(pack) == ["e.wav"]
    assert found(pack) == [(FindingKind.BAD_PLACE, f"{name}.wav") for name in "abcd"]
    text = pack.report.text()
    for words in ("latitude 95", "longitude 181", "no latitude", "swapped"):
        assert words in text


def test_decimal_commas_of_a_german_spreadsheet(tmp_path: Path) -> None:
    pack = read_pack(write_pack(tmp_path, ["a.wav;48,85;-2,35"], {"a.wav": wav()}, HEADER.replace(",", ";")))
    assert pack.questions[0].truth.place == Coordinate(48.85, -2.35)


def test_s01_names_that_lead_out_are_refused_and_named(tmp_path: Path) -> None:
    (tmp_path / "outside.wav").write_bytes(wav())
    folder = write_pack(tmp_path / "pack", [], {"a.wav": wav(), "sub/b.wav": wav(500)})
    (folder / "link.wav").symlink_to(tmp_path / "outside.wav")
    (folder / "far").symlink_to(tmp_path)
    (folder / "loop.wav").symlink_to(folder / "loop.wav")
    (folder / "inside.wav").symlink_to(folder / "sub" / "b.wav")
    bad = ["../outside.wav", str(tmp_path / "outside.wav"), "sub\\b.wav", "link.wav", "far/outside.wav", "loop.wav"]
    write_pack(folder, [f"{name},1,2" for name in [*bad, "a.wav", "inside.wav"]], {})
    pack = read_pack(folder)
    assert ids(pack) == ["a.wav", "inside.wav"]
    refused = [subject for kind, subject in found(pack) if kind is FindingKind.BAD_NAME]
    assert sorted(refused) == sorted(bad)


def test_a_nul_in_a_name_is_refused(tmp_path: Path) -> None:
    pack = read_pack(write_pack(tmp_path, ["a.wav,1,2", "b\0.wav,1,2"], {"a.wav": wav()}))
    assert ids(pack) == ["a.wav"]
    assert [kind for kind, _ in found(pack)] == [FindingKind.BAD_NAME]
    assert "\0" not in pack.report.text()


def test_rows_for_one_file_that_agree_count_once_and_that_differ_not_at_all(tmp_path: Path) -> None:
    rows = ["a.wav,1,2", "b.wav,3,4", "./a.wav,1.0,2.00", "b.wav,3,5", "c.wav,7,8"]
    pack = read_pack(write_pack(tmp_path, rows, {f"{name}.wav": wav(440 + 10 * i) for i, name in enumerate("abc")}))
    assert ids(pack) == ["a.wav", "c.wav"]
    assert found(pack) == [(FindingKind.TWO_PLACES, "b.wav")]
    assert noted(pack) == [(FindingKind.REPEATED_ROW, "a.wav")]


def test_the_same_sound_twice_and_a_place_at_zero_are_remarked(tmp_path: Path) -> None:
    rows = ["a.wav,0,0", "b.wav,3,4"]
    pack = read_pack(write_pack(tmp_path, rows, {"a.wav": wav(), "b.wav": wav()}))
    assert len(pack.questions) == 2
    assert noted(pack) == [(FindingKind.NULL_ISLAND, "a.wav"), (FindingKind.SAME_SOUND, "b.wav")]


def test_a_flag_that_is_none_is_remarked_and_not_guessed(tmp_path: Path) -> None:
    rows = ["a.wav,1,2,perhaps,maybe"]
    pack = read_pack(write_pack(tmp_path, rows, {"a.wav": wav()}, HEADER + ",has_speech,is_synthetic"))
    assert pack.questions[0].tags == {}
    assert not pack.is_synthetic
    assert noted(pack) == [(FindingKind.BAD_FLAG, "a.wav")] * 2


def test_a_text_without_end_is_cut_and_remarked(tmp_path: Path) -> None:
    pack = read_pack(write_pack(tmp_path, ["a.wav,1,2," + "x" * 9000], {"a.wav": wav()}, HEADER + ",city"))
    assert len(pack.questions[0].truth.city) == 500
    assert noted(pack) == [(FindingKind.SHORTENED, "a.wav")]


def test_names_match_however_accents_are_composed(tmp_path: Path) -> None:
    composed = "Macei\u00f3.wav"
    on_disk = unicodedata.normalize("NFD", composed)
    pack = read_pack(write_pack(tmp_path, [f"{composed},1,2"], {on_disk: wav()}))
    assert ids(pack) == [on_disk]
    assert found(pack) == []


def test_hidden_files_and_leftovers_of_archives_are_passed_over(tmp_path: Path) -> None:
    files = {"a.wav": wav(), "._a.wav": b"x", ".cache/b.wav": b"x", "__MACOSX/a.wav": b"x", "notes.txt": b"x"}
    assert found(read_pack(write_pack(tmp_path, ["a.wav,1,2"], files))) == []


@pytest.mark.parametrize("files", [{}, {"a.wav": b"text " * 99}, {"b.wav": b""}])
def test_a_folder_with_nothing_to_play_is_refused_with_the_report(tmp_path: Path, files: dict[str, bytes]) -> None:
    with pytest.raises(PackError, match=r"Nothing in the folder .* can be played") as caught:
        read_pack(write_pack(tmp_path / "pack", ["a.wav,1,2"], files))
    assert "a.wav" in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_an_empty_folder_and_a_bare_header_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"no metadata\.csv"):
        read_pack(tmp_path)
    with pytest.raises(PackError, match="0 of 0 rows"):
        read_pack(write_pack(tmp_path, [], {}))


@pytest.mark.parametrize("name", ["", "My Pack", "a/b", "..", "x" * 65, "ünder"])
def test_a_name_that_cannot_stand_in_the_log_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError, match="name of a benchmark"):
        read_pack(write_pack(tmp_path, ["a.wav,1,2"], {"a.wav": wav()}), name=name)


@pytest.mark.parametrize(
    ("folder", "name"), [("Clips 2024", "clips-2024"), ("東京", "pack"), ("Ünder_Score!", "under-score")]
)
def test_a_folder_gives_its_name(tmp_path: Path, folder: str, name: str) -> None:
    pack = read_pack(write_pack(tmp_path / folder, ["a.wav,1,2"], {"a.wav": wav()}))
    assert (pack.benchmark, pack.title) == (name, folder)


def test_the_revision_changes_with_what_is_played_and_with_nothing_else(tmp_path: Path) -> None:
    header = HEADER + ",city"
    rows = ["a.wav,1,2,Here", "b.wav,3,4,There"]
    files = {"a.wav": wav(), "b.wav": wav(500)}

    def revision(name: str, rows: list[str], files: dict[str, bytes]) -> str:
        return read_pack(write_pack(tmp_path / name, rows, files, header)).revision

    first = revision("one", rows, files)
    assert re.fullmatch(r"[0-9a-f]{12}", first)
    # Another order, another folder, another city's spelling, a broken file beside it: the same questions.
    same = revision("two", ["b.wav,3.0,4,there", *rows[:1], "c.wav,5,6,"], {**files, "c.wav": b"text"})
    assert same == first
    assert revision("three", ["a.wav,1,2.1,Here", rows[1]], files) != first
    assert revision("four", rows, {**files, "b.wav": wav(501)}) != first
    assert revision("five", rows[:1], files) != first
    renamed = [rows[0], "B.wav,3,4,There"]
    assert revision("six", renamed, {"a.wav": files["a.wav"], "B.wav": files["b.wav"]}) != first


def test_the_revision_of_places_stays_what_earlier_logs_hold(tmp_path: Path) -> None:
    files = {"b.wav": wav(500), "a.wav": wav()}
    pack = read_pack(write_pack(tmp_path, ["b.wav,3,4.5", "a.wav,1,-180"], files))
    listed = ",".join(
        f'["{name}","{hashlib.sha256(files[name]).hexdigest()}",{place}]'
        for name, place in (("a.wav", "1.0,180.0"), ("b.wav", "3.0,4.5"))
    )
    assert pack.revision == hashlib.sha256(f"[{listed}]".encode()).hexdigest()[:12]


def test_a_longest_duration_can_be_set(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, ["a.wav,1,2", "b.wav,1,2"], {"a.wav": wav(seconds=1.0), "b.wav": wav(seconds=3.0)})
    pack = read_pack(folder, max_duration_s=2.0)
    assert ids(pack) == ["a.wav"]
    assert "over 2 s" in pack.report.text()


def test_clips_of_180_s_play_by_default(tmp_path: Path) -> None:
    assert len(read_pack(write_pack(tmp_path, ["a.wav,1,2"], {"a.wav": wav(seconds=180.0)})).questions) == 1


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, ["a.wav,1,2", "b.wav,1,2"], {"a.wav": wav(), "b.wav": wav(500)})
    (folder / "b.wav").unlink()
    os.mkfifo(folder / "b.wav")
    pack = read_pack(folder)
    assert ids(pack) == ["a.wav"]
    assert found(pack) == [(FindingKind.MISSING, "b.wav")]


def test_the_folder_may_be_a_link(tmp_path: Path) -> None:
    write_pack(tmp_path / "pack", ["a.wav,1,2"], {"a.wav": wav()})
    (tmp_path / "link").symlink_to(tmp_path / "pack")
    assert ids(read_pack(tmp_path / "link")) == ["a.wav"]


def test_progress_is_told_file_by_file(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, ["a.wav,1,2", "b.wav,1,2"], {"a.wav": wav(), "b.wav": b"text"})
    steps: list[tuple[int, int]] = []
    read_pack(folder, on_progress=lambda done, total: steps.append((done, total)))
    assert steps == [(1, 2), (2, 2)]


def test_all_real_clips_play() -> None:
    if not CLIPS.is_dir():
        pytest.skip("the real clips are not on this machine")
    pack = read_pack(CLIPS)
    assert len(pack.questions) == 19
    assert pack.report.text() == "19 of 19 rows can be played."
    places = {str(question.question_id): question.truth for question in pack.questions}
    assert places["gcompris_japan.mp3"].place == Coordinate(35.0116, 135.7681)
    assert places["klettres_pt_BR.opus"].city == "São Paulo"
    assert {question.tags["has_speech"] for question in pack.questions} == {"true", "false"}


def test_real_clips_under_wrong_names_play_as_well(tmp_path: Path) -> None:
    if not CLIPS.is_dir():
        pytest.skip("the real clips are not on this machine")
    shutil.copy(CLIPS / "klettres_uk.m4a", tmp_path / "a.wav")
    shutil.copy(CLIPS / "klettres_pt_BR.opus", tmp_path / "b.mp3")
    pack = read_pack(write_pack(tmp_path, ["a.wav,1,2", "b.mp3,3,4"], {}))
    assert len(pack.questions) == 2
    assert [kind for kind, _ in noted(pack)] == [FindingKind.MISLABELLED] * 2


def test_the_built_in_pack_lies_beside_its_reader() -> None:
    assert demo_pack_folder() == ROOT / "soundmark" / "benchmarks" / "demo_pack"
    assert DEMO_BENCHMARK == "soundmark-demo"
