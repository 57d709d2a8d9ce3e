"""Loudness after ITU-R BS.1770-4 and a peak limiter."""

from __future__ import annotations

import numpy as np

from demo_pack.dsp import SAMPLE_RATE_HZ, Mono, amplitude, frequencies_hz, samples
from demo_pack.stage import Stereo

_SHELF = ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585))
_HIGH_PASS = ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621))
_BLOCK_S, _STEP_S = 0.4, 0.1
_ABSOLUTE_GATE_LUFS, _RELATIVE_GATE_LU, _OFFSET_LUFS = -70.0, -10.0, -0.691
_LIMITER_BLOCK = 96


def _k_weighting(frequency_hz: Mono) -> Mono:
    """The power gain of the two 48 kHz biquads of BS.1770-4, annex 1."""
    z = np.exp(-2j * np.pi * frequency_hz / SAMPLE_RATE_HZ)
    power = np.ones_like(frequency_hz)
    for numerator, denominator in (_SHELF, _HIGH_PASS):
        top = numerator[0] + numerator[1] * z + numerator[2] * z**2
        power *= np.abs(top / (denominator[0] + denominator[1] * z + denominator[2] * z**2)) ** 2
    return power


def loudness_lufs(sound: Stereo) -> float:
    """Integrated, gated loudness in LUFS; minus infinity for silence."""
    spectrum = np.fft.rfft(sound, axis=0)
    gain = np.sqrt(_k_weighting(frequencies_hz(len(sound))))
    power = np.sum(np.fft.irfft(spectrum * gain[:, None], len(sound), axis=0) ** 2, axis=1)
    total = np.concatenate([[0.0], np.cumsum(power)])
    starts = np.arange(0, len(sound) - samples(_BLOCK_S) + 1, samples(_STEP_S))
    blocks = (total[starts + samples(_BLOCK_S)] - total[starts]) / samples(_BLOCK_S)
    loud = blocks[_OFFSET_LUFS + 10 * np.log10(np.maximum(blocks, 1e-15)) > _ABSOLUTE_GATE_LUFS]
    if len(loud) == 0:
        return float("-inf")
    kept = loud[10 * np.log10(loud) > 10 * np.log10(np.mean(loud)) + _RELATIVE_GATE_LU]
    return float(_OFFSET_LUFS + 10 * np.log10(np.mean(kept)))


def limited(sound: Stereo, ceiling_dbfs: float) -> Stereo:
    """The sound with its peaks turned down smoothly, never above the ceiling."""
    ceiling = amplitude(ceiling_dbfs)
    count = -(-len(sound) // _LIMITER_BLOCK)
    padded = np.zeros(count * _LIMITER_BLOCK)
    padded[: len(sound)] = np.max(np.abs(sound), axis=1)
    needed = np.minimum(1.0, ceiling / np.maximum(padded.reshape(count, _LIMITER_BLOCK).max(axis=1), 1e-9))
    # The lowest gain of nine neighbours, so that any line drawn between two blocks stays under what both need.
    around = np.lib.stride_tricks.sliding_window_view(np.pad(needed, 4, constant_values=1.0), 9).min(axis=1)
    centres = (np.arange(count) + 0.5) * _LIMITER_BLOCK
    return np.asarray(sound * np.interp(np.arange(len(sound)), centres, around)[:, None])


def levelled(sound: Stereo, target_lufs: float, ceiling_dbfs: float) -> Stereo:
    """The sound brought to a loudness with its peaks under a ceiling; limiting lowers loudness, hence the rounds."""
    for _ in range(4):
        sound = limited(sound * amplitude(target_lufs - loudness_lufs(sound)), ceiling_dbfs)
    return sound
