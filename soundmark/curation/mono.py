"""One channel at the rate that a listening program wants."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from soundmark.audio.measure import SILENCE_RMS
from soundmark.audio.resample import resample
from soundmark.audio.sound import Sound

Channel = NDArray[np.float32]
"""Shape (n_frames,), full scale -1..1."""


def mono_at(sound: Sound, rate_hz: int) -> Channel:
    """The mean of all channels at another rate, without a constant offset.

    Where channels cancel each other, as with one wired the wrong way round, the loudest one stands for the recording.

    Args:
        sound: any recording.
        rate_hz: the rate wanted, in Hz.

    Raises:
        AudioError: when the rate has to be changed and PyAV is not installed.
    """
    samples = np.ascontiguousarray(_centred(sound)[:, None])
    if sound.sample_rate_hz != rate_hz:
        samples = resample(samples, sound.sample_rate_hz, rate_hz)
    channel: Channel = np.ascontiguousarray(samples[:, 0])
    return channel


def _centred(sound: Sound) -> Channel:
    # In double precision: float files may hold numbers whose sum float32 does not.
    mixed = sound.samples @ np.full(sound.n_channels, 1 / sound.n_channels)
    mixed -= mixed.mean()
    if sound.n_channels > 1 and np.sqrt(np.square(mixed).mean()) < SILENCE_RMS:
        loudest = int(np.argmax(sound.samples.std(axis=0, dtype=np.float64)))
        mixed = sound.samples[:, loudest].astype(np.float64)
        mixed -= mixed.mean()
    peak = np.abs(mixed).max()
    scaled: Channel = (mixed if peak <= 1 else mixed / peak).astype(np.float32)
    return scaled
