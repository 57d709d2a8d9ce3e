"""Gemini through the google-genai SDK: sounds inside the request while it is small, else through the Files API."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING

from soundmark.models.failures import Hidden
from soundmark.models.gemini_errors import in_our_words
from soundmark.models.gemini_files import uploaded
from soundmark.models.gemini_reply import Pieces
from soundmark.models.gemini_request import check_media, config_of, inline_part
from soundmark.models.media import request_bytes
from soundmark.models.reply import Reply
from soundmark.models.request import Media, ModelRequest
from soundmark.models.spec import ModelSpec
from soundmark.models.streams import within

if TYPE_CHECKING:
    from google.genai import Client
    from google.genai.types import Content, GenerateContentResponse, Part
    from httpx2 import AsyncClient

INLINE_BYTES = 19_000_000
"""Below 20 MB for the whole request, as the documentation says, with room for what stands around text and media."""
_VERSION = re.compile(r"(?P<base>.+?)/(?P<version>v[0-9][a-z0-9]*)")
_NO_KEY = "none"


class GeminiAdapter:
    """Speaks `generateContent`.

    Args:
        spec: the model.
        inline_bytes: largest request with its media inside.
    """

    endpoint_kind = "gemini"

    def __init__(self, spec: ModelSpec, *, inline_bytes: int = INLINE_BYTES) -> None:
        self._spec = spec
        self._hidden = Hidden(spec.key, spec.endpoint)
        self._inline_bytes = inline_bytes
        # Ours, so that the SDK uses it: with its own choice of library it retries some errors by itself.
        self._http = _http_client()
        self._sdk = _sdk_client(spec, self._http)
        self._client = self._sdk.aio

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        """Ask once.

        Raises:
            ModelFailure: when no reply came.
        """
        config = config_of(request, self._spec.body, timeout_s)
        pieces = Pieces()
        async with (
            in_our_words(timeout_s, self._hidden),
            asyncio.timeout(timeout_s),
            uploaded(self._client, self._to_upload(request)) as files,
        ):
            response = await self._client.models.generate_content(
                model=self._spec.model_id, contents=_content(request, files), config=config
            )
        pieces.add(response)
        return pieces.reply(streamed=False)

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncGenerator[str | Reply, None]:
        """Ask once: pieces of text as they come, and at the end the whole reply.

        Raises:
            ModelFailure: when no reply came.
        """
        pieces = Pieces()
        deadline_s = asyncio.get_running_loop().time() + timeout_s
        async with (
            aclosing(self._responses(request, timeout_s)) as responses,
            aclosing(within(timeout_s, deadline_s, responses)) as arriving,
        ):
            async for response in arriving:
                if text := pieces.add(response):
                    yield text
                if pieces.is_too_long:
                    break
        yield pieces.reply(streamed=True)

    async def close(self) -> None:
        """Let go of connections."""
        await self._http.aclose()

    async def _responses(
        self, request: ModelRequest, timeout_s: float
    ) -> AsyncGenerator[GenerateContentResponse, None]:
        config = config_of(request, self._spec.body, timeout_s)
        async with (
            in_our_words(timeout_s, self._hidden),
            uploaded(self._client, self._to_upload(request)) as files,
        ):
            stream: AsyncIterator[GenerateContentResponse] = await self._client.models.generate_content_stream(
                model=self._spec.model_id, contents=_content(request, files), config=config
            )
            async for response in stream:
                yield response

    def _to_upload(self, request: ModelRequest) -> tuple[Media, ...]:
        """The media that do not fit into the request: none, or all."""
        for media in request.media:
            check_media(media, self._spec.inputs)
        fits = request_bytes(request.system + request.text, request.media) <= self._inline_bytes
        return () if fits else request.media


def _content(request: ModelRequest, files: Mapping[str, Part]) -> Content:
    """Media, then the text."""
    from google.genai.types import Content, Part

    media = [files[one.sha256] if one.sha256 in files else inline_part(one) for one in request.media]
    return Content(role="user", parts=[*media, Part.from_text(text=request.text)])


def _http_client() -> AsyncClient:
    from httpx2 import AsyncClient, Limits

    # How many requests are under way at once is the caller's matter.
    limits = Limits(max_connections=None, max_keepalive_connections=100)
    # The key is in a header of its own, which HTTP libraries take along to wherever a redirect leads.
    return AsyncClient(follow_redirects=False, limits=limits)


def _sdk_client(spec: ModelSpec, http: AsyncClient) -> Client:
    """The SDK's client. Without `retry_options` it asks once, and with `vertexai` it does not ask the environment."""
    from google.genai import Client
    from google.genai.types import HttpOptions

    match = _VERSION.fullmatch(spec.endpoint)
    options = HttpOptions(
        base_url=match["base"] if match else spec.endpoint,
        api_version=match["version"] if match else None,
        timeout=round(spec.limits.timeout_s * 1000),
        httpx_async_client=http,
    )
    return Client(api_key=spec.key.value or _NO_KEY, vertexai=False, http_options=options)
