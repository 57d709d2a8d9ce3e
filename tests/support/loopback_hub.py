"""A loopback Hugging Face Hub for tests, with fault injection.

It serves, on 127.0.0.1, the part of the Hub's HTTP API that the unmodified
clients ``huggingface_hub`` 2.4, ``hf_xet`` 1.8 and ``datasets`` 5.2 need to create
a dataset repository, commit files to it and load it again:

* whoami, create and delete a repository, validate-yaml
* preupload, LFS batch, PUT and verify, the upload half of the Xet CAS, commit
  (with ``parentCommit``)
* repository info, tree, paths-info, commits, refs, super-squash
* resolve (GET, HEAD, Range)

Start it from a shell (port 0 picks a free port; the address is printed)::

    python loopback_hub.py --port 8808 --root hub-data
    export HF_ENDPOINT=http://127.0.0.1:8808 HF_TOKEN=hf_alice-1

or inside a test::

    with running_hub(tmp_path) as hub:
        api = HfApi(endpoint=hub.endpoint, token="hf_alice-1")
        hub.controls.set_faults([{"match": "/commit/", "when": "after"}])

Any token of the form ``hf_<user>`` or ``hf_<user>-<anything>`` is accepted and
means that user. ``HF_ENDPOINT`` is read when ``huggingface_hub`` and ``datasets``
are first imported, so set it before that. Control paths (JSON): ``/__faults``,
``/__tokens``, ``/__limit``, ``/__log``, ``/__reset``; see ``README.md``.

Needs starlette and uvicorn, which come with fastapi and gradio, and pyarrow, which
comes with datasets (for the LZ4 chunks of a Xet upload).
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import hashlib
import json
import re
import struct
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

import pyarrow as pa
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

HOST = "127.0.0.1"
LFS_SUFFIXES = (".parquet", ".arrow", ".bin", ".wav", ".mp3", ".flac")
LFS_MIN_BYTES = 10 * 2**20
LFS_POINTER_BYTES = 130
MIN_SHA_PREFIX = 7
TREE_PAGE = 1000
XET_TOKEN_SECONDS = 3600
GROUPED_LZ4 = 2
FAULT_KINDS = ("before", "after", "drop_before", "drop_after", "hang", "hang_after")
DUMMY_ID = "0" * 24
# The words for which huggingface_hub does not turn a 401 into RepositoryNotFoundError.
BAD_CREDENTIALS = "Invalid credentials in Authorization header"
GITATTRIBUTES = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"


class HubError(Exception):
    """An error answer, with the headers that huggingface_hub reads."""

    def __init__(
        self,
        status: int,
        message: str,
        code: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Keep what the answer needs; ``code`` becomes X-Error-Code."""
        super().__init__(message)
        self.status, self.message, self.code = status, message, code
        self.headers = dict(headers or {})

    def response(self) -> JSONResponse:
        """Build the HTTP answer."""
        headers = {"X-Error-Message": self.message, "X-Request-Id": uuid.uuid4().hex}
        if self.code:
            headers["X-Error-Code"] = self.code
        return JSONResponse({"error": self.message}, self.status, headers | self.headers)


def repo_not_found(status: int = 404) -> HubError:
    """Answer for a repository that is missing or hidden."""
    return HubError(status, "Repository not found", "RepoNotFound")


def revision_not_found() -> HubError:
    """Answer for an unknown branch or commit."""
    return HubError(404, "Invalid rev id", "RevisionNotFound")


# ---------------------------------------------------------------- stored state


def utc_now() -> str:
    """Return the current time in the Hub's format."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def new_oid() -> str:
    """Return a random commit id that looks like a git one."""
    return hashlib.sha1(uuid.uuid4().bytes, usedforsecurity=False).hexdigest()


def git_blob_oid(data: bytes) -> str:
    """Return the id git gives to a blob with this content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def folder_oid(path: str) -> str:
    """Return a stable made-up id for a folder."""
    return hashlib.sha1(path.encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True)
