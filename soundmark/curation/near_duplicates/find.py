"""Near duplicates among many clips, by looking words up instead of comparing every pair.

A word that two recordings of the same sound share leads from one to the other (Haitsma and Kalker 2002, section 5).
Only every eighth frame of a clip is in the index, and all frames of all clips are looked up in it, each also with its
weakest bits turned over, for a strong coding leaves few words unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from soundmark.curation.near_duplicates.fingerprint import N_WEAK, Fingerprint, Words
from soundmark.curation.near_duplicates.match import NearDuplicate, Overlay, found, overlay

INDEX_EVERY = 8
MAX_CLIPS_A_WORD = 64
"""A word that stands in more places than that (a hum has such) leads nowhere in particular."""
OFFSETS_TRIED = 3
"""Offsets checked for a pair of clips, those with most words in common first."""
NEIGHBOURS = 1
"""Frames around an offset that are tried too: a cut does not fall on the grid of frames."""

Index = NDArray[np.int64]


def find_near_duplicates(fingerprints: Mapping[str, Fingerprint]) -> tuple[NearDuplicate, ...]:
    """Pairs of clips that share at least a second of the same sound, sorted by name.

    Found are copies of other coding, level and length, and parts of one in another. Not found are copies played faster
    or at another pitch, and recordings of the same place at another time, which are not duplicates.

    Args:
        fingerprints: by the clip's name.
    """
    names = sorted(fingerprints)
    ordered = [fingerprints[name] for name in names]
    index = _WordIndex.of(ordered)
    pairs: list[NearDuplicate] = []
    for second, clip in enumerate(ordered):
        for first, offsets in index.candidates(clip, before=second):
            best = _best(ordered[first], clip, offsets)
            if best is not None:
                pairs.append(found(names[first], names[second], best))
    return tuple(sorted(pairs, key=lambda pair: (pair.first, pair.second)))


def groups_of(pairs: Sequence[NearDuplicate]) -> tuple[tuple[str, ...], ...]:
    """Clips that hang together by pairs, sorted: of each group one may stay in a benchmark."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        parent.setdefault(name, name)
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for pair in pairs:
        first, second = sorted((root(pair.first), root(pair.second)))
        parent[second] = first
    groups: dict[str, list[str]] = {}
    for name in sorted(parent):
        groups.setdefault(root(name), []).append(name)
    return tuple(tuple(group) for group in groups.values())


@dataclass(frozen=True, slots=True)
class _WordIndex:
    """Every eighth word of every clip, sorted; which clip and frame each is of."""

    words: Words
    clips: NDArray[np.int32]
    frames: NDArray[np.int32]

    @classmethod
    def of(cls, fingerprints: Sequence[Fingerprint]) -> _WordIndex:
        at = [np.flatnonzero(each.is_telling[::INDEX_EVERY]) * INDEX_EVERY for each in fingerprints]
        words = [each.words[frames] for each, frames in zip(fingerprints, at, strict=True)]
        clips = [np.full(len(frames), number, dtype=np.int32) for number, frames in enumerate(at)]
        joined = np.concatenate([*words, np.zeros(0, dtype=np.uint32)])
        order = np.argsort(joined, kind="stable")
        return cls(
            joined[order],
            np.concatenate([*clips, np.zeros(0, dtype=np.int32)])[order],
            np.concatenate([*at, np.zeros(0, dtype=np.int64)]).astype(np.int32)[order],
        )

    def candidates(self, clip: Fingerprint, *, before: int) -> Iterator[tuple[int, list[int]]]:
        """Clips of a lower number that share words with this one, with the offsets at which most of them lie."""
        telling = np.flatnonzero(clip.is_telling)
        looked_up = (clip.words[telling, None] ^ _turned_over(clip.weakest[telling])).ravel()
        own = np.repeat(telling, 2**N_WEAK)
        left = np.searchsorted(self.words, looked_up, side="left")
        counts = np.searchsorted(self.words, looked_up, side="right") - left
        counts[counts > MAX_CLIPS_A_WORD] = 0
        total = int(counts.sum())
        if not total:
            return
        starts = np.repeat(left - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
        hits = starts + np.arange(total)
        others, offsets = self.clips[hits], self.frames[hits].astype(np.int64) - np.repeat(own, counts)
        earlier = others < before
        yield from _by_clip(others[earlier], offsets[earlier])


def _turned_over(weakest: NDArray[np.uint8]) -> Words:
    """Masks of all ways to turn the weakest bits of each word over, none among them; shape (n_frames, 2**N_WEAK)."""
    bits = np.uint32(1) << weakest.astype(np.uint32)
    ways = np.arange(2**N_WEAK)[:, None] >> np.arange(N_WEAK) & 1
    masks: Words = (bits[:, None, :] * ways.astype(np.uint32)).sum(axis=2, dtype=np.uint32)
    return masks


def _by_clip(others: NDArray[np.int32], offsets: Index) -> Iterator[tuple[int, list[int]]]:
    """For each other clip the offsets that most words give."""
    if not len(others):
        return
    found_at, votes = np.unique(np.stack([others.astype(np.int64), offsets], axis=1), axis=0, return_counts=True)
    order = np.lexsort((found_at[:, 1], -votes, found_at[:, 0]))
    sorted_clips = found_at[order, 0]
    for clip in np.unique(sorted_clips).tolist():
        first = int(np.searchsorted(sorted_clips, clip))
        rows = order[first : first + OFFSETS_TRIED]
        yield int(clip), [int(found_at[row, 1]) for row in rows if found_at[row, 0] == clip]


def _best(first: Fingerprint, second: Fingerprint, offsets: Sequence[int]) -> Overlay | None:
    """The overlay that shares most, then the one with fewest errors."""
    tried = sorted({offset + step for offset in offsets for step in range(-NEIGHBOURS, NEIGHBOURS + 1)})
    overlays = [each for each in (overlay(first, second, offset) for offset in tried) if each is not None]
    return max(overlays, key=lambda each: (each.shared_frames, -each.bit_error_rate), default=None)
