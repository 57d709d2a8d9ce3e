"""Listing and downloading."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from tests.support.loopback.answers import (
    LFS_POINTER_BYTES,
    file_json,
    folder_json,
    is_true,
    with_last_commit,
)
from tests.support.loopback.errors import HubError
from tests.support.loopback.handlers import Handlers

DUMMY_ID = "0" * 24
TREE_PAGE = 1000


class Reading(Handlers):
    """Listing and downloading."""

    async def repo_info(self, request: Request) -> Response:
        """GET repository info."""
        repo, commit = self.revision(request)
        siblings = []
        for path, entry in sorted(commit.tree.items()):
            item: dict[str, Any] = {"rfilename": path}
            if "blobs" in request.query_params:
                item |= {"size": entry.size, "blobId": entry.oid}
                if entry.lfs:
                    item["lfs"] = {
                        "sha256": entry.sha256,
                        "size": entry.size,
                        "pointerSize": LFS_POINTER_BYTES,
                    }
            siblings.append(item)
        return JSONResponse(
            {
                "_id": DUMMY_ID,
                "id": repo.id,
                "author": repo.id.split("/")[0],
                "sha": commit.oid,
                "lastModified": commit.date,
                "createdAt": repo.created,
                "private": repo.private,
                "gated": False,
                "disabled": False,
                "downloads": 0,
                "likes": 0,
                "tags": [],
                "siblings": siblings,
            }
        )

    async def tree(self, request: Request) -> Response:
        """GET tree, in pages linked by the Link header."""
        _, commit = self.revision(request)
        query = request.query_params
        folder = request.path_params.get("path", "").strip("/")
        prefix = f"{folder}/" if folder else ""
        recursive = is_true(query.get("recursive"))
        files, folders = [], set()
        for path, entry in sorted(commit.tree.items()):
            if not path.startswith(prefix):
                continue
            parts = path[len(prefix) :].split("/")
            depth = len(parts) if recursive else min(len(parts), 2)
            folders |= {prefix + "/".join(parts[:i]) for i in range(1, depth)}
            if recursive or len(parts) == 1:
                files.append(file_json(path, entry))
        items = files + [folder_json(path) for path in sorted(folders)]
        if folder and not items:
            raise HubError(404, f"{folder} does not exist", "EntryNotFound")
        if is_true(query.get("expand")):
            with_last_commit(items, commit)
        return page_of(request, items)

    async def paths_info(self, request: Request) -> Response:
        """POST paths-info; paths that do not exist are left out."""
        _, commit = self.revision(request)
        body = (await request.body()).decode()
        if "json" in request.headers.get("content-type", ""):
            paths, expand = json.loads(body)["paths"], json.loads(body).get("expand")
        else:
            form = parse_qsl(body)
            paths = [value for key, value in form if key == "paths"]
            expand = is_true(dict(form).get("expand"))
        items = []
        for path in paths:
            entry = commit.tree.get(path)
            if entry:
                items.append(file_json(path, entry))
            elif any(p.startswith(path.rstrip("/") + "/") for p in commit.tree):
                items.append(folder_json(path))
        if expand:
            with_last_commit(items, commit)
        return JSONResponse(items)

    async def commits(self, request: Request) -> Response:
        """GET commits, newest first, in one page."""
        repo, first = self.revision(request)
        out, commit = [], first
        while True:
            out.append(
                {
                    "id": commit.oid,
                    "title": commit.title,
                    "message": commit.message,
                    "date": commit.date,
                    "authors": [{"user": commit.author}],
                }
            )
            if commit.parent not in repo.commits:
                return JSONResponse(out)
            commit = repo.commits[commit.parent]

    async def refs(self, request: Request) -> Response:
        """GET refs."""
        branches = [
            {"name": name, "ref": f"refs/heads/{name}", "targetCommit": oid}
            for name, oid in self.repo(request).refs.items()
        ]
        empty: dict[str, list[Any]] = {"converts": [], "tags": [], "pullRequests": []}
        return JSONResponse({"branches": branches, **empty})

    async def resolve(self, request: Request) -> Response:
        """GET or HEAD of a file; no redirect and no Xet download."""
        _, commit = self.revision(request)
        entry = commit.tree.get(request.path_params["path"])
        headers = {"X-Repo-Commit": commit.oid}
        if entry is None:
            raise HubError(404, "Entry not found", "EntryNotFound", headers)
        etag = f'"{entry.sha256 if entry.lfs else entry.oid}"'
        headers |= {"ETag": etag, "Accept-Ranges": "bytes"}
        if entry.lfs:
            headers |= {"X-Linked-Etag": etag, "X-Linked-Size": str(entry.size)}
        return FileResponse(self.store.blob_path(entry.sha256), headers=headers)


def page_of(request: Request, items: list[dict[str, Any]]) -> Response:
    """One page of a listing; the Link header leads to the next."""
    start = int(request.query_params.get("cursor", 0))
    end = start + int(request.query_params.get("limit", TREE_PAGE))
    headers = {}
    if end < len(items):
        more = request.url.include_query_params(cursor=end)
        headers["Link"] = f'<{more}>; rel="next"'
    return JSONResponse(items[start:end], headers=headers)
