"""The user's own recordings: found in their folder and nowhere else, two channels told from seven."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.audio.errors import AudioError
from soundmark.benchmarks import FindingKind, PackError
from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.benchmarks.savvy import SavvyMedia, read_savvy
from soundmark.types import Clip
from tests.support import savvy_files as made

RATE_HZ = 48_000


def write_sound(path: Path, n_channels: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    samples = np.random.default_rng(1).normal(0, 0.1, (RATE_HZ // 10, n_channels))
    soundfile.write(path, samples, RATE_HZ, subtype="PCM_24")
    return path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return made.write_json(tmp_path / "source" / "savvy_bench_file.json", made.items())


@pytest.mark.parametrize(
    "layout", [f"{made.VIDEO}.wav", f"audio/{made.VIDEO}.wav", f"{made.VIDEO}/audio/{made.VIDEO}.wav"]
)
def test_seven_channels_are_used_as_they_are(tmp_path: Path, source: Path, layout: str) -> None:
    path = write_sound(tmp_path / "media" / layout, 7)
    benchmark = read_savvy(source, tmp_path / "media")
    audio = benchmark.scenes[f"{made.PREFIX}direction_ego_hard_3"].audio
    assert audio is not None
    assert audio.microphones == (0, 1, 2, 3, 4, 5, 6)
    assert audio.tells_front_from_back
    assert {question.clip.path for question in benchmark.pack.questions} == {path}
    got = benchmark.pack.clips.fetch(benchmark.pack.questions[0].clip)
    assert got.path == path
    assert got.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_two_channels_are_the_ears_and_cannot_tell_front_from_back(tmp_path: Path, source: Path) -> None:
    write_sound(tmp_path / "media" / f"{made.VIDEO}.wav", 2)
    audio = read_savvy(source, tmp_path / "media").scenes[f"{made.PREFIX}direction_ego_hard_3"].audio
    assert audio is not None
    assert audio.microphones == (5, 6)
    assert not audio.tells_front_from_back
    assert "cannot tell front from back" in audio.note


def test_of_two_files_the_one_with_seven_channels_is_used(tmp_path: Path) -> None:
    write_sound(tmp_path / "a" / f"{made.VIDEO}.wav", 2)
    seven = write_sound(tmp_path / "b" / f"{made.VIDEO}.wav", 7)
    audio = SavvyMedia(tmp_path).audio(made.VIDEO)
    assert audio is not None
    assert audio.path == seven


@pytest.mark.parametrize(("n_channels", "words"), [(1, "1 channel."), (4, "4 channels.")])
def test_another_number_of_channels_is_told_and_the_questions_play(
    tmp_path: Path, source: Path, n_channels: int, words: str
) -> None:
    write_sound(tmp_path / "media" / f"{made.VIDEO}.wav", n_channels)
    benchmark = read_savvy(source, tmp_path / "media")
    (note,) = benchmark.pack.report.notes
    assert note.kind is FindingKind.UNSUPPORTED
    assert words in note.detail
    assert benchmark.pack.report.n_playable == 6
    assert benchmark.pack.questions[0].clip.path is None


def test_a_file_that_is_no_sound_is_told(tmp_path: Path) -> None:
    (tmp_path / f"{made.VIDEO}.wav").write_text("no sound")
    with pytest.raises(AudioError, match="not an audio file"):
        SavvyMedia(tmp_path).audio(made.VIDEO)


def test_a_video_with_sound_comes_before_one_without(tmp_path: Path) -> None:
    for folder in ("video", "video_merged"):
        (tmp_path / made.VIDEO / folder).mkdir(parents=True)
        (tmp_path / made.VIDEO / folder / f"{made.VIDEO}.mp4").write_bytes(b"film")
    assert SavvyMedia(tmp_path).video(made.VIDEO) == tmp_path / made.VIDEO / "video_merged" / f"{made.VIDEO}.mp4"
    assert SavvyMedia(tmp_path).audio(made.VIDEO) is None  # b"film" holds no sound
    assert SavvyMedia(tmp_path).video("loc1_script1_seq1_rec1") is None


def test_the_sound_of_a_video_is_used_where_there_is_no_other(tmp_path: Path) -> None:
    """The published merge step leaves AAC of two channels inside the video."""
    av = pytest.importorskip("av")
    path = tmp_path / "video_merged" / f"{made.VIDEO}.mp4"
    path.parent.mkdir()
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=RATE_HZ, layout="stereo")
        frame = av.AudioFrame.from_ndarray(np.zeros((2, 1024), dtype=np.float32), format="fltp", layout="stereo")
        frame.sample_rate = RATE_HZ
        for packet in (*stream.encode(frame), *stream.encode(None)):
            container.mux(packet)
    audio = SavvyMedia(tmp_path).audio(made.VIDEO)
    assert audio is not None
    assert audio.path == path
    assert audio.microphones == (5, 6)
    write_sound(tmp_path / f"{made.VIDEO}.wav", 7)
    own = SavvyMedia(tmp_path).audio(made.VIDEO)
    assert own is not None
    assert own.n_channels == 7


def test_without_media_a_sentence_says_what_to_do(source: Path) -> None:
    pack = read_savvy(source).pack
    assert pack.clips.at_hand(pack.questions[0].clip) is None
    with pytest.raises(ClipUnavailable) as caught:
        pack.clips.fetch(pack.questions[0].clip)
    assert "licensed by its owner" in str(caught.value)
    assert "projectaria.com" in str(caught.value)
    assert made.VIDEO not in str(caught.value)


def test_media_that_are_gone_are_not_at_hand(tmp_path: Path) -> None:
    media = SavvyMedia(None)
    clip = Clip(path=tmp_path / "gone.wav")
    assert media.at_hand(clip) is None
    with pytest.raises(ClipUnavailable, match="cannot be read any more"):
        media.fetch(clip)


@pytest.mark.parametrize(
    "name", ["../outside", "..", "/etc/passwd", "outside\x00", "C:\\outside", "outside/../../outside", "o" * 300]
)
def test_no_name_of_a_recording_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    write_sound(tmp_path / "outside.wav", 7)
    folder = tmp_path / "media"
    folder.mkdir()
    (folder / "linked.wav").symlink_to(tmp_path / "outside.wav")
    (folder / "circle.wav").symlink_to(folder / "circle.wav")
    media = SavvyMedia(folder)
    assert media.audio(name) is None
    assert media.video(name) is None
    assert media.audio("linked") is None
    assert media.audio("circle") is None
    rows = made.items()
    rows[0]["video_id"] = f"aea/{name}"
    source = made.write_json(tmp_path / "source" / "savvy_bench_file.json", rows)
    assert read_savvy(source, folder).scenes[f"{made.PREFIX}direction_ego_hard_3"].audio is None


def test_a_folder_of_media_that_is_not_there_is_told(tmp_path: Path, source: Path) -> None:
    with pytest.raises(PackError, match="no folder films of media"):
        read_savvy(source, tmp_path / "films")
