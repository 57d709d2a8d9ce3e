"""A fingerprint of a recording: 32 bits for every 11.6 ms, by Haitsma and Kalker.

J. Haitsma, T. Kalker, A Highly Robust Audio Fingerprinting System, ISMIR 2002, section 4.2: frames of 0.37 s, Hann
window, overlap 31/32; the energy E(n, m) of frame n in band m of 33 between 300 and 2000 Hz, spaced by logarithm; bit m
of frame n is 1 where E(n, m) - E(n, m + 1) - (E(n - 1, m) - E(n - 1, m + 1)) > 0. Signs of differences know no gain.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from soundmark.audio.sound import Sound
from soundmark.curation.mono import Channel, mono_at

RATE_HZ = 5_000
"""As in the paper: nothing above 2000 Hz is used."""
FRAME = 1_850
HOP = 58
HOP_S = HOP / RATE_HZ
N_FFT = 2_048
N_BANDS = 33
N_WEAK = 3
LOWEST_HZ, HIGHEST_HZ = 300.0, 2_000.0
SILENT_BELOW_DB = 60.0
"""A frame this much weaker than the loudest of its recording tells the noise of a coding, and is not looked up."""

_BLOCK_FRAMES = 256

Words = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Fingerprint:
    """Of one recording.

    Attributes:
        words: a word of 32 bits a frame, shape (n_frames,); frame n begins n * `HOP_S` seconds into the recording.
        weakest: the `N_WEAK` bits of each word that a coding turns over most easily (bit 0 is the highest band), shape
            (n_frames, N_WEAK): the difference behind them is the smallest part of the energies that it is made of.
        is_telling: which frames hold sound in the bands that are compared.
    """

    words: Words
    weakest: NDArray[np.uint8]
    is_telling: NDArray[np.bool_]

    @property
    def n_frames(self) -> int:
        """Frames; 0 for a recording shorter than half a second."""
        return len(self.words)


def fingerprint(sound: Sound) -> Fingerprint:
    """The fingerprint of a recording; about 20 kB for half a minute.

    Raises:
        AudioError: when PyAV is not installed.
    """
    energies = _band_energies(mono_at(sound, RATE_HZ))
    if len(energies) < 2:
        none = np.zeros((0, N_WEAK), dtype=np.uint8)
        return Fingerprint(np.zeros(0, dtype=np.uint32), none, np.zeros(0, dtype=np.bool_))
    differences = np.diff(energies[:, :-1] - energies[:, 1:], axis=0)
    words = np.packbits(differences > 0, axis=1).view(">u4").astype(np.uint32)[:, 0]
    by_band = energies[:-1] + energies[1:]
    relative = np.abs(differences) / (by_band[:, :-1] + by_band[:, 1:] + 1e-30)
    weakest = (N_BANDS - 2 - np.argpartition(relative, N_WEAK, axis=1)[:, :N_WEAK]).astype(np.uint8)
    strength = energies.sum(axis=1)[1:]
    is_telling = strength > max(strength.max() * 10 ** (-SILENT_BELOW_DB / 10), 1e-12)
    return Fingerprint(words, weakest, is_telling)


def _band_energies(samples: Channel) -> NDArray[np.float64]:
    """E(n, m), shape (n_frames, N_BANDS)."""
    n_frames = (len(samples) - FRAME) // HOP + 1
    if n_frames < 1:
        return np.zeros((0, N_BANDS))
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::HOP][:n_frames]
    window = np.hanning(FRAME).astype(np.float32)
    edges = np.geomspace(LOWEST_HZ, HIGHEST_HZ, N_BANDS + 1) * N_FFT / RATE_HZ
    bins = np.ceil(edges).astype(int)
    energies = np.empty((n_frames, N_BANDS))
    for start in range(0, n_frames, _BLOCK_FRAMES):
        spectrum = np.fft.rfft(frames[start : start + _BLOCK_FRAMES] * window, n=N_FFT, axis=1)[:, : bins[-1]]
        power = np.square(spectrum.real) + np.square(spectrum.imag)
        energies[start : start + len(power)] = np.add.reduceat(power, bins[:-1], axis=1)
    return energies
