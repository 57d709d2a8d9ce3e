"""Sounds as microphones far from a source get them, by the way from a point to each microphone and nothing else."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

SOUND_SPEED_MPS = 343.0

Floats = npt.NDArray[np.float64]
Samples = npt.NDArray[np.float32]


def arrivals(
    positions_m: Floats,
    azimuth_deg: float,
    *,
    rate_hz: int = 48_000,
    seconds: float = 1.0,
    seed: int = 0,
    noise: float = 0.01,
    distance_m: float = 50.0,
) -> Samples:
    """Noise from a point in the plane of the microphones' origin, shape (frames, microphones).

    Args:
        positions_m: shape (m, 3), x right, y up, z forward.
        azimuth_deg: + right.
        rate_hz: of the result.
        seconds: its length.
        seed: of the noise.
        noise: level of each microphone's own noise, against the sound's.
        distance_m: of the point.
    """
    rng = np.random.default_rng(seed)
    n = round(seconds * rate_hz)
    point = distance_m * np.array([math.sin(math.radians(azimuth_deg)), 0.0, math.cos(math.radians(azimuth_deg))])
    ways_m = np.array([math.dist(point, mic) for mic in positions_m])
    delays_s = (ways_m - ways_m.min()) / SOUND_SPEED_MPS
    spectrum = np.fft.rfft(rng.normal(0, 0.1, n))
    frequencies = np.fft.rfftfreq(n, 1 / rate_hz)
    spectrum[frequencies > 0.45 * rate_hz] = 0
    sounds = np.fft.irfft(spectrum * np.exp(-2j * np.pi * frequencies * delays_s[:, None]), n).T
    return (sounds + rng.normal(0, 0.1 * noise, sounds.shape)).astype(np.float32)
