"""Published copies tell nothing but the sound, under names that mean nothing, and are made once."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mutagen
import numpy as np
import pytest
import soundfile

from soundmark.audio import AudioError, AudioReason, PublishError, Sound, decode, prepare_copy, publish_copy
from soundmark.audio.decode import file_sha256
from soundmark.audio.encode import encode_mp3

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "data" / "cases"
SHARED = ROOT.parent / "shared" / "real"
AGL1K_CLIPS = sorted((SHARED / "agl1k" / "audio").glob("*.mp3")) or [Path("absent.mp3")]
S07_FORBIDDEN = [b"Dihua", b"Taipei", b"25.05", b"121.50", b"Taiwan"]
SPEECH = CASES / "a09_speech.m4a"


@pytest.fixture
def publish(tmp_path: Path) -> Callable[[Path | Sound], Path]:
    return lambda source: publish_copy(source, tmp_path / "public", tmp_path / "cache").path


def header_length_s(path: Path) -> float:
    """What another reader makes of the copy's header."""
    return float(mutagen.File(path).info.length)  # type: ignore[attr-defined, unused-ignore]


@pytest.mark.parametrize("name", ["s07_id3_location.mp3", "s07_m4a_location.m4a", "s07_riff_info_location.wav"])
def test_s07_no_place_survives_in_a_copy_and_it_still_plays(name: str, publish: Callable[[Path], Path]) -> None:
    source = (CASES / name).read_bytes()
    assert any(word in source for word in S07_FORBIDDEN), "the source must hold what the copy must not"
    copy = publish(CASES / name)
    content = copy.read_bytes()
    assert [word for word in S07_FORBIDDEN if word in content] == []
    assert mutagen.File(copy).tags is None  # type: ignore[attr-defined, unused-ignore]
    assert decode(copy).duration_s == pytest.approx(decode(CASES / name).duration_s, abs=0.01)


@pytest.mark.parametrize("source", AGL1K_CLIPS, ids=lambda path: path.stem)
def test_no_tag_of_a_real_recording_survives(source: Path, publish: Callable[[Path], Path]) -> None:
    if not source.is_file():
        pytest.skip("the AGL1K clips are not on this machine")
    tags = mutagen.File(source).tags  # type: ignore[attr-defined, unused-ignore]
    words = {word for frame in tags.values() for word in re.findall(r"[\w.@]{4,}", str(frame))} | {source.stem}
    assert len(words) > 5
    copy = publish(source)
    content = copy.read_bytes()
    for encoding in ("utf-8", "utf-16-le"):
        assert [word for word in words if word.encode(encoding) in content] == []
    assert mutagen.File(copy).tags is None  # type: ignore[attr-defined, unused-ignore]
    for marker in (b"ID3", b"TAG", b"APETAG", b"Lavf", b"http"):
        assert marker not in content[:4096] + content[-4096:]


def test_a02_the_header_of_the_copy_is_right(publish: Callable[[Path], Path]) -> None:
    assert header_length_s(publish(CASES / "a02_stream_header.wav")) == pytest.approx(1.5, abs=0.01)


def test_names_hold_128_random_bits_and_never_repeat(publish: Callable[[Path], Path]) -> None:
    names = [publish(SPEECH).name for _ in range(50)]
    assert all(re.fullmatch(r"[0-9a-f]{44}\.mp3", name) for name in names)
    # The first 12 digits are the time; the 32 others are random.
    assert len({name[12:] for name in names}) == 50
    digest = file_sha256(SPEECH)
    assert not any(name[12:44] in digest for name in names)


def test_times_tell_nothing(publish: Callable[[Path], Path], tmp_path: Path) -> None:
    old = tmp_path / "old.m4a"
    shutil.copy2(SPEECH, old)
    paths = [publish(old), publish(SPEECH), publish(CASES / "a11_u8.wav")]
    assert len({path.stat().st_mtime_ns for path in paths}) == 1


def test_only_the_copy_lands_in_the_public_folder(publish: Callable[[Path], Path]) -> None:
    path = publish(SPEECH)
    assert list(path.parent.iterdir()) == [path]


def test_a_second_publication_takes_no_room(publish: Callable[[Path], Path]) -> None:
    first, second = publish(SPEECH), publish(SPEECH)
    assert first.name != second.name
    assert first.stat().st_ino == second.stat().st_ino


def test_what_is_published_says_how_long_it_is_and_how_it_looks(tmp_path: Path) -> None:
    for _ in range(2):  # encoded, then from the cache
        published = publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache")
        assert published.duration_s == pytest.approx(2.26, abs=0.1)
        assert len(published.waveform) == 200
        assert max(published.waveform) == 1.0
        assert published.name == published.path.name


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    calls: list[int] = []

    def encode_counted(sound: Sound) -> bytes:
        calls.append(sound.n_frames)
        return encode_mp3(sound)

    monkeypatch.setattr("soundmark.audio._copies.encode_mp3", encode_counted)
    return calls


def test_threads_that_publish_one_recording_encode_it_once(
    monkeypatch: pytest.MonkeyPatch, publish: Callable[[Path], Path]
) -> None:
    calls = counted(monkeypatch)
    with ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(publish, [SPEECH] * 24))
    assert len(calls) == 1
    assert len(set(paths)) == 24
    assert len({path.read_bytes() for path in paths}) == 1


def test_threads_that_publish_several_recordings_do_not_mix_them_up(publish: Callable[[Path], Path]) -> None:
    sources = [SPEECH, CASES / "a11_u8.wav", CASES / "a02_stream_header.wav"] * 6
    with ThreadPoolExecutor(6) as pool:
        lengths = [header_length_s(path) for path in pool.map(publish, sources)]
    assert lengths == pytest.approx([2.276, 1.0, 1.5] * 6, abs=0.02)


