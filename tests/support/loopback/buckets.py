"""Buckets on the wire."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tests.support.loopback.answers import base_url, is_true
from tests.support.loopback.bucket_store import Bucket, BucketEntry
from tests.support.loopback.cas import Cas
from tests.support.loopback.errors import HubError, repo_not_found
from tests.support.loopback.reading import page_of
from tests.support.loopback.store import hub_time, utc_now


class BucketPages(Cas):
    """Buckets on the wire."""

    def bucket(self, request: Request, *, to_write: bool = False) -> Bucket:
        """Return the bucket the path names, hiding private ones; only its owner may write to it."""
        user = self.writer(request) if to_write else self.user(request)
        bucket = self.store.buckets.all.get(bucket_id(request))
        if bucket is None or (bucket.private and user != bucket.owner):
            raise repo_not_found(401 if user is None else 404)
        if to_write and user != bucket.owner:
            raise HubError(403, "You may not write to this bucket")
        return bucket

    async def create_bucket(self, request: Request) -> Response:
        """POST /api/buckets/{owner}/{name}."""
        user, body = self.writer(request), await request.json()
        owner, name = bucket_id(request).split("/")
        owner = user if owner == "me" else owner
        if owner != user:
            raise HubError(403, "You may not create a bucket there")
        private = bool(body.get("private")) or body.get("visibility") == "private"
        with self.store.lock:
            self.store.buckets.create(Bucket(f"{owner}/{name}", private, utc_now()))
        return JSONResponse({"url": f"{base_url(request)}/buckets/{owner}/{name}", "id": f"{owner}/{name}"})

    async def delete_bucket(self, request: Request) -> Response:
        """DELETE of a bucket."""
        with self.store.lock:
            self.store.buckets.delete(self.bucket(request, to_write=True).id)
        return Response("OK")

    async def bucket_info(self, request: Request) -> Response:
        """GET of what a bucket is."""
        bucket = self.bucket(request)
        size = sum(entry.size for entry in bucket.files.values())
        return JSONResponse(
            {
                "id": bucket.id,
                "private": bucket.private,
                "createdAt": bucket.created,
                "size": size,
                "totalFiles": len(bucket.files),
            }
        )

    async def bucket_tree(self, request: Request) -> Response:
        """GET of the files below a prefix, in pages linked by the Link header."""
        bucket = self.bucket(request)
        folder = request.path_params.get("path", "").strip("/")
        prefix = f"{folder}/" if folder else ""
        recursive = is_true(request.query_params.get("recursive"))
        items, folders = [], set[str]()
        for path, entry in sorted(bucket.files.items()):
            if not path.startswith(prefix):
                continue
            below, _, rest = path.removeprefix(prefix).partition("/")
            if recursive or not rest:
                items.append(entry_json(path, entry))
            else:
                folders.add(prefix + below)
        return page_of(request, items + [{"type": "directory", "path": path} for path in sorted(folders)])

    async def bucket_paths_info(self, request: Request) -> Response:
        """POST paths-info; paths that do not exist are left out."""
        files = self.bucket(request).files
        paths = (await request.json())["paths"]
        return JSONResponse([entry_json(path, files[path]) for path in paths if path in files])

    async def bucket_resolve(self, request: Request) -> Response:
        """HEAD of a file: where its content is. Downloads go over Xet."""
        bucket, path = self.bucket(request), unquote(request.path_params["path"])
        entry = bucket.files.get(path)
        if entry is None:
            raise HubError(404, "Entry not found", "EntryNotFound")
        headers = {
            "X-Xet-Hash": entry.xet_hash,
            "X-Xet-Refresh-Route": f"{base_url(request)}/api/buckets/{bucket.id}/xet-read-token",
            "X-Linked-Size": str(entry.size),
            "ETag": f'"{entry.xet_hash}"',
        }
        return Response("", headers=headers)

    async def bucket_token(self, request: Request) -> Response:
        """GET xet-write-token and xet-read-token of a bucket."""
        self.bucket(request, to_write=request.url.path.endswith("xet-write-token"))
        return self.cas_address(request)

    async def bucket_batch(self, request: Request) -> Response:
        """POST of operations, one JSON object per line, each applied by itself: 422 when all failed."""
        bucket = self.bucket(request, to_write=True)
        operations = [json.loads(line) for line in (await request.body()).splitlines() if line]
        failed = []
        with self.store.lock:
            for operation in operations:
                error = self._apply_to(bucket, operation)
                if error:
                    failed.append({"path": operation["path"], "error": error})
            self.store.buckets.save(bucket)
        done = len(operations) - len(failed)
        body = {"success": not failed, "processed": len(operations), "succeeded": done, "failed": failed}
        return JSONResponse(body, 422 if failed and not done else 200)

    def _apply_to(self, bucket: Bucket, operation: dict[str, Any]) -> str:
        """Apply one operation. Returns why it could not be, or ''."""
        path = operation["path"]
        if operation["type"] == "deleteFile":
            return "" if bucket.files.pop(path, None) else "No such file"
        if operation["type"] != "addFile":
            return "unknown operation"
        name = operation["xetHash"]
        if not self.store.has_xet_file(name):
            return "No such Xet file was uploaded"
        size = sum(segment["size"] for segment in self.store.xet_file(name))
        changed = hub_time(datetime.fromtimestamp(operation["mtime"] / 1000, UTC))
        bucket.files[path] = BucketEntry(name, size, changed, utc_now())
        return ""


def bucket_id(request: Request) -> str:
    """Return the name in the path."""
    return f"{request.path_params['owner']}/{request.path_params['name']}"


def entry_json(path: str, entry: BucketEntry) -> dict[str, Any]:
    """Describe a file as tree and paths-info do."""
    return {
        "type": "file",
        "path": path,
        "size": entry.size,
        "xetHash": entry.xet_hash,
        "mtime": entry.mtime,
        "uploadedAt": entry.uploaded,
    }
