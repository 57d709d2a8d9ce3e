"""Requests that no page of ours sends, which Gradio would serve: refused before they reach it."""

from __future__ import annotations

import json
import re

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 1_000_000
"""Of all requests but uploads. The largest event of the page has about a tenth of that."""
CLOSED = re.compile(
    r"/(?:proxy=|process_recording|deep_link|monitoring|custom_component|component_server|run-history|runs|profiling"
    r"|vibe-|undo-vibe|dev/reload|stream/)"
)
"""What Gradio offers for parts that this page has not: they write files, ask other hosts, or tell how it is used."""
WEB_FILE = re.compile(r"/file[=/]\s*[a-z][a-z0-9+.-]+:/", re.IGNORECASE)
"""Gradio fetches such an address and passes on what it finds."""
MCP = re.compile(r"/gradio_api/mcp(?![^/])(?P<rest>.*)", re.DOTALL)
"""Where agents play as MCP clients."""
_ESCAPE = re.compile(
    rb"\\(?:u(?P<high>[dD][89abAB][0-9a-fA-F]{2})(?P<low>\\u[dD][c-fC-F][0-9a-fA-F]{2})?|u[dD][c-fC-F][0-9a-fA-F]{2}|.)",
    re.DOTALL,
)
_REPLACEMENT = rb"\ufffd"


class GuardedRequests:
    """Lets through what the page itself sends.

    - Addresses behind which there is nothing of the page are not found.
    - Of the MCP server one address takes calls and one tells the tools. Gradio has more: streams that stay open for
      anybody, and a page that writes the address it was asked for into a script.
    - A body that is too large is refused before it is read to its end; Gradio would take any.
    - An event that names a file on another host is refused; Gradio would fetch it, whatever it is.
    - Half a character, as a cut emoji leaves in JSON, becomes U+FFFD; else the answer that repeats it cannot be sent.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif CLOSED.search(scope["path"]) or WEB_FILE.search(scope["path"]):
            await PlainTextResponse("There is nothing here.", status_code=404)(scope, receive, send)
        elif (refusal := mcp_refusal(scope["method"], scope["path"])) is not None:
            await refusal(scope, receive, send)
        elif scope["method"] in {"GET", "HEAD", "OPTIONS"} or scope["path"].rstrip("/").endswith("/upload"):
            await self._app(scope, receive, send)
        else:
            await self._with_body(scope, receive, send)

    async def _with_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _body(scope, receive)
        if body is None:
            limit = f"This is more than {MAX_BODY_BYTES / 1e6:g} MB, which nothing on this page needs."
            await PlainTextResponse(limit, status_code=413)(scope, receive, send)
        elif names_web_file(body):
            told = "Files from other addresses are not fetched here. Upload the file itself."
            await PlainTextResponse(told, status_code=400)(scope, receive, send)
        else:
            await self._app(scope, _again(with_whole_characters(body), receive), send)


def mcp_refusal(method: str, path: str) -> PlainTextResponse | None:
    """Why a request may not reach the MCP server; None when it may, or is meant for something else."""
    found = MCP.search(path)
    if found is None:
        return None
    rest = found["rest"].strip("/")
    if rest not in ("", "http", "schema"):
        return PlainTextResponse("There is nothing here.", status_code=404)
    allowed = "GET" if rest == "schema" else "POST"
    if method in (allowed, "OPTIONS"):
        return None
    told = f"This address takes {allowed} only. It is for MCP clients, over streamable HTTP."
    return PlainTextResponse(told, status_code=405, headers={"Allow": allowed})


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """The body of a request; None when it is too large."""
    told = dict(scope["headers"]).get(b"content-length", b"0")
    if not told.isdigit() or len(told) > 15 or int(told) > MAX_BODY_BYTES:
        return None
    parts, size = [], 0
    while True:
        message = await receive()
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > MAX_BODY_BYTES:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read already, and then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again


def with_whole_characters(body: bytes) -> bytes:
    """JSON in which no escape is half a character; as long as before."""

    def whole(found: re.Match[bytes]) -> bytes:
        text = found.group()
        is_half = len(text) == 6 and text[2:3] in b"dD" and text[3:4] in b"89abABcdefCDEF"
        return _REPLACEMENT if is_half else text

    return _ESCAPE.sub(whole, body) if b"\\ud" in body or b"\\uD" in body else body


def names_web_file(body: bytes) -> bool:
    """Whether JSON holds a file of Gradio's that lies on another host."""
    if b"FileData" not in body and b"\\u" not in body:
        return False  # as nearly always; the name of the type has no other spelling in JSON
    try:
        waiting: list[object] = [json.loads(body)]
    except (ValueError, RecursionError):
        return False  # what is no JSON is refused where it is read
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            waiting.extend(value.values())
            # Its `url` is where the page shows an upload: only from `path` would anything be fetched.
            if "meta" in value and _is_web(value.get("path")):
                return True
    return False


def _is_web(address: object) -> bool:
    return isinstance(address, str) and re.match(r"\s*(?:https?:)?//", address, re.IGNORECASE) is not None
