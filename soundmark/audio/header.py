"""What the header of an audio or video file says about its sound; nothing is decoded."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio._pyav import OPEN_OPTIONS, pyav_installed
from soundmark.audio.decode import open_regular
from soundmark.audio.errors import AudioReason, no_sound, shown
from soundmark.audio.formats import FAMILY_OF_CONTAINER, is_for_sndfile


@dataclass(frozen=True, slots=True)
class AudioHeader:
    """Channels and sample rate as the file claims them; decoding may show otherwise."""

    n_channels: int
    sample_rate_hz: int


def read_header(path: Path) -> AudioHeader:
    """Read the header of the first audio track.

    Raises:
        AudioError: when the file is not there, empty, too large, or holds no sound that can be opened.
    """
    name = shown(path.name)
    with open_regular(path, name) as file:
        head = file.peek(16)[:16]
        header = _by_sndfile(file) if is_for_sndfile(head) or not pyav_installed() else _by_pyav(file)
    if header is None:
        raise no_sound(AudioReason.NOT_AUDIO, name)
    return header


def _by_sndfile(file: io.BufferedReader) -> AudioHeader | None:
    import soundfile

    try:
        with soundfile.SoundFile(file) as reader:
            if reader.format not in FAMILY_OF_CONTAINER:
                return None
            return AudioHeader(int(reader.channels), int(reader.samplerate))
    except soundfile.LibsndfileError:
        return None


def _by_pyav(file: io.BufferedReader) -> AudioHeader | None:
    import av
    from av.error import FFmpegError

    try:
        with av.open(file, mode="r", options=OPEN_OPTIONS, metadata_errors="ignore") as container:
            if not container.streams.audio:
                return None
            codec = container.streams.audio[0].codec_context
            return AudioHeader(int(codec.channels), int(codec.sample_rate))
    except (FFmpegError, ValueError):
        return None
