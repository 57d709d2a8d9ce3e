"""A loopback web server that is alive and gets nowhere: it sends a few bytes at a time, for ever."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n"
"""Of an answer that never ends; the empty line is missing."""


@dataclass
class DrippingWeb:
    """What it sends to everybody: first a beginning, then the same piece again and again.

    Attributes:
        address: of the server.
        first, piece: the bytes.
        every_s: time between two pieces.
        n_pieces: after so many it is done; None for never.
    """

    address: str = ""
    first: bytes = HEAD + b"\r\n"
    piece: bytes = b" "
    every_s: float = 0.02
    n_pieces: int | None = None
    over: threading.Event = field(default_factory=threading.Event)

    def drip_head(self) -> None:
        """The head itself never ends."""
        self.first, self.piece = HEAD, b"X-More: 1\r\n"

    def serve(self, connection: socket.socket) -> None:
        """Answer one connection, whatever it asks."""
        with suppress(OSError), connection:
            connection.recv(65536)
            connection.sendall(self.first)
            n_sent = 0
            while n_sent != self.n_pieces and not self.over.wait(self.every_s):
                connection.sendall(self.piece)
                n_sent += 1


@contextmanager
def dripping_web() -> Iterator[DrippingWeb]:
    """A running server."""
    web = DrippingWeb()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        web.address = f"http://127.0.0.1:{listening.getsockname()[1]}"

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    threading.Thread(target=web.serve, args=(connection,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield web
        finally:
            web.over.set()
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