def test_a_restart_finds_the_copies_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare_copy(SPEECH, tmp_path / "cache")
    calls = counted(monkeypatch)
    publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache")
    assert calls == []


@pytest.mark.parametrize("damage", ["facts gone", "facts cut", "copy empty", "copy gone"])
def test_a_damaged_cache_is_mended(tmp_path: Path, damage: str) -> None:
    prepared = prepare_copy(SPEECH, tmp_path / "cache")
    expected = prepared.path.read_bytes()
    victim = prepared.path if damage.startswith("copy") else prepared.path.with_suffix(".json")
    victim.chmod(0o644)
    if damage.endswith("gone"):
        victim.unlink()
    else:
        victim.write_bytes(b"" if damage == "copy empty" else victim.read_bytes()[:30])
    published = publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache")
    assert published.path.read_bytes() == expected
    assert published.duration_s == pytest.approx(2.26, abs=0.1)


def test_a_file_that_changed_is_published_as_it_is_now(tmp_path: Path) -> None:
    source = tmp_path / "clip.wav"
    shutil.copy(CASES / "a02_stream_header.wav", source)
    first = publish_copy(source, tmp_path / "public", tmp_path / "cache")
    shutil.copy(CASES / "a11_u8.wav", source)
    second = publish_copy(source, tmp_path / "public", tmp_path / "cache")
    assert (first.duration_s, second.duration_s) == (1.5, 1.0)


def test_a_digest_that_is_known_spares_reading_the_source(tmp_path: Path) -> None:
    digest = file_sha256(SPEECH)
    publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache", sha256=digest)
    published = publish_copy(tmp_path / "gone.m4a", tmp_path / "public", tmp_path / "cache", sha256=digest)
    assert published.path.is_file()


@pytest.mark.parametrize("digest", ["", "../../etc/passwd", "A" * 64, "0" * 63, "0" * 64 + "\n"])
def test_what_is_no_digest_never_becomes_a_path(tmp_path: Path, digest: str) -> None:
    with pytest.raises(ValueError, match="64"):
        publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache", sha256=digest)


def test_a_decoded_recording_can_be_published(publish: Callable[[Sound], Path]) -> None:
    wave = (0.2 * np.sin(np.arange(16_000) / 10)).astype(np.float32)
    one, two = (Sound(samples=wave[:n, None].copy(), sample_rate_hz=16_000) for n in (16_000, 8_000))
    assert decode(publish(one)).duration_s == 1.0
    assert decode(publish(two)).duration_s == 0.5


@pytest.mark.parametrize("fault", [errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOTSUP])
def test_where_links_are_not_possible_files_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise OSError(fault, "no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    first = publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache").path
    second = publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache").path
    assert first.stat().st_ino != second.stat().st_ino
    assert first.read_bytes() == second.read_bytes()
    assert first.stat().st_mtime_ns == second.stat().st_mtime_ns
    assert sorted(path.suffix for path in first.parent.iterdir()) == [".mp3", ".mp3"]


def test_a_sweep_between_two_steps_is_survived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = Path.hardlink_to
    swept: list[Path] = []

    def sweep_once(self: Path, target: Path) -> None:
        if not swept:
            swept.append(target)
            target.unlink()
        link(self, target)

    monkeypatch.setattr(Path, "hardlink_to", sweep_once)
    assert publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache").path.is_file()


def test_a_full_disk_is_said_in_a_sentence_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PublishError, match="No space left"):
        publish_copy(SPEECH, tmp_path / "public", tmp_path / "cache")
    assert [path for path in tmp_path.rglob("*") if path.suffix in {".mp3", ".part", ".json"}] == []


def test_folders_that_cannot_be_made_are_said_without_their_path(tmp_path: Path) -> None:
    (tmp_path / "in-the-way").write_text("a file")
    for out, cache in (("public", "in-the-way"), ("in-the-way", "cache")):
        with pytest.raises(PublishError) as caught:
            publish_copy(SPEECH, tmp_path / out, tmp_path / cache)
        assert str(tmp_path) not in str(caught.value)


def test_what_is_no_sound_is_refused_and_publishes_nothing(tmp_path: Path) -> None:
    with pytest.raises(AudioError) as caught:
        publish_copy(CASES / "s07_exif_gps.jpg", tmp_path / "public", tmp_path / "cache")
    assert caught.value.reason is AudioReason.NOT_AUDIO
    assert not (tmp_path / "public").exists()


@pytest.mark.parametrize("offset", [0.0, 0.25])
def test_a_recording_of_silence_is_refused_with_a_reason_of_its_own(tmp_path: Path, offset: float) -> None:
    path = tmp_path / "Taipei.wav"
    soundfile.write(path, np.full((16_000, 2), offset), 16_000)
    for sha256 in (None, file_sha256(path)):
        with pytest.raises(AudioError, match="is silent") as caught:
            publish_copy(path, tmp_path / "public", tmp_path / "cache", sha256=sha256)
        assert caught.value.reason is AudioReason.SILENT
    assert [found for found in tmp_path.rglob("*") if found.suffix in {".mp3", ".json"}] == []


def test_what_was_made_here_may_be_silent(publish: Callable[[Sound], Path]) -> None:
    assert not decode(publish(Sound(samples=np.zeros((16_000, 1), np.float32), sample_rate_hz=16_000))).samples.any()
