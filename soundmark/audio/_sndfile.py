"""Decoding with libsndfile: wav, ogg, opus, aiff and their kin; without PyAV mp3 and flac too.

The last two it ends at the length in their header, so that a wrong header cuts the sound short without an error (an MP3
whose Xing header says 10 frames gives 10,188 of 132,300 samples).
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from soundmark.audio._buffer import SampleBuffer
from soundmark.audio.errors import AudioReason
from soundmark.audio.formats import FAMILY_OF_CONTAINER, is_lossy
from soundmark.audio.sound import Sound

if TYPE_CHECKING:
    import soundfile


class NotForSndfile(Exception):
    """libsndfile gets no whole sound out of the file; not an error, the next decoder is asked.

    Attributes:
        reason: why, where the format was recognised; else None.
    """

    def __init__(self, reason: AudioReason | None) -> None:
        super().__init__()
        self.reason = reason


def decode_with_sndfile(file: io.BufferedReader, name: str, max_duration_s: float) -> Sound:
    """Decode an open file.

    The file is passed without its name: by a name libsndfile would take any text called `.vox` for sound.

    Args:
        file: at its beginning.
        name: for messages.
        max_duration_s: longest sound accepted.

    Raises:
        NotForSndfile: when another decoder should try.
        AudioError: when the sound is beyond a limit.
    """
    import soundfile

    try:
        reader = soundfile.SoundFile(file)
    except soundfile.LibsndfileError as error:
        raise NotForSndfile(None) from error
    with reader:
        family = FAMILY_OF_CONTAINER.get(reader.format)
        if family is None:
            raise NotForSndfile(None)
        if reader.frames == 0:
            raise NotForSndfile(AudioReason.EMPTY)
        buffer = SampleBuffer(name, reader.samplerate, reader.channels, max_duration_s)
        _read_all(reader, buffer)
        return Sound(
            samples=buffer.take(),
            sample_rate_hz=buffer.sample_rate_hz,
            container=family,
            codec=reader.subtype,
            is_lossy=is_lossy(reader.subtype),
        )


def _read_all(reader: soundfile.SoundFile, buffer: SampleBuffer) -> None:
    """Fill the buffer in one call: soundfile seeks after each, which cuts the bit reservoir of an MP3.

    One call is bounded, because the buffer is, and an MP3 may have fewer frames than its header says.
    """
    import soundfile

    try:
        n_read = len(reader.read(out=buffer.free))
    except soundfile.LibsndfileError as error:
        raise NotForSndfile(AudioReason.UNREADABLE) from error
    buffer.advance(n_read)
    if n_read < reader.frames and reader.format != "MP3":
        raise NotForSndfile(AudioReason.UNREADABLE)
