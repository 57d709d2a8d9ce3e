"""Steered response power with phase transform (SRP-PHAT) of many segments at once.

SAVVY, section 4: P(phi) = sum over pairs of R_mn at the delay that a source at phi would cause, R_mn being the
cross-correlation with the phase transform. One FFT a microphone, one inverse FFT a pair, and no loop over angles.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.spatial.arrays import Floats
from soundmark.spatial.errors import RecordingError
from soundmark.spatial.steering import SOUND_SPEED_MPS, azimuth_grid, mic_pairs, pair_delays_s

Segments = npt.NDArray[np.float32]
"""Shape (segments, microphones, samples)."""

Curves = npt.NDArray[np.float32]
"""Shape (segments, azimuths)."""

Spectra = npt.NDArray[np.complex64] | npt.NDArray[np.complex128]

_SINC_TAPS = 8
"""Taps at each side of a fractional delay."""

_OVERSAMPLING = 3.0
"""Rate of the correlations, in multiples of the highest frequency in them: 1.5 times what is needed to keep them
whole, so that the short interpolation loses nothing."""

_LEAST_BINS = 8

_NEAR_TIE = 1e-4
"""Angles whose powers differ by less than this share of the maximum are compared again in double precision."""

_CHUNK = 32
_CHUNK_SAMPLES = 800_000
"""At most this many samples of all microphones are transformed at once, 9 segments of 7 microphones at 48 kHz: the
spectra of more would only fall out of the processor's cache."""


class Lags(StrEnum):
    """How a delay between two samples is looked up."""

    INTEGER = "integer"
    SINC = "sinc"


@dataclass(frozen=True, slots=True, kw_only=True)
class SrpSettings:
    """How SRP-PHAT is computed.

    Attributes:
        lags: nearest sample as published, or between samples.
        whitening: exponent of the phase transform, X / |X| ** whitening. 1 is the phase transform as published; less
            lets strong bins count more, which helps in noise and reverberation (Donohue, Hannemann and Dietz 2007).
        band_hz: lowest and highest frequency used; None for all. The highest is lowered to 0.47 of the sample rate.
        both_ends: 361 candidates from -180 to 180 as published, else 360 from -179 to 180.
        double_fft: FFT of exactly twice the segment as published; else of the shortest fast length that keeps the
            delays apart. The phase transform weighs every bin alike, so the length of the padding changes the result.
        sound_speed_mps: metres a second.
    """

    lags: Lags = Lags.SINC
    whitening: float = 0.8
    band_hz: tuple[float, float] | None = (300.0, 8000.0)
    both_ends: bool = False
    double_fft: bool = False
    sound_speed_mps: float = SOUND_SPEED_MPS

    @classmethod
    def paper(cls) -> SrpSettings:
        """The published procedure (SAVVY, section 4 and the section on audio details)."""
        return cls(lags=Lags.INTEGER, whitening=1.0, band_hz=None, both_ends=True, double_fft=True)


@dataclass(frozen=True, slots=True, eq=False)
class Steered:
    """The steered response of some segments.

    Attributes:
        curves: power of each candidate, shape (segments, azimuths), float32.
        peaks: index of the first maximum, shape (segments,).
        agreements: the power at the maximum as a share of what it would be if every pair had its own highest
            correlation there, 0 to 1: near 1 when one direction explains all pairs. NaN where nothing correlates.
        heights: mean correlation of the pairs at the maximum, 0 to 1.
    """

    curves: Curves
    peaks: npt.NDArray[np.intp]
    agreements: Curves
    heights: Curves


