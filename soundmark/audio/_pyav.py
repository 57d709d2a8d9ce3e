"""Decoding with PyAV, the libraries of ffmpeg: mp3, flac, and what libsndfile does not open (m4a, webm, wma, ...).

Its wheels bring ffmpeg along, so that nothing has to be installed on the system.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from soundmark.audio._buffer import SampleBuffer
from soundmark.audio.errors import AudioError, AudioReason, no_sound
from soundmark.audio.formats import FAMILY_OF_CONTAINER, is_lossy
from soundmark.audio.sound import Samples, Sound

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame
    from av.container import InputContainer

OPEN_OPTIONS = {
    "format_whitelist": ",".join(FAMILY_OF_CONTAINER),
    # The file is handed over open. Nothing that stands in it may open another one or the network.
    "protocol_whitelist": "none",
}
_SELF_SYNCHRONISING = frozenset({"mp3", "aac", "ac3", "mpegts", "mpeg"})
"""Streams in which junk between frames (foreign tags, a cut at the end) is common and skipped by every player."""


def pyav_installed() -> bool:
    """Whether this decoder can be used."""
    try:
        import av  # noqa: F401
    except ImportError:
        return False
    return True


def decode_with_pyav(file: io.BufferedReader, name: str, max_duration_s: float, *, if_none: AudioReason) -> Sound:
    """Decode the first audio track of an open file.

    Args:
        file: at its beginning.
        name: for messages.
        max_duration_s: longest sound accepted.
        if_none: the reason to give when no decoder opens the file.

    Raises:
        AudioError: when it is no audio, damaged, empty or beyond a limit.
    """
    import av
    from av.error import FFmpegError

    try:
        container = av.open(file, mode="r", options=OPEN_OPTIONS, metadata_errors="ignore")
    except (FFmpegError, ValueError) as error:
        raise no_sound(if_none, name) from error
    with container:
        if not container.streams.audio:
            raise AudioError(AudioReason.NOT_AUDIO, f"{name} has no audio track. Use a file that has one.")
        try:
            return _first_track(container, name, max_duration_s)
        except (FFmpegError, ValueError) as error:
            raise no_sound(AudioReason.UNREADABLE, name) from error


def _first_track(container: InputContainer, name: str, max_duration_s: float) -> Sound:
    """The first track; rate and channels are those of the first frame, not those of the header."""
    buffer: SampleBuffer | None = None
    for frame in _frames(container, name):
        if buffer is None:
            buffer = SampleBuffer(name, frame.sample_rate, frame.layout.nb_channels, max_duration_s)
        _append(buffer, frame)
    if buffer is None:
        raise no_sound(AudioReason.EMPTY, name)
    codec = container.streams.audio[0].codec_context.codec.canonical_name
    return Sound(
        samples=buffer.take(),
        sample_rate_hz=buffer.sample_rate_hz,
        container=FAMILY_OF_CONTAINER.get(container.format.name, "other"),
        codec=codec,
        is_lossy=is_lossy(codec),
    )


def _frames(container: InputContainer, name: str) -> Iterator[AudioFrame]:
    """All frames of one rate and number of channels.

    Where junk between frames is usual, packets that cannot be decoded, or that look like a frame of another shape, are
    passed over as long as most are whole. Elsewhere they are an error.
    """
    from av.error import InvalidDataError

    tolerant = FAMILY_OF_CONTAINER.get(container.format.name) in _SELF_SYNCHRONISING
    shape: tuple[int, int] | None = None
    n_good = n_bad = 0
    for packet in container.demux(container.streams.audio[0]):
        try:
            frames = packet.decode()
        except InvalidDataError:
            if not tolerant:
                raise
            n_bad += 1
            continue
        for frame in frames:
            its_shape = _shape(frame)
            shape = shape or its_shape
            if its_shape == shape:
                n_good += 1
                yield frame
            elif tolerant:
                n_bad += 1
            else:
                message = f"{name} changes its sample rate or channels in the middle. Convert it to flac or wav."
                raise AudioError(AudioReason.UNSUPPORTED, message)
    if n_bad > n_good:
        raise no_sound(AudioReason.UNREADABLE, name)


def _shape(frame: AudioFrame) -> tuple[int, int]:
    return (frame.sample_rate, frame.layout.nb_channels)


def _append(buffer: SampleBuffer, frame: AudioFrame) -> None:
    """Copy a frame into the buffer; the form in which lossy codings come goes there without an array in between."""
    if frame.format.name == "fltp":
        planes = [np.frombuffer(memoryview(plane), np.float32, frame.samples) for plane in frame.planes]
        buffer.append_channels(planes)
    else:
        buffer.append(_frames_first(frame))


def _frames_first(frame: AudioFrame) -> Samples:
    """A frame of any sample format as float32 of shape (frames, channels), full scale -1..1."""
    values = frame.to_ndarray()
    values = values.T if frame.format.is_planar else values.reshape(-1, frame.layout.nb_channels)
    if values.dtype.kind == "f":
        with np.errstate(over="ignore", invalid="ignore"):  # becomes infinite, and is counted as such
            return values.astype(np.float32, copy=False)
    bits = 8 * values.dtype.itemsize
    samples: Samples = values.astype(np.float32)
    samples *= np.float32(2.0 ** (1 - bits))
    if values.dtype.kind == "u":
        samples -= np.float32(1)
    return samples
