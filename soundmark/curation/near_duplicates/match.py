"""Whether two fingerprints, laid over each other at an offset, are of the same sound.

Two recordings are taken to be the same where at most 35 % of 8192 bits (256 frames, 3 s) differ: Haitsma and Kalker
2002, section 4.3, whose model gives such a match by chance with probability 3.6e-20. Shorter stretches have fewer bits,
and must agree better for the same rarity.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from soundmark.curation.near_duplicates.fingerprint import HOP_S, Fingerprint

BLOCK = 256
SHORTEST_BLOCK = 86
"""One second: nothing shorter is compared."""
THRESHOLD = 0.35
LOCAL_FRAMES = 43
NEARER_THAN_CHANCE = 0.42
"""Half way between the threshold and chance; about two standard deviations below chance for half a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearDuplicate:
    """Two clips that hold the same sound.

    Attributes:
        first, second: their names, in the order of the alphabet.
        offset_s: what is heard at time t in the first is heard at t - offset_s in the second.
        shared_s: how much of the sound they share.
        bit_error_rate: share of bits that differ where they agree best; 0 is the same, 0.5 is chance.
    """

    first: str
    second: str
    offset_s: float
    shared_s: float
    bit_error_rate: float


@dataclass(frozen=True, slots=True)
class Overlay:
    """How well two fingerprints agree at an offset in frames."""

    offset: int
    shared_frames: int
    bit_error_rate: float


def threshold_of(n_frames: int) -> float:
    """The largest share of differing bits at which a stretch of that many frames counts as the same.

    In the paper's model a share alpha of n bits comes by chance with erfc((1 - 2 alpha) / sqrt(2) * sqrt(n) / 3) / 2
    (equation 3), so (1 - 2 alpha) * sqrt(n) is held constant. Never above 0.35.
    """
    return min(THRESHOLD, (1 - (1 - 2 * THRESHOLD) * math.sqrt(BLOCK / n_frames)) / 2)


def overlay(first: Fingerprint, second: Fingerprint, offset: int) -> Overlay | None:
    """Compare two fingerprints; frame n of the first lies over frame n - offset of the second.

    Returns:
        None when they do not agree anywhere for a whole block.
    """
    begin, end = max(0, offset), min(first.n_frames, second.n_frames + offset)
    if end - begin < SHORTEST_BLOCK:
        return None
    here, there = slice(begin, end), slice(begin - offset, end - offset)
    # Silence agrees with every silence: such frames count as chance.
    telling = first.is_telling[here] & second.is_telling[there]
    errors = np.where(telling, np.bitwise_count(first.words[here] ^ second.words[there]).astype(np.int64), 16)
    block = min(BLOCK, len(errors))
    sums = np.convolve(errors, np.ones(block, dtype=np.int64), mode="valid")
    agrees = sums <= threshold_of(block) * 32 * block
    if not agrees.any():
        return None
    covered = np.convolve(agrees, np.ones(block, dtype=np.int64), mode="full") > 0
    # A block still agrees as a whole where its ends lie on other sounds; those are told by the half second around them.
    shared = covered & telling & (_local_rate(errors) < NEARER_THAN_CHANCE)
    return Overlay(offset, int(shared.sum()), float(sums.min()) / (32 * block))


def _local_rate(errors: NDArray[np.int64]) -> NDArray[np.float64]:
    """The bit error rate of the half second around each frame."""
    width = min(LOCAL_FRAMES, len(errors))
    around = np.ones(width, dtype=np.int64)
    total = np.convolve(errors, around, mode="same") / (32 * np.convolve(np.ones_like(errors), around, mode="same"))
    rate: NDArray[np.float64] = total
    return rate


def found(first: str, second: str, best: Overlay) -> NearDuplicate:
    """The finding about two clips, given in the order of their names."""
    return NearDuplicate(
        first=first,
        second=second,
        offset_s=round(best.offset * HOP_S, 3),
        shared_s=round(best.shared_frames * HOP_S, 3),
        bit_error_rate=round(best.bit_error_rate, 4),
    )
