"""A rolling pool of clips: some are always on this machine, fetched ahead of the players, and the disk has a limit.

Clips come in blocks. A block of a file on the web is one clip; a block of a Parquet shard is a row group, whose clips
can only be had one after the other. A game that is dealt from few blocks therefore costs the least.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from soundmark.benchmarks.block import Block, BlockSource, PeekSource, SingleClips, single_blocks
from soundmark.benchmarks.clips import ByteProgress, ClipFile, ClipUnavailable
from soundmark.benchmarks.fetch.cache import IN_USE_S, FileCache
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason, unavailable
from soundmark.benchmarks.pool_lane import Lane
from soundmark.benchmarks.pool_shelf import Shelf
from soundmark.types import Clip

log = logging.getLogger(__name__)

DEFAULT_AHEAD = 24
IDLE_S = 1.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 5.0, 600.0
PASSED_OVER = 3
"""So many failures in a row may be those of single clips."""
FRESH_SHARE = 0.8
"""Of the disk limit: more is not filled with clips that nobody has heard yet."""
NO_CLIP = "This recording arrives damaged. Try another one."


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolStatistics:
    """What a pool holds and has done.

    Attributes:
        ready: clips on this machine.
        fresh: those of them that nobody was given since they arrived.
        arrived, given, waited: clips fetched, given to players, and waited for by them, since the start.
        disk_bytes, max_bytes: what the clips take, and may take.
        trouble: why fetching rests just now; '' when it does not.
    """

    ready: int
    fresh: int
    arrived: int
    given: int
    waited: int
    disk_bytes: int
    max_bytes: int
    trouble: str


class ClipPool:
    """Keeps `ahead` clips of every group ready that nobody has heard. A `ClipSource`; safe to use from several threads.

    Args:
        blocks: every clip of the benchmark, each in one block. A group of blocks, for instance a language, has a supply
            of its own.
        source: brings the clips of a block into the cache.
        cache: where they are kept, and the limit on the disk.
        ahead: clips of each group to keep ready.
        in_use_s: how long after it was given a clip is not replaced.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        source: BlockSource,
        cache: FileCache,
        *,
        ahead: int = DEFAULT_AHEAD,
        in_use_s: float = IN_USE_S,
    ) -> None:
        self.blocks = tuple(blocks)
        self._source, self._cache, self._ahead = source, cache, ahead
        self._block_of = {clip.key: block for block in self.blocks for clip in block.clips}
        self._shelf = Shelf(cache, in_use_s)
        self._lanes = {group: Lane(group, source, self._shelf) for group in dict.fromkeys(b.group for b in blocks)}
        for block in self.blocks:
            self._lanes[block.group].add(block)
        self._waking, self._closing = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._trouble = ""

    def start(self) -> None:
        """Begin to fetch ahead, in the background."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="clip-pool", daemon=True)
            self._thread.start()

    def close(self, wait_s: float = 5.0) -> None:
        """Stop fetching ahead; what is here stays and can be had."""
        self._closing.set()
        self._waking.set()
        if self._thread is not None:
            self._thread.join(wait_s)
        for lane in self._lanes.values():
            lane.rest()

    def ready(self) -> frozenset[str]:
        """Keys of the clips that can be had without waiting."""
        return self._shelf.ready()

    def fresh(self) -> frozenset[str]:
        """Keys of those of them that nobody was given since they came."""
        return self._shelf.fresh()

    def block_of(self, key: str) -> Block:
        """The block of a clip.

        Raises:
            KeyError: when no block has it.
        """
        return self._block_of[key]

    def want(self, keys: Iterable[str]) -> None:
        """Fetch these before others, for instance those of today's game."""
        for key in keys:
            block = self._block_of.get(key)
            if block is not None:
                self._lanes[block.group].want(key)
        self._waking.set()

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """Its file, when it is on this machine; this does not count as giving it to a player."""
        return self._source.at_hand(clip)

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """Its file, for a player; when it is not on this machine, its block is read up to it.

        Raises:
            ClipUnavailable: when it cannot be had.
        """
        found = self._source.at_hand(clip)
        if found is None:
            self._bring(clip, on_progress)
            found = self._source.at_hand(clip)
        if found is None:
            raise ClipUnavailable(NO_CLIP, key="err_clip_bad_answer")
        self._shelf.note_given(clip.key)
        self._waking.set()
        return found

    def _bring(self, clip: Clip, on_progress: ByteProgress | None) -> None:
        block = self._block_of.get(clip.key)
        if block is None:
            raise ClipUnavailable(
                "This recording is not part of the benchmark any more. Try another one.", key="err_clip_left"
            )
        self._shelf.note_waited()
        try:
            self._lanes[block.group].bring(block, clip.key, on_progress)
        except FetchError as error:
            log.warning("A recording cannot be had: %s", error)
            raise unavailable(error) from error

    def statistics(self) -> PoolStatistics:
        """What the pool holds and has done."""
        counts = self._shelf.counts()
        return PoolStatistics(
            ready=counts.ready, fresh=counts.fresh, arrived=counts.arrived, given=counts.given, waited=counts.waited,
            disk_bytes=self._cache.total_bytes(), max_bytes=self._cache.max_bytes, trouble=self._trouble,
        )  # fmt: skip

    def _work(self) -> None:
        self._shelf.scan((clip for block in self.blocks for clip in block.clips), self._source)
        failures = 0
        while not self._closing.is_set():
            self._shelf.age_given()
            try:
                lane = self._neediest()
                if lane is None:
                    self._waking.wait(IDLE_S)
                    self._waking.clear()
                    continue
                lane.step()
            except FetchError as error:
                failures += 1
                self._trouble = str(error)
                if error.reason is FetchReason.OFFLINE:
                    return
                self._rest(error, failures)
            else:
                self._trouble, failures = "", 0

    def _rest(self, error: FetchError, failures: int) -> None:
        """Wait, longer each time; a single clip that cannot be had is passed over without."""
        if not error.reason.may_pass and failures < PASSED_OVER:
            log.warning("A recording is passed over: %s", error)
            return
        pause_s = min(FIRST_PAUSE_S * 2.0 ** (failures - 1), LONGEST_PAUSE_S)
        log.warning("Fetching ahead rests for %.0f s: %s", pause_s, error)
        self._closing.wait(pause_s)

    def _neediest(self) -> Lane | None:
        """The group to fetch for: one whose clips are wanted, else the one with the smallest supply."""
        lanes = [lane for lane in self._lanes.values() if not lane.is_waited_for and lane.has_more()]
        wanted = [lane for lane in lanes if lane.has_wanted()]
        if wanted:
            return wanted[0]
        if self._shelf.fresh_bytes() > FRESH_SHARE * self._cache.max_bytes:
            return None
        supplies = [(lane.fresh(), number, lane) for number, lane in enumerate(lanes)]
        fresh, _, lane = min(supplies, default=(self._ahead, 0, None))
        return lane if fresh < self._ahead else None


def pool_of_files(clips: Iterable[Clip], source: PeekSource, cache: FileCache) -> ClipPool:
    """A pool of clips that are files of their own; a clip of several questions counts once."""
    unique = {clip.key: clip for clip in clips}
    return ClipPool(single_blocks(tuple(unique.values())), SingleClips(source), cache)
