"""Where a recording is cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from soundmark.curation.segments.islands import Island, islands_of
from soundmark.curation.segments.levels import LevelTrack, level_track
from soundmark.curation.segments.settings import Segment, SegmentSettings

DEFAULT = SegmentSettings()


def find_segments(path: Path, settings: SegmentSettings = DEFAULT) -> tuple[Segment, ...]:
    """The segments of a recording of any length, in the order of time; they do not overlap.

    GlobeAudio (section 2.3) cuts at silences into clips of 20 to 40 s, so that no utterance is cut. Of all ways to join
    neighbouring stretches of sound into segments within those lengths, that is taken which keeps most of the recording,
    and of those the one with fewest segments.

    Args:
        path: an audio file.
        settings: lengths and what a pause is.

    Raises:
        AudioError: when the file is no sound.
    """
    return segments_of(level_track(path), settings)


def segments_of(track: LevelTrack, settings: SegmentSettings = DEFAULT) -> tuple[Segment, ...]:
    """The same for a recording whose levels are known."""
    islands = islands_of(track, settings)
    spans = [_margins(islands, index, track, settings) for index in range(len(islands))]
    return tuple(
        Segment(
            spans[first].start_s,
            spans[last].end_s,
            islands[first].starts_at_pause,
            islands[last].ends_at_pause,
        )
        for first, last in _best_groups(spans, settings)
    )


@dataclass(frozen=True, slots=True)
class _Span:
    """An island with the bit of pause that is kept at each side, and the pause before it, in seconds."""

    start_s: float
    end_s: float
    pause_before_s: float


def _margins(islands: Sequence[Island], index: int, track: LevelTrack, settings: SegmentSettings) -> _Span:
    island = islands[index]
    start_s, end_s = island.start * track.hop_s, min(island.end * track.hop_s, track.duration_s)
    before_s = start_s - (islands[index - 1].end * track.hop_s if index else 0.0)
    next_s = islands[index + 1].start * track.hop_s if index + 1 < len(islands) else track.duration_s
    after_s = max(0.0, next_s - end_s)
    # A stretch that is as long as a segment may be leaves no room for them.
    most_s = min(settings.keep_s, max(0.0, settings.max_s - (end_s - start_s)) / 2)
    # Neighbours share a pause, so that each keeps half of it at most.
    keep_before_s = min(most_s, before_s / 2 if index else before_s)
    keep_after_s = min(most_s, after_s / 2 if index + 1 < len(islands) else after_s)
    return _Span(start_s - keep_before_s, end_s + keep_after_s, before_s)


def _best_groups(spans: Sequence[_Span], settings: SegmentSettings) -> list[tuple[int, int]]:
    """First and last island of each segment: most time kept, then fewest segments (dynamic programming)."""
    # best[n] is for the first n islands: time kept, minus segments, and the first island of the last segment or None.
    best: list[tuple[float, int, int | None]] = [(0.0, 0, None)]
    for last in range(len(spans)):
        kept_s, fewer, _ = best[last]
        choice: tuple[float, int, int | None] = (kept_s, fewer, None)
        for first in range(last, -1, -1):
            length_s = spans[last].end_s - spans[first].start_s
            if length_s > settings.max_s + 1e-9:
                break
            if length_s >= settings.min_s - 1e-9:
                before_s, before_n, _ = best[first]
                candidate = (round(before_s + length_s, 6), before_n - 1)
                if candidate > choice[:2]:
                    choice = (*candidate, first)
            if spans[first].pause_before_s > settings.max_pause_s:
                break
        best.append(choice)
    groups: list[tuple[int, int]] = []
    at = len(spans)
    while at > 0:
        first_of_last = best[at][2]
        if first_of_last is None:
            at -= 1
        else:
            groups.append((first_of_last, at - 1))
            at = first_of_last
    return groups[::-1]
