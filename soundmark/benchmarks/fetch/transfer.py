"""One try to get a file over HTTP into an unfinished file, going on where an earlier try broke off."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.benchmarks.clips import ByteProgress
from soundmark.benchmarks.fetch.addresses import AllowedHosts
from soundmark.benchmarks.fetch.cache import Origin
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason
from soundmark.benchmarks.fetch.pace import asked_wait_s

if TYPE_CHECKING:
    import httpx2

MAX_REDIRECTS = 5
_CONTENT_RANGE = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18})")
_ASK_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})


class TryAgain(Exception):
    """This try failed, and another one may not.

    Attributes:
        error: what to say when it was the last one.
        wait_s: at least so long; None where the server does not say.
    """

    def __init__(self, error: FetchError, wait_s: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be fetched.

    Attributes:
        address: of the file.
        part: the unfinished file; a note beside it says what it is part of.
        hosts: that may be visited.
        max_bytes: largest file accepted.
        deadline_s: on the monotonic clock.
        reserve: makes room for a file of so many bytes, or raises a FetchError.
        known: what is here already, when the question is only whether it has changed.
    """

    address: str
    part: Path
    hosts: AllowedHosts
    max_bytes: int
    deadline_s: float
    reserve: Callable[[int], None]
    known: Origin | None = None


def receive(client: httpx2.Client, order: Order, on_progress: ByteProgress | None) -> Origin | None:
    """Fetch the file, or the rest of it. None when it is as `order.known` says.

    Raises:
        TryAgain: when another try may go better; what has arrived is kept.
        FetchError: when none will.
        OSError: when the file cannot be written.
    """
    import httpx2

    part = _Part(order.part)
    try:
        with _opened(client, order, part.range_headers() | _conditions(order.known)) as response:
            if response.status_code == 304 and order.known is not None:
                return None
            begin = part.begin_at(response)
            total = _total_bytes(response, begin)
            if total is not None and total > order.max_bytes:
                raise _too_large(order)
            order.reserve(total or begin)
            part.remember(response, order.address)
            done = _write(response, order, begin, _teller(on_progress, total))
            if total is not None and done != total:
                raise TryAgain(_bad_answer(response, f"sends {done} bytes and announces {total}"))
            part.finish()
            return _origin(response, order.address)
    except httpx2.TimeoutException as error:
        raise TryAgain(FetchError(FetchReason.NO_NETWORK, f"{_host(order)} did not answer in time.")) from error
    except httpx2.TransportError as error:
        text = f"The connection to {_host(order)} failed ({type(error).__name__}). Check the network."
        raise TryAgain(FetchError(FetchReason.NO_NETWORK, text)) from error


@contextmanager
def _opened(client: httpx2.Client, order: Order, headers: dict[str, str]) -> Iterator[httpx2.Response]:
    """The answer, after redirects that were all checked before they were followed."""
    url = order.hosts.checked(order.address)
    for _ in range(MAX_REDIRECTS + 1):
        with client.stream("GET", url, headers={"Accept-Encoding": "identity"} | headers) as response:
            if not (response.status_code in (301, 302, 303, 307, 308) and "location" in response.headers):
                yield response
                return
            url = order.hosts.checked(response.headers["location"], base=url)
    raise FetchError(FetchReason.BAD_ANSWER, f"{_host(order)} redirects in a circle.")


def bytes_so_far(part: Path) -> int:
    """Size of an unfinished file; 0 when there is none."""
    try:
        return part.stat().st_size
    except OSError:
        return 0