class SteeredResponse:
    """SRP-PHAT for one array, sample rate and segment length; what depends only on these is computed once.

    Attributes:
        azimuths_deg: the candidates, in increasing order.
    """

    def __init__(
        self, positions_m: Floats, sample_rate_hz: float, n_samples: int, settings: SrpSettings | None = None
    ) -> None:
        """Prepare.

        Args:
            positions_m: shape (m, 3), x right, y up, z forward.
            sample_rate_hz: of the segments; any, delays are in seconds.
            n_samples: samples in a segment.
            settings: the better procedure by default, `SrpSettings.paper()` for the published one.

        Raises:
            RecordingError: when the band holds too few frequencies.
        """
        from scipy.fft import next_fast_len

        self._settings = settings or SrpSettings()
        self.azimuths_deg = azimuth_grid(both_ends=self._settings.both_ends)
        self._pairs = mic_pairs(len(positions_m))
        self._n_samples = n_samples
        delays_s = pair_delays_s(positions_m, self.azimuths_deg, self._settings.sound_speed_mps)
        gaps_m = np.linalg.norm(positions_m[:, None] - positions_m[None], axis=-1)
        longest_s = float(gaps_m.max()) / self._settings.sound_speed_mps
        margin = int(np.ceil(longest_s * sample_rate_hz)) + 1 + 2 * _SINC_TAPS
        self._n_fft = 2 * n_samples if self._settings.double_fft else int(next_fast_len(n_samples + margin, real=True))
        self._bins = self._band_bins(sample_rate_hz)
        self._n_lags = self._lag_length(self._bins[1])
        self._lag_rate_hz = sample_rate_hz * self._n_lags / self._n_fft
        self._reach = min(int(np.ceil(longest_s * self._lag_rate_hz)) + 1 + _SINC_TAPS, (self._n_lags - 1) // 2)
        self._prepare_lookup(delays_s * self._lag_rate_hz)

    def steer(self, segments: Segments) -> Steered:
        """The response of segments, in chunks that bound the memory.

        Args:
            segments: float32, shape (segments, microphones, samples). A microphone of zeros takes no part.
        """
        per_chunk = max(1, min(_CHUNK, _CHUNK_SAMPLES // (self._n_samples * segments.shape[1])))
        chunks = [self._steer_chunk(segments[k : k + per_chunk]) for k in range(0, len(segments), per_chunk)]
        if not chunks:
            none = np.zeros(0, dtype=np.float32)
            return Steered(none.reshape(0, len(self.azimuths_deg)), np.zeros(0, dtype=np.intp), none, none)
        return Steered(
            np.concatenate([chunk.curves for chunk in chunks]),
            np.concatenate([chunk.peaks for chunk in chunks]),
            np.concatenate([chunk.agreements for chunk in chunks]),
            np.concatenate([chunk.heights for chunk in chunks]),
        )

    def _band_bins(self, sample_rate_hz: float) -> tuple[int, int]:
        """First and last bin used."""
        if self._settings.band_hz is None:
            return 0, self._n_fft // 2
        low_hz, high_hz = self._settings.band_hz
        highest_hz = min(high_hz, 0.47 * sample_rate_hz)
        bin_hz = sample_rate_hz / self._n_fft
        first, last = int(np.ceil(low_hz / bin_hz)), int(highest_hz / bin_hz)
        if not 0 <= low_hz < highest_hz or last - first < _LEAST_BINS:
            raise RecordingError(
                f"The band from {low_hz:g} to {highest_hz:g} Hz is too narrow for this sample rate and segment length. "
                f"Choose a wider one below {0.47 * sample_rate_hz:g} Hz."
            )
        return first, last

    def _lag_length(self, last_bin: int) -> int:
        """Samples of a correlation: bins above the band are zeros, so that fewer samples hold all of it."""
        from scipy.fft import next_fast_len

        if self._settings.lags is Lags.INTEGER:
            return self._n_fft
        return min(self._n_fft, int(next_fast_len(int(np.ceil(_OVERSAMPLING * last_bin)), real=True)))

    def _prepare_lookup(self, delays: Floats) -> None:
        """From delays in samples, shape (pairs, azimuths), to what reads the correlations there."""
        if self._settings.lags is Lags.INTEGER:
            lags = np.rint(delays).astype(np.intp)
            # Azimuths with the same lags throughout have the same power: computed once, so that they tie exactly.
            unique, group = np.unique(lags, axis=1, return_inverse=True)
            self._group = group.reshape(-1)
            self._columns = unique % self._n_lags
            return
        window = np.arange(-self._reach, self._reach + 1)
        away = delays[:, None, :] - window[None, :, None]
        taper = np.where(np.abs(away) < _SINC_TAPS, np.cos(np.pi * away / (2 * _SINC_TAPS)) ** 2, 0.0)
        weights = np.sinc(away) * taper
        self._weights = weights.reshape(-1, delays.shape[1]).astype(np.float32)

    def _steer_chunk(self, segments: Segments) -> Steered:
        if self._settings.lags is Lags.INTEGER:
            return self._steer_integer(segments)
        windows = self._windows(segments)
        curves: Curves = windows.reshape(len(segments), -1) @ self._weights
        peaks = curves.argmax(axis=1)
        return self._steered(curves, peaks, windows.max(axis=2).sum(axis=1))

    def _windows(self, segments: Segments) -> Curves:
        """Correlations around lag 0, shape (segments, pairs, lags)."""
        spectra = self._whitened(segments)
        reach = self._reach
        windows = np.empty((len(segments), len(self._pairs), 2 * reach + 1), dtype=np.float32)
        for k, (i, j) in enumerate(self._pairs):
            correlation = self._correlation(spectra, i, j)
            windows[:, k, :reach] = correlation[:, -reach:]
            windows[:, k, reach:] = correlation[:, : reach + 1]
        return windows

    def _steer_integer(self, segments: Segments) -> Steered:
        powers, highest = self._integer_powers(segments)
        curves = powers[:, self._group].astype(np.float32)
        peaks = curves.argmax(axis=1)
        near = powers >= (powers.max(axis=1) * (1 - _NEAR_TIE))[:, None]
        undecided = np.flatnonzero(near.sum(axis=1) != 1)
        if undecided.size:
            exact, _ = self._integer_powers(segments[undecided].astype(np.float64))
            peaks[undecided] = exact[:, self._group].argmax(axis=1)
        return self._steered(curves, peaks, highest)

    def _integer_powers(self, segments: Segments | Floats) -> tuple[Floats, Floats]:
        """Power of each different set of lags, and the sum of each pair's highest correlation.

        Summed pair by pair as the published loop does, so that equal terms give equal sums.
        """
        spectra = self._whitened(segments)
        powers = np.zeros((len(segments), self._columns.shape[1]))
        highest = np.zeros(len(segments))
        for k, (i, j) in enumerate(self._pairs):
            correlation = self._correlation(spectra, i, j)
            powers += correlation[:, self._columns[k]]
            ends = (correlation[:, : self._reach + 1].max(axis=1), correlation[:, -self._reach :].max(axis=1))
            highest += np.maximum(*ends)
        return powers, highest

    def _steered(self, curves: Curves, peaks: npt.NDArray[np.intp], highest: npt.NDArray[np.floating]) -> Steered:
        best = np.take_along_axis(curves, peaks[:, None], axis=1)[:, 0]
        agreements = np.divide(best, highest, out=np.full(len(best), np.nan), where=highest > 0)
        # Between samples the power may exceed the highest sample of a correlation by a little.
        return Steered(
            curves,
            peaks,
            agreements.clip(0, 1).astype(np.float32),
            (best / len(self._pairs)).clip(0, 1).astype(np.float32),
        )

    def _whitened(self, segments: Segments | Floats) -> Spectra:
        """X / |X| ** whitening of the bins up to the last one used, 0 outside the band and where there is no signal."""
        from scipy.fft import rfft

        first, last = self._bins
        spectra: Spectra = rfft(segments, n=self._n_fft, axis=-1)[..., : last + 1]
        magnitudes = np.abs(spectra)
        tiny = np.finfo(magnitudes.dtype).tiny
        if self._settings.whitening == 1:
            spectra *= 1 / np.maximum(magnitudes, tiny)
            spectra[..., :first] = 0
            return spectra
        rest = np.maximum(magnitudes, tiny) ** (1 - self._settings.whitening)
        rest[..., :first] = 0
        # The correlation of a microphone with itself becomes 1 at lag 0, as by full whitening: levels do not matter.
        rest *= np.sqrt(self._n_lags / 2 / np.maximum((rest**2).sum(axis=-1, keepdims=True), tiny))
        spectra *= rest / np.maximum(magnitudes, tiny)
        return spectra

    def _correlation(self, spectra: Spectra, i: int, j: int) -> Floats | Curves:
        from scipy.fft import irfft

        correlation: Floats | Curves = irfft(spectra[:, i] * spectra[:, j].conj(), n=self._n_lags, axis=-1)
        return correlation
