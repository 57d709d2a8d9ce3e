"""A file of JSON lines that only grows; what is acknowledged is on the disk.

What is waiting is written and flushed together (group commit): at 64 requests at once, a flush to the disk is shared by
many. A line that was cut by a crash was never acknowledged, and is taken away.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Mapping
from io import FileIO
from pathlib import Path

from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

Record = Mapping[str, object]


class LedgerError(SoundmarkError):
    """A ledger that cannot be opened or written."""


class LedgerFile:
    """JSON objects on lines, appended durably.

    Args:
        path: the file; made when missing, its folder too.

    Raises:
        LedgerError: when it cannot be opened.

    Attributes:
        records: what stood in it when it was opened, in order.
        n_unreadable: lines within it that are no JSON objects; they are kept in the file and passed over.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: what a full disk refuses must not wait in a buffer for the next line.
            self._file: FileIO = path.open("a+b", buffering=0)
            self._file.seek(0)
            content = self._file.read()
            self._end = content.rfind(b"\n") + 1
            self._file.truncate(self._end)
            _sync_folder(path.parent)
        except OSError as error:
            raise LedgerError(
                f"The run log {path.name} cannot be opened ({error.strerror}). Check that its folder can be written, "
                "or choose another with --data."
            ) from error
        lines = [_record(line) for line in content[: self._end].split(b"\n") if line.strip()]
        self.records: tuple[Record, ...] = tuple(line for line in lines if line is not None)
        self.n_unreadable = len(lines) - len(self.records)
        if self.n_unreadable:
            log.warning("%d lines of the run log %s cannot be read; they are passed over.", self.n_unreadable, path)
        self._waiting: list[tuple[bytes, asyncio.Future[None]]] = []
        self._flusher: asyncio.Task[None] | None = None

    async def append(self, record: Record) -> None:
        """Write a record; it is on the disk on return.

        Raises:
            LedgerError: when it could not be made durable; then nothing of it is in the file.
        """
        line = json.dumps(record, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((line, written))
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush())
        # A caller that is cancelled must not take the others' flush with it.
        await asyncio.shield(written)

    async def _flush(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await asyncio.to_thread(self._write, b"".join(line for line, _ in batch))
            except OSError as error:
                refusal = LedgerError(
                    f"The run log {self.path.name} cannot be written ({error.strerror}). Make room, and go on with "
                    "--resume."
                )
                for _, written in batch:
                    if not written.done():
                        written.set_exception(refusal)
                continue
            for _, written in batch:
                if not written.done():
                    written.set_result(None)

    def _write(self, lines: bytes) -> None:
        try:
            left = memoryview(lines)
            while left:
                left = left[self._file.write(left) or 0 :]
            os.fsync(self._file.fileno())
        except OSError:
            # A full disk may have taken half a line: the next one would be written behind it.
            os.ftruncate(self._file.fileno(), self._end)
            raise
        self._end += len(lines)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _record(line: bytes) -> Record | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file durable too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
