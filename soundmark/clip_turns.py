"""How many recordings are encoded at the same time: fewer than there are processors, whoever asks for them.

Encoding half a minute takes most of a second of one processor. A crowd that arrives at once would else take all of
them, and nobody would be answered meanwhile, not even those whose clips are there.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.audio import is_prepared

MAX_AHEAD = 32
"""Clips that wait to be encoded ahead of their rounds. Of a further one the round itself has to wait."""


def _free_processors() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(slots=True)
class EncodingTurns:
    """Who may encode now, and what is encoded ahead."""

    _turns: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_free_processors()))
    _ahead: queue.Queue[Callable[[], None]] = field(default_factory=lambda: queue.Queue(MAX_AHEAD))
    _worker: threading.Thread | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def turn(self, cache_dir: Path, sha256: str) -> Iterator[None]:
        """While the block lasts, a copy may be made; who finds it made does not wait.

        Args:
            cache_dir: as for `prepare_copy`.
            sha256: that names the recording.
        """
        if is_prepared(cache_dir, sha256):
            yield
            return
        with self._turns:
            yield

    def ahead(self, work: Callable[[], None]) -> None:
        """Do something in the background, one after the other; nothing when much is waiting already."""
        with self._lock:
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="prepare", daemon=True)
                self._worker.start()
        try:
            self._ahead.put_nowait(work)
        except queue.Full:
            return

    def _work(self) -> None:
        while True:
            self._ahead.get()()
