"""Models behind OpenAI-compatible chat endpoints: OpenAI, OpenRouter, vLLM, DashScope and their kin."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from soundmark.models.failures import not_json
from soundmark.models.openai_client import (
    Refusable,
    hidden_of,
    in_our_words,
    is_json,
    open_client,
    post_chat,
    stream_chat,
)
from soundmark.models.openai_reply import Parts, add_chunk, refused_or_raise, streamed_reply, whole_reply
from soundmark.models.openai_request import chat_body
from soundmark.models.reply import Reply
from soundmark.models.reply_json import loaded
from soundmark.models.request import ModelRequest
from soundmark.models.spec import ModelSpec
from soundmark.models.streams import within


class OpenAIChat:
    """Speaks Chat Completions, the one protocol of these endpoints that takes sound."""

    endpoint_kind = "openai"

    def __init__(self, spec: ModelSpec) -> None:
        self._spec = spec
        self._hidden = hidden_of(spec)
        self._client = open_client(spec)

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        """Ask once.

        Raises:
            ModelFailure: when no reply came.
        """
        if self._spec.streams_only:
            return await self._collected(request, timeout_s)
        body = await self._body(request)
        try:
            async with in_our_words(timeout_s), asyncio.timeout(timeout_s):
                raw = await post_chat(self._client, body, timeout_s)
        except Refusable as error:
            return refused_or_raise(error.fault, self._hidden)
        return whole_reply(loaded(raw.content), self._hidden)

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncGenerator[str | Reply, None]:
        """Ask once: pieces of text as they come, and at the end the whole reply.

        Raises:
            ModelFailure: when no reply came.
        """
        parts = Parts()
        deadline_s = asyncio.get_running_loop().time() + timeout_s
        try:
            async with (
                aclosing(self._chunks(request, timeout_s)) as chunks,
                aclosing(within(timeout_s, deadline_s, chunks)) as pieces,
            ):
                async for chunk in pieces:
                    if isinstance(chunk, Reply):
                        if chunk.text:
                            yield chunk.text
                        yield chunk
                        return
                    if text := add_chunk(parts, chunk, self._hidden):
                        yield text
                    if parts.is_too_long:
                        break
        except Refusable as error:
            yield refused_or_raise(error.fault, self._hidden)
            return
        yield streamed_reply(parts)

    async def close(self) -> None:
        """Let go of connections."""
        await self._client.close()

    async def _collected(self, request: ModelRequest, timeout_s: float) -> Reply:
        async with aclosing(self.stream(request, timeout_s=timeout_s)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Reply):
                    return piece
        raise AssertionError("A stream ends with a reply or a failure.")

    async def _chunks(
        self, request: ModelRequest, timeout_s: float
    ) -> AsyncGenerator[Mapping[str, object] | Reply, None]:
        """The pieces; of an endpoint that knows no pieces and answers at once, the reply."""
        body = await self._body(request, streams=True)
        n_chunks = 0
        async with in_our_words(timeout_s):
            stream = await stream_chat(self._client, body, timeout_s)
            async with stream:
                if is_json(stream.response):
                    content = loaded(await stream.response.aread())
                    yield whole_reply(content, self._hidden)
                    return
                async for chunk in stream:
                    n_chunks += 1
                    yield chunk.model_dump(warnings=False)
        if not n_chunks:
            raise not_json()

    async def _body(self, request: ModelRequest, *, streams: bool = False) -> bytes:
        """The body, made in a thread: with a long sound it takes a while, and other replies are waited for here."""
        spec = self._spec
        extra = {**spec.body, **request.parameters}
        return await asyncio.to_thread(
            chat_body, spec.model_id, request, spec.dialect, spec.inputs, extra, streams=streams
        )
