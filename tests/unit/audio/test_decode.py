"""Every audio file is opened by its content, within limits, or refused with a reason and a sentence."""

from __future__ import annotations

import io
import os
import sys
import tracemalloc
from pathlib import Path

import mutagen
import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from soundmark.audio import AudioError, AudioReason, decode

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "data" / "cases"
CLIPS = ROOT.parent / "shared" / "real" / "clips"
CLIP_NAMES = sorted(path.name for path in CLIPS.glob("*.*") if path.suffix != ".csv") or ["absent"]

Wave = NDArray[np.float32]


def noise(seconds: float, rate_hz: int = 44_100, channels: int = 1) -> Wave:
    shape = (round(seconds * rate_hz), channels)
    return (0.1 * np.random.default_rng(0).standard_normal(shape)).astype(np.float32)


def encoded(samples: Wave, rate_hz: int, file_format: str, subtype: str | None = None) -> bytearray:
    file = io.BytesIO()
    soundfile.write(file, samples, rate_hz, format=file_format, subtype=subtype)
    return bytearray(file.getvalue())


def saved(path: Path, content: bytes | bytearray) -> Path:
    path.write_bytes(content)
    return path


def refusal(path: Path, **limits: float) -> AudioError:
    with pytest.raises(AudioError) as caught:
        decode(path, **limits)
    return caught.value


def test_a02_stream_header_has_its_true_length() -> None:
    sound = decode(CASES / "a02_stream_header.wav")
    assert (sound.sample_rate_hz, sound.n_frames, sound.duration_s) == (16_000, 24_000, 1.5)


@pytest.mark.parametrize("name", ["a04_zero_frames.wav", "a04_zero_bytes.wav"])
def test_a04_empty_files_are_refused_as_empty(name: str) -> None:
    assert refusal(CASES / name).reason is AudioReason.EMPTY


def test_a06_samples_that_are_no_numbers_become_silence_and_are_counted() -> None:
    sound = decode(CASES / "a06_nan_inf_float.wav")
    as_written, _ = soundfile.read(CASES / "a06_nan_inf_float.wav", dtype="float32", always_2d=True)
    bad = ~np.isfinite(as_written)
    assert sound.n_bad_samples == 12
    assert not sound.samples[bad].any()
    assert np.array_equal(sound.samples[~bad], as_written[~bad])


def test_a08_mp3_with_junk_and_a_wrong_header_has_its_true_length() -> None:
    sound = decode(CASES / "a08_bad_header.mp3")
    assert sound.sample_rate_hz == 44_100
    assert sound.duration_s == pytest.approx(2.0, abs=0.15)


def test_a09_m4a_is_decoded() -> None:
    sound = decode(CASES / "a09_speech.m4a")
    assert sound.duration_s == pytest.approx(2.26, abs=0.1)
    assert (sound.container, sound.is_lossy, sound.extension_matches) == ("mp4", True, True)


def test_a13_a_small_file_of_eleven_minutes_is_refused_without_being_expanded() -> None:
    path = CASES / "a13_eleven_minutes.flac"
    decode(CASES / "a11_u8.wav")  # libraries are loaded before memory is counted
    tracemalloc.start()
    error = refusal(path, max_duration_s=30.0)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error.reason is AudioReason.TOO_LONG
    # 30 s at the file's 8 kHz in float32 are 0.96 MB; the whole file would be 21 MB.
    assert peak_bytes < 2_000_000


def test_a13_is_whole_when_its_length_is_allowed() -> None:
    assert decode(CASES / "a13_eleven_minutes.flac", max_duration_s=660.0).duration_s == 660.0


@pytest.mark.parametrize("file_format", ["WAV", "FLAC", "OGG"])
def test_the_longest_sound_allowed_plays_and_one_frame_more_does_not(tmp_path: Path, file_format: str) -> None:
    samples = noise(1.0, 16_000)
    path = saved(tmp_path / "clip", encoded(samples, 16_000, file_format))
    assert decode(path, max_duration_s=1.0).n_frames == 16_000
    assert refusal(path, max_duration_s=15_999 / 16_000).reason is AudioReason.TOO_LONG


