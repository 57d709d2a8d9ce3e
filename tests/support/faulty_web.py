"""A loopback web server of files, as archive.org has them, that misbehaves when it is told to."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

PIECE_BYTES = 16 * 1024


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What to do to one request.

    Attributes:
        status, headers: answer so, without the file.
        cut_after: send so many bytes of the body that was announced, and cut the connection.
        pause_s: wait before each piece of 16 kB.
        ignore_range: send the whole file, whatever was asked.
        ignore_if_range: send the rest, although the file is another one by now.
        lie_about_total: say in Content-Range that the file has so many bytes.
        hide_length: do not say how long the body is; the end of the connection is its end.
    """

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    pause_s: float = 0.0
    ignore_range: bool = False
    ignore_if_range: bool = False
    lie_about_total: int | None = None
    hide_length: bool = False


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    path: str
    range: str
    if_range: str


@dataclass
class FaultyWeb:
    """The server's files, what goes wrong next, and what was asked.

    Attributes:
        files: content by path.
        faults: by path, used up one a request.
        validators: which of ETag and Last-Modified are sent.
    """

    address: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    validators: tuple[str, ...] = ("etag", "last-modified")
    content_type: str = "audio/mpeg"
    modified_s: float = 1_700_000_000.0

    def url(self, path: str) -> str:
        """The address of a file."""
        return f"{self.address}{path}"

    def etag(self, path: str) -> str:
        """The strong validator of a file."""
        return f'"{hashlib.sha256(self.files[path]).hexdigest()[:16]}"'

    def headers(self, path: str) -> dict[str, str]:
        """The headers that tell a file's state."""
        modified = formatdate(self.modified_s, usegmt=True)
        known = {"etag": ("ETag", self.etag(path)), "last-modified": ("Last-Modified", modified)}
        return dict(known[name] for name in self.validators) | {"Content-Type": self.content_type}


class _Handler(BaseHTTPRequestHandler):
    web: ClassVar[FaultyWeb]
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        web = self.web
        web.asked.append(Asked(self.path, self.headers.get("Range", ""), self.headers.get("If-Range", "")))
        pending = web.faults.get(self.path, [])
        fault = pending.pop(0) if pending else Fault()
        if fault.status:
            self._answer(fault.status, b"", fault.headers)
        elif self.path not in web.files:
            self._answer(404, b"", {})
        elif self.headers.get("If-None-Match") == web.etag(self.path):
            self._answer(304, b"", {})
        else:
            self._send_file(fault)

    def _send_file(self, fault: Fault) -> None:
        content, headers = self.web.files[self.path], self.web.headers(self.path)
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        may_go_on = fault.ignore_if_range or self.headers.get("If-Range") in (
            None,
            headers.get("ETag"),
            headers.get("Last-Modified"),
        )
        if asked is None or not may_go_on or fault.ignore_range:
            self._answer(200, content, headers, fault)
            return
        begin = int(asked[1])
        if begin >= len(content):
            self._answer(416, b"", {"Content-Range": f"bytes */{len(content)}"})
            return
        total = fault.lie_about_total or len(content)
        span = {"Content-Range": f"bytes {begin}-{len(content) - 1}/{total}"}
        self._answer(206, content[begin:], headers | span, fault)

    def _answer(self, status: int, body: bytes, headers: dict[str, str], fault: Fault | None = None) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        fault = fault or Fault()
        if status != 304 and not fault.hide_length:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        sent = body if fault.cut_after is None else body[: fault.cut_after]
        for start in range(0, len(sent), PIECE_BYTES):
            time.sleep(fault.pause_s)
            self.wfile.write(sent[start : start + PIECE_BYTES])
        if fault.cut_after is not None or fault.hide_length:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no news."""


@contextmanager
def faulty_web(host: str = "127.0.0.1") -> Iterator[FaultyWeb]:
    """A running server."""
    web = FaultyWeb()
    handler = type("Handler", (_Handler,), {"web": web})
    server = _QuietServer((host, 0), handler)
    web.address = f"http://{host}:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield web
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
