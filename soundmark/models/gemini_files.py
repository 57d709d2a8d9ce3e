"""Gemini's Files API: media too large for a request are put there for as long as the request lasts."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from soundmark.models.gemini_request import mime_type_of
from soundmark.models.reply import ModelFailure
from soundmark.models.request import Media

if TYPE_CHECKING:
    from google.genai.client import AsyncClient
    from google.genai.types import File, Part

log = logging.getLogger(__name__)

_FIRST_WAIT_S = 0.1
_LONGEST_WAIT_S = 3.0
_REMOVAL_S = 10.0


@asynccontextmanager
async def uploaded(client: AsyncClient, media: Sequence[Media]) -> AsyncIterator[dict[str, Part]]:
    """Upload media, and remove them afterwards whatever happens.

    Args:
        client: whose account they go to.
        media: what to upload; nothing for a request that carries its media inside.

    Returns:
        By SHA-256 of the bytes, what stands for them in a request.

    Raises:
        ModelFailure: when the endpoint cannot make use of one.
    """
    from google.genai.types import Part

    names: list[str] = []
    parts: dict[str, Part] = {}
    try:
        for one in media:
            # A name of theirs, not ours: what a recording is called may tell where it was made.
            file = await client.files.upload(
                file=io.BytesIO(one.data), config={"mime_type": mime_type_of(one), "display_name": "clip"}
            )
            names.append(file.name or "")
            ready = await _ready(client, file)
            parts[one.sha256] = Part.from_uri(file_uri=ready.uri or "", mime_type=mime_type_of(one))
        yield parts
    finally:
        for name in names:
            await _remove(client, name)


async def _ready(client: AsyncClient, file: File) -> File:
    """The file once it can be used."""
    wait_s = _FIRST_WAIT_S
    while True:
        state = file.state.value if file.state is not None else "ACTIVE"
        if state == "ACTIVE":
            return file
        if state == "FAILED":
            raise ModelFailure("The endpoint could not make use of the sound that was uploaded.", reason="media")
        await asyncio.sleep(wait_s)
        wait_s = min(wait_s * 2, _LONGEST_WAIT_S)
        file = await client.files.get(name=file.name or "")


async def _remove(client: AsyncClient, name: str) -> None:
    """Removes a file; one that stays is removed by the endpoint itself after two days."""
    from google.genai.errors import APIError
    from httpx2 import HTTPError

    try:
        async with asyncio.timeout(_REMOVAL_S):
            await client.files.delete(name=name)
    except (APIError, HTTPError, TimeoutError, ValueError) as error:
        log.warning("A file that was uploaded for a model could not be removed (%s).", type(error).__name__)
