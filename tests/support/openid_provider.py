"""A log-in as the Hub's, on 127.0.0.1: whoever comes is the account that a test chose."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

KEY = RSAKey.generate_key(2048, {"kid": "one"})
CLIENT_ID = "soundmark-client"
CLIENT_SECRET = "a-secret-of-the-oauth-application"


@dataclass
class Provider:
    """A running provider.

    Attributes:
        url: its address.
        account: who logs in: user id and name.
        nonce: of the log-in under way, which the identity token repeats.
        asked: the paths that were asked for.
    """

    url: str = ""
    account: tuple[str, str] = ("5f01", "maria")
    nonce: str = ""
    asked: list[str] = field(default_factory=list)

    def answer(self, path: str) -> dict[str, object]:
        """What a path gives."""
        self.asked.append(path)
        if path == "/.well-known/openid-configuration":
            return {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/oauth/authorize",
                "token_endpoint": f"{self.url}/oauth/token",
                "jwks_uri": f"{self.url}/jwks",
                "id_token_signing_alg_values_supported": ["RS256"],
            }
        if path == "/jwks":
            return {"keys": [KEY.as_dict(private=False)]}
        return {
            "access_token": "token", "token_type": "bearer", "expires_in": 3600, "scope": "openid profile",
            "id_token": jwt.encode({"alg": "RS256", "kid": "one"}, self._claims(), KEY),
        }  # fmt: skip

    def _claims(self) -> dict[str, object]:
        user_id, name = self.account
        now_s = int(time.time())
        return {
            "iss": self.url, "aud": CLIENT_ID, "iat": now_s, "exp": now_s + 3600, "nonce": self.nonce, "sub": user_id,
            "name": name.title(), "preferred_username": name, "profile": f"{self.url}/{name}", "picture": "",
        }  # fmt: skip

    @property
    def variables(self) -> dict[str, str]:
        """What a Space has whose card asks for OAuth."""
        return {
            "OAUTH_CLIENT_ID": CLIENT_ID,
            "OAUTH_CLIENT_SECRET": CLIENT_SECRET,
            "OAUTH_SCOPES": "openid profile",
            "OPENID_PROVIDER_URL": self.url,
        }

    def follow(self, address: str) -> str:
        """Be the person at the page to which a log-in led. Returns the query with which the page sends them back."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{self.url}/oauth/authorize?")
        assert (asked["client_id"], asked["scope"]) == (CLIENT_ID, "openid profile")
        self.nonce = asked["nonce"]
        return f"code=c&state={asked['state']}"


@contextlib.contextmanager
def openid_provider() -> Iterator[Provider]:
    """Serve it from a thread until the block ends."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send()

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self._send()

        def _send(self) -> None:
            content = json.dumps(provider.answer(urlsplit(self.path).path)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield provider
        server.shutdown()
