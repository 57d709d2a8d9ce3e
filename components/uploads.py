"""Uploads, which Gradio takes from anybody: refused, or let in by one door with limits."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

BYTES_PER_S = 7 * 48_000 * 3
"""Of the largest recording that is meant to come in: seven microphones, 24 bits at 48 kHz."""
HEADERS_BYTES = 1_000_000
"""What a file has beside its samples, and what a form puts around it."""
MIN_KEPT_BYTES = 4_000_000_000
WAITING = 3
"""The largest recordings that may lie here at once."""
UPLOADS_MAX_AGE_S = 3600.0
SWEEP_UPLOADS_EVERY_S = 600.0
_ARRIVING = re.compile(r"tmp\w{4,16}")
_ARRIVED = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class UploadDoor:
    """What may come in.

    Attributes:
        folder: where uploads are kept until they are used.
        max_bytes: of one request.
        max_kept_bytes: of all files that lie there.
    """

    folder: Path
    max_bytes: int
    max_kept_bytes: int = MIN_KEPT_BYTES

    @classmethod
    def for_recordings(cls, folder: Path, longest_s: float) -> UploadDoor:
        """The door that lets in recordings of a length, whatever their format."""
        most = int(longest_s * BYTES_PER_S) + HEADERS_BYTES
        return cls(folder, most, max(MIN_KEPT_BYTES, WAITING * most))

    def refusal(self, headers: Headers) -> PlainTextResponse | None:
        """Why a request may not come in; None when it may."""
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 16):
            return PlainTextResponse("An upload must say how long it is.", status_code=411)
        if int(length) > self.max_bytes:
            limit = f"{self.max_bytes / 1e6:,.0f} MB"
            return PlainTextResponse(f"This file is larger than {limit}. Cut it, or save it as FLAC.", status_code=413)
        self.sweep()
        if self._kept_bytes() + int(length) > self.max_kept_bytes:
            return PlainTextResponse("Many recordings are waiting here. Please try again later.", status_code=507)
        return None

    def sweep(self, max_age_s: float = UPLOADS_MAX_AGE_S) -> None:
        """Remove what nobody used: whole uploads, and those that broke off."""
        oldest_s = time.time() - max_age_s
        for path in self._uploads():
            try:
                is_old = path.stat().st_mtime < oldest_s
            except OSError:  # another request has used it up
                continue
            if is_old and path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif is_old:
                path.unlink(missing_ok=True)

    def _uploads(self) -> Iterator[Path]:
        """Files that arrive, and folders of one that has; the folder may hold other things of Gradio's."""
        try:
            found = list(self.folder.iterdir())
        except OSError:
            return
        yield from (
            path for path in found if (_ARRIVED if path.is_dir() else _ARRIVING).fullmatch(path.name) is not None
        )

    def _kept_bytes(self) -> int:
        total = 0
        for path in self._uploads():
            for file in path.iterdir() if path.is_dir() else [path]:
                try:
                    total += file.stat().st_size
                except OSError:
                    continue
        return total


class GuardedUploads:
    """Lets uploads in by a door, or refuses them all when there is none."""

    def __init__(self, app: ASGIApp, door: UploadDoor | None = None) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        refusal = None
        if scope["type"] == "http" and scope["path"].rstrip("/").endswith("/upload"):
            refusal = self._refusal(scope)
        await (self._app if refusal is None else refusal)(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        is_door = scope["method"] == "POST" and scope["path"].removeprefix(scope.get("root_path", "")) in (
            "/gradio_api/upload",
            "/gradio_api/upload/",
        )
        if self._door is None or not is_door:
            return PlainTextResponse("This app takes no uploads here.", status_code=403)
        return self._door.refusal(Headers(scope=scope))
