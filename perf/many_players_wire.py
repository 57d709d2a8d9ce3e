"""A lean visitor: what a page of Gradio's sends and gets, over plain HTTP, for hundreds of visitors in one process.

Hundreds of `gradio_client`s, with threads of their own, on two cores that they share with the server, would measure
themselves. This one speaks the same: it opens the page, holds the session's heartbeat, joins the queue and reads the
stream of events. `perf.many_players_real` puts real clients beside it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import urllib.request
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

WAIT_S = 60.0
Json = dict[str, object]


class CallError(Exception):
    """An event that failed; the text is what the visitor would be told."""


@dataclass(frozen=True, slots=True)
class Site:
    """An app, as its configuration tells.

    Attributes:
        host, port: where it listens.
        events: (element, event) -> number of its handler. What follows on an event by itself is its "then".
        loads: numbers of the handlers that run when the page is opened, and how many values each takes.
    """

    host: str
    port: int
    events: dict[tuple[str, str], int]
    loads: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, url: str) -> Site:
        """Read an app's configuration."""
        with urllib.request.urlopen(url + "config", timeout=WAIT_S) as answer:
            config = json.load(answer)
        names = {one["id"]: one["props"].get("elem_id") or "" for one in config["components"]}
        by_id = {one["id"]: one for one in config["dependencies"]}
        events, loads = {}, []
        for one in filter(lambda one: one["backend_fn"], config["dependencies"]):
            first = one
            while first.get("trigger_after") is not None:
                first = by_id[first["trigger_after"]]
            for target, event in first["targets"]:
                events[names.get(target, ""), event if first is one else "then"] = one["id"]
                if event == "load":
                    loads.append((one["id"], len(one["inputs"])))
        parts = urlsplit(url)
        return cls(host=str(parts.hostname), port=int(parts.port or 80), events=events, loads=tuple(loads))


async def request(site: Site, path: str, body: bytes | None = None) -> AsyncIterator[bytes]:
    """Send a request; gives the lines of the answer's body as they come.

    Raises:
        CallError: when it is refused.
    """
    reader, writer = await asyncio.open_connection(site.host, site.port, limit=4_000_000)
    method = "GET" if body is None else "POST"
    head = [f"{method} {path} HTTP/1.0", f"Host: {site.host}:{site.port}", "Accept-Encoding: gzip"]
    if body is not None:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    try:
        writer.write("\r\n".join([*head, "", ""]).encode() + (body or b""))
        status = int((await reader.readline()).split()[1])
        while await reader.readline() not in {b"\r\n", b""}:
            pass
        if status != 200:
            raise CallError(f"{path.partition('?')[0]} {status}: {(await reader.read(300)).decode(errors='replace')}")
        while line := await reader.readline():
            yield line
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


@dataclass
class Visitor:
    """One open page.

    Attributes:
        site: the app that it visits.
        player: the random id that the browser keeps.
        session: of this page.
        on_answer: told of each answer: what was clicked, and after how many seconds all that it changes was there.
    """

    site: Site
    player: str = field(default_factory=lambda: str(uuid.uuid4()))
    session: str = field(default_factory=lambda: secrets.token_hex(6))
    on_answer: Callable[[str, float], None] = lambda name, seconds: None
    _heartbeat: asyncio.Task[None] | None = None

    @property
    def ticket(self) -> Json:
        """What the page would send to say who this is."""
        return {"player": self.player, "games": {}, "said": {}, "query": ""}

    async def fetch(self, path: str) -> int:
        """Read a file to its end. Returns how many bytes it has."""
        size = 0
        async for line in request(self.site, path):
            size += len(line)
        return size

    async def open(self) -> None:
        """Open the page: its document, its heartbeat, and all that it asks when it is opened."""
        begin = time.monotonic()
        await self.fetch("/")
        self._heartbeat = asyncio.create_task(self._beat())
        await self._run(
            [(number, [self.ticket, *[None] * n_values][:n_values]) for number, n_values in self.site.loads]
        )
        self.on_answer("page.open", time.monotonic() - begin)

    async def close(self) -> None:
        """Close the page."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
            with suppress(asyncio.CancelledError):
                await self._heartbeat

    async def _beat(self) -> None:
        with suppress(OSError, CallError):
            async for _ in request(self.site, f"/gradio_api/heartbeat/{self.session}"):
                pass

    async def call(self, elem_id: str, event: str, *data: object) -> list[object]:
        """Send an event. Returns the new values of its outputs, updates unpacked; the last ones of a growing answer.

        Raises:
            CallError: when it fails; with what the visitor would be told.
        """
        begin = time.monotonic()
        (values,) = await self._run([(self.site.events[elem_id, event], data)])
        self.on_answer(f"{elem_id}.{event}", time.monotonic() - begin)
        return values

    async def _run(self, calls: Sequence[tuple[int, Sequence[object]]]) -> list[list[object]]:
        """Several events at once, as when a page is opened; in their order."""
        wanted: dict[object, int] = {}
        for place, (number, data) in enumerate(calls):
            body = {"fn_index": number, "data": list(data), "session_hash": self.session}
            answer = b"".join(
                [line async for line in request(self.site, "/gradio_api/queue/join", json.dumps(body).encode())]
            )
            wanted[json.loads(answer)["event_id"]] = place
        found: dict[int, list[object]] = {}
        async with asyncio.timeout(WAIT_S):
            stream = request(self.site, f"/gradio_api/queue/data?session_hash={self.session}")
            async for line in stream:
                message = json.loads(line[5:]) if line.startswith(b"data:") else {}
                if message.get("msg") == "process_completed":
                    if not message["success"]:
                        raise CallError(str(message["output"].get("error")))
                    found[wanted[message["event_id"]]] = [
                        one.get("value", one) if isinstance(one, dict) else one
                        for one in message["output"].get("data", [])
                    ]
                if len(found) == len(calls):
                    break
        if len(found) < len(calls):
            raise CallError("the stream ended without an answer")
        return [found[place] for place in range(len(calls))]