class _Part:
    """An unfinished file and the note that says of what."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._note = path.with_suffix(".json")

    def range_headers(self) -> dict[str, str]:
        """Ask for the rest, if the file is still the same (RFC 9110, section 13.1.5)."""
        size, validator = bytes_so_far(self.path), self._validator()
        return {"Range": f"bytes={size}-", "If-Range": validator} if size and validator else {}

    def begin_at(self, response: httpx2.Response) -> int:
        """Where in the file the answer begins.

        Raises:
            TryAgain, FetchError: when the answer brings no part of the file.
        """
        status = response.status_code
        if status == 200:
            _refuse_pages(response)
            return 0
        if status == 206:
            size = bytes_so_far(self.path)
            found = _CONTENT_RANGE.fullmatch(response.headers.get("content-range", "").strip())
            if found is not None and int(found[1]) == size and self._validator() in _validators(response):
                return size
        if status in (206, 416):
            self.drop()
            raise TryAgain(_bad_answer(response, "does not go on where it broke off"), wait_s=0.0)
        raise _by_status(response)

    def remember(self, response: httpx2.Response, address: str) -> None:
        """Note what the file is part of, so that a later try can go on."""
        validator = next(iter(_validators(response)), "")
        self._note.write_text(json.dumps({"address": address, "validator": validator}), encoding="utf-8")

    def drop(self) -> None:
        """Begin anew."""
        self.path.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)

    def finish(self) -> None:
        """The file is whole: the note is not needed any more."""
        self._note.unlink(missing_ok=True)

    def _validator(self) -> str:
        try:
            return str(json.loads(self._note.read_bytes())["validator"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""


def _write(response: httpx2.Response, order: Order, begin: int, told: Callable[[int], None]) -> int:
    """Write what arrives from `begin` on; the size that the file has then."""
    done = begin
    with order.part.open("r+b" if begin else "wb") as file:
        file.seek(begin)
        for chunk in response.iter_raw():  # as they come: what is collected would be lost with the connection
            done += len(chunk)
            if done > order.max_bytes:
                raise _too_large(order)
            file.write(chunk)
            told(done)
            if time.monotonic() > order.deadline_s:
                raise FetchError(FetchReason.NO_NETWORK, f"{_host(order)} is too slow; the download goes on next time.")
    return done


def _teller(on_progress: ByteProgress | None, total: int | None) -> Callable[[int], None]:
    return (lambda done: None) if on_progress is None else (lambda done: on_progress(done, total))


def _total_bytes(response: httpx2.Response, begin: int) -> int | None:
    if response.status_code == 206:
        found = _CONTENT_RANGE.fullmatch(response.headers.get("content-range", "").strip())
        return int(found[3]) if found is not None else None
    text = response.headers.get("content-length", "")
    return begin + int(text[:18]) if text.isascii() and text.isdigit() else None


def _validators(response: httpx2.Response) -> list[str]:
    """What If-Range accepts of this answer, best first: a strong ETag, a date."""
    etag, modified = response.headers.get("etag", ""), response.headers.get("last-modified", "")
    return [text for text in (etag if etag.startswith('"') else "", modified) if text]


def _origin(response: httpx2.Response, address: str) -> Origin:
    return Origin(
        address=address,
        etag=response.headers.get("etag", ""),
        last_modified=response.headers.get("last-modified", ""),
        checked_at_s=time.time(),
    )


def _conditions(known: Origin | None) -> dict[str, str]:
    if known is None:
        return {}
    pairs = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in pairs.items() if value}


def _refuse_pages(response: httpx2.Response) -> None:
    """An error page with status 200 is no recording."""
    if response.headers.get("content-type", "").lower().startswith(("text/html", "application/xhtml")):
        raise FetchError(FetchReason.BAD_ANSWER, f"{response.url.host} sends a web page in place of the file.")


def _by_status(response: httpx2.Response) -> Exception:
    status, host = response.status_code, response.url.host
    if status in (404, 410):
        return FetchError(FetchReason.MISSING, f"{host} no longer has {response.url} ({status}).")
    if status in (401, 403, 451):
        return FetchError(FetchReason.NO_ACCESS, f"{host} does not give out {response.url} ({status}).")
    if status in _ASK_AGAIN:
        wait_s = asked_wait_s(response.headers)
        return TryAgain(FetchError(FetchReason.BUSY, f"{host} is busy ({status}). Try again later."), wait_s)
    return _bad_answer(response, f"answers {status}")


def _bad_answer(response: httpx2.Response, what: str) -> FetchError:
    return FetchError(FetchReason.BAD_ANSWER, f"{response.url.host} {what} ({response.url}).")


def _too_large(order: Order) -> FetchError:
    limit = f"{order.max_bytes / 1e6:.0f} MB"
    return FetchError(FetchReason.TOO_LARGE, f"The file at {order.address} is larger than the {limit} accepted.")


def _host(order: Order) -> str:
    import httpx2

    return httpx2.URL(order.address).host
