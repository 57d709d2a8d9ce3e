"""Xet on the wire: tokens, uploads and reconstructions."""

from __future__ import annotations

import re
import time

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from tests.support.loopback.answers import base_url
from tests.support.loopback.errors import HubError
from tests.support.loopback.handlers import Handlers
from tests.support.loopback.xet import content_of, files_in_shard, keep_file, reconstruction

XET_TOKEN_SECONDS = 3600
CAS_TOKEN = "loopback"


class Cas(Handlers):
    """Xet on the wire."""

    async def xet_token(self, request: Request) -> Response:
        """GET xet-write-token and xet-read-token; point hf_xet at this Hub's own CAS."""
        self.writer(request)
        return self.cas_address(request)

    def cas_address(self, request: Request) -> Response:
        """Where the CAS is and how to be let in, as headers and as JSON."""
        url = f"{base_url(request)}/__cas"
        expires = int(time.time()) + XET_TOKEN_SECONDS
        headers = {
            "X-Xet-Cas-Url": url,
            "X-Xet-Access-Token": CAS_TOKEN,
            "X-Xet-Token-Expiration": str(expires),
        }
        return JSONResponse({"casUrl": url, "accessToken": CAS_TOKEN, "exp": expires}, headers=headers)

    async def cas(self, request: Request) -> Response:
        """Keep xorbs and shards, say how a file is put together; 404 for the rest."""
        path: str = request.path_params["path"]
        if request.headers.get("authorization") != f"Bearer {CAS_TOKEN}":
            raise HubError(401, "no token of this CAS")
        if request.method == "POST" and "xorbs/" in path:
            self.store.put_xorb(path.rsplit("/", 1)[1], await request.body())
            return JSONResponse({"was_inserted": True})
        if request.method == "POST" and path.startswith("v1/shards"):
            for file in files_in_shard(await request.body()):
                content = content_of(file, self.store)
                if file.sha256 and self.store.put_blob(content) != file.sha256:
                    raise HubError(400, "sha256 mismatch in shard")
                keep_file(file, self.store)
            return JSONResponse({"result": 1})
        if request.method == "GET" and path.startswith("v1/reconstructions/"):
            start, end = asked_range(request)
            found = reconstruction(path.rsplit("/", 1)[1], self.store, base_url(request), start, end)
            return JSONResponse(found)
        raise HubError(404, "not found")

    async def xorb_data(self, request: Request) -> Response:
        """GET of bytes of a xorb, as from the storage that a reconstruction names: without a token."""
        path = self.store.xorb_path(request.path_params["hash"])
        if not path.exists():
            raise HubError(404, "not found")
        return FileResponse(path)


def asked_range(request: Request) -> tuple[int, int | None]:
    """Return the first byte asked for and the one after the last, None for all."""
    found = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("range", "bytes=0-"))
    if found is None:
        raise HubError(400, "bad range")
    return int(found[1]), int(found[2]) + 1 if found[2] else None
