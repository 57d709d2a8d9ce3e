"""Files as accidents leave them: cut, with bytes flipped, with pieces missing, doubled or exchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator


def corruptions(content: bytes, number: int, *, seed: int = 7) -> Iterator[bytes]:
    """That many damaged versions of a file, always the same ones."""
    rng = random.Random(seed)
    for index in range(number):
        yield _DAMAGES[index % len(_DAMAGES)](content, rng)


def _cut(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content))]


def _flipped(content: bytes, rng: random.Random) -> bytes:
    damaged = bytearray(content)
    for _ in range(rng.choice([1, 3, 30])):
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def _overwritten(content: bytes, rng: random.Random) -> bytes:
    start, length = rng.randrange(len(content)), rng.choice([1, 8, 64])
    return content[:start] + rng.randbytes(length) + content[start + length :]


def _piece_missing(content: bytes, rng: random.Random) -> bytes:
    start, length = rng.randrange(len(content)), rng.choice([1, 2, 20, 200])
    return content[:start] + content[start + length :]


def _piece_doubled(content: bytes, rng: random.Random) -> bytes:
    start, length = rng.randrange(len(content)), rng.choice([1, 20, 200])
    return content[:start] + content[start : start + length] * 2 + content[start + length :]


_DAMAGES = (_cut, _flipped, _overwritten, _piece_missing, _piece_doubled)
