"""A proxy before the app that keeps every byte the browser gets: status, headers and body, streams too."""

from __future__ import annotations

import http.client
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "proxy-connection", "upgrade"}


@dataclass
class Exchange:
    """One answer to the browser."""

    path: str
    request: bytes
    headers: bytes = b""
    body: bytearray = field(default_factory=bytearray)


class RecordingProxy:
    """Passes requests on to a port and records the answers."""

    def __init__(self, target_port: int) -> None:
        self.exchanges: list[Exchange] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

            def do_GET(self) -> None:
                self._pass_on()

            def do_POST(self) -> None:
                self._pass_on()

            def do_HEAD(self) -> None:
                self._pass_on()

            def _pass_on(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                exchange = Exchange(self.path, body)
                proxy.exchanges.append(exchange)
                headers = {k: v for k, v in self.headers.items() if k.lower() not in HOP_BY_HOP}
                headers["Accept-Encoding"] = "identity"
                upstream = http.client.HTTPConnection("127.0.0.1", target_port, timeout=120)
                upstream.request(self.command, self.path, body, headers)
                answer = upstream.getresponse()
                kept = [(k, v) for k, v in answer.getheaders() if k.lower() not in HOP_BY_HOP | {"content-length"}]
                exchange.headers = f"{answer.status} {answer.getheaders()}".encode()
                self.send_response(answer.status)
                for key, value in kept:
                    self.send_header(key, value)
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                try:
                    while chunk := answer.read1(65536):
                        exchange.body += chunk
                        self.wfile.write(chunk)
                        self.wfile.flush()
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the browser went away, as it does when it has heard enough
                finally:
                    upstream.close()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """The address to open instead of the app's."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()
