"""A folder of fetched files with a limit on its size.

Files lie under the digest of their content, and a note for each key says which content it means: a key, which comes
from outside, never becomes a path, and the same sound under two keys is kept once. Several threads and processes may
share a folder. What was used last is known by the files' modification times, which all of them see.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from soundmark.benchmarks.fetch.errors import FetchError, FetchReason, disk_error
from soundmark.whole_file import whole_file

IN_USE_S = 120.0
STALE_PART_S = 7 * 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a file came from and in which state.

    Attributes:
        address: as it was asked for.
        etag, last_modified: as the server gave them, '' where it did not.
        checked_at_s: when the server last said so, in seconds since 1970.
    """

    address: str = ""
    etag: str = ""
    last_modified: str = ""
    checked_at_s: float = 0.0

    def checked_now(self) -> Origin:
        """The same, checked at this moment."""
        return replace(self, checked_at_s=time.time())


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedFile:
    """A file of the cache.

    Attributes:
        path: the file.
        sha256: hex digest of its bytes.
        size_bytes: its size.
        origin: where it came from.
    """

    path: Path
    sha256: str
    size_bytes: int
    origin: Origin


class FileCache:
    """Files by key, the least recently used ones removed when the limit would be passed.

    A file that was asked for within the last `in_use_s` seconds is in use and stays.

    Raises:
        FetchError: when the folder cannot be made.
    """

    def __init__(self, folder: Path, *, max_bytes: int, in_use_s: float = IN_USE_S) -> None:
        self._files, self._notes = folder / "files", folder / "notes"
        self._parts, self._locks, self._staging = folder / "parts", folder / "locks", folder / "staging"
        self.max_bytes = max_bytes
        self._in_use_s = in_use_s
        try:
            for made in (self._files, self._notes, self._parts, self._locks, self._staging):
                made.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_error(error) from error

    def get(self, key: str) -> CachedFile | None:
        """The file of a key, which counts as used now; None when it is not here or not whole."""
        found = self.peek(key)
        if found is not None:
            try:
                os.utime(found.path)
            except OSError:  # removed a moment ago
                return None
        return found

    def peek(self, key: str) -> CachedFile | None:
        """The same without counting as use."""
        try:
            note = json.loads(self._note(key).read_bytes())
            sha256, size_bytes = str(note["sha256"]), int(note["size_bytes"])
            origin = Origin(**note["origin"])
            path = self._files / sha256
            is_whole = len(sha256) == 64 and sha256.isalnum() and path.stat().st_size == size_bytes
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return CachedFile(path=path, sha256=sha256, size_bytes=size_bytes, origin=origin) if is_whole else None

    def put(self, key: str, source: Path, origin: Origin) -> CachedFile:
        """Take a finished file, which is moved here; it must lie on the same file system, as those of `part` do.

        Raises:
            FetchError: when there is no room.
        """
        try:
            with source.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            target, size_bytes = self._files / sha256, source.stat().st_size
            if not target.exists():
                self.make_room(size_bytes, besides=source)
            source.replace(target)
            os.utime(target)
        except OSError as error:
            raise disk_error(error) from error
        cached = CachedFile(path=target, sha256=sha256, size_bytes=size_bytes, origin=origin)
        self._write_note(key, cached)
        return cached

    def put_bytes(self, key: str, content: bytes, origin: Origin | None = None) -> CachedFile:
        """Keep what is in memory.

        Raises:
            FetchError: when there is no room.
        """
        if not (self._files / hashlib.sha256(content).hexdigest()).exists():
            self.make_room(len(content))
        part = self.part(f"{key}\0{os.getpid()}\0{time.monotonic_ns()}")
        try:
            part.write_bytes(content)
            return self.put(key, part, origin or Origin())
        except OSError as error:
            raise disk_error(error) from error
        finally:
            part.unlink(missing_ok=True)

    def contents(self) -> frozenset[str]:
        """Digests of all finished files."""
        try:
            return frozenset(os.listdir(self._files))  # noqa: PTH208 - twice as fast as iterdir
        except OSError as error:
            raise disk_error(error) from error

    def age(self, sha256: str, by_s: float) -> None:
        """Let a file count as used so many seconds ago, so that it goes before others."""
        used_s = max(0.0, time.time() - by_s)
        with suppress(OSError):
            os.utime(self._files / sha256, (used_s, used_s))

    def note_checked(self, key: str, origin: Origin) -> None:
        """Remember that the server was asked and the file is still right."""
        cached = self.peek(key)
        if cached is not None:
            self._write_note(key, replace(cached, origin=origin))

    def remove(self, key: str) -> None:
        """Forget a key and its file."""
        cached = self.peek(key)
        self._note(key).unlink(missing_ok=True)
        if cached is not None:
            cached.path.unlink(missing_ok=True)

    def part(self, key: str) -> Path:
        """Where an unfinished file of this key is written."""
        return self._parts / _digest(key)

    @contextmanager
    def staging(self, key: str) -> Iterator[Path]:
        """A folder for a library that downloads by itself; it is removed unless the network broke off."""
        folder = self._staging / _digest(key)
        try:
            yield folder
        except FetchError as error:
            if error.reason is not FetchReason.NO_NETWORK:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def lock(self, key: str, wait_s: float, on_wait: Callable[[], None] | None = None) -> Iterator[None]:
        """Be the only one, of all threads and processes, that fetches this key.

        Args:
            key: of the file.
            wait_s: longest wait for somebody else.
            on_wait: called now and then meanwhile.

        Raises:
            FetchError: when somebody else needs longer than `wait_s`.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(self._locks / _digest(key), thread_local=False)
        deadline_s = time.monotonic() + wait_s
        while True:
            try:
                lock.acquire(timeout=min(0.25, max(0.0, deadline_s - time.monotonic())))
                break
            except Timeout as error:
                if time.monotonic() >= deadline_s:
                    raise FetchError(FetchReason.BUSY, "Another process takes too long to fetch this file.") from error
                if on_wait is not None:
                    on_wait()
            except OSError as error:
                raise disk_error(error) from error
        try:
            yield
        finally:
            lock.release()

    def total_bytes(self) -> int:
        """Bytes of all files, also unfinished ones."""
        return sum(size for _, size, _ in self._listed())

    def make_room(self, size_bytes: int, besides: Path | None = None) -> None:
        """Remove least recently used files until so many bytes fit.

        Args:
            size_bytes: of the file to come.
            besides: an unfinished file that becomes the file to come, and is not counted twice.

        Raises:
            FetchError: when they do not fit without files in use.
        """
        now_s = time.time()
        listed = sorted(self._listed())
        free_bytes = self.max_bytes - sum(size for _, size, path in listed if path != besides)
        for used_s, size, path in listed:
            if free_bytes >= size_bytes:
                return
            limit_s = self._in_use_s if path.parent == self._files else STALE_PART_S
            if now_s - used_s >= limit_s and path != besides:
                path.unlink(missing_ok=True)
                free_bytes += size
        if free_bytes < size_bytes:
            raise FetchError(
                FetchReason.DISK,
                f"The cache may hold {self.max_bytes / 1e6:.0f} MB, and what is in use leaves no room for "
                f"{size_bytes / 1e6:.1f} MB. Raise CLIP_CACHE_GB.",
            )

    def _listed(self) -> list[tuple[float, int, Path]]:
        """(last use, size, path) of all files."""
        found = []
        try:
            paths = [Path(entry.path) for folder in (self._files, self._parts) for entry in os.scandir(folder)]
        except OSError as error:
            raise disk_error(error) from error
        for path in (*paths, *self._left_behind()):
            with suppress(OSError):  # removed a moment ago
                status = path.stat()
                found.append((status.st_mtime, status.st_size, path))
        return found

    def _left_behind(self) -> Iterator[Path]:
        """What a library downloads, or did not get to finish before the program was killed."""
        for folder, _, names in os.walk(self._staging):
            yield from (Path(folder, name) for name in names)

    def _note(self, key: str) -> Path:
        return self._notes / f"{_digest(key)}.json"

    def _write_note(self, key: str, cached: CachedFile) -> None:
        note = {"sha256": cached.sha256, "size_bytes": cached.size_bytes, "origin": asdict(cached.origin)}
        try:
            with whole_file(self._note(key)) as part:
                part.write_text(json.dumps(note), encoding="utf-8")
        except OSError as error:
            raise disk_error(error) from error


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
