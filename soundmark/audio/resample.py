"""Another sample rate, by ffmpeg's swresample, which PyAV brings along."""

from __future__ import annotations

import numpy as np

from soundmark.audio.errors import AudioError, AudioReason
from soundmark.audio.sound import Samples


def resample(samples: Samples, from_hz: int, to_hz: int) -> Samples:
    """Samples at another rate, band-limited.

    Args:
        samples: float32, shape (n_frames, 1 or 2).
        from_hz: their rate.
        to_hz: the rate wanted.

    Raises:
        AudioError: when PyAV is not installed.
    """
    try:
        from av.audio.frame import AudioFrame
        from av.audio.resampler import AudioResampler
    except ImportError as error:
        message = f"A recording at {from_hz} Hz needs PyAV to be played. Install it (pip install av)."
        raise AudioError(AudioReason.NO_DECODER, message) from error
    n_channels = samples.shape[1]
    layout = "mono" if n_channels == 1 else "stereo"
    frame = AudioFrame.from_ndarray(np.ascontiguousarray(samples).reshape(1, -1), format="flt", layout=layout)
    frame.sample_rate = from_hz
    resampler = AudioResampler(format="flt", layout=layout, rate=to_hz)
    # Of just the same length: the filter gives some frames more or fewer, and none for the shortest sounds.
    resampled: Samples = np.zeros((-(-len(samples) * to_hz // from_hz), n_channels), dtype=np.float32)
    at = 0
    for part in [*resampler.resample(frame), *resampler.resample(None)]:
        block = part.to_ndarray().reshape(-1, n_channels)[: len(resampled) - at]
        resampled[at : at + len(block)] = block
        at += len(block)
    return resampled
