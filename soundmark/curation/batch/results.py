"""The results of a run as a file that only grows: what was written stays, whenever the run is killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from soundmark.audio.errors import shown
from soundmark.curation.batch.clips import BatchError, ClipFile
from soundmark.curation.batch.record import ClipRecord, decode, encode

if TYPE_CHECKING:
    import io

    from filelock import FileLock

RESULTS_NAME = "results.jsonl"


class ResultsFile:
    """Records of a folder; open it in a `with` statement. One process writes at a time.

    Each record is one write of a whole line. A line that a killed run left unfinished is cut off at the next opening,
    so that no record is glued to it; the file it belonged to is listened to again. Of two records of a file the later
    one counts.
    """

    def __init__(self, folder: Path) -> None:
        """Where the file is, or will be: `folder` is made when the results are opened."""
        self.path = folder / RESULTS_NAME
        self.n_unreadable = 0
        self._file: io.BufferedRandom | None = None
        self._lock: FileLock | None = None

    def __enter__(self) -> Self:
        """Open for appending.

        Raises:
            BatchError: when another run writes it, or the disk refuses.
        """
        from filelock import FileLock, Timeout

        name = shown(self.path.parent.name)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(self.path.with_suffix(".lock"))
            self._lock.acquire(timeout=0)
            self._file = self.path.open("a+b")
        except Timeout as error:
            raise BatchError(f"Another run writes into {name}. Wait for it, or name another folder.") from error
        except OSError as error:
            self.close()
            raise _cannot_write(name, error) from error
        self._cut_off_unfinished()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and let others write."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def append(self, record: ClipRecord) -> None:
        """Write a record.

        Raises:
            BatchError: when the disk refuses; a record is then not there, or is cut off at the next opening.
        """
        if self._file is None:
            raise ValueError("The results are not open.")
        try:
            self._file.write(encode(record).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise _cannot_write(shown(self.path.parent.name), error) from error

    def done(self, task: str) -> set[ClipFile]:
        """Files that have a record of this task."""
        return {record.file for record in self._all() if record.task == task}

    def records(self, task: str, files: tuple[ClipFile, ...]) -> Iterator[ClipRecord]:
        """The records of these files and this task, in the order of the files; files without one are passed over.

        One record is in memory at a time: only where each begins is remembered.
        """
        starts: dict[ClipFile, int] = {}
        wanted = set(files)
        for start, record in self._with_starts():
            if record.task == task and record.file in wanted:
                starts[record.file] = start
        if not starts:
            return
        with self.path.open("rb") as lines:
            for file in files:
                if file in starts:
                    lines.seek(starts[file])
                    yield decode(lines.readline())

    def _all(self) -> Iterator[ClipRecord]:
        for _, record in self._with_starts():
            yield record

    def _with_starts(self) -> Iterator[tuple[int, ClipRecord]]:
        """Where each readable record begins; lines that are none are counted and passed over."""
        self.n_unreadable = 0
        if not self.path.exists():
            return
        start = 0
        with self.path.open("rb") as lines:
            for line in lines:
                try:
                    yield start, decode(line)
                except ValueError:
                    self.n_unreadable += 1
                start += len(line)

    def _cut_off_unfinished(self) -> None:
        file = self._file
        if file is None:
            return
        end = file.seek(0, os.SEEK_END)
        at = end
        while at > 0:
            step = min(at, 65_536)
            file.seek(at - step)
            newline = file.read(step).rfind(b"\n")
            if newline >= 0:
                at = at - step + newline + 1
                break
            at -= step
        if at < end:
            file.truncate(at)


def _cannot_write(name: str, error: OSError) -> BatchError:
    return BatchError(
        f"{name} cannot be written ({error.strerror}). Make room or name another folder; what is done stays."
    )
