"""A pack that is written plays in the app, and tells nothing but what its table says."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import mutagen
import numpy as np
import pytest
import soundfile
import yaml

from soundmark.audio.decode import decode
from soundmark.benchmarks.folder import read_any_pack
from soundmark.cli import main
from soundmark.curation.pack import PackAbout, PackClip, PackWriteError, WrittenPack, write_pack
from soundmark.curation.pack.training_sources import leak_warnings
from soundmark.types import GeoTruth, QuestionKind
from tests.support.packs import tone

ABOUT = PackAbout(
    title="Bells *of* <Taipei>",
    licence="cc-by-4.0",
    provenance="Recorded by us.\n\n---\n<script>alert(1)</script>",
    languages=("zh-Hant", "en"),
    steps=("RMS of 0.001 or more",),
)
PLACE = {"latitude": "25.03", "longitude": "121.56", "city": "Taipei", "licence": "CC-BY-4.0", "source": "own"}


def recording(folder: Path, name: str, hertz: float = 440.0, seconds: float = 1.0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    tone(folder / name, seconds, hertz)
    return folder / name


@pytest.fixture
def clips(tmp_path: Path) -> list[PackClip]:
    names = ("Taipei Main Station.wav", "b.wav", "c.wav")
    return [
        PackClip(
            path=recording(tmp_path / "in", name, 200.0 * n), columns=PLACE | {"latitude": f"{20 + n}.5", "rms": "0.1"}
        )
        for n, name in enumerate(names, start=1)
    ]


def table(folder: Path) -> list[dict[str, str]]:
    with (folder / "metadata.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_what_is_written_plays_as_a_pack(
    tmp_path: Path, clips: list[PackClip], capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[int] = []
    written = write_pack(clips, tmp_path / "out", ABOUT, on_progress=done.append)
    assert (written.n_rows, written.left_out, written.warnings, done) == (3, (), (), [1, 2, 3])
    pack = read_any_pack(tmp_path / "out")
    assert pack.report.left_out == pack.report.notes == ()
    truths = [question.truth for question in pack.questions]
    assert [truth.place.latitude_deg for truth in truths if isinstance(truth, GeoTruth)] == [21.5, 22.5, 23.5]
    assert pack.questions[0].tags == {"rms": "0.1"}
    assert pack.questions[0].clip.licence == "CC-BY-4.0"
    assert main(["check", "--clips", str(tmp_path / "out")]) == 0
    assert "3 of 3 rows can be played." in capsys.readouterr().out


def test_clips_tell_neither_name_nor_tags_and_are_the_same_again(tmp_path: Path) -> None:
    source = recording(tmp_path / "in", "Taipei.wav")
    samples, rate_hz = soundfile.read(source)
    soundfile.write(tmp_path / "in" / "Taipei.mp3", samples, rate_hz)
    tagged = mutagen.File(tmp_path / "in" / "Taipei.mp3", easy=True)
    tagged.add_tags()
    tagged["title"] = "Taipei Main Station"
    tagged.save()
    clip = PackClip(path=tmp_path / "in" / "Taipei.mp3", columns=PLACE | {"city": ""})
    for name in ("one", "two"):
        write_pack([clip], tmp_path / name, ABOUT)
    (one,), (two,) = table(tmp_path / "one"), table(tmp_path / "two")
    assert one == two
    assert re.fullmatch(r"audio/[0-9a-f]{24}\.mp3", one["file_name"])
    content = (tmp_path / "one" / one["file_name"]).read_bytes()
    assert b"Taipei" not in content
    assert not content.startswith(b"ID3")
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == ["README.md", "audio", "metadata.csv"]


def test_what_cannot_be_a_row_is_named_and_the_others_are_written(tmp_path: Path, clips: list[PackClip]) -> None:
    folder = tmp_path / "in"
    soundfile.write(folder / "quiet.wav", np.zeros(16_000), 16_000)
    (folder / "text.wav").write_text("no sound at all")
    bad = [
        PackClip(path=folder / "quiet.wav", columns=PLACE),
        PackClip(path=folder / "text.wav", columns=PLACE),
        PackClip(path=folder / "gone.wav", columns=PLACE),
        PackClip(path=clips[0].path, columns=PLACE | {"latitude": "91"}),
        PackClip(path=clips[0].path, columns=PLACE),
        PackClip(path=clips[0].path, columns=PLACE, start_s=5.0, end_s=6.0),
    ]
    written = write_pack([*clips, *bad], tmp_path / "out", ABOUT)
    assert written.n_rows == len(table(tmp_path / "out")) == 3
    assert [(left.name, left.why) for left in written.left_out] == [
        ("quiet.wav", "quiet.wav is silent. Replace it or delete it."),
        ("text.wav", "text.wav is not an audio file of a known format. Use wav, flac, ogg, mp3 or m4a."),
        ("gone.wav", "gone.wav is not there or may not be read. Check its name and its permissions."),
        ("Taipei Main Station.wav", "Latitude 91 is not in -90 to 90, are latitude and longitude swapped?"),
        ("Taipei Main Station.wav", "It is the same sound as an earlier row."),
        ("Taipei Main Station.wav", "Taipei Main Station.wav ends before 5 s. Find its segments again."),
    ]
    assert read_any_pack(tmp_path / "out").report.left_out == ()


def test_parts_of_a_recording_are_clips_of_their_own(tmp_path: Path) -> None:
    path = recording(tmp_path / "in", "long.wav", seconds=4.0)
    parts = [PackClip(path=path, columns=PLACE, start_s=start_s, end_s=start_s + 1.3) for start_s in (0.0, 1.51)]
    write_pack(parts, tmp_path / "out", ABOUT)
    lengths = [decode(tmp_path / "out" / row["file_name"]).duration_s for row in table(tmp_path / "out")]
    assert lengths == pytest.approx([1.3, 1.3], abs=0.1)  # MP3 pads at both ends


def test_choice_questions_may_share_a_clip(tmp_path: Path) -> None:
    path = recording(tmp_path / "in", "a.wav")
    asked = {"Question": 'Where, or "when"?', "option_a": "Here", "option_b": "There", "licence": "CC0-1.0"}
    clips = [PackClip(path=path, columns=asked | {"answer": answer, "source": "own"}) for answer in "AB"]
    # The same question with two answers has two ids only when the pack gives them.
    clips = [PackClip(path=path, columns=dict(clip.columns) | {"question_id": f"q{n}"}) for n, clip in enumerate(clips)]
    write_pack([*clips, PackClip(path=path, columns=asked | {"answer": "C"})], tmp_path / "out", ABOUT)
    pack = read_any_pack(tmp_path / "out")
    assert pack.questions[0].kind is QuestionKind.CHOICE
    assert [question.question_id for question in pack.questions] == ["q0", "q1"]
    assert pack.questions[0].prompt == 'Where, or "when"?'
    assert len(list((tmp_path / "out" / "audio").iterdir())) == 1


def test_clips_without_questions_are_written_with_a_warning(tmp_path: Path) -> None:
    path = recording(tmp_path / "in", "a.wav")
    written = write_pack([PackClip(path=path, columns={"rms": "0.1", "source": "own"})], tmp_path / "out", ABOUT)
    assert written.n_rows == 1
    assert "cannot play them" in written.warnings[0]
    with pytest.raises(PackWriteError, match="Needed are"):
        write_pack([PackClip(path=path)], tmp_path / "other", ABOUT, kind=QuestionKind.GEO)


def test_a_new_pack_takes_the_place_of_an_old_one_of_its_own_only(tmp_path: Path, clips: list[PackClip]) -> None:
    out = tmp_path / "out"
    write_pack(clips, out, ABOUT)
    write_pack(clips[:1], out, ABOUT)
    assert len(list((out / "audio").iterdir())) == len(table(out)) == 1
    (out / "thesis.txt").write_text("mine")
    with pytest.raises(PackWriteError, match=r"thesis\.txt"):
        write_pack(clips, out, ABOUT)
    (out / "thesis.txt").unlink()
    (out / "README.md").write_text("# mine")
    with pytest.raises(PackWriteError, match="did not write"):
        write_pack(clips, out, ABOUT)
    assert (out / "README.md").read_text() == "# mine"
    with pytest.raises(PackWriteError, match="is a file"):
        write_pack(clips, out / "README.md", ABOUT)


def stop_at(n_last: int) -> Callable[[int], None]:
    def stop(n_done: int) -> None:
        if n_done == n_last:
            raise KeyboardInterrupt

    return stop


def test_several_processes_write_the_same_pack(tmp_path: Path, clips: list[PackClip]) -> None:
    (tmp_path / "in" / "text.wav").write_text("no sound at all")
    part = PackClip(path=clips[2].path, columns=PLACE, start_s=0.2, end_s=0.9)
    listed = [clips[1], PackClip(path=tmp_path / "in" / "text.wav", columns=PLACE), part, clips[0]]
    written: dict[int, WrittenPack] = {}
    done: list[int] = []
    for n_workers in (1, 2):
        out = tmp_path / f"out{n_workers}"
        written[n_workers] = write_pack(listed, out, ABOUT, n_workers=n_workers, on_progress=done.append)
    assert done == [1, 2, 3, 4] * 2
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()}
        for name in ("out1", "out2")
    )
    assert one == two and len(one) == 5
    assert written[1].left_out == written[2].left_out and written[1].file_names == written[2].file_names


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path, clips: list[PackClip]) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        write_pack(clips, out, ABOUT, on_progress=stop_at(2))
    assert not (out / "metadata.csv").exists()
    for clip in clips[:2]:
        clip.path.chmod(0o400)  # unchanged content: their copies are taken as they are
    assert write_pack(clips, out, ABOUT).n_rows == 3
    assert sorted(path.name for path in out.iterdir()) == ["README.md", "audio", "metadata.csv"]


def test_the_readme_is_a_card_that_nothing_from_outside_breaks(tmp_path: Path, clips: list[PackClip]) -> None:
    hostile = PackClip(path=clips[1].path, columns=PLACE | {"source": "x | y\n---\n<b>z</b>", "licence": "[a](b)"})
    write_pack([clips[0], hostile], tmp_path / "out", ABOUT)
    text = (tmp_path / "out" / "README.md").read_text("utf-8")
    _, front, body = text.split("---\n", 2)
    card = yaml.safe_load(front)
    assert card["license"] == "cc-by-4.0"
    assert card["language"] == ["en", "zh"]
    assert card["pretty_name"] == "Bells *of* <Taipei>"
    assert card["configs"][0]["data_files"] == [{"split": "test", "path": ["audio/*", "metadata.csv"]}]
    assert "<script>" not in body
    assert "<b>" not in body
    assert "| x \\| y --- &lt;b&gt;z&lt;/b&gt; | 1 |" in body
    assert "| \\[a\\](b) | 1 |" in body
    assert "- RMS of 0.001 or more" in body


def test_clips_of_a_pack_are_not_coded_again(tmp_path: Path, clips: list[PackClip]) -> None:
    write_pack(clips, tmp_path / "first", ABOUT)
    first = [PackClip(path=tmp_path / "first" / row["file_name"], columns=PLACE) for row in table(tmp_path / "first")]
    write_pack(first, tmp_path / "second", ABOUT)
    assert [row["file_name"] for row in table(tmp_path / "second")] == [
        row["file_name"] for row in table(tmp_path / "first")
    ]
    # A file that only goes by such a name is coded: it may carry tags.
    forged = first[0].path.with_name(f"{'0' * 24}.mp3")
    forged.write_bytes(first[1].path.read_bytes() + b"TAG" + b"Taipei".ljust(125))
    write_pack([PackClip(path=forged, columns=PLACE)], tmp_path / "third", ABOUT)
    (row,) = table(tmp_path / "third")
    assert b"Taipei" not in (tmp_path / "third" / row["file_name"]).read_bytes()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"title": " \x00 "}, "needs a title"),
        ({"licence": "CC BY\n4.0"}, "no name of a licence"),
        ({"provenance": " "}, "where the recordings come from"),
        ({"languages": ("english please",)}, "no language code"),
    ],
)
def test_what_a_readme_cannot_say_is_refused(
    tmp_path: Path, clips: list[PackClip], change: dict[str, object], said: str
) -> None:
    given: dict[str, object] = {"title": "t", "licence": "other", "provenance": "p"}
    with pytest.raises(PackWriteError, match=said):
        write_pack(clips, tmp_path / "out", PackAbout(**(given | change)))  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


def test_nothing_to_write_is_an_error(tmp_path: Path) -> None:
    gone = PackClip(path=tmp_path / "gone.wav", columns=PLACE)
    for clips in ([], [gone]):
        with pytest.raises(PackWriteError, match="No clip can be a row"):
            written: WrittenPack = write_pack(clips, tmp_path / "out", ABOUT)
            assert written


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("https://freesound.org/people/x/sounds/1/", ["Freesound"]),
        ("ESC-50, fold 3", ["Freesound"]),
        ("https://www.youtube.com/watch?v=abc (AudioSet)", ["AudioSet", "YouTube"]),
        ("https://youtu.be/abc", ["YouTube"]),
        ("https://archive.org/details/aporee_1_2", ["archive.org"]),
        ("XC123, xeno-canto.org", ["xeno-canto"]),
        ("recorded by us, no freesounds here", []),
        ("marchive.organ", []),
    ],
)
def test_sources_that_training_sets_draw_on_are_named(source: str, named: Sequence[str]) -> None:
    warnings = leak_warnings([{"source": source}, {"source": "own"}])
    assert [
        name for warning in warnings for name in re.findall(r"1 of 2 rows names (.+) as the source", warning)
    ] == named


def test_rows_without_a_source_are_counted() -> None:
    (warning,) = leak_warnings([{"source": " "}, {"source": "own"}, {}])
    assert warning.startswith("2 of 3 rows name no source")
    assert leak_warnings([]) == ()