@pytest.mark.parametrize("frames_claimed", [0, 10, 1_000_000, 0xFFFFFFFF])
def test_an_mp3_header_that_lies_about_the_length_changes_nothing(tmp_path: Path, frames_claimed: int) -> None:
    mp3 = encoded(noise(3.0), 44_100, "MP3")
    header = max(mp3.find(b"Xing"), mp3.find(b"Info"))
    mp3[header + 8 : header + 12] = frames_claimed.to_bytes(4, "big")
    # One MP3 frame is 1152 samples, 26 ms; the padding at both ends counts when the header is no help.
    assert decode(saved(tmp_path / "a.mp3", mp3)).duration_s == pytest.approx(3.0, abs=0.06)


@pytest.mark.parametrize("samples_claimed", [0, 1000, 10**9])
def test_a_flac_header_that_lies_about_the_length_changes_nothing(tmp_path: Path, samples_claimed: int) -> None:
    flac = encoded(noise(2.0), 44_100, "FLAC")
    packed = int.from_bytes(flac[18:26], "big")  # STREAMINFO: the low 36 bits are the number of samples
    flac[18:26] = (packed >> 36 << 36 | samples_claimed).to_bytes(8, "big")
    assert decode(saved(tmp_path / "a.flac", flac)).n_frames == 88_200


def test_samples_of_a_compressed_file_are_those_of_one_long_reading(tmp_path: Path) -> None:
    """A reader that works in blocks loses the bit reservoir of an MP3 at each of them."""
    samples = (0.4 * np.sin(2 * np.pi * 440 * np.arange(10 * 22_050) / 22_050)).astype(np.float32)
    path = saved(tmp_path / "a.mp3", encoded(samples[:, None], 22_050, "MP3"))
    error = decode(path).samples[:, 0] - samples
    assert np.abs(error[2000:-2000]).max() < 0.02


@pytest.mark.parametrize(
    ("subtype", "step"),
    [("PCM_U8", 2**-7), ("PCM_16", 2**-15), ("PCM_24", 2**-23), ("PCM_32", 2**-23), ("FLOAT", 0.0), ("DOUBLE", 0.0)],
)
def test_samples_of_every_width_come_out_at_their_level(tmp_path: Path, subtype: str, step: float) -> None:
    samples = noise(0.2, 8_000, channels=2)
    sound = decode(saved(tmp_path / "a.wav", encoded(samples, 8_000, "WAV", subtype)))
    assert sound.samples.shape == (1600, 2)
    assert sound.samples.dtype == np.float32
    assert np.abs(sound.samples - samples).max() <= step
    assert not sound.is_lossy


@pytest.mark.parametrize(("subtype", "step"), [("PCM_16", 2**-15), ("PCM_24", 2**-23)])
def test_flac_is_lossless(tmp_path: Path, subtype: str, step: float) -> None:
    samples = noise(0.5, 48_000, channels=2)
    sound = decode(saved(tmp_path / "a.flac", encoded(samples, 48_000, "FLAC", subtype)))
    assert np.abs(sound.samples - samples).max() <= step
    assert (sound.container, sound.is_lossy) == ("flac", False)


@pytest.mark.parametrize("name", ["a.mp3", "a.raw", "a.vox", "a.sd2", "a.txt", "A.M4A"])
def test_a_wav_under_any_name_is_a_wav(tmp_path: Path, name: str) -> None:
    sound = decode(saved(tmp_path / name, encoded(noise(0.1), 44_100, "WAV")))
    assert (sound.container, sound.n_frames, sound.extension_matches) == ("wav", 4410, False)


@pytest.mark.parametrize("name", ["a.wav", "a.WAV", "a"])
def test_a_name_that_does_not_contradict_is_no_mismatch(tmp_path: Path, name: str) -> None:
    assert decode(saved(tmp_path / name, encoded(noise(0.1), 44_100, "WAV"))).extension_matches


@pytest.mark.parametrize("name", ["a.wav", "a.mp3", "a.vox", "a.raw", "a.m4a"])
@pytest.mark.parametrize("content", [b"no sound " * 500, b"\x00", b"<html>" + b" " * 4000, bytes(range(256)) * 40])
def test_what_is_not_audio_is_refused_as_such(tmp_path: Path, name: str, content: bytes) -> None:
    error = refusal(saved(tmp_path / name, content))
    assert error.reason is AudioReason.NOT_AUDIO
    assert name in str(error)


