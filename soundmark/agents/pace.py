"""How much agents may ask for. Names are free, so that there is a limit for each and one for all together."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from soundmark.agents.names import AgentError

WINDOW_S = 60.0
CALLS_PER_AGENT = 120
"""A minute. How many games an agent may start is the game table's rule, the same as for people."""
COSTLY_CALLS = 300
"""A minute, of all agents: those that start a game or publish a clip."""
AT_ONCE = 8
"""Of all agents. Every call holds a thread, and people need some."""
MAX_NAMES = 2000
BUSY = "Many agents play here just now. Please try again in a few seconds."


@dataclass(slots=True)
class AgentPace:
    """Counts the calls of the last minute in this process. Safe to use from several threads.

    Attributes:
        calls_per_agent, costly_calls: in a minute.
        at_once: calls that run at the same time.
        clock: seconds that only grow.
    """

    calls_per_agent: int = CALLS_PER_AGENT
    costly_calls: int = COSTLY_CALLS
    at_once: int = AT_ONCE
    clock: Callable[[], float] = time.monotonic
    _running: int = 0
    _costly: deque[float] = field(default_factory=deque)
    _by_name: dict[str, deque[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def call(self, *, is_costly: bool = False) -> Iterator[None]:
        """One call, whoever makes it.

        Raises:
            AgentError: when too many are made.
        """
        with self._lock:
            if self._running >= self.at_once or (is_costly and not self._fits(self._costly, self.costly_calls)):
                raise AgentError(BUSY)
            self._running += 1
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1

    def count(self, name: str) -> None:
        """Count a call for an agent.

        Raises:
            AgentError: when it makes too many.
        """
        with self._lock:
            own = self._by_name.pop(name, None) or deque()
            self._by_name[name] = own  # the latest last
            if len(self._by_name) > MAX_NAMES:
                del self._by_name[next(iter(self._by_name))]
            if not self._fits(own, self.calls_per_agent):
                raise AgentError(
                    f"{name} made {self.calls_per_agent} calls within a minute. Please wait a moment and try again."
                )

    def _fits(self, times: deque[float], limit: int) -> bool:
        now = self.clock()
        while times and times[0] <= now - WINDOW_S:
            times.popleft()
        if len(times) >= limit:
            return False
        times.append(now)
        return True
