"""A recording as MP3, the one lossy format every browser plays; nothing of the source but the samples goes in."""

from __future__ import annotations

import io
from typing import TypedDict

import numpy as np

from soundmark.audio.resample import resample
from soundmark.audio.sound import Samples, Sound

FORMAT_VERSION = "mp3v1"
"""Changes with every change of the rules below, so that copies made by older rules are not used again."""

_RATES_HZ = (16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
"""The rates of MPEG-1 and MPEG-2. Those of the unofficial MPEG-2.5 (8 to 12 kHz) are not played everywhere."""

_QUALITY = 0.4
"""LAME's variable bit rate, V4: about 150 kbit/s for a stereo field recording, 80 for mono, 40 for telephone speech.
Variable is both faster and better than constant at equal size (measured: 27.4 dB in 0.60 s at 153 kbit/s against
23.1 dB in 0.75 s at 128 kbit/s, 20 s of stereo)."""


class Mp3Options(TypedDict):
    """Of soundfile's writer."""

    format: str
    subtype: str
    compression_level: float
    bitrate_mode: str


MP3_OPTIONS = Mp3Options(format="MP3", subtype="MPEG_LAYER_III", compression_level=_QUALITY, bitrate_mode="VARIABLE")


def encode_mp3(sound: Sound) -> bytes:
    """Encode a recording; its start, length and level stay as they are.

    - More than two channels become one, by their mean.
    - A sample rate that MP3 lacks is raised to the next one it has (96 kHz and more become 48 kHz).
    - Where samples exceed full scale, the whole recording is divided by its peak; else its level is left alone. The
      same rule for all, so that two recordings heard side by side keep the difference their files have.

    Raises:
        AudioError: when the rate has to be changed and PyAV is not installed.
    """
    import soundfile

    rate_hz = playable_rate_hz(sound.sample_rate_hz)
    samples = _at_most_stereo(sound.samples)
    if rate_hz != sound.sample_rate_hz:
        samples = resample(samples, sound.sample_rate_hz, rate_hz)
    encoded = io.BytesIO()
    soundfile.write(encoded, within_full_scale(samples), rate_hz, **MP3_OPTIONS)
    return encoded.getvalue()


def playable_rate_hz(rate_hz: int) -> int:
    """The lowest MP3 rate that loses nothing of a recording, or the highest there is."""
    return next((candidate for candidate in _RATES_HZ if candidate >= rate_hz), _RATES_HZ[-1])


def _at_most_stereo(samples: Samples) -> Samples:
    if samples.shape[1] <= 2:
        return samples
    mixed: Samples = samples.mean(axis=1, keepdims=True, dtype=np.float32)
    return mixed


def within_full_scale(samples: Samples) -> Samples:
    """The samples, divided by their peak where that exceeds full scale."""
    peak = np.abs(samples).max()
    if peak <= 1.0:
        return samples
    scaled: Samples = samples / peak
    return scaled
