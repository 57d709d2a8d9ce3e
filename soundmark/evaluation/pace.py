"""How fast an endpoint is asked: so many requests at once, so many a minute, and silence when it asks for some."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from soundmark.evaluation.budget import likely_usage, output_bound
from soundmark.models.cascade import Gate
from soundmark.models.reply import ModelFailure
from soundmark.models.spec import AdapterKind, Limits, ModelSpec

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


class Paces:
    """The paces of endpoints: models behind one address share one, however many of them a run asks.

    It is as tight as the tightest limits that any of these models names, since the endpoint counts all their requests
    together.

    Args:
        specs: all models that will be asked, the parts of cascades among them.
    """

    def __init__(self, specs: Iterable[ModelSpec]) -> None:
        limits: dict[str, Limits] = {}
        for spec in specs:
            address = _address(spec)
            limits[address] = tighter(limits.get(address, spec.limits), spec.limits)
        self._paces = {address: Pace(one) for address, one in limits.items()}

    def of(self, spec: ModelSpec) -> Pace:
        """The pace of a model's endpoint.

        Raises:
            KeyError: for a model that was not named.
        """
        return self._paces[_address(spec)]

    def gate_of(self, spec: ModelSpec) -> Gate:
        """Lets the requests of a part of a cascade through at the pace of its endpoint."""
        pace = self.of(spec)
        longest = 0 if spec.adapter is AdapterKind.TRANSCRIPTION else output_bound(spec.parameters)

        def gate(*, text: str, audio_s: float) -> AbstractAsyncContextManager[None]:
            usage = likely_usage(text, audio_s, longest)
            return _passing(pace, (usage.input_tokens or 0) + (usage.output_tokens or 0))

        return gate


def tighter(one: Limits, other: Limits) -> Limits:
    """Limits of requests that keep both; sizes and times are those of the first."""
    return dataclasses.replace(
        one,
        concurrency=min(one.concurrency, other.concurrency),
        requests_per_minute=_least(one.requests_per_minute, other.requests_per_minute),
        tokens_per_minute=_least(one.tokens_per_minute, other.tokens_per_minute),
    )


def _least(*values: float | None) -> float | None:
    return min((value for value in values if value is not None), default=None)


def _address(spec: ModelSpec) -> str:
    """What is the same for models of one endpoint; models without one, as cascades, have only themselves."""
    return spec.endpoint.rstrip("/").lower() or f"model {spec.name}"


@asynccontextmanager
async def _passing(pace: Pace, tokens: int) -> AsyncIterator[None]:
    async with pace.slot():
        await pace.turn(tokens)
        try:
            yield
        except ModelFailure as failure:
            if failure.retry_after_s is not None:
                pace.be_quiet(failure.retry_after_s)
            raise
