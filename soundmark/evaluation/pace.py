"""How fast an endpoint is asked: so many requests at once, so many a minute, and silence when it asks for some."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from soundmark.models.spec import Limits

Clock = Callable[[], float]
Sleep = Callable[[float], Awaitable[None]]


class Pace:
    """The turns of one endpoint, shared by all that ask it in one event loop.

    Args:
        limits: of the endpoint.
        clock: seconds that never go back.
        sleep: waits so many seconds.
    """

    def __init__(self, limits: Limits, *, clock: Clock = time.monotonic, sleep: Sleep = asyncio.sleep) -> None:
        self.limits = limits
        self._slots = asyncio.Semaphore(limits.concurrency)
        self._clock = clock
        self._sleep = sleep
        self._quiet_until = 0.0
        self._next_start = 0.0

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """A place for one that is made and sent: a sound is encoded inside, so that memory stays flat."""
        async with self._slots:
            yield

    async def turn(self, tokens: int = 0) -> None:
        """Wait until a request may be sent. Ask for it within a `slot`.

        Starts are spread evenly over the minute, as a leaky bucket without a burst (ITU-T I.371, virtual scheduling)
        lets them through: providers count by the second too.

        Args:
            tokens: of the request and its reply, for an endpoint that counts them.
        """
        while (wait_s := self._reserve(tokens)) > 0:
            await self._sleep(wait_s)

    def _reserve(self, tokens: int) -> float:
        """Seconds to wait and then ask again; 0 when the turn is taken."""
        now = self._clock()
        wait_s = max(self._quiet_until, self._next_start) - now
        if wait_s > 0:
            return wait_s
        per_minute, tokens_per_minute = self.limits.requests_per_minute, self.limits.tokens_per_minute
        pause_s = 60.0 / per_minute if per_minute else 0.0
        pause_s = max(pause_s, 60.0 * tokens / tokens_per_minute if tokens_per_minute else 0.0)
        self._next_start = now + pause_s
        return 0.0

    def be_quiet(self, seconds: float) -> None:
        """No request of anybody starts within so many seconds: the endpoint wants to be left alone."""
        self._quiet_until = max(self._quiet_until, self._clock() + seconds)
