"""A dataset in memory that keeps every revision, and in which anything can happen before any call."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubMoved


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRepo(HubRepo):
    """The calls of a `HubRepo` that compaction makes, with the Hub's rule for a commit that names its parent.

    Attributes:
        folder: where downloads go.
        before: called before each call with its name, and after a commit; what it raises is what the call raises.
        trees: content by path of each revision, the oldest first.
    """

    name: str = "alice/memory"
    folder: Path
    before: Callable[[str], None] = lambda _: None
    trees: list[dict[str, bytes]] = field(default_factory=lambda: [{}])

    @property
    def tree(self) -> dict[str, bytes]:
        """The newest revision: content by path."""
        return self.trees[-1]

    def seen_by(self, before: Callable[[str], None]) -> MemoryRepo:
        """The same dataset for another client, to which something else happens."""
        return replace(self, before=before)

    def head(self) -> str:
        self.before("head")
        return str(len(self.trees) - 1)

    def sizes(self, folder: str, revision: str) -> dict[str, int]:
        self.before("sizes")
        tree = self.trees[int(revision)]
        return {path: len(data) for path, data in tree.items() if path.startswith(f"{folder}/")}

    def download(self, path: str, revision: str) -> Path:
        self.before("download")
        data = self.trees[int(revision)][path]
        local = self.folder / hashlib.sha256(data).hexdigest()
        if not local.exists():
            local.write_bytes(data)
        return local

    def commit(
        self, message: str, *, add: Mapping[str, bytes], delete: Sequence[str] = (), parent: str | None = None
    ) -> str:
        self.before("commit")
        if parent is not None and parent != str(len(self.trees) - 1):
            raise HubMoved("Another commit came first.")
        kept = {path: data for path, data in self.tree.items() if path not in set(delete)}
        assert len(kept) == len(self.tree) - len(delete), "what is not there was deleted"
        self.trees.append(kept | dict(add))
        self.before("committed")
        return str(len(self.trees) - 1)
