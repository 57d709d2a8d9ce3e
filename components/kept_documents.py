"""The page's own document, which is the same for everybody, kept ready: Gradio makes it anew for each visitor."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

DOCUMENTS = frozenset({"/", "/config"})
"""The page, and what it is built from."""
MAX_KEPT = 16
"""Documents that are kept: one for each address under which the app is reached. Anybody may claim any address."""
OF_ADDRESS = ("host", "x-forwarded-host", "x-forwarded-proto", "x-gradio-server")
"""All of a request's headers that the document follows: it holds the app's own address."""

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Document:
    head: Message
    body: bytes


class KeptDocuments:
    """Answers for the page with the document that was made before, as long as it asks under the same address.

    The query is for the page's script alone: the document behind does not get it, and does not depend on it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._kept: OrderedDict[Key, _Document] = OrderedDict()
        self._making = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if not is_document(scope) or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        key = _key(scope)
        found = self._kept.get(key)
        if found is None:
            async with self._making:  # of all who come back after a restart, the first one has it made
                found = self._kept.get(key) or await self._made(key, {**scope, "query_string": b""}, receive)
        else:
            self._kept.move_to_end(key)
        # Middlewares outside of this one write into the list of headers.
        await send({**found.head, "headers": list(found.head["headers"])})
        await send({"type": "http.response.body", "body": found.body})

    async def _made(self, key: Key, scope: Scope, receive: Receive) -> _Document:
        messages: list[Message] = []

        async def gather(message: Message) -> None:
            messages.append(message)

        await self._app(scope, receive, gather)
        head, *parts = messages
        document = _Document(head, b"".join(part.get("body", b"") for part in parts))
        if head["status"] == 200 and "set-cookie" not in Headers(raw=head["headers"]):
            self._kept[key] = document
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return document


def is_document(scope: Scope) -> bool:
    """Whether a request asks for the page itself."""
    return scope["type"] == "http" and scope["path"].removeprefix(scope.get("root_path", "")) in DOCUMENTS


def _key(scope: Scope) -> Key:
    headers = Headers(scope=scope)
    is_compressed = "gzip" in headers.get("accept-encoding", "")
    of_address = [value for name in OF_ADDRESS for value in (*headers.getlist(name), "\n")]
    return (scope["path"], scope.get("root_path", ""), scope["scheme"], str(is_compressed), *of_address)
