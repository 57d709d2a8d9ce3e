"""Blocks: the clips of a benchmark that can only be fetched together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from soundmark.benchmarks.clips import ByteProgress, ClipFile, ClipSource
from soundmark.types import Clip


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Clips that arrive together.

    Attributes:
        block_id: unique within the benchmark.
        clips: in the order in which they arrive; their keys are unique within the benchmark.
        group: what a player may choose, for instance a language; '' where there is no choice.
    """

    block_id: str
    clips: tuple[Clip, ...]
    group: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the clips, in the order in which they arrive."""
        return tuple(clip.key for clip in self.clips)


class BlockSource(Protocol):
    """Brings blocks into a cache. Safe to use from several threads."""

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """The file of a clip in the cache, which counts as used; None when it must be fetched."""

    def peek(self, clip: Clip) -> ClipFile | None:
        """The same without counting as use."""

    def load(self, block: Block, on_progress: ByteProgress | None = None) -> Iterator[str]:
        """Bring the clips of a block into the cache; gives the key of each as soon as it is there.

        A clip that cannot be used is left out. Closing the iterator stops the reading.

        Raises:
            FetchError: when the block cannot be had.
        """


class PeekSource(ClipSource, Protocol):
    """A source of single clips that can also look without using."""

    def peek(self, clip: Clip) -> ClipFile | None:
        """Its file, when it is on this machine, without counting as use."""

    def fetch_plainly(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """Its file, fetched when it is not on this machine.

        Raises:
            FetchError: when it cannot be had.
        """


class SingleClips:
    """A `BlockSource` over clips that are files of their own: every clip is a block."""

    def __init__(self, clips: PeekSource) -> None:
        self._clips = clips

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """The file of a clip in the cache; None when it must be fetched."""
        return self._clips.at_hand(clip)

    def peek(self, clip: Clip) -> ClipFile | None:
        """The same without counting as use."""
        return self._clips.peek(clip)

    def load(self, block: Block, on_progress: ByteProgress | None = None) -> Iterator[str]:
        """Fetch the clips of a block.

        Raises:
            FetchError: when one cannot be had.
        """
        for clip in block.clips:
            self._clips.fetch_plainly(clip, on_progress)
            yield clip.key


def single_blocks(clips: Sequence[Clip]) -> tuple[Block, ...]:
    """Each clip as a block of its own, all in one group."""
    return tuple(Block(block_id=clip.key, clips=(clip,)) for clip in clips)
