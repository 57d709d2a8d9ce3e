"""From blocks of a recording of any length to segments fit for direction: without offset and rumble, with levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.spatial.arrays import Floats
from soundmark.spatial.errors import RecordingError
from soundmark.spatial.srp import Segments

Block = npt.NDArray[np.float32]
"""Shape (frames, channels)."""

MIN_RATE_HZ = 4_000
MIN_SEGMENT_S = 0.02
SEGMENTS_PER_BATCH = 32
MAX_BATCH_S = 8.0
DEAD_BELOW = 0.01
"""A microphone 40 dB below the loudest one of a segment is dead in it: no head shades that much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentSettings:
    """How a recording is cut.

    Attributes:
        segment_s: length of a segment in seconds.
        high_pass_hz: everything below is removed by a filter that runs through the whole recording; None for no filter.
        remove_mean: subtract the mean of each segment and microphone. A constant offset of the converter otherwise
            correlates perfectly and points somewhere with confidence.
        keep_last: also use what is left at the end, if it is at least half a segment.
    """

    segment_s: float = 0.25
    high_pass_hz: float | None = 100.0
    remove_mean: bool = True
    keep_last: bool = True

    @classmethod
    def paper(cls) -> SegmentSettings:
        """As published: whole segments of 0.25 s, nothing removed (SAVVY, section on audio details)."""
        return cls(high_pass_hz=None, remove_mean=False, keep_last=False)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Batch:
    """Consecutive segments.

    Attributes:
        first: number of the first one, counted from 0.
        samples: float32, shape (segments, microphones, samples); the last may be filled up with zeros.
        levels: root mean square about the mean, shape (segments, microphones), full scale 1.
        n_bad_samples: how many samples were NaN or infinite; they were set to 0.
    """

    first: int
    samples: Segments
    levels: npt.NDArray[np.float32]
    n_bad_samples: int = 0

    @property
    def alive(self) -> npt.NDArray[np.bool_]:
        """Which microphones carry a signal, shape (segments, microphones)."""
        loudest = self.levels.max(axis=1, keepdims=True)
        return np.asarray((self.levels > DEAD_BELOW * loudest) & (self.levels > 0))


def segment_length(segment_s: float, sample_rate_hz: float) -> int:
    """Samples in a segment, at the recording's own rate: nothing is resampled, as delays are in seconds.

    Raises:
        RecordingError: for a rate or a length that cannot be used.
    """
    if not np.isfinite(sample_rate_hz) or sample_rate_hz < MIN_RATE_HZ:
        raise RecordingError(
            f"A sample rate of {sample_rate_hz:g} Hz is too low; {MIN_RATE_HZ} Hz and more can be used."
        )
    if not MIN_SEGMENT_S <= segment_s <= 10:
        raise RecordingError(f"A segment of {segment_s:g} s cannot be used. Choose {MIN_SEGMENT_S:g} to 10 s.")
    return round(segment_s * sample_rate_hz)


def batches(
    blocks: Iterable[Block], sample_rate_hz: float, columns: Sequence[int], settings: SegmentSettings
) -> Iterator[Batch]:
    """Cut a recording; only one batch of it is in memory.

    Args:
        blocks: the recording in order, each of shape (frames, channels) with frames at will.
        sample_rate_hz: of the recording.
        columns: the channels to take, in the order of the microphones.
        settings: how to cut.

    Yields:
        Batches of up to 32 segments or 8 s. A recording shorter than one segment is one segment.

    Raises:
        RecordingError: when it is shorter than 20 ms, a block lacks a channel, or a setting cannot be used.
    """
    length = segment_length(settings.segment_s, sample_rate_hz)
    high_pass = _HighPass(settings.high_pass_hz, sample_rate_hz, len(columns))
    first, n_bad = 0, 0
    n_segments = max(1, min(SEGMENTS_PER_BATCH, int(MAX_BATCH_S / settings.segment_s)))
    per_batch = n_segments * length
    rest = np.zeros((0, len(columns)), dtype=np.float32)
    for block in blocks:
        chosen, bad = _finite(_columns(block, columns))
        n_bad += bad
        filtered = high_pass(chosen)
        rest = np.concatenate([rest, filtered]) if len(rest) else filtered
        at = 0
        while len(rest) - at >= per_batch:
            yield _batch(first, rest[at : at + per_batch], length, settings.remove_mean, n_bad)
            first, n_bad, at = first + n_segments, 0, at + per_batch
        rest = rest[at:]
    if first == 0 and len(rest) < MIN_SEGMENT_S * sample_rate_hz:
        found_ms, needed_ms = len(rest) / sample_rate_hz * 1000, MIN_SEGMENT_S * 1000
        raise RecordingError(f"The recording has {found_ms:.3g} ms; at least {needed_ms:g} ms are needed.")
    n_last = _n_last(len(rest), length, settings, is_all=first == 0)
    if n_last:
        yield _batch(first, rest[: n_last * length], length, settings.remove_mean, n_bad)


