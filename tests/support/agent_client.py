"""An agent as anybody could write one: a client of the MCP server, over streamable HTTP."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
from mcp.types import AudioContent, CallToolResult, ResourceLink, TextContent, Tool

Json = dict[str, Any]
MCP_PATH = "gradio_api/mcp/"


@dataclass(frozen=True)
class Refused(Exception):
    """A tool that answered with an error."""

    text: str


@dataclass(frozen=True)
class McpAgent:
    """An agent with an open session."""

    session: ClientSession

    async def tools(self) -> list[Tool]:
        """What is on offer."""
        return (await self.session.list_tools()).tools

    async def raw(self, tool: str, **arguments: object) -> CallToolResult:
        """What a tool answers."""
        return await self.session.call_tool(tool, arguments)

    async def call(self, tool: str, **arguments: object) -> Json:
        """The data that a tool answers with.

        Raises:
            Refused: when it answers with an error.
        """
        found = await self.raw(tool, **arguments)
        first = found.content[0]
        assert isinstance(first, TextContent)
        if found.isError:
            raise Refused(first.text)
        data: Json = json.loads(first.text)
        return data

    async def question(self, game_id: str) -> tuple[Json, str]:
        """The question at which a game stands, and the address of its clip; '' after the last one."""
        found = await self.raw("next_question", game_id=game_id)
        assert not found.isError, found
        data, *clip = found.content
        assert isinstance(data, TextContent)
        if not clip:
            return json.loads(data.text), ""
        text, link = clip
        assert isinstance(text, TextContent) and isinstance(link, ResourceLink)
        assert (str(link.uri), link.mimeType) == (text.text, "audio/mpeg")
        return json.loads(data.text), text.text

    async def sound(self, game_id: str) -> bytes:
        """The clip itself."""
        (content,) = (await self.raw("hear_clip", game_id=game_id)).content
        assert isinstance(content, AudioContent)
        assert content.mimeType == "audio/mpeg"
        return base64.b64decode(content.data)


def run_agent(url: str, play: Callable[[McpAgent], Awaitable[None]]) -> None:
    """Connect, play, and disconnect."""

    async def connect() -> None:
        async with (
            streamablehttp_client(url + MCP_PATH) as (reading, writing, _),
            ClientSession(reading, writing) as session,
        ):
            await session.initialize()
            await play(McpAgent(session))

    # In a thread of its own, because a test that drives a browser has an event loop already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(connect())).result()
