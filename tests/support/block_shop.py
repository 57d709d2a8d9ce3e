"""A block source for tests of the pool: clips of known size, that come slowly, break off, or not at all."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator

from soundmark.benchmarks.block import Block
from soundmark.benchmarks.clips import ByteProgress, ClipFile
from soundmark.benchmarks.fetch import FetchError, FileCache
from soundmark.benchmarks.pool import ClipPool
from soundmark.types import Clip
from tests.support.waiting import wait_until


def blocks_of(groups: int, blocks: int, clips: int) -> list[Block]:
    """So many groups of so many blocks of so many clips, named g0b0c0 and so on."""
    return [
        Block(
            block_id=f"g{g}b{b}",
            clips=tuple(Clip(path=None, key=f"g{g}b{b}c{c}") for c in range(clips)),
            group=f"g{g}",
        )
        for g in range(groups)
        for b in range(blocks)
    ]


class BlockShop:
    """Gives every clip `clip_bytes` bytes made of its key.

    Attributes:
        read: the key of every clip that was read, in order.
        opened: the id of every block that was begun.
        delay_s: before each clip.
        error: raised in place of the next clip while it is set.
        missing: keys that the blocks do not bring.
    """

    def __init__(self, cache: FileCache, *, clip_bytes: int = 1000) -> None:
        self._cache, self._clip_bytes = cache, clip_bytes
        self.read: list[str] = []
        self.opened: list[str] = []
        self.delay_s = 0.0
        self.error: FetchError | None = None
        self.missing: set[str] = set()
        self.lock = threading.Lock()

    def content(self, key: str) -> bytes:
        """The bytes of a clip."""
        return random.Random(key).randbytes(self._clip_bytes)

    def at_hand(self, clip: Clip) -> ClipFile | None:
        found = self._cache.get(clip.key)
        return None if found is None else ClipFile(found.path, found.sha256)

    def peek(self, clip: Clip) -> ClipFile | None:
        found = self._cache.peek(clip.key)
        return None if found is None else ClipFile(found.path, found.sha256)

    def load(self, block: Block, on_progress: ByteProgress | None = None) -> Iterator[str]:
        with self.lock:
            self.opened.append(block.block_id)
        for number, key in enumerate(block.keys, start=1):
            time.sleep(self.delay_s)
            if self.error is not None:
                raise self.error
            with self.lock:
                self.read.append(key)
            if key in self.missing:
                continue
            self._cache.put_bytes(key, self.content(key))
            if on_progress is not None:
                on_progress(number * self._clip_bytes, None)
            yield key


def wait_until_ready(pool: ClipPool, number: int, longest_s: float) -> bool:
    """Wait until so many clips are ready; False when they are not after `longest_s` seconds."""
    return wait_until(lambda: len(pool.ready()) >= number, longest_s)
