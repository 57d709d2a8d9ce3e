"""How much of a sound comes straight and how much from all around: the coherent-to-diffuse ratio (CDR).

SAVVY, section 4 and the section on audio details: spectra by Welch's method with 32 ms windows and 50 % overlap,
500-2000 Hz. Two estimators: the published one, and the DOA-aware one of Schwarz and Kellermann ("Coherent-to-Diffuse
Power Ratio Estimation for Dereverberation", 2015), averaged as diffuseness.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.spatial.arrays import Floats
from soundmark.spatial.errors import RecordingError
from soundmark.spatial.srp import Segments
from soundmark.spatial.steering import SOUND_SPEED_MPS, mic_pairs, pair_delays_s

WINDOW_S = 0.032
"""1536 samples at 48 kHz, as published."""

BAND_HZ = (500.0, 2000.0)
MAX_CDR = 1000.0
_EPS = 1e-10
_CHUNK = 16

Complexes = npt.NDArray[np.complex128]


class CdrEstimator(StrEnum):
    """How the ratio is computed from a coherence."""

    PAPER = "paper"
    DOA_AWARE = "doa_aware"


class CoherenceMeter:
    """CDR of segments of one array, sample rate and segment length."""

    def __init__(
        self,
        positions_m: Floats,
        sample_rate_hz: float,
        n_samples: int,
        estimator: CdrEstimator = CdrEstimator.DOA_AWARE,
        sound_speed_mps: float = SOUND_SPEED_MPS,
    ) -> None:
        """Prepare.

        Args:
            positions_m: shape (m, 3).
            sample_rate_hz: of the segments.
            n_samples: samples in a segment.
            estimator: which one.
            sound_speed_mps: metres a second.

        Raises:
            RecordingError: when a segment is too short, or the rate too low for the band.
        """
        self._window = min(round(WINDOW_S * sample_rate_hz), n_samples)
        self._hop = self._window - self._window // 2
        frequencies = np.fft.rfftfreq(self._window, 1 / sample_rate_hz)
        self._bins = np.flatnonzero((frequencies >= BAND_HZ[0]) & (frequencies <= BAND_HZ[1]))
        if not self._bins.size or sample_rate_hz < 2 * BAND_HZ[1]:
            raise RecordingError(
                "A segment is too short, or the sample rate too low, to compare microphones at "
                f"{BAND_HZ[0]:g}-{BAND_HZ[1]:g} Hz. Use segments of {WINDOW_S:g} s or more, "
                f"at {2 * BAND_HZ[1]:g} Hz or more."
            )
        self._frequencies_hz = frequencies[self._bins]
        self._positions_m = positions_m
        self._sound_speed_mps = sound_speed_mps
        self._estimator = estimator
        self._pairs = mic_pairs(len(positions_m))
        gaps_m = np.linalg.norm(positions_m[self._pairs[:, 0]] - positions_m[self._pairs[:, 1]], axis=1)
        # numpy's sinc has the pi in it: sin(2 pi f d / c) / (2 pi f d / c).
        self._diffuse = np.sinc(2 * self._frequencies_hz * gaps_m[:, None] / sound_speed_mps)

    def ratios(self, segments: Segments, azimuths_deg: Floats, alive: npt.NDArray[np.bool_]) -> Floats:
        """One ratio a segment; NaN where there is no azimuth or less than two microphones are alive.

        Args:
            segments: float32, shape (segments, microphones, samples).
            azimuths_deg: where the sound of each segment comes from, shape (segments,).
            alive: microphones in use, shape (segments, microphones).
        """
        ratios = np.full(len(segments), np.nan)
        usable = np.flatnonzero(~np.isnan(azimuths_deg) & (alive.sum(axis=1) >= 2))
        for start in range(0, len(usable), _CHUNK):
            rows = usable[start : start + _CHUNK]
            delays_s = pair_delays_s(self._positions_m, azimuths_deg[rows], self._sound_speed_mps).T
            both = alive[rows][:, self._pairs[:, 0]] & alive[rows][:, self._pairs[:, 1]]
            ratios[rows] = self._ratio(self.coherences(segments[rows]), delays_s, both)
        return ratios

    def coherences(self, segments: Segments) -> Complexes:
        """Complex coherence X_i conj X_j of each pair, shape (segments, pairs, bins of the band)."""
        from scipy.fft import rfft
        from scipy.signal.windows import hann

        frames = np.lib.stride_tricks.sliding_window_view(segments, self._window, axis=-1)[..., :: self._hop, :]
        frames = frames - frames.mean(axis=-1, keepdims=True)
        spectra = rfft(frames * hann(self._window, sym=False).astype(np.float32), axis=-1)[..., self._bins]
        spectra = spectra.astype(np.complex128)
        powers = np.mean(np.abs(spectra) ** 2, axis=2)
        first, second = self._pairs.T
        coherences = np.empty((len(segments), len(self._pairs), self._bins.size), dtype=np.complex128)
        for k, (i, j) in enumerate(zip(first, second, strict=True)):
            cross = np.mean(spectra[:, i] * spectra[:, j].conj(), axis=1)
            coherences[:, k] = cross / np.sqrt(np.maximum(powers[:, i] * powers[:, j], np.finfo(np.float64).tiny))
        return coherences

    def _ratio(self, coherences: Complexes, delays_s: Floats, both: npt.NDArray[np.bool_]) -> Floats:
        """From coherences to one number a segment.

        Args:
            coherences: shape (segments, pairs, bins).
            delays_s: t_i - t_j, shape (segments, pairs).
            both: pairs in use, shape (segments, pairs).
        """
        phases = 2 * np.pi * self._frequencies_hz * delays_s[:, :, None]
        weights = both / both.sum(axis=1, keepdims=True)
        if self._estimator is CdrEstimator.PAPER:
            published = published_ratio(coherences, self._diffuse, phases).mean(axis=2)
            return np.asarray((published * weights).sum(axis=1))
        ratios = doa_aware_ratio(coherences, self._diffuse, phases)
        diffuseness = ((1 / (1 + ratios)).mean(axis=2) * weights).sum(axis=1).clip(1e-4, 1 - 1e-4)
        return np.asarray((1 - diffuseness) / diffuseness)


def published_ratio(coherences: Complexes, diffuse: Floats, phases: Floats) -> Floats:
    """The estimator of SAVVY's released code: max(0, (Re G - Gn) / (cos(2 pi f tau) - Gn)).

    It is CDR / (1 + CDR) where the denominator is large, and anything where it is near 0.

    Args:
        coherences: G, shape (..., pairs, bins).
        diffuse: Gn, coherence of a diffuse field, shape (pairs, bins).
        phases: 2 pi f tau, shape (..., pairs, bins).
    """
    return np.maximum(0.0, (coherences.real - diffuse) / (np.cos(phases) - diffuse + _EPS))


def doa_aware_ratio(coherences: Complexes, diffuse: Floats, phases: Floats) -> Floats:
    """The DOA-aware estimator of Schwarz and Kellermann, 0 to 1000; arguments as `published_ratio`.

    (1 - Gn cos arg Gs) / |Gn - Gs| * |conj(Gs) (Gn - G) / (Re(conj(Gs) G) - 1)|; Gs is the coherence of a plane wave.
    """
    straight = np.exp(-1j * phases)
    scale = (1 - diffuse * np.cos(phases)) / np.maximum(np.abs(diffuse - straight), _EPS)
    nearness = np.maximum(np.abs((straight.conj() * coherences).real - 1), _EPS)
    return np.asarray((scale * np.abs(diffuse - coherences) / nearness).clip(0.0, MAX_CDR))


def running_median(values: npt.ArrayLike, length: int) -> Floats:
    """The median of each value and its neighbours, NaN left out and left in place.

    Args:
        values: shape (n,).
        length: how many values, odd; 1 changes nothing.
    """
    series = np.asarray(values, dtype=np.float64)
    half = length // 2
    if half == 0 or not len(series):
        return series.copy()
    padded = np.pad(series, half, constant_values=np.nan)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * half + 1)
    known = ~np.isnan(series)
    smooth = np.full(len(series), np.nan)
    smooth[known] = np.nanmedian(windows[known], axis=1)
    return smooth
