"""Another sample rate, by ffmpeg's swresample, which PyAV brings along."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from soundmark.audio.errors import AudioError, AudioReason
from soundmark.audio.sound import Samples

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame


def resample(samples: Samples, from_hz: int, to_hz: int) -> Samples:
    """Samples at another rate, band-limited.

    Args:
        samples: float32, shape (n_frames, 1 or 2).
        from_hz: their rate.
        to_hz: the rate wanted.

    Raises:
        AudioError: when PyAV is not installed.
    """
    stream = StreamResampler(from_hz, to_hz, n_channels=samples.shape[1])
    # Of just the same length: the filter gives some frames more or fewer, and none for the shortest sounds.
    resampled: Samples = np.zeros((-(-len(samples) * to_hz // from_hz), samples.shape[1]), dtype=np.float32)
    at = 0
    for part in (stream.next(samples), stream.rest()):
        block = part[: len(resampled) - at]
        resampled[at : at + len(block)] = block
        at += len(block)
    return resampled


class StreamResampler:
    """The same for a recording that comes in blocks; no edge between two of them is heard.

    Args:
        from_hz: the rate of what comes.
        to_hz: the rate wanted.
        n_channels: 1 or 2.

    Raises:
        AudioError: when PyAV is not installed.
    """

    def __init__(self, from_hz: int, to_hz: int, *, n_channels: int) -> None:
        try:
            from av.audio.resampler import AudioResampler
        except ImportError as error:
            message = f"A recording at {from_hz} Hz needs PyAV to be played. Install it (pip install av)."
            raise AudioError(AudioReason.NO_DECODER, message) from error
        self._from_hz, self._n_channels = from_hz, n_channels
        self._layout = "mono" if n_channels == 1 else "stereo"
        self._resampler = AudioResampler(format="flt", layout=self._layout, rate=to_hz)

    def next(self, block: Samples) -> Samples:
        """What is ready when this block, of shape (n_frames, n_channels), has come."""
        from av.audio.frame import AudioFrame

        frame = AudioFrame.from_ndarray(np.ascontiguousarray(block).reshape(1, -1), format="flt", layout=self._layout)
        frame.sample_rate = self._from_hz
        return self._joined(self._resampler.resample(frame))

    def rest(self) -> Samples:
        """What is left when all blocks have come."""
        return self._joined(self._resampler.resample(None))

    def _joined(self, frames: Iterable[AudioFrame]) -> Samples:
        none: Samples = np.zeros((0, self._n_channels), dtype=np.float32)
        return np.concatenate([none, *(frame.to_ndarray().reshape(-1, self._n_channels) for frame in frames)])
