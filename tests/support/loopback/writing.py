"""Uploading and committing."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from typing import Any
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tests.support.loopback.answers import (
    base_url,
    is_true,
    web_url,
)
from tests.support.loopback.errors import HubError, revision_not_found
from tests.support.loopback.handlers import Handlers
from tests.support.loopback.store import Commit, FileEntry

LFS_SUFFIXES = (".parquet", ".arrow", ".bin", ".wav", ".mp3", ".flac")
LFS_MIN_BYTES = 10 * 2**20


class Writing(Handlers):
    """Uploading and committing."""

    async def preupload(self, request: Request) -> Response:
        """POST preupload; an equal oid lets the client drop the operation."""
        self.writer(request)
        _, commit = self.revision(request)
        files = []
        for wanted in (await request.json())["files"]:
            path = wanted["path"]
            lfs = path.endswith(LFS_SUFFIXES) or wanted["size"] > LFS_MIN_BYTES
            mode = "lfs" if lfs else "regular"
            answer = {"path": path, "uploadMode": mode, "shouldIgnore": False}
            entry = commit.tree.get(path)
            if entry:
                answer["oid"] = entry.sha256 if entry.lfs else entry.oid
            files.append(answer)
        return JSONResponse({"files": files})

    async def lfs_batch(self, request: Request) -> Response:
        """POST objects/batch; no actions means the object is here already."""
        self.writer(request)
        objects = []
        for wanted in (await request.json())["objects"]:
            answer = {"oid": wanted["oid"], "size": wanted["size"]}
            if not self.store.blob_path(wanted["oid"]).exists():
                href = f"{base_url(request)}/__lfs/{wanted['oid']}"
                answer["actions"] = {
                    "upload": {"href": href},
                    "verify": {"href": f"{href}/verify"},
                }
            objects.append(answer)
        return JSONResponse(
            {"transfer": "basic", "objects": objects},
            media_type="application/vnd.git-lfs+json",
        )

    async def lfs_put(self, request: Request) -> Response:
        """PUT of an LFS object."""
        data = await request.body()
        if hashlib.sha256(data).hexdigest() != request.path_params["oid"]:
            raise HubError(400, "oid mismatch")
        self.store.put_blob(data)
        return Response("", headers={"ETag": '"loopback"'})

    async def lfs_verify(self, request: Request) -> Response:
        """POST verify of an LFS object."""
        if not self.store.blob_path(request.path_params["oid"]).exists():
            raise HubError(404, "object is missing")
        return JSONResponse({})

    async def commit(self, request: Request) -> Response:
        """POST commit: one JSON object per line, header first."""
        user, repo = self.writer(request), self.repo(request)
        if is_true(request.query_params.get("create_pr")):
            raise HubError(501, "pull requests are not served")
        branch = unquote(request.path_params["rev"])
        lines = [json.loads(x) for x in (await request.body()).splitlines() if x]
        header = next(x["value"] for x in lines if x["key"] == "header")
        with self.store.lock:
            self.controls.check_commit_limit()
            if branch not in repo.refs:
                raise revision_not_found()
            head, parent = repo.refs[branch], header.get("parentCommit")
            if parent and not head.startswith(parent):
                raise HubError(412, "A commit has happened since. Please refresh and try again.")
            tree = dict(repo.commits[head].tree)
            for line in lines:
                self._apply(tree, line["key"], line["value"])
            title, message = header["summary"], header.get("description", "")
            commit = Commit(user, title, message, tree)
            self.store.add_commit(repo, branch, commit)
            self.controls.commit_times.append(time.monotonic())
        url = f"{web_url(request, repo.kind, repo.id)}/commit/{commit.oid}"
        return JSONResponse(
            {
                "success": True,
                "commitOid": commit.oid,
                "commitUrl": url,
                "hookOutput": "",
            }
        )

    def _apply(self, tree: dict[str, FileEntry], key: str, value: dict[str, Any]) -> None:
        if key == "file":
            data = base64.b64decode(value["content"])
            tree[value["path"]] = self.store.regular_entry(data)
        elif key == "lfsFile":
            tree[value["path"]] = self.store.lfs_entry(value["oid"], value["path"])
        elif key == "deletedFile":
            if tree.pop(value["path"], None) is None:
                raise HubError(404, f"No such file to delete: {value['path']}", "EntryNotFound")
        elif key == "deletedFolder":
            prefix = value["path"].rstrip("/") + "/"
            for path in [p for p in tree if p.startswith(prefix)]:
                del tree[path]
        elif key != "header":
            raise HubError(400, f"unknown operation: {key}")

    async def super_squash(self, request: Request) -> Response:
        """POST super-squash."""
        user, repo = self.writer(request), self.repo(request)
        with self.store.lock:
            self.store.squash(repo, unquote(request.path_params["rev"]), user)
        return Response("OK")
