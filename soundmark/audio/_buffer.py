"""Room for decoded samples that never grows beyond the allowed length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from soundmark.audio.errors import AudioError, AudioReason
from soundmark.audio.sound import Samples

MIN_RATE_HZ = 1_000
MAX_RATE_HZ = 384_000
MAX_CHANNELS = 32
MAX_SAMPLES = 72_000_000
"""Samples of all channels together: 288 MB of float32, or 187 s of 8 channels at 48 kHz."""


class SampleBuffer:
    """Takes blocks of frames and refuses the first frame too many.

    The whole room is reserved at once, which costs no memory until it is written to, so that a header's claim of the
    length is never needed and nothing is copied at the end.

    Raises:
        AudioError: with reason `unsupported` for a sample rate or number of channels beyond the limits.
    """

    def __init__(self, name: str, sample_rate_hz: int, n_channels: int, max_duration_s: float) -> None:
        if not MIN_RATE_HZ <= sample_rate_hz <= MAX_RATE_HZ:
            raise _unsupported(name, f"has {sample_rate_hz} samples a second", f"{MIN_RATE_HZ} to {MAX_RATE_HZ}")
        if not 1 <= n_channels <= MAX_CHANNELS:
            raise _unsupported(name, f"has {n_channels} channels", f"1 to {MAX_CHANNELS}")
        self.sample_rate_hz = sample_rate_hz
        self.n_channels = n_channels
        self.n_frames = 0
        self._name = name
        self._max_frames = min(int(max_duration_s * sample_rate_hz), MAX_SAMPLES // n_channels)
        # One frame more than allowed, so that a file of just the allowed length is told from a longer one.
        self._room: Samples = np.empty((self._max_frames + 1, n_channels), dtype=np.float32)

    @property
    def free(self) -> Samples:
        """The part not yet written; write to its beginning, then call `advance`."""
        return self._room[self.n_frames :]

    def advance(self, n_frames: int) -> None:
        """Count frames written to the beginning of `free`.

        Raises:
            AudioError: with reason `too_long`.
        """
        self.n_frames += n_frames
        if self.n_frames > self._max_frames:
            longest_s = self._max_frames / self.sample_rate_hz
            raise AudioError(
                AudioReason.TOO_LONG, f"{self._name} is longer than {longest_s:g} s. Cut it to the part that matters."
            )

    def append(self, block: NDArray[np.float32]) -> None:
        """Copy a block of shape (frames, channels) in.

        Raises:
            AudioError: with reason `too_long`.
        """
        room = self.free
        fitting = min(len(block), len(room))
        room[:fitting] = block[:fitting]
        self.advance(fitting)

    def append_channels(self, channels: Sequence[NDArray[np.float32]]) -> None:
        """Copy a block in that comes as an array of shape (frames,) for each channel.

        Raises:
            AudioError: with reason `too_long`.
        """
        room = self.free
        fitting = min(len(channels[0]), len(room))
        for index, channel in enumerate(channels):
            room[:fitting, index] = channel[:fitting]
        self.advance(fitting)

    def take(self) -> Samples:
        """The frames written, in an array of their own; the buffer cannot be used afterwards.

        Raises:
            AudioError: with reason `empty` when there are none.
        """
        if self.n_frames == 0:
            raise AudioError(AudioReason.EMPTY, f"{self._name} holds no sound. Replace it or delete it.")
        samples = self._room
        del self._room
        samples.resize((self.n_frames, self.n_channels), refcheck=False)
        return samples


def _unsupported(name: str, what: str, limits: str) -> AudioError:
    return AudioError(AudioReason.UNSUPPORTED, f"{name} {what}; {limits} can be used. Convert it.")
