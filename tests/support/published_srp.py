"""SRP-PHAT as published, as plain loops: one pair and one angle at a time, in double precision."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt


def published_azimuths(
    segments: npt.NDArray[np.float32], positions_m: npt.NDArray[np.float64], rate_hz: int
) -> list[float]:
    """The first best azimuth of each segment: FFT of twice the segment, nearest lags, 361 angles, equal weights.

    Args:
        segments: shape (segments, microphones, samples).
        positions_m: shape (m, 3), x right, y up, z forward.
        rate_hz: of the segments.
    """
    return [_azimuth(segment.astype(np.float64), positions_m, rate_hz) for segment in segments]


def _azimuth(segment: npt.NDArray[np.float64], positions_m: npt.NDArray[np.float64], rate_hz: int) -> float:
    n_fft = 2 * segment.shape[1]
    correlations = {}
    for i in range(len(segment)):
        for j in range(i + 1, len(segment)):
            cross = np.fft.rfft(segment[i], n_fft) * np.conj(np.fft.rfft(segment[j], n_fft))
            size = np.abs(cross)
            correlations[i, j] = np.fft.irfft(np.divide(cross, size, out=np.zeros_like(cross), where=size > 0), n_fft)
    best_deg, best_power = -180.0, -math.inf
    for azimuth_deg in range(-180, 181):
        towards = np.array([math.sin(math.radians(azimuth_deg)), 0.0, math.cos(math.radians(azimuth_deg))])
        power = 0.0
        for (i, j), correlation in correlations.items():
            delay_s = np.dot(positions_m[j] - positions_m[i], towards) / 343.0
            power += correlation[round(delay_s * rate_hz)]
        if power > best_power:
            best_deg, best_power = float(azimuth_deg), power
    return best_deg
