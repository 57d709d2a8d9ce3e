"""Repositories, commits and blobs."""

from __future__ import annotations

import hashlib
import json
import re
import threading
import uuid
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.support.loopback.bucket_store import Buckets
from tests.support.loopback.errors import HubError, repo_not_found, revision_not_found

MIN_SHA_PREFIX = 7
GITATTRIBUTES = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"


def utc_now() -> str:
    """Return the current time in the Hub's format."""
    return hub_time(datetime.now(UTC))


def hub_time(when: datetime) -> str:
    """Return a time in the Hub's format."""
    return f"{when:%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03d}Z"


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
        self.buckets = Buckets(root / "buckets")

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

    def put_xorb(self, name: str, data: bytes) -> None:
        """Store an uploaded xorb, whole or not at all."""
        self._write(self.xorb_path(name), data)

    def put_xet_file(self, xet_hash: str, segments: list[dict[str, Any]]) -> None:
        """Remember which segments a file is made of."""
        self._write(self._xet_path(xet_hash), json.dumps(segments).encode())

    def has_xet_file(self, xet_hash: str) -> bool:
        """Whether a file with that Xet hash was uploaded."""
        return re.fullmatch(r"[0-9a-f]{64}", xet_hash) is not None and self._xet_path(xet_hash).exists()

    def xet_file(self, xet_hash: str) -> list[dict[str, Any]]:
        """Return the segments of an uploaded file."""
        if not self.has_xet_file(xet_hash):
            raise HubError(404, "file not found")
        found: list[dict[str, Any]] = json.loads(self._xet_path(xet_hash).read_bytes())
        return found

    def _xet_path(self, xet_hash: str) -> Path:
        return self.root / "xet_files" / f"{xet_hash}.json"

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
        self.buckets.clear()
