"""The supply of one group: a block that is being read, the blocks to come, and who waits for which clip."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator

from soundmark.benchmarks.block import Block, BlockSource
from soundmark.benchmarks.clips import ByteProgress
from soundmark.benchmarks.fetch.errors import FetchError
from soundmark.benchmarks.pool_shelf import Shelf
from soundmark.types import Clip


class Lane:
    """Reads one block at a time, clip by clip: it can rest in the middle of a block and go on later."""

    def __init__(self, group: str, source: BlockSource, shelf: Shelf) -> None:
        self.group = group
        self._source, self._shelf = source, shelf
        self._blocks: list[Block] = []
        self._block_of: dict[str, Block] = {}
        self._wanted: deque[str] = deque()
        self._barren: set[str] = set()
        self._lock = threading.Lock()
        self._waiting: set[int] = set()
        self._cursor = 0
        self._reading: Block | None = None
        self._left: list[str] = []
        self._here: frozenset[str] = frozenset()
        self._stream: Iterator[str] | None = None
        self._listener: ByteProgress | None = None

    def add(self, block: Block) -> None:
        """A block of this group."""
        self._blocks.append(block)
        self._block_of.update(dict.fromkeys(block.keys, block))

    def want(self, key: str) -> None:
        """Bring this clip next."""
        if key not in self._wanted:
            self._wanted.append(key)

    @property
    def is_waited_for(self) -> bool:
        """Whether a player waits, who then reads by himself."""
        return bool(self._waiting)

    def has_wanted(self) -> bool:
        """Whether a wanted clip is not here yet."""
        ready = self._shelf.ready() | self._barren
        while self._wanted and self._wanted[0] in ready:
            self._wanted.popleft()
        return bool(self._wanted)

    def has_more(self) -> bool:
        """Whether any clip of the group is not here yet."""
        return self._next_block() is not None

    def fresh(self) -> int:
        """How many clips of the group are here that nobody was given."""
        return sum(key in self._block_of for key in self._shelf.fresh())

    def step(self) -> None:
        """Bring one more clip.

        Raises:
            FetchError: when it cannot be had.
        """
        with self._lock:
            if self.has_wanted():
                key = self._wanted[0]
                if key not in self._left:
                    self._open(self._block_of[key])
            elif self._stream is None:
                block = self._next_block()
                if block is None:
                    return
                self._open(block)
            self._read_one()

    def bring(self, block: Block, key: str, on_progress: ByteProgress | None) -> None:
        """Read until this clip is here, or its block has ended without it.

        Raises:
            FetchError: when it cannot be had.
        """
        if len(block.keys) == 1:  # nobody else's reading is in the way
            here = self._shelf.ready()
            for arrived in self._source.load(block, on_progress):
                self._note(block, arrived, here)
            return
        waiter = threading.get_ident()
        self._waiting.add(waiter)
        try:
            with self._lock:
                self._read_up_to(block, key, on_progress)
        finally:
            self._waiting.discard(waiter)

    def _read_up_to(self, block: Block, key: str, on_progress: ByteProgress | None) -> None:
        if self._source.peek(_clip(block, key)) is not None:  # somebody else brought it meanwhile
            return
        if key not in self._left:
            self._open(block)
        self._listener = on_progress
        try:
            while key in self._left:
                self._read_one()
        finally:
            self._listener = None

    def rest(self) -> None:
        """Let go of the file that is being read, unless somebody reads it at this moment."""
        if self._lock.acquire(blocking=False):
            try:
                self._close()
            finally:
                self._lock.release()

    def _open(self, block: Block) -> None:
        self._close()
        self._reading, self._left, self._here = block, list(block.keys), self._shelf.ready()
        self._cursor = self._blocks.index(block) + 1
        self._stream = self._source.load(block, self._told)

    def _read_one(self) -> None:
        if self._stream is None or self._reading is None:
            return
        try:
            arrived = next(self._stream, None)
        except FetchError as error:
            if not error.reason.may_pass:
                self._barren.update(self._left)
            self._close()
            raise
        n_passed = len(self._left) if arrived is None else self._left.index(arrived)
        self._barren.update(self._left[:n_passed])
        del self._left[: n_passed + 1]
        if arrived is not None:
            self._note(self._reading, arrived, self._here)
        if not self._left:
            self._close()

    def _note(self, block: Block, arrived: str, here_before: frozenset[str]) -> None:
        found = self._source.peek(_clip(block, arrived))
        if found is not None and arrived not in here_before:
            self._shelf.note_arrived(arrived, found)

    def _close(self) -> None:
        stream, self._stream, self._reading, self._left = self._stream, None, None, []
        close = getattr(stream, "close", None)
        if close is not None:
            close()

    def _told(self, done_bytes: int, total_bytes: int | None) -> None:
        if self._listener is not None:
            self._listener(done_bytes, total_bytes)

    def _next_block(self) -> Block | None:
        """The block in hand, else the next one after the last that misses a clip, round and round."""
        if self._reading is not None:
            return self._reading
        ready = self._shelf.ready() | self._barren
        in_turn = self._blocks[self._cursor :] + self._blocks[: self._cursor]
        return next((block for block in in_turn if not ready.issuperset(block.keys)), None)


def _clip(block: Block, key: str) -> Clip:
    return next(clip for clip in block.clips if clip.key == key)