def _n_last(n_frames: int, length: int, settings: SegmentSettings, *, is_all: bool) -> int:
    """How many segments to make of what remains after the full batches."""
    whole, left = divmod(n_frames, length)
    if is_all and whole == 0:
        return 1
    return whole + (settings.keep_last and left >= length / 2)


def _batch(first: int, frames: Block, length: int, remove_mean: bool, n_bad: int) -> Batch:
    """Frames as segments; those missing at the end are zeros, added after the mean is removed."""
    n_mics = frames.shape[1]
    n_segments = -(-len(frames) // length)
    samples = np.zeros((n_segments, n_mics, length), dtype=np.float32)
    levels = np.zeros((n_segments, n_mics), dtype=np.float32)
    for k in range(n_segments):
        segment = frames[k * length : (k + 1) * length].T
        means = segment.mean(axis=1, keepdims=True, dtype=np.float64).astype(np.float32)
        centred = segment - means
        levels[k] = np.sqrt(np.einsum("ij,ij->i", centred, centred) / segment.shape[1])
        samples[k, :, : segment.shape[1]] = centred if remove_mean else segment
    # Rounding of a constant is no signal.
    levels[levels < 1e-6 * np.abs(frames).max(initial=0.0)] = 0.0
    return Batch(first=first, samples=samples, levels=levels, n_bad_samples=n_bad)


def _columns(block: Block, columns: Sequence[int]) -> Block:
    """Some channels of a block, which may come from anywhere."""
    if block.ndim != 2 or block.shape[1] <= max(columns):
        raise RecordingError(
            f"A block of the shape {block.shape} cannot be used. Give arrays of shape (frames, channels), with every "
            "channel of the recording."
        )
    return block[:, list(columns)]


def _finite(block: Block) -> tuple[Block, int]:
    n_bad = block.size - int(np.count_nonzero(np.isfinite(block)))
    return (np.nan_to_num(block, nan=0.0, posinf=0.0, neginf=0.0) if n_bad else block), n_bad


class _HighPass:
    """A Butterworth filter of the second order that goes on from block to block, in double precision."""

    def __init__(self, high_pass_hz: float | None, sample_rate_hz: float, n_channels: int) -> None:
        self._sections: Floats | None = None
        self._state: Floats | None = None
        if high_pass_hz is None:
            return
        from scipy.signal import butter

        if not 0 < high_pass_hz < 0.45 * sample_rate_hz:
            raise RecordingError(
                f"A high-pass at {high_pass_hz:g} Hz cannot be used. "
                f"Choose more than 0 and less than {0.45 * sample_rate_hz:g} Hz, or none."
            )
        self._sections = butter(2, high_pass_hz, "highpass", fs=sample_rate_hz, output="sos")
        self._n_channels = n_channels

    def __call__(self, block: Block) -> Block:
        if self._sections is None or not len(block):
            return block
        from scipy.signal import sosfilt, sosfilt_zi

        if self._state is None:
            # As if the first sample had stood there for ever: an offset causes no click at the start.
            self._state = sosfilt_zi(self._sections)[:, None, :] * block[0].astype(np.float64)[None, :, None]
        filtered, self._state = sosfilt(self._sections, block.T.astype(np.float64), axis=1, zi=self._state)
        result: Block = filtered.T.astype(np.float32)
        return result