class FileEntry:
    """One file of a commit."""

    sha256: str
    oid: str
    size: int
    lfs: bool


@dataclass
class Commit:
    """One commit with its whole tree (path -> file)."""

    author: str
    title: str
    message: str
    tree: dict[str, FileEntry]
    parent: str | None = None
    oid: str = field(default_factory=new_oid)
    date: str = field(default_factory=utc_now)


@dataclass
class Repo:
    """One repository; ``refs`` maps a branch to its head."""

    kind: str
    id: str
    private: bool
    created: str
    refs: dict[str, str] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)

    def find(self, rev: str) -> Commit:
        """Return the commit of a branch, or of a full or abbreviated commit id."""
        if rev in self.refs:
            return self.commits[self.refs[rev]]
        if len(rev) >= MIN_SHA_PREFIX:
            for oid, commit in self.commits.items():
                if oid.startswith(rev):
                    return commit
        raise revision_not_found()


class Store:
    """Repositories and blobs; on disk under ``root``, so a restart keeps them."""

    def __init__(self, root: Path) -> None:
        """Open the store, reading what an earlier process left."""
        self.root = root
        self.lock = threading.RLock()
        self.repos: dict[tuple[str, str], Repo] = {}
        for folder in ("blobs", "xorbs", "repos"):
            (root / folder).mkdir(parents=True, exist_ok=True)
        for info in sorted((root / "repos").glob("*/*/*/repo.json")):
            self._load(info)

    def _load(self, info: Path) -> None:
        repo = Repo(**json.loads(info.read_text("utf-8")))
        for path in (info.parent / "commits").glob("*.json"):
            raw = json.loads(path.read_text("utf-8"))
            raw["tree"] = {name: FileEntry(**e) for name, e in raw["tree"].items()}
            repo.commits[raw["oid"]] = Commit(**raw)
        self.repos[repo.kind, repo.id] = repo

    def _folder(self, repo: Repo) -> Path:
        return self.root / "repos" / repo.kind / repo.id

    def _write(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
        part.write_bytes(data)
        part.replace(path)

    def _save_repo(self, repo: Repo) -> None:
        raw = {k: v for k, v in vars(repo).items() if k != "commits"}
        self._write(self._folder(repo) / "repo.json", json.dumps(raw).encode())

    def blob_path(self, sha256: str) -> Path:
        """Return where a blob lies (or would lie)."""
        return self.root / "blobs" / sha256

    def xorb_path(self, name: str) -> Path:
        """Return where an uploaded xorb lies (or would lie)."""
        if not re.fullmatch(r"[0-9a-f]{64}", name):
            raise HubError(400, "bad xorb hash")
        return self.root / "xorbs" / name

    def put_blob(self, data: bytes) -> str:
        """Store a blob under its SHA-256."""
        sha256 = hashlib.sha256(data).hexdigest()
        if not self.blob_path(sha256).exists():
            self._write(self.blob_path(sha256), data)
        return sha256

    def regular_entry(self, data: bytes) -> FileEntry:
        """Store a file kept in git itself."""
        return FileEntry(self.put_blob(data), git_blob_oid(data), len(data), lfs=False)

    def lfs_entry(self, sha256: str, path: str) -> FileEntry:
        """Return the entry of a file uploaded earlier over LFS or Xet."""
        blob = self.blob_path(sha256)
        if not blob.exists():
            raise HubError(400, f"LFS pointer to a file that does not exist: {path}")
        size = blob.stat().st_size
        spec = "version https://git-lfs.github.com/spec/v1"
        pointer = f"{spec}\noid sha256:{sha256}\nsize {size}\n".encode()
        return FileEntry(sha256, git_blob_oid(pointer), size, lfs=True)

    def create_repo(self, kind: str, repo_id: str, author: str, private: bool) -> None:
        """Create a repository with its first commit."""
        repo = Repo(kind, repo_id, private, utc_now())
        self.repos[kind, repo_id] = repo
        tree = {".gitattributes": self.regular_entry(GITATTRIBUTES)}
        self.add_commit(repo, "main", Commit(author, "initial commit", "", tree))

    def delete_repo(self, kind: str, repo_id: str) -> None:
        """Forget a repository; its blobs stay."""
        repo = self.repos.pop((kind, repo_id), None)
        if repo is None:
            raise repo_not_found()
        for path in sorted(self._folder(repo).rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()

    def add_commit(self, repo: Repo, branch: str, commit: Commit) -> None:
        """Append a commit to a branch and make it the head."""
        commit.parent = repo.refs.get(branch)
        path = self._folder(repo) / "commits" / f"{commit.oid}.json"
        self._write(path, json.dumps(asdict(commit)).encode())
        repo.commits[commit.oid] = commit
        repo.refs[branch] = commit.oid
        self._save_repo(repo)

    def squash(self, repo: Repo, branch: str, author: str) -> None:
        """Replace the history by one commit; older commit ids stop resolving."""
        tree, old = repo.find(branch).tree, list(repo.commits)
        repo.refs, repo.commits = {}, {}
        self.add_commit(repo, branch, Commit(author, "Super-squash branch", "", tree))
        for oid in old:
            (self._folder(repo) / "commits" / f"{oid}.json").unlink(missing_ok=True)

    def clear(self) -> None:
        """Delete every repository."""
        for kind, repo_id in list(self.repos):
            self.delete_repo(kind, repo_id)


# -------------------------------------------------------- faults and controls


@dataclass
class FaultRule:
    """What to do to the next ``times`` requests whose "METHOD path" matches."""

    match: str
    when: str
    status: int = 500
    times: int = 1
    delay: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "injected fault"

    def __post_init__(self) -> None:
        """Refuse a rule that could never fire as meant."""
        re.compile(self.match)
        if self.when not in FAULT_KINDS:
            raise ValueError(f"when must be one of {', '.join(FAULT_KINDS)}")


@dataclass
class LogEntry:
    """One served request; ``status`` stays None when the connection was cut."""

    method: str
    path: str
    query: str
    request_bytes: int
    fault: str | None
    status: int | None = None


@dataclass
class CommitLimit:
    """At most ``commits`` per ``window_s`` seconds, over all users together."""

    commits: int
    window_s: float


@dataclass
class Controls:
    """Everything a test may change or read besides the repositories."""

    faults: list[FaultRule] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    revoked: set[str] = field(default_factory=set)
    read_only: set[str] = field(default_factory=set)
    limit: CommitLimit | None = None
    commit_times: list[float] = field(default_factory=list)

    def set_faults(self, rules: Sequence[Mapping[str, Any]]) -> None:
        """Replace all fault rules; they are tried in this order."""
        self.faults = [FaultRule(**rule) for rule in rules]

    def set_tokens(self, revoked: Sequence[str] = (), read_only: Sequence[str] = ()) -> None:
        """Replace the tokens answered with 401 and with 403 on writes."""
        self.revoked, self.read_only = set(revoked), set(read_only)

    def set_limit(self, limit: Mapping[str, Any] | None) -> None:
        """Set or lift the commit limit."""
        self.limit = CommitLimit(**limit) if limit else None
        self.commit_times.clear()

    def take_fault(self, request_line: str) -> FaultRule | None:
        """Return the first rule that matches, using up one of its times."""
        for rule in self.faults:
            if rule.times > 0 and re.search(rule.match, request_line):
                rule.times -= 1
                return rule
        return None

    def check_commit_limit(self) -> None:
        """Answer 429 with Retry-After when the window is full."""
        if self.limit is None:
            return
        now, window = time.monotonic(), self.limit.window_s
        self.commit_times = [t for t in self.commit_times if now - t < window]
        if len(self.commit_times) >= self.limit.commits:
            wait = int(window - (now - self.commit_times[0])) + 1
            raise HubError(
                429,
                f"You have exceeded the rate limit for repository commits ({self.limit.commits} per {window:g} s).",
                headers={"Retry-After": str(wait)},
            )

    def reset(self) -> None:
        """Go back to a Hub without faults, limits or log."""
        self.set_faults([])
        self.set_tokens()
        self.set_limit(None)
        self.log.clear()


class Connections:
    """Open client connections, so that one can be cut without an answer."""

    def __init__(self) -> None:
        """Start with none."""
        self.transports: dict[tuple[str, int], asyncio.Transport] = {}

    def protocol(self) -> type[H11Protocol]:
        """Return the HTTP protocol class that reports its connections here."""
        transports = self.transports

        class TrackedProtocol(H11Protocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                address = get_remote_addr(transport)
                if address is not None:
                    transports[address] = transport

            def connection_lost(self, exc: Exception | None) -> None:
                if self.client is not None:
                    transports.pop(self.client, None)
                super().connection_lost(exc)

        return TrackedProtocol

    async def cut(self, scope: Scope) -> None:
        """Close the request's socket at once, as a crashed server would."""
        client = (scope["client"][0], scope["client"][1])
        self.transports[client].abort()
        while client in self.transports:
            await asyncio.sleep(0)


async def read_body(receive: Receive) -> bytes:
    """Read the whole request body."""
    parts, more = [], True
    while more:
        message = await receive()
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a receive channel that hands out a body read earlier, then goes on."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


class FaultInjector:
    """ASGI wrapper: writes the request log and applies the fault rules."""

    def __init__(self, app: ASGIApp, controls: Controls, connections: Connections) -> None:
        """Wrap ``app``."""
        self.app, self.controls, self.connections = app, controls, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, well or badly."""
        path = scope.get("path", "")
        is_control = path.startswith("/__") and not path.startswith(("/__lfs", "/__cas"))
        if scope["type"] != "http" or is_control:
            await self.app(scope, receive, send)
            return
        body = await read_body(receive)
        receive = replay_body(body, receive)
        rule = self.controls.take_fault(f"{scope['method']} {path}")
        query = scope["query_string"].decode()
        fault = rule.when if rule else None
        entry = LogEntry(scope["method"], path, query, len(body), fault)
        self.controls.log.append(entry)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                entry.status = message["status"]
            await send(message)

        if rule is None:
            await self.app(scope, receive, answer)
        else:
            await self._misbehave(rule, scope, receive, answer)

    async def _misbehave(self, rule: FaultRule, scope: Scope, receive: Receive, answer: Send) -> None:
        held: list[Message] = []

        async def hold(message: Message) -> None:
            held.append(message)

        if rule.when == "hang":
            await asyncio.sleep(rule.delay)
        if rule.when not in ("before", "drop_before"):
            await self.app(scope, receive, hold)
        if rule.when == "hang_after":
            await asyncio.sleep(rule.delay)
        if rule.when.startswith("drop"):
            await self.connections.cut(scope)
        elif rule.when.startswith("hang"):
            for message in held:
                await answer(message)
        else:
            error = HubError(rule.status, rule.message, headers=rule.headers)
            await error.response()(scope, receive, answer)


# ------------------------------------------------- Xet CAS, upload half only


def xet_hash_hex(raw: bytes) -> str:
    """Print a 32-byte Xet hash: four little-endian 64-bit words in hex."""
    return "".join(f"{word:016x}" for word in struct.unpack("<4Q", raw))


def xorb_chunks(data: bytes) -> list[bytes]:
    """Return the unpacked chunks of a xorb.

    Chunk header, 8 bytes: version u8, packed length u24, scheme u8, length u24.
    Schemes: 0 plain, 1 LZ4 frame, 2 LZ4 over bytes grouped by position modulo 4.
    """
    lz4, offset, chunks = pa.Codec("lz4"), 0, []
    while offset + 8 <= len(data) and data[offset] == 0:
        packed = int.from_bytes(data[offset + 1 : offset + 4], "little")
        scheme = data[offset + 4]
        length = int.from_bytes(data[offset + 5 : offset + 8], "little")
        raw = data[offset + 8 : offset + 8 + packed]
        offset += 8 + packed
        if scheme:
            raw = lz4.decompress(raw, length, asbytes=True)
        chunks.append(ungroup_bytes(raw) if scheme == GROUPED_LZ4 else raw)
    return chunks


def ungroup_bytes(raw: bytes) -> bytes:
    """Undo the grouping of bytes by their position modulo 4."""
    out, start = bytearray(len(raw)), 0
    for k in range(4):
        size = len(out[k::4])
        out[k::4] = raw[start : start + size]
        start += size
    return bytes(out)


def files_in_shard(shard: bytes, store: Store) -> Iterator[tuple[str, bytes]]:
    """Yield (SHA-256, content) of each file a Xet shard describes.

    After a 48-byte header come the files, each of 48-byte records: a head (hash,
    flags u32, number of segments u32), the segments (xorb hash, then u32 flags,
    length, first chunk, end chunk), as many verification records if flag bit 31
    is set, and a record with the SHA-256 if bit 30 is set. A hash of 0xFF bytes
    ends the list.
    """
    record, at = 48, 48
    while shard[at : at + 32] != b"\xff" * 32:
        flags, segments = struct.unpack_from("<II", shard, at + 32)
        at += record
        content = b""
        for _ in range(segments):
            xorb = store.xorb_path(xet_hash_hex(shard[at : at + 32]))
            first, end = struct.unpack_from("<II", shard, at + 40)
            content += b"".join(xorb_chunks(xorb.read_bytes())[first:end])
            at += record
        if flags & (1 << 31):
            at += record * segments
        if flags & (1 << 30):
            yield xet_hash_hex(shard[at : at + 32]), content
            at += record


# ------------------------------------------------------------------- handlers


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


class LoopbackHub:
    """The Hub: its store, its controls and its ASGI application."""

    def __init__(self, root: Path) -> None:
        """Open the store under ``root`` and build the application."""
        self.store = Store(root)
        self.controls = Controls()
        self.connections = Connections()

        async def on_hub_error(_: Request, error: Exception) -> Response:
            if not isinstance(error, HubError):
                raise error
            return error.response()

        handlers = {HubError: on_hub_error}
        starlette = Starlette(routes=self._routes(), exception_handlers=handlers)
        self.app = FaultInjector(starlette, self.controls, self.connections)

    def _routes(self) -> list[Route]:
        api, rev = "/api/{kind}/{owner}/{name}", "{rev}"
        web = "/{kind}/{owner}/{name}"
        post, read = ["POST"], ["GET", "HEAD"]
        return [
            Route("/api/whoami-v2", self.whoami),
            Route("/api/repos/create", self.create_repo, methods=post),
            Route("/api/repos/delete", self.delete_repo, methods=["DELETE"]),
            Route("/api/validate-yaml", self.validate_yaml, methods=post),
            Route(api, self.repo_info),
            Route(f"{api}/revision/{rev}", self.repo_info),
            Route(f"{api}/preupload/{rev}", self.preupload, methods=post),
            Route(f"{api}/commit/{rev}", self.commit, methods=post),
            Route(f"{api}/tree/{rev}", self.tree),
            Route(f"{api}/tree/{rev}/{{path:path}}", self.tree),
            Route(f"{api}/paths-info/{rev}", self.paths_info, methods=post),
            Route(f"{api}/commits/{rev}", self.commits),
            Route(f"{api}/refs", self.refs),
            Route(f"{api}/super-squash/{rev}", self.super_squash, methods=post),
            Route(f"{api}/xet-write-token/{rev}", self.xet_token),
            Route(f"{api}/xet-read-token/{rev}", self.xet_token),
            Route(f"{web}.git/info/lfs/objects/batch", self.lfs_batch, methods=post),
            Route(f"{web}/resolve/{rev}/{{path:path}}", self.resolve, methods=read),
            Route("/__lfs/{oid}", self.lfs_put, methods=["PUT"]),
            Route("/__lfs/{oid}/verify", self.lfs_verify, methods=post),
            Route("/__cas/{path:path}", self.cas, methods=[*read, "POST", "PUT"]),
            Route("/__faults", self.control_faults, methods=["GET", "POST"]),
            Route("/__tokens", self.control_tokens, methods=post),
            Route("/__limit", self.control_limit, methods=post),
            Route("/__log", self.control_log, methods=["GET", "DELETE"]),
            Route("/__reset", self.control_reset, methods=post),
        ]

    # -- who asks for what

    def user(self, request: Request) -> str | None:
        """Return the user of the token, None without one."""
        header = request.headers.get("authorization", "")
        if not header.startswith("Bearer "):
            return None
        token = header.removeprefix("Bearer ")
        if token in self.controls.revoked:
            raise HubError(401, BAD_CREDENTIALS)
        return token.removeprefix("hf_").split("-")[0] or "user"

    def writer(self, request: Request) -> str:
        """Return the user, refusing missing, revoked and read-only tokens."""
        user = self.user(request)
        if user is None:
            raise HubError(401, "Invalid username or password.")
        token = request.headers["authorization"].removeprefix("Bearer ")
        if token in self.controls.read_only:
            raise HubError(403, "This token may only read")
        return user

    def repo(self, request: Request) -> Repo:
        """Return the repository the path names, hiding private ones."""
        user = self.user(request)
        kind = request.path_params["kind"].removesuffix("s")
        repo_id = f"{request.path_params['owner']}/{request.path_params['name']}"
        repo = self.store.repos.get((kind, repo_id))
        if repo is None or (repo.private and user is None):
            raise repo_not_found(401 if user is None else 404)
        return repo

    def revision(self, request: Request) -> tuple[Repo, Commit]:
        """Return the repository and the commit the path names."""
        repo = self.repo(request)
        return repo, repo.find(unquote(request.path_params.get("rev", "main")))

    # -- accounts and repositories

    async def whoami(self, request: Request) -> Response:
        """GET /api/whoami-v2."""
        user = self.user(request)
        if user is None:
            raise HubError(401, BAD_CREDENTIALS)
        token = {"displayName": "loopback", "role": "write"}
        return JSONResponse(
            {
                "type": "user",
                "id": DUMMY_ID,
                "name": user,
                "fullname": user.title(),
                "email": None,
                "isPro": False,
                "avatarUrl": "/avatars/loopback.svg",
                "orgs": [],
                "auth": {"type": "access_token", "accessToken": token},
            }
        )

    async def create_repo(self, request: Request) -> Response:
        """POST /api/repos/create."""
        user, body = self.writer(request), await request.json()
        kind = body.get("type") or "model"
        repo_id = f"{body.get('organization') or user}/{body['name']}"
        url = web_url(request, kind, repo_id)
        private = bool(body.get("private")) or body.get("visibility") == "private"
        with self.store.lock:
            if (kind, repo_id) in self.store.repos:
                error = "You already created this repo"
                return JSONResponse({"error": error, "url": url}, 409)
            self.store.create_repo(kind, repo_id, user, private)
        return JSONResponse({"url": url, "name": repo_id, "id": DUMMY_ID})

    async def delete_repo(self, request: Request) -> Response:
        """DELETE /api/repos/delete."""
        user, body = self.writer(request), await request.json()
        repo_id = f"{body.get('organization') or user}/{body['name']}"
        with self.store.lock:
            self.store.delete_repo(body.get("type") or "model", repo_id)
        return Response("OK")

    async def validate_yaml(self, _: Request) -> Response:
        """POST /api/validate-yaml; accepts everything."""
        return JSONResponse({"errors": [], "warnings": []})

    # -- writing

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

    async def xet_token(self, request: Request) -> Response:
        """GET xet-write-token; points hf_xet at this Hub's own CAS."""
        self.writer(request)
        url = f"{base_url(request)}/__cas"
        expires = int(time.time()) + XET_TOKEN_SECONDS
        headers = {
            "X-Xet-Cas-Url": url,
            "X-Xet-Access-Token": "loopback",
            "X-Xet-Token-Expiration": str(expires),
        }
        body = {"casUrl": url, "accessToken": "loopback", "exp": expires}
        return JSONResponse(body, headers=headers)

    async def cas(self, request: Request) -> Response:
        """Xet CAS: keep xorbs, rebuild the files of a shard, 404 for the rest."""
        path: str = request.path_params["path"]
        if request.method == "POST" and "xorbs/" in path:
            xorb = self.store.xorb_path(path.rsplit("/", 1)[1])
            xorb.write_bytes(await request.body())
            return JSONResponse({"was_inserted": True})
        if request.method == "POST" and path.startswith("v1/shards"):
            shard = await request.body()
            for sha256, content in files_in_shard(shard, self.store):
                if self.store.put_blob(content) != sha256:
                    raise HubError(400, "sha256 mismatch in shard")
            return JSONResponse({"result": 1})
        raise HubError(404, "not found")

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

    # -- reading

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
        start = int(query.get("cursor", 0))
        end = start + int(query.get("limit", TREE_PAGE))
        headers = {}
        if end < len(items):
            more = request.url.include_query_params(cursor=end)
            headers["Link"] = f'<{more}>; rel="next"'
        return JSONResponse(items[start:end], headers=headers)

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

    # -- controls

    async def control_faults(self, request: Request) -> Response:
        """GET the fault rules that are left, POST a new list."""
        if request.method == "POST":
            body = await control_body(request)
            with bad_request_on_error():
                self.controls.set_faults(body or [])
        return JSONResponse([asdict(rule) for rule in self.controls.faults])

    async def control_tokens(self, request: Request) -> Response:
        """POST {"revoked": [...], "read_only": [...]}."""
        body = await control_body(request)
        with bad_request_on_error():
            self.controls.set_tokens(**(body or {}))
        return JSONResponse({"ok": True})

    async def control_limit(self, request: Request) -> Response:
        """POST {"commits": n, "window_s": s}; null or no body lifts the limit."""
        body = await control_body(request)
        with bad_request_on_error():
            self.controls.set_limit(body)
        return JSONResponse({"ok": True})

    async def control_log(self, request: Request) -> Response:
        """GET the request log, DELETE to empty it."""
        log = [asdict(entry) for entry in self.controls.log]
        if request.method == "DELETE":
            self.controls.log.clear()
        return JSONResponse(log)

    async def control_reset(self, _: Request) -> Response:
        """POST: delete all repositories, faults, limits and the log."""
        with self.store.lock:
            self.store.clear()
        self.controls.reset()
        return JSONResponse({"ok": True})


# -------------------------------------------------------------------- running


@dataclass(frozen=True)
class RunningHub:
    """A Hub that is listening."""

    endpoint: str
    store: Store
    controls: Controls


@contextlib.contextmanager
def running_hub(root: Path, port: int = 0) -> Iterator[RunningHub]:
    """Serve a Hub from a thread until the block ends."""
    hub = LoopbackHub(root)
    config = uvicorn.Config(
        hub.app,
        host=HOST,
        port=port,
        http=hub.connections.protocol(),
        proxy_headers=False,
        log_level="warning",
        access_log=False,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="loopback-hub", daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError(f"the loopback Hub could not listen on port {port}")
        time.sleep(0.01)
    bound = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield RunningHub(f"http://{HOST}:{bound}", hub.store, hub.controls)
    finally:
        server.should_exit = True
        thread.join()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="Loopback Hugging Face Hub")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free port")
    parser.add_argument("--root", type=Path, help="folder for the data (default: a temporary one)")
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(KeyboardInterrupt))
        root = args.root or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        hub = stack.enter_context(running_hub(root, args.port))
        sys.stdout.write(f"loopback Hub on {hub.endpoint}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
