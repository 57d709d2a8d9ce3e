"""How far a run is: one line that is written over on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

from soundmark.types import Status

ON_TERMINAL_EVERY_S = 0.2
ELSEWHERE_EVERY_S = 15.0


@dataclass(slots=True)
class Progress:
    """Counts what is done, and tells it.

    Attributes:
        n_items: of the whole run.
        stream: where it is told; None for nowhere.
        n_before: what earlier sessions did.
        statuses: of what is done, earlier sessions included.
        cost_usd: so far; None while nothing is known.
        clock: seconds that never go back.
    """

    n_items: int
    stream: TextIO | None = None
    n_before: int = 0
    statuses: Counter[Status] = field(default_factory=Counter)
    cost_usd: float | None = None
    clock: Callable[[], float] = time.monotonic
    _began: float | None = None
    _told: float = float("-inf")
    _width: int = 0
    _last: str = ""

    def begin(self) -> None:
        """The run begins, or goes on."""
        self._began = self.clock()
        self._tell(is_last=False)

    def done(self, status: Status, cost_usd: float | None) -> None:
        """An item has come to an end, and all of them have cost so much."""
        self.statuses[status] += 1
        self.cost_usd = cost_usd
        self._tell(is_last=self.n_done == self.n_items)

    def end(self) -> None:
        """The run ends: the last state is told, and the line is left alone."""
        self._tell(is_last=True)
        if self.stream is not None and self.stream.isatty():
            self.stream.write("\n")
            self.stream.flush()

    @property
    def n_done(self) -> int:
        """Items that have come to an end."""
        return self.statuses.total()

    def line(self) -> str:
        """Where the run stands."""
        parts = [f"{self.n_done} of {self.n_items}"]
        parts += [f"{self.statuses[status]} {status.value}" for status in Status if self.statuses[status]]
        if self.cost_usd is not None:
            parts.append(f"{self.cost_usd:.4f} USD")
        left_s = self.left_s()
        if left_s is not None:
            parts.append(f"{_duration(left_s)} left")
        return ", ".join(parts)

    def left_s(self) -> float | None:
        """Seconds until the end at the speed so far; None while there is no speed, and at the end."""
        n_now = self.n_done - self.n_before
        n_left = self.n_items - self.n_done
        if self._began is None or n_now <= 0 or n_left <= 0:
            return None
        return (self.clock() - self._began) / n_now * n_left

    def _tell(self, *, is_last: bool) -> None:
        if self.stream is None:
            return
        on_terminal = self.stream.isatty()
        now = self.clock()
        if not is_last and now - self._told < (ON_TERMINAL_EVERY_S if on_terminal else ELSEWHERE_EVERY_S):
            return
        self._told = now
        line = self.line()
        if line == self._last:
            return
        self._last = line
        if on_terminal:
            self.stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        else:
            self.stream.write(line + "\n")
        self.stream.flush()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
