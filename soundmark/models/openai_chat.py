"""Models behind OpenAI-compatible chat endpoints: OpenAI, OpenRouter, vLLM, DashScope and their kin."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, cast

from soundmark.models.failures import not_json
from soundmark.models.openai_client import Refusable, hidden_of, in_our_words, open_client
from soundmark.models.openai_reply import Parts, add_chunk, refused_or_raise, streamed_reply, whole_reply
from soundmark.models.openai_request import chat_messages
from soundmark.models.reply import Reply
from soundmark.models.reply_json import loaded
from soundmark.models.request import ModelRequest
from soundmark.models.spec import ModelSpec
from soundmark.models.streams import within

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam


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
        messages = self._messages(request)
        try:
            async with in_our_words(timeout_s), asyncio.timeout(timeout_s):
                raw = await self._client.chat.completions.with_raw_response.create(
                    model=self._spec.model_id,
                    messages=messages,
                    extra_body=self._extra(request),
                    timeout=timeout_s,
                )
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

    async def _chunks(self, request: ModelRequest, timeout_s: float) -> AsyncGenerator[Mapping[str, object], None]:
        messages = self._messages(request)
        n_chunks = 0
        async with in_our_words(timeout_s):
            stream = await self._client.chat.completions.create(
                model=self._spec.model_id,
                messages=messages,
                stream=True,
                stream_options={"include_usage": True},
                extra_body=self._extra(request),
                timeout=timeout_s,
            )
            async with stream:
                async for chunk in stream:
                    n_chunks += 1
                    yield chunk.model_dump(warnings=False)
        if not n_chunks:
            raise not_json()

    def _messages(self, request: ModelRequest) -> list[ChatCompletionMessageParam]:
        messages = chat_messages(request, self._spec.dialect, self._spec.inputs)
        return cast("list[ChatCompletionMessageParam]", messages)

    def _extra(self, request: ModelRequest) -> dict[str, object]:
        """What the model file and the request add to the body, the SDK's own named arguments among them."""
        return {**self._spec.body, **request.parameters}
