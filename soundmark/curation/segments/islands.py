"""The stretches of sound between pauses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from soundmark.curation.segments.levels import FLOOR_DB, LevelTrack
from soundmark.curation.segments.settings import SegmentSettings

LOUD_PERCENTILE = 95.0
_SMOOTH_HOPS = 5
"""A cut in a stretch without pauses lies where a tenth of a second is quietest, not at one crossing of zero."""


@dataclass(frozen=True, slots=True)
class Island:
    """A stretch of sound, as hops of a level track: from `start` up to, not including, `end`."""

    start: int
    end: int
    starts_at_pause: bool = True
    ends_at_pause: bool = True


def islands_of(track: LevelTrack, settings: SegmentSettings) -> tuple[Island, ...]:
    """The stretches between pauses, none of them longer than a segment may be.

    One that is too long is cut at its quietest moments.
    """
    found: list[Island] = []
    longest = int(settings.max_s / track.hop_s)
    shortest = int(np.ceil(settings.min_s / track.hop_s))
    for start, end in _sounding(track, settings):
        found += _cut(track.level_db, Island(start, end), shortest, longest)
    return tuple(found)


def _sounding(track: LevelTrack, settings: SegmentSettings) -> list[tuple[int, int]]:
    """Runs of hops that lie between pauses."""
    level_db = track.level_db
    if not len(level_db):
        return []
    loud_db = float(np.percentile(level_db, LOUD_PERCENTILE))
    sounding = level_db > max(loud_db - settings.pause_db, FLOOR_DB)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], sounding, [False]]).astype(np.int8)))
    shortest_pause = settings.min_pause_s / track.hop_s
    runs: list[tuple[int, int]] = []
    for start, end in edges.reshape(-1, 2).tolist():
        if runs and start - runs[-1][1] < shortest_pause:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def _cut(level_db: NDArray[np.float64], island: Island, shortest: int, longest: int) -> list[Island]:
    """The island in pieces of `shortest` to `longest` hops; whole when it is short enough."""
    pieces: list[Island] = []
    while island.end - island.start > longest:
        # What is left must still be long enough for a segment.
        first = island.start + shortest
        last = min(island.start + longest, island.end - shortest)
        at = first + _quietest(level_db[first : last + 1])
        pieces.append(Island(island.start, at, island.starts_at_pause, ends_at_pause=False))
        island = Island(at, island.end, starts_at_pause=False, ends_at_pause=island.ends_at_pause)
    return [*pieces, island]


def _quietest(level_db: NDArray[np.float64]) -> int:
    """The middle of the quietest tenth of a second; of equal ones the last, which makes fewer pieces."""
    width = min(_SMOOTH_HOPS, len(level_db))
    smooth = np.convolve(level_db, np.full(width, 1 / width), mode="valid").round(6)
    return int(len(smooth) - 1 - np.argmin(smooth[::-1])) + width // 2
