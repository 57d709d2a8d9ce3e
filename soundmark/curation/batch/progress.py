"""How far a run is, said to whoever watches."""

from __future__ import annotations

import time
from typing import TextIO

_SHARES = 10
"""Lines in all where nobody watches a terminal."""
_MIN_GAP_S = 0.2


class Progress:
    """Counts files; on a terminal on one line that is written over, else by a line for every tenth.

    Args:
        n_all: files in all.
        n_before: files done by an earlier run, which say nothing about the time that the others take.
        stream: a terminal or a log.
        what: is counted.
    """

    def __init__(self, n_all: int, n_before: int, stream: TextIO, what: str = "recordings") -> None:
        self._n_all, self._n_before, self._stream, self._what = n_all, n_before, stream, what
        self._n_now = 0
        self._begin_s = time.monotonic()
        self._said_s = 0.0
        self._said_share = n_before * _SHARES // max(n_all, 1)

    def step(self, n_faults: int = 0) -> None:
        """One more file is done.

        Args:
            n_faults: files that could not be used so far.
        """
        self._tell(self._n_before + self._n_now + 1, n_faults)

    def reach(self, n_done: int) -> None:
        """So many files are done in all."""
        self._tell(n_done, 0)

    def _tell(self, n_done: int, n_faults: int) -> None:
        self._n_now = n_done - self._n_before
        faults = f", {n_faults} could not be used" if n_faults else ""
        line = f"{n_done} of {self._n_all} {self._what}{faults}{self._left(n_done)}"
        if self._stream.isatty():
            now_s = time.monotonic()
            if now_s - self._said_s >= _MIN_GAP_S or n_done == self._n_all:
                self._said_s = now_s
                end = "\n" if n_done == self._n_all else ""
                self._stream.write(f"\r{line}   {end}")
                self._stream.flush()
        elif n_done * _SHARES // self._n_all > self._said_share:
            self._said_share = n_done * _SHARES // self._n_all
            self._stream.write(line + "\n")
            self._stream.flush()

    def _left(self, n_done: int) -> str:
        n_left = self._n_all - n_done
        if n_left == 0:
            return ""
        left_s = (time.monotonic() - self._begin_s) / self._n_now * n_left
        return f", about {left_s / 60:.0f} min left" if left_s >= 90 else f", about {left_s:.0f} s left"
