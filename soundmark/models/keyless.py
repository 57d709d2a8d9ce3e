"""Takes keys out of whatever a model says: an endpoint that repeats the headers it was sent repeats the key."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator, Collection, Iterator
from contextlib import contextmanager

from soundmark.models.reply import Adapter, ModelFailure, Reply
from soundmark.models.request import ModelRequest
from soundmark.secret import Secret

MASK = "**********"
SHORTEST_KEY = 6
"""A shorter one would stand in many a word."""


class KeylessAdapter:
    """An adapter whose replies, pieces and failures hold none of its keys.

    Replies are logged and published, and their details come from the endpoint as they are.

    Args:
        adapter: speaks to the endpoint.
        keys: that it sends.
    """

    def __init__(self, adapter: Adapter, keys: Collection[Secret]) -> None:
        self._adapter = adapter
        self._keys = sorted({key.value for key in keys if len(key.value) >= SHORTEST_KEY}, key=len, reverse=True)

    @property
    def endpoint_kind(self) -> str:
        """That of the adapter."""
        return self._adapter.endpoint_kind

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        """Ask once.

        Raises:
            ModelFailure: when no reply came.
        """
        with self._keyless_failures():
            return self._keyless(await self._adapter.ask(request, timeout_s=timeout_s))

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncGenerator[str | Reply, None]:
        """Ask once: pieces as they come. What may be the beginning of a key waits for the piece that follows.

        Raises:
            ModelFailure: when no reply came.
        """
        waiting = ""
        with self._keyless_failures():
            async for piece in self._adapter.stream(request, timeout_s=timeout_s):
                if isinstance(piece, Reply):
                    if waiting:
                        yield waiting
                    yield self._keyless(piece)
                    return
                text = self._masked(waiting + piece)
                n_held = self._n_of_a_key(text)
                waiting = text[len(text) - n_held :]
                if n_held < len(text):
                    yield text[: len(text) - n_held]
        if waiting:
            yield waiting

    async def close(self) -> None:
        """Let go of connections."""
        await self._adapter.close()

    def _masked(self, text: str) -> str:
        for key in self._keys:
            text = text.replace(key, MASK)
        return text

    def _n_of_a_key(self, text: str) -> int:
        """How many characters at the end may begin a key."""
        longest = max(map(len, self._keys), default=1) - 1
        return next(
            (n for n in range(min(longest, len(text)), 0, -1) if any(key.startswith(text[-n:]) for key in self._keys)),
            0,
        )

    def _keyless(self, reply: Reply) -> Reply:
        return dataclasses.replace(
            reply,
            text=self._masked(reply.text),
            reason=self._masked(reply.reason),
            reasoning=self._masked(reply.reasoning),
            model_revision=self._masked(reply.model_revision),
            details={
                self._masked(name): self._masked(value) if isinstance(value, str) else value
                for name, value in reply.details.items()
            },
        )

    @contextmanager
    def _keyless_failures(self) -> Iterator[None]:
        try:
            yield
        except ModelFailure as failure:
            failure.args = tuple(self._masked(str(one)) for one in failure.args)
            failure.reason = self._masked(failure.reason)
            raise