def test_a_picture_is_not_audio() -> None:
    assert refusal(CASES / "s07_exif_gps.jpg").reason is AudioReason.NOT_AUDIO


@pytest.mark.parametrize(
    "playlist",
    [
        "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2.0,\n{target}\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile '{target}'\n",
        "#EXTM3U\nfile://{target}\n",
    ],
)
@pytest.mark.parametrize("name", ["list.m3u8", "list.wav", "list.ffconcat"])
def test_a_playlist_never_makes_the_server_read_another_file(tmp_path: Path, playlist: str, name: str) -> None:
    target = saved(tmp_path / "secret.mp3", encoded(noise(1.0), 44_100, "MP3"))
    path = tmp_path / name
    path.write_text(playlist.format(target=target), encoding="utf-8")
    assert refusal(path).reason is AudioReason.NOT_AUDIO


@pytest.mark.parametrize("share", [0.02, 0.5, 0.99])
def test_a_flac_that_was_cut_is_damaged(tmp_path: Path, share: float) -> None:
    flac = encoded(noise(2.0), 44_100, "FLAC")
    error = refusal(saved(tmp_path / "a.flac", flac[: int(len(flac) * share)]))
    assert error.reason is AudioReason.UNREADABLE


def test_an_m4a_that_was_cut_is_damaged(tmp_path: Path) -> None:
    m4a = (CASES / "a09_speech.m4a").read_bytes()
    assert refusal(saved(tmp_path / "a.m4a", m4a[:6000])).reason is AudioReason.UNREADABLE


@pytest.mark.parametrize("seed", range(4))  # with seed 1 the junk looks like a stereo frame
def test_junk_behind_the_last_mp3_frame_does_no_harm(tmp_path: Path, seed: int) -> None:
    mp3 = encoded(noise(2.0), 44_100, "MP3") + bytearray(np.random.default_rng(seed).bytes(3000))
    sound = decode(saved(tmp_path / "a.mp3", mp3))
    assert sound.duration_s == pytest.approx(2.0, abs=0.06)
    assert sound.n_channels == 1


def test_a_wav_whose_size_was_never_filled_in_is_whole(tmp_path: Path) -> None:
    wav = encoded(noise(1.0), 44_100, "WAV")
    wav[40:44] = bytes(4)  # the size of the data chunk, as a recorder leaves it that lost power
    assert decode(saved(tmp_path / "a.wav", wav)).n_frames == 44_100


def test_other_containers_are_read_through_pyav(tmp_path: Path) -> None:
    files = (("a.aac", "aac", "aac"), ("a.webm", "libopus", "webm"), ("a.wma", "wmav2", "asf"))
    for name, codec, container in files:
        with_pyav(tmp_path / name, codec, seconds=2.0)
        sound = decode(tmp_path / name)
        assert (sound.container, sound.is_lossy, sound.extension_matches) == (container, True, True)
        assert sound.duration_s == pytest.approx(2.0, abs=0.1)
        assert float(np.sqrt(np.mean(np.square(sound.samples)))) == pytest.approx(0.3 / 2**0.5, rel=0.1)


def test_the_sound_of_a_video_is_taken_and_a_silent_film_refused(tmp_path: Path) -> None:
    with_pyav(tmp_path / "film.mp4", "aac", seconds=1.0, picture=True)
    assert decode(tmp_path / "film.mp4").duration_s == pytest.approx(1.0, abs=0.1)
    with_pyav(tmp_path / "mute.mp4", None, seconds=1.0, picture=True)
    error = refusal(tmp_path / "mute.mp4")
    assert error.reason is AudioReason.NOT_AUDIO
    assert "no audio track" in str(error)


