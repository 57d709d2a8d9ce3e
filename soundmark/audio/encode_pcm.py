"""A recording as a WAV or FLAC file of 16 bits, as models take it; nothing of the source but the samples goes in."""

from __future__ import annotations

import io
from typing import Literal

import numpy as np

from soundmark.audio.encode import within_full_scale
from soundmark.audio.errors import AudioError, AudioReason
from soundmark.audio.resample import resample
from soundmark.audio.sound import Samples, Sound

CANCELLED_RATIO = 1e-3
"""Root mean square of a mix to that of its channels (-60 dB) below which the channels have cancelled each other."""


def as_sent(sound: Sound, *, sample_rate_hz: int | None, n_channels: int) -> Sound:
    """A recording with other channels and another rate.

    Args:
        sound: the recording.
        sample_rate_hz: the rate wanted; None keeps its own.
        n_channels: at most so many, 1 or 2. More become one, by their mean; one stays one.

    Raises:
        AudioError: when the channels cancel each other, or the rate cannot be changed.
    """
    samples = sound.samples
    if sound.n_channels > n_channels:
        samples = _mixed(samples)
    rate_hz = sample_rate_hz or sound.sample_rate_hz
    if rate_hz != sound.sample_rate_hz:
        samples = resample(samples, sound.sample_rate_hz, rate_hz)
    return Sound(samples=samples, sample_rate_hz=rate_hz)


def encode_pcm(sound: Sound, container: Literal["WAV", "FLAC"]) -> bytes:
    """Encode a recording of any rate and number of channels; where it exceeds full scale it is divided by its peak."""
    import soundfile

    encoded = io.BytesIO()
    soundfile.write(encoded, within_full_scale(sound.samples), sound.sample_rate_hz, format=container, subtype="PCM_16")
    return encoded.getvalue()


def _mixed(samples: Samples) -> Samples:
    mixed: Samples = samples.mean(axis=1, keepdims=True, dtype=np.float32)
    loudness = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    if float(np.sqrt(np.mean(np.square(mixed, dtype=np.float64)))) < CANCELLED_RATIO * loudness:
        message = "The channels of a recording cancel each other when they are mixed to one. Send two channels."
        raise AudioError(AudioReason.UNSUPPORTED, message)
    return mixed
