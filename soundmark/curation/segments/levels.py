"""How loud a recording is from moment to moment, however long it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from soundmark.audio.blocks import BLOCK_S, BlockReader
from soundmark.audio.decode import decode
from soundmark.audio.errors import AudioError, AudioReason
from soundmark.audio.sound import Samples

HOP_S = 0.02
FLOOR_DB = -100.0
MAX_WHOLE_S = 3600.0
"""A recording that cannot be read in blocks (m4a and its kin) is decoded as a whole, at most this long."""

OTHER_DECODER = frozenset({AudioReason.NOT_AUDIO, AudioReason.UNREADABLE, AudioReason.UNSUPPORTED})


@dataclass(frozen=True, slots=True)
class LevelTrack:
    """Levels at a constant hop.

    Attributes:
        level_db: RMS of all channels in each hop, in decibels relative to full scale, not below `FLOOR_DB`.
        hop_s: in seconds; the last hop of the recording may be shorter.
        duration_s: of the recording.
    """

    level_db: NDArray[np.float64]
    hop_s: float
    duration_s: float


def level_track(path: Path) -> LevelTrack:
    """Measure a recording hop by hop, holding one block of it at a time where its format allows.

    Raises:
        AudioError: when it is no sound, or one beyond the limits.
    """
    try:
        with BlockReader(path) as reader:
            return levels_of_blocks(reader.blocks(), reader.sample_rate_hz)
    except AudioError as error:
        if error.reason not in OTHER_DECODER:
            raise
    sound = decode(path, max_duration_s=MAX_WHOLE_S)
    step = int(BLOCK_S * sound.sample_rate_hz)
    blocks = (sound.samples[start : start + step] for start in range(0, sound.n_frames, step))
    return levels_of_blocks(blocks, sound.sample_rate_hz)


def levels_of_blocks(blocks: Iterator[Samples], sample_rate_hz: int) -> LevelTrack:
    """Levels of samples that come in blocks; where blocks begin makes no difference.

    Within each hop the mean of each channel is subtracted, so that a constant offset is no level. Samples that are no
    numbers count as 0.
    """
    hop = max(1, round(HOP_S * sample_rate_hz))
    powers: list[NDArray[np.float64]] = []
    rest: Samples | None = None
    n_frames = 0
    for block in blocks:
        n_frames += len(block)
        joined = block if rest is None else np.concatenate([rest, block])
        whole = len(joined) // hop * hop
        powers.append(_powers(joined[:whole].reshape(-1, hop, joined.shape[1])))
        rest = joined[whole:].copy()
    if rest is not None and len(rest):
        powers.append(_powers(rest[None, ...]))
    power = np.concatenate(powers) if powers else np.zeros(0)
    level_db = 10 * np.log10(np.maximum(power, 10 ** (FLOOR_DB / 10)))
    return LevelTrack(level_db, hop / sample_rate_hz, n_frames / sample_rate_hz)


def _powers(hops: NDArray[np.float32]) -> NDArray[np.float64]:
    """Mean square of each hop; shape (n_hops, n_frames, n_channels)."""
    finite = np.nan_to_num(hops, nan=0.0, posinf=0.0, neginf=0.0)
    variance: NDArray[np.float64] = finite.var(axis=1, dtype=np.float64).mean(axis=1)
    return variance
