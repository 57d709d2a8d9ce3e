"""Recordings too long or with too many channels to be decoded at once, block by block."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from soundmark.audio._buffer import MAX_CHANNELS, MAX_RATE_HZ, MIN_RATE_HZ
from soundmark.audio.decode import open_regular
from soundmark.audio.errors import AudioError, AudioReason, no_sound, shown
from soundmark.audio.formats import FAMILY_OF_CONTAINER
from soundmark.audio.sound import Samples

if TYPE_CHECKING:
    import soundfile

BLOCK_S = 8.0


class BlockReader:
    """An open wav, flac or other file that libsndfile reads; use it in a `with` statement.

    Attributes:
        name: of the file, for messages.
        sample_rate_hz: frames a second.
        n_channels: channels.
        codec: how samples are coded, for instance 'PCM_24'.
        n_frames: frames in the file, as its header says.
        n_frames_read: frames given out so far.
    """

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            AudioError: when it is no file, no sound that can be read in blocks, or beyond the limits.
        """
        import soundfile

        self.name = shown(path.name)
        self._file = open_regular(path, self.name, max_bytes=None)
        try:
            # By the number of the open file: libsndfile then reads by itself, and sees no name to guess a format from.
            self._reader: soundfile.SoundFile = soundfile.SoundFile(os.dup(self._file.fileno()), closefd=True)
        except soundfile.LibsndfileError as error:
            self._file.close()
            raise AudioError(
                AudioReason.NOT_AUDIO,
                f"{self.name} cannot be read as a sound. Convert it to wav or flac.",
            ) from error
        self.sample_rate_hz = int(self._reader.samplerate)
        self.n_channels = int(self._reader.channels)
        self.codec = str(self._reader.subtype)
        self.n_frames = int(self._reader.frames)
        self.n_frames_read = 0
        try:
            self._check()
        except AudioError:
            self.close()
            raise

    def blocks(self, block_s: float = BLOCK_S) -> Iterator[Samples]:
        """The frames from where reading stands, float32 of shape (frames, channels), full scale -1..1.

        Args:
            block_s: seconds in a block; only the last may be shorter.

        Raises:
            AudioError: when the file holds no sound, or is damaged in its first block. Damage later on ends it there.
        """
        import soundfile

        n_frames = max(1, int(block_s * self.sample_rate_hz))
        while True:
            try:
                block: Samples = self._reader.read(n_frames, dtype="float32", always_2d=True)
            except soundfile.LibsndfileError as error:
                if self.n_frames_read == 0:
                    raise no_sound(AudioReason.UNREADABLE, self.name) from error
                break  # what was good so far is kept, and `ends_early` says that it is not all
            if not len(block):
                break
            self.n_frames_read += len(block)
            yield block
        if self.n_frames_read == 0:
            raise no_sound(AudioReason.EMPTY, self.name)

    def go_to(self, frame: int) -> None:
        """Read on from a frame, counted from 0; one beyond the end is the end.

        Raises:
            AudioError: when the file cannot be read from there.
        """
        import soundfile

        try:
            self._reader.seek(max(0, min(frame, self.n_frames)))
        except soundfile.LibsndfileError as error:
            raise no_sound(AudioReason.UNREADABLE, self.name) from error

    @property
    def ends_early(self) -> bool:
        """After the last block of a file read from its start: there were fewer good frames than the header says."""
        return self.n_frames_read < self.n_frames

    def close(self) -> None:
        """Close the file."""
        self._reader.close()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check(self) -> None:
        if self._reader.format not in FAMILY_OF_CONTAINER:
            raise AudioError(
                AudioReason.UNSUPPORTED, f"{self.name} is of a kind that is not read here. Convert it to wav or flac."
            )
        if not MIN_RATE_HZ <= self.sample_rate_hz <= MAX_RATE_HZ or not 1 <= self.n_channels <= MAX_CHANNELS:
            raise AudioError(
                AudioReason.UNSUPPORTED,
                f"{self.name} has {self.n_channels} channels at {self.sample_rate_hz} Hz; 1 to {MAX_CHANNELS} channels "
                f"at {MIN_RATE_HZ} to {MAX_RATE_HZ} Hz can be used. Convert it.",
            )
