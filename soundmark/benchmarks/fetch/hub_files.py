"""A dataset on the Hub at one pinned revision: its files, whole or in ranges."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar, cast

from soundmark.benchmarks.clips import ByteProgress
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason
from soundmark.benchmarks.fetch.hub_errors import hub_errors, offline_error
from soundmark.benchmarks.fetch.hub_http import READ_TIMEOUT_S, hub_api, hub_file_system
from soundmark.benchmarks.fetch.pace import SlowestPace
from soundmark.benchmarks.fetch.whole_files import written_whole
from soundmark.secret import Secret
from soundmark.variables import HUB_NAME

if TYPE_CHECKING:
    from huggingface_hub import HfFileSystem

ItemT = TypeVar("ItemT")

LISTING_S = 600.0
BLOCK_BYTES = 4 * 1024 * 1024
_COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file of a dataset: its path there, and its size."""

    path: str
    size_bytes: int


class HubDataset:
    """One dataset at one revision. Safe to use from several threads.

    Args:
        name: owner/name.
        revision: a branch, a tag or a commit. Anything but a full commit id is looked up once, and the commit found
            then is kept in `state_dir` and used from then on.
        state_dir: for that note, and for what is being downloaded.
        token: may be empty for public data.
        endpoint: address of the Hub; empty for the public one.
        offline: ask nobody.
        slowest: what is slower is given up.
        listing_s: longest time for the names of all files, however many pages they fill, in seconds.

    Raises:
        FetchError: when the name is none of a dataset.
    """

    def __init__(
        self,
        name: str,
        *,
        revision: str,
        state_dir: Path,
        token: Secret = Secret(""),  # noqa: B008 - frozen
        endpoint: str = "",
        offline: bool = False,
        slowest: SlowestPace = SlowestPace(),  # noqa: B008 - frozen
        listing_s: float = LISTING_S,
    ) -> None:
        if not HUB_NAME.fullmatch(name):
            raise FetchError(FetchReason.ADDRESS, f"{name!r} is no name of a dataset. Write it as owner/name.")
        self.name = name
        self._revision, self._state_dir = revision, state_dir
        self._token, self._endpoint, self._offline = token, endpoint, offline
        self._slowest, self._listing_s = slowest, listing_s
        self._lock = threading.Lock()
        self._commit = revision if _COMMIT.fullmatch(revision) else ""
        self._files_of: HfFileSystem | None = None

    @property
    def offline(self) -> bool:
        """Whether nobody may be asked."""
        return self._offline

    def commit(self) -> str:
        """The commit that everything is read at, 40 hex digits.

        Raises:
            FetchError: when it must be looked up and cannot be.
        """
        with self._lock:
            if not self._commit:
                self._commit = self._kept() or self._look_up()
            return self._commit

    def known_commit(self) -> str:
        """The same without asking anybody; '' while it is not known."""
        self._commit = self._commit or self._kept()
        return self._commit

    def files(self, folder: str = "", *, ends: str = "") -> tuple[HubFile, ...]:
        """All files below a folder whose names end so, sorted by path; none for a folder that does not exist.

        Raises:
            FetchError: when they cannot be listed.
        """
        from huggingface_hub import RepoFile
        from huggingface_hub.errors import EntryNotFoundError

        commit = self.commit()
        with self._asking():
            try:
                tree = hub_api(self._token, self._endpoint, self._slowest).list_repo_tree(
                    self.name, folder or None, repo_type="dataset", revision=commit, recursive=True
                )
                items = self._in_time(tree)
                found = [HubFile(item.path, int(item.size)) for item in items if isinstance(item, RepoFile)]
            except EntryNotFoundError:
                return ()
        return tuple(sorted((file for file in found if file.path.endswith(ends)), key=lambda file: file.path))

    @contextmanager
    def opened(self, path: str, *, block_bytes: int = BLOCK_BYTES) -> Iterator[IO[bytes]]:
        """A file for reading at any place, of which only what is read is fetched, at least `block_bytes` at a time.

        Raises:
            FetchError: when it cannot be had, also while it is read inside the block.
        """
        commit = self.commit()
        with self._asking():
            system = self._file_system()
            file = system.open(f"datasets/{self.name}@{commit}/{path}", "rb", block_size=block_bytes)
            with file:
                yield cast("IO[bytes]", file)

    def download(self, path: str, into: Path, on_progress: ByteProgress | None = None) -> Path:
        """The whole file, in a folder of this machine; an interrupted download goes on.

        Args:
            path: in the dataset.
            into: folder that becomes the caller's own, under the names that the library gives.
            on_progress: told while it arrives.

        Raises:
            FetchError: when it cannot be had.
        """
        from soundmark.benchmarks.fetch.hub_progress import reporting_bar

        commit = self.commit()
        with self._asking():
            return Path(
                hub_api(self._token, self._endpoint, self._slowest).hf_hub_download(
                    self.name, path, repo_type="dataset", revision=commit, local_dir=into,
                    tqdm_class=reporting_bar(on_progress),
                )
            )  # fmt: skip

    @contextmanager
    def _asking(self) -> Iterator[None]:
        if self._offline:
            raise offline_error(self.name)
        with hub_errors(self.name, has_token=bool(self._token)):
            yield

    def _in_time(self, listing: Iterable[ItemT]) -> Iterator[ItemT]:
        end_s = time.monotonic() + self._listing_s
        for item in listing:
            if time.monotonic() > end_s:
                text = f"The files of {self.name} could not be listed within {self._listing_s:g} s. Try again later."
                raise FetchError(FetchReason.NO_NETWORK, text)
            yield item

    def _file_system(self) -> HfFileSystem:
        with self._lock:
            if self._files_of is None:
                self._files_of = hub_file_system(self._token, self._endpoint, self._slowest)
            return self._files_of

    @property
    def _note(self) -> Path:
        return self._state_dir / f"{self.name.replace('/', '--')}.revisions.json"

    def _kept(self) -> str:
        commit = str(self._kept_commits().get(self._revision, ""))
        return commit if _COMMIT.fullmatch(commit) else ""

    def _kept_commits(self) -> dict[str, str]:
        try:
            kept = json.loads(self._note.read_bytes())
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _look_up(self) -> str:
        with self._asking():
            api = hub_api(self._token, self._endpoint, self._slowest)
            info = api.dataset_info(self.name, revision=self._revision, timeout=READ_TIMEOUT_S)
        commit = str(info.sha)
        if not _COMMIT.fullmatch(commit):
            raise FetchError(FetchReason.BAD_ANSWER, f"The Hub tells no commit of {self.name}.")
        with written_whole(self._note) as part:
            part.write_text(json.dumps(self._kept_commits() | {self._revision: commit}), encoding="utf-8")
        return commit
