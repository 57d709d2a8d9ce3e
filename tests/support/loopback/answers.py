"""What several handlers need to answer."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

from starlette.requests import Request

from tests.support.loopback.errors import HubError
from tests.support.loopback.store import Commit, FileEntry, folder_oid

LFS_POINTER_BYTES = 130


def base_url(request: Request) -> str:
    """Return the address under which the client reached this Hub."""
    return str(request.base_url).rstrip("/")


def web_url(request: Request, kind: str, repo_id: str) -> str:
    """Return a repository's web address."""
    prefix = "" if kind == "model" else f"{kind}s/"
    return f"{base_url(request)}/{prefix}{repo_id}"


def is_true(value: str | None) -> bool:
    """Read a boolean query or form value."""
    return (value or "").lower() in ("true", "1")


@contextlib.contextmanager
def bad_request_on_error() -> Iterator[None]:
    """Answer 400 when a control request does not make sense."""
    try:
        yield
    except (TypeError, ValueError, re.error) as error:
        raise HubError(400, str(error)) from error


async def control_body(request: Request) -> Any:
    """Read the JSON body of a control request; an empty body is None."""
    body = await request.body()
    with bad_request_on_error():
        return json.loads(body) if body else None


def file_json(path: str, entry: FileEntry) -> dict[str, Any]:
    """Describe a file as tree and paths-info do."""
    out: dict[str, Any] = {"type": "file", "oid": entry.oid, "size": entry.size}
    if entry.lfs:
        out["lfs"] = {
            "oid": entry.sha256,
            "size": entry.size,
            "pointerSize": LFS_POINTER_BYTES,
        }
    return out | {"path": path}


def folder_json(path: str) -> dict[str, Any]:
    """Describe a folder as tree and paths-info do."""
    return {"type": "directory", "oid": folder_oid(path), "size": 0, "path": path}


def with_last_commit(items: list[dict[str, Any]], commit: Commit) -> None:
    """Add lastCommit; always the asked revision, whoever touched the file last."""
    last = {"id": commit.oid, "title": commit.title, "date": commit.date}
    for item in items:
        item["lastCommit"] = last