def with_pyav(path: Path, codec: str | None, *, seconds: float, picture: bool = False) -> None:
    """Write a 440 Hz tone of peak 0.3 at 48 kHz, with or without a grey picture."""
    import av

    with av.open(path, "w") as container:
        film = container.add_stream("mpeg4", rate=10) if picture else None
        track = container.add_stream(codec, rate=48_000, layout="mono", bit_rate=96_000) if codec else None
        if film is not None:
            film.width, film.height, film.pix_fmt = 64, 64, "yuv420p"
            grey = av.VideoFrame.from_ndarray(np.full((64, 64, 3), 128, dtype=np.uint8), format="rgb24")
            for _ in range(round(10 * seconds)):
                container.mux(film.encode(grey))
            container.mux(film.encode(None))
        if track is not None:
            assert isinstance(track, av.AudioStream)
            tone = 0.3 * np.sin(2 * np.pi * 440 * np.arange(round(48_000 * seconds)) / 48_000)
            frame = av.AudioFrame.from_ndarray(tone.astype(np.float32)[None, :], format="fltp", layout="mono")
            frame.sample_rate = 48_000
            context = track.codec_context
            resampler = av.AudioResampler(context.format, context.layout, 48_000, context.frame_size or 960)
            for part in [*resampler.resample(frame), *resampler.resample(None)]:
                container.mux(track.encode(part))
            container.mux(track.encode(None))


@pytest.mark.parametrize("name", ["nothing.wav", "clip\0.wav", "a" * 300 + ".wav"])
def test_what_is_not_there_is_missing(tmp_path: Path, name: str) -> None:
    assert refusal(tmp_path / name).reason is AudioReason.MISSING


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path).reason is AudioReason.MISSING


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.wav")
    assert refusal(tmp_path / "pipe.wav").reason is AudioReason.MISSING


def test_a_giant_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "giant.wav").open("wb") as file:
        file.write(encoded(noise(0.1), 44_100, "WAV"))
        file.truncate(600 * 1024 * 1024)  # sparse: takes no room
    assert refusal(tmp_path / "giant.wav").reason is AudioReason.TOO_LARGE


@pytest.mark.parametrize(("offset", "field"), [(22, (200).to_bytes(2, "little")), (24, (1).to_bytes(4, "little"))])
def test_absurd_channels_and_rates_are_refused(tmp_path: Path, offset: int, field: bytes) -> None:
    wav = encoded(noise(0.1), 44_100, "WAV")
    wav[offset : offset + len(field)] = field
    wav[32:34] = (int.from_bytes(wav[22:24], "little") * 2).to_bytes(2, "little")
    assert refusal(saved(tmp_path / "a.wav", wav)).reason is AudioReason.UNSUPPORTED


def test_memory_is_bounded_for_many_channels_as_well(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.wav", encoded(noise(0.01, 384_000, channels=32), 384_000, "WAV"))
    tracemalloc.start()
    assert decode(path, max_duration_s=1e9).n_channels == 32
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak_bytes < 300_000_000


def test_messages_name_the_file_but_no_folder_and_are_one_short_line(tmp_path: Path) -> None:
    folder = tmp_path / "private-folder"
    folder.mkdir()
    for name in ("x\nINJECTED\x1b[31m.wav", "y" * 200 + ".wav"):
        message = str(refusal(saved(folder / name, b"text")))
        assert message.isprintable()
        assert "private-folder" not in message
        assert len(message) < 250


def test_without_pyav_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    error = refusal(CASES / "a09_speech.m4a")
    assert error.reason is AudioReason.NO_DECODER
    assert "pip install av" in str(error)
    assert "a09_speech.m4a" in str(error)
    for file_format in ("WAV", "FLAC", "OGG", "MP3"):
        path = saved(tmp_path / "clip", encoded(noise(1.0), 44_100, file_format))
        assert decode(path).n_frames == 44_100


def test_samples_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        decode(CASES / "a11_u8.wav").samples[0, 0] = 1.0


@pytest.mark.parametrize("name", CLIP_NAMES)
def test_real_clips_have_the_length_their_container_says(name: str) -> None:
    if not CLIPS.is_dir():
        pytest.skip("the real clips are not on this machine")
    described = mutagen.File(CLIPS / name).info  # type: ignore[attr-defined, unused-ignore]
    sound = decode(CLIPS / name)
    assert sound.duration_s == pytest.approx(described.length, abs=0.1)
    assert sound.sample_rate_hz == getattr(described, "sample_rate", 48_000)
    if sound.container != "mp4":  # its sample entry says 2 whatever is coded
        assert sound.n_channels == described.channels
    assert sound.extension_matches
    assert sound.n_bad_samples == 0
