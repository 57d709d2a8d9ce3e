"""Faults on the wire: error answers, hangs, cut sockets."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from tests.support.loopback.errors import HubError
from tests.support.loopback.faults import Controls, FaultRule, LogEntry


class Connections:
    """Open client connections, so that one can be cut without an answer."""

    def __init__(self) -> None:
        """Start with none."""
        self.transports: dict[tuple[str, int], asyncio.Transport] = {}

    def protocol(self) -> type[H11Protocol]:
        """Return the HTTP protocol class that reports its connections here."""
        transports = self.transports

        class TrackedProtocol(H11Protocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                address = get_remote_addr(transport)
                if address is not None:
                    transports[address] = transport

            def connection_lost(self, exc: Exception | None) -> None:
                if self.client is not None:
                    transports.pop(self.client, None)
                super().connection_lost(exc)

        return TrackedProtocol

    async def cut(self, scope: Scope) -> None:
        """Close the request's socket at once, as a crashed server would."""
        client = (scope["client"][0], scope["client"][1])
        self.transports[client].abort()
        while client in self.transports:
            await asyncio.sleep(0)


async def read_body(receive: Receive) -> bytes:
    """Read the whole request body."""
    parts, more = [], True
    while more:
        message = await receive()
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a receive channel that hands out a body read earlier, then goes on."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


class FaultInjector:
    """ASGI wrapper: writes the request log and applies the fault rules."""

    def __init__(self, app: ASGIApp, controls: Controls, connections: Connections) -> None:
        """Wrap ``app``."""
        self.app, self.controls, self.connections = app, controls, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, well or badly."""
        path = scope.get("path", "")
        is_control = path.startswith("/__") and not path.startswith(("/__lfs", "/__cas"))
        if scope["type"] != "http" or is_control:
            await self.app(scope, receive, send)
            return
        body = await read_body(receive)
        receive = replay_body(body, receive)
        rule = self.controls.take_fault(f"{scope['method']} {path}")
        query = scope["query_string"].decode()
        fault = rule.when if rule else None
        entry = LogEntry(scope["method"], path, query, len(body), fault)
        self.controls.log.append(entry)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                entry.status = message["status"]
            await send(message)

        if rule is None:
            await self.app(scope, receive, answer)
        else:
            await self._misbehave(rule, scope, receive, answer)

    async def _misbehave(self, rule: FaultRule, scope: Scope, receive: Receive, answer: Send) -> None:
        held: list[Message] = []

        async def hold(message: Message) -> None:
            held.append(message)

        if rule.when == "hang":
            await asyncio.sleep(rule.delay)
        if rule.when not in ("before", "drop_before"):
            await self.app(scope, receive, hold)
        if rule.when == "hang_after":
            await asyncio.sleep(rule.delay)
        if rule.when.startswith("drop"):
            await self.connections.cut(scope)
        elif rule.when.startswith("hang"):
            for message in held:
                await answer(message)
        else:
            error = HubError(rule.status, rule.message, headers=rule.headers)
            await error.response()(scope, receive, answer)
