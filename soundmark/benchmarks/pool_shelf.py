"""What a pool knows of the clips on this machine: which are here, which nobody has heard yet, which go first."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from soundmark.benchmarks.block import BlockSource
from soundmark.benchmarks.clips import ClipFile
from soundmark.benchmarks.fetch.cache import FileCache
from soundmark.types import Clip

GIVEN_AGE_S = 365 * 24 * 3600.0
"""By how much a clip counts as older in the cache for each time that it was given to a player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Numbers of clips; see `PoolStatistics`."""

    ready: int
    fresh: int
    arrived: int
    given: int
    waited: int


class Shelf:
    """The clips of one pool that are in its cache. Safe to use from several threads."""

    def __init__(self, cache: FileCache, in_use_s: float) -> None:
        self._cache, self._in_use_s = cache, in_use_s
        self._lock = threading.Lock()
        self._content_of: dict[str, str] = {}
        self._size_of: dict[str, int] = {}
        self._given_at_s: dict[str, float] = {}
        self._aged: set[str] = set()
        self._plays: Counter[str] = Counter()
        self._arrived = self._given = self._waited = 0

    def scan(self, clips: Iterable[Clip], source: BlockSource) -> None:
        """Take in what an earlier run left in the cache."""
        for clip in clips:
            found = source.peek(clip)
            if found is not None:
                self._take_in(clip.key, found)

    def note_arrived(self, key: str, file: ClipFile) -> None:
        """A clip has come."""
        self._take_in(key, file)
        with self._lock:
            self._arrived += 1
            self._given_at_s.pop(key, None)
            self._aged.discard(key)

    def note_given(self, key: str) -> None:
        """A player was given a clip."""
        with self._lock:
            self._given += 1
            self._plays[key] += 1
            self._given_at_s[key] = time.monotonic()
            self._aged.discard(key)

    def note_waited(self) -> None:
        """A player had to wait."""
        with self._lock:
            self._waited += 1

    def age_given(self) -> None:
        """Let clips that were given, and are no longer in use, go before others: the most often given ones first."""
        now_s = time.monotonic()
        with self._lock:
            unused = (key for key, at_s in self._given_at_s.items() if now_s - at_s > self._in_use_s)
            due = [key for key in unused if key not in self._aged]
            self._aged.update(due)
            ages_s = {key: self._plays[key] * GIVEN_AGE_S for key in due}
        for key, age_s in ages_s.items():
            if key in self._content_of:
                self._cache.age(self._content_of[key], age_s)

    def ready(self) -> frozenset[str]:
        """Keys of the clips that are here."""
        here = self._cache.contents()
        with self._lock:
            return frozenset(key for key, content in self._content_of.items() if content in here)

    def fresh(self) -> frozenset[str]:
        """Keys of those that nobody was given since they came."""
        ready = self.ready()
        with self._lock:
            return ready - self._given_at_s.keys()

    def fresh_bytes(self) -> int:
        """What they take on the disk."""
        return sum(self._size_of[key] for key in self.fresh())

    def counts(self) -> Counts:
        """All numbers."""
        ready, fresh = len(self.ready()), len(self.fresh())
        with self._lock:
            return Counts(ready=ready, fresh=fresh, arrived=self._arrived, given=self._given, waited=self._waited)

    def _take_in(self, key: str, file: ClipFile) -> None:
        try:
            size_bytes = file.path.stat().st_size
        except OSError:  # removed a moment ago
            return
        with self._lock:
            self._content_of[key], self._size_of[key] = file.sha256, size_bytes
