"""An HTTP client that gives up on a server which is alive and yet tells nothing: one that drips.

A client's own time limits start anew with every byte. Here the head of an answer has a limit as a whole, and its body a
slowest pace: a slow line that keeps it may take as long as it needs.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillWaiting
from typing import cast

import httpx2

from soundmark.benchmarks.fetch.errors import FetchError, FetchReason
from soundmark.benchmarks.fetch.pace import SlowestPace

_XET = "x-xet-hash"
_ADVICE = "Try again later, or from another network; what has arrived of a file is kept."


def paced(client: httpx2.Client, slowest: SlowestPace, *, of_agent: str = "") -> httpx2.Client:
    """The client, which raises FetchError for what is slower from now on.

    Args:
        client: any; its proxies are kept.
        slowest: what is borne.
        of_agent: only requests whose User-Agent begins so; all of them by default.
    """
    # A transport that is given when a client is made turns its proxies off: there is no other place to put one.
    client._transport = _PacedTransport(client._transport, slowest, of_agent)
    client._mounts = {
        pattern: None if mount is None else _PacedTransport(mount, slowest, of_agent)
        for pattern, mount in client._mounts.items()
    }
    return client


class _PacedTransport(httpx2.BaseTransport):
    def __init__(self, inner: httpx2.BaseTransport, slowest: SlowestPace, of_agent: str) -> None:
        self._inner, self._slowest, self._of_agent = inner, slowest, of_agent

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        if not request.headers.get("user-agent", "").startswith(self._of_agent):
            return self._inner.handle_request(request)
        answering = _answering(self._inner, request)
        try:
            response = answering.result(self._slowest.answer_s)
        except StillWaiting as error:
            answering.add_done_callback(_close_unread)
            text = f"{request.url.host} did not answer within {self._slowest.answer_s:g} s ({_shown(request)})."
            raise FetchError(FetchReason.NO_NETWORK, f"{text} {_ADVICE}") from error
        # Without it the Hub's library fetches by plain HTTP, which has these limits and goes on where it broke off.
        if self._of_agent:
            response.headers.pop(_XET, None)
        response.stream = _PacedStream(cast("httpx2.SyncByteStream", response.stream), request, self._slowest)
        return response

    def close(self) -> None:
        self._inner.close()


class _PacedStream(httpx2.SyncByteStream):
    """A body that is given up when too few bytes came in the time that was waited for them."""

    def __init__(self, inner: httpx2.SyncByteStream, request: httpx2.Request, slowest: SlowestPace) -> None:
        self._inner, self._request, self._slowest = inner, request, slowest

    def __iter__(self) -> Iterator[bytes]:
        waited_s, n_bytes, chunks = 0.0, 0, iter(self._inner)
        while True:
            begin_s = time.monotonic()
            chunk = next(chunks, None)
            waited_s += time.monotonic() - begin_s  # what the reader does with it is not the server's time
            if chunk is None:
                return
            n_bytes += len(chunk)
            yield chunk
            if waited_s < self._slowest.window_s:
                continue
            if n_bytes < self._slowest.window_bytes:
                text = f"{self._request.url.host} is too slow: {n_bytes} bytes of {_shown(self._request)}"
                raise FetchError(FetchReason.NO_NETWORK, f"{text} in {waited_s:.0f} s. {_ADVICE}")
            waited_s, n_bytes = 0.0, 0

    def close(self) -> None:
        self._inner.close()


def _answering(inner: httpx2.BaseTransport, request: httpx2.Request) -> Future[httpx2.Response]:
    """The answer, awaited in a thread of its own: nothing ends a read that gets a byte now and then."""
    answering: Future[httpx2.Response] = Future()

    def run() -> None:
        try:
            answering.set_result(inner.handle_request(request))
        except Exception as error:  # noqa: BLE001 - whatever it is, the one who waits must be told
            answering.set_exception(error)

    threading.Thread(target=run, name="answer", daemon=True).start()
    return answering


def _close_unread(answered: Future[httpx2.Response]) -> None:
    if answered.exception() is None:
        answered.result().close()


def _shown(request: httpx2.Request) -> str:
    """The address without its query, which may hold a signature."""
    return str(request.url.copy_with(query=None))
