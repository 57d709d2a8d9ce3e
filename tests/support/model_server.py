"""A loopback server that answers as OpenAI-compatible endpoints and Gemini do, and misbehaves when it is told to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What to send for one request.

    Attributes:
        body: sent as JSON, unless it is bytes.
        pieces: sent as server-sent events instead, each as JSON unless it is a text.
        hang_s: wait before anything is sent, or until the server closes.
        piece_pause_s: wait before each event but the first.
        hang_up: cut the connection without an answer, or after the pieces.
        wire: these bytes as they are instead of all else, head included, and then hang up.
        drip_s: wait after each byte of `wire`.
    """

    body: object = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    pieces: Sequence[object] | None = None
    hang_s: float = 0.0
    piece_pause_s: float = 0.0
    hang_up: bool = False
    wire: bytes = b""
    drip_s: float = 0.0


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    raw: bytes

    @property
    def json(self) -> Any:
        """Its body."""
        return json.loads(self.raw)


@dataclass
class ModelServer:
    """What is answered next, and what was asked.

    Attributes:
        answers: used up one a request; the last one stays.
    """

    address: str = ""
    answers: list[Answer] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def will(self, *answers: Answer) -> None:
        """Forget what was, and answer so from now on."""
        with self.lock:
            self.answers = list(answers)
            self.asked.clear()

    def next(self) -> Answer:
        """The answer to the next request."""
        with self.lock:
            return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class Handler(BaseHTTPRequestHandler):
    """Answers what the server was told to answer."""

    server_state: ClassVar[ModelServer]
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self._handle()

    def do_GET(self) -> None:
        self._handle()

    def do_DELETE(self) -> None:
        self._handle()

    def _handle(self) -> None:
        state = self.server_state
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, self.path, headers, raw)
        with state.lock:
            state.asked.append(asked)
        answer = self.answer_to(asked)
        if answer.hang_s:
            state.closing.wait(answer.hang_s)
        try:
            if answer.wire:
                self._as_is(answer)
            elif answer.pieces is not None:
                self._stream(answer)
            elif answer.hang_up:
                self.close_connection = True
            else:
                self._send(answer)
        except ConnectionError:  # whoever asked has gone, as after a time limit
            self.close_connection = True

    def answer_to(self, asked: Asked) -> Answer:
        return self.server_state.next()

    def _as_is(self, answer: Answer) -> None:
        self.close_connection = True
        size = 1 if answer.drip_s else len(answer.wire)
        for start in range(0, len(answer.wire), size):
            self.wfile.write(answer.wire[start : start + size])
            self.wfile.flush()
            if answer.drip_s and self.server_state.closing.wait(answer.drip_s):
                return

    def _send(self, answer: Answer) -> None:
        body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, answer: Answer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for number, piece in enumerate(answer.pieces or ()):
            if number and answer.piece_pause_s:
                time.sleep(answer.piece_pause_s)
            text = piece if isinstance(piece, str) else json.dumps(piece)
            self.wfile.write(f"data: {text}\n\n".encode())
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


@contextmanager
def model_server(handler: type[Handler] = Handler) -> Iterator[ModelServer]:
    """A server on a free port, for as long as the context lasts."""
    state = ModelServer()
    bound = type("Bound", (handler,), {"server_state": state})
    server = ThreadingHTTPServer(("127.0.0.1", 0), bound)
    server.daemon_threads = True
    state.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.closing.set()
        server.shutdown()
        server.server_close()
