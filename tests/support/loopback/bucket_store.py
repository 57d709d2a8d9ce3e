"""Buckets: files that can be replaced and removed, without versions."""

from __future__ import annotations

import json
import uuid
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.support.loopback.errors import HubError, repo_not_found


@dataclass(frozen=True)
class BucketEntry:
    """One file: which Xet file it is, its size in bytes, and times in the Hub's format."""

    xet_hash: str
    size: int
    mtime: str
    uploaded: str


@dataclass
class Bucket:
    """One bucket (path -> file)."""

    id: str
    private: bool
    created: str
    files: dict[str, BucketEntry] = field(default_factory=dict)

    @property
    def owner(self) -> str:
        """Whose it is."""
        return self.id.split("/")[0]


class Buckets:
    """All buckets, one file of JSON each, so that a restart keeps them."""

    def __init__(self, root: Path) -> None:
        """Read what an earlier process left."""
        self.root = root
        self.all: dict[str, Bucket] = {}
        for path in root.glob("*/*.json"):
            raw = json.loads(path.read_text("utf-8"))
            raw["files"] = {name: BucketEntry(**entry) for name, entry in raw["files"].items()}
            self.all[raw["id"]] = Bucket(**raw)

    def create(self, bucket: Bucket) -> None:
        """Add a bucket; 409 when there is one of that name."""
        if bucket.id in self.all:
            raise HubError(409, "You already created this bucket")
        self.all[bucket.id] = bucket
        self.save(bucket)

    def delete(self, bucket_id: str) -> None:
        """Forget a bucket."""
        if self.all.pop(bucket_id, None) is None:
            raise repo_not_found()
        self._path(bucket_id).unlink()

    def save(self, bucket: Bucket) -> None:
        """Write a bucket as it is now."""
        path = self._path(bucket.id)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
        part.write_text(json.dumps(asdict(bucket)), "utf-8")
        part.replace(path)

    def clear(self) -> None:
        """Delete every bucket."""
        for bucket_id in list(self.all):
            self.delete(bucket_id)

    def _path(self, bucket_id: str) -> Path:
        return self.root / f"{bucket_id}.json"
