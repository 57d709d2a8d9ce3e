"""A disk that can be filled: a real file system of 1.5 MB where mounting is allowed."""

from __future__ import annotations

import errno
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from soundmark.store.journal import Journal, JournalError

SIZE_KB = 1500


@contextmanager
def mounted(folder: Path) -> Iterator[Path]:
    """Mount it at a new folder; skips the test where that is not allowed."""
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE_KB}k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("mounting a small disk needs root; the tests with a quota take its place")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@dataclass(frozen=True)
class FullDisk:
    """Fills the disk on which a folder lies to the last byte, and makes room again."""

    folder: Path

    def fill(self, journal: Journal | None = None) -> None:
        """Leave no room; with a journal, not even in the files that it already has."""
        with (self.folder / "ballast").open("ab", buffering=0) as ballast:
            for size in (64_000, 1):
                try:
                    while True:
                        ballast.write(b"0" * size)
                except OSError as error:
                    assert error.errno == errno.ENOSPC, error
        if journal is not None:
            for number in range(10_000):
                try:
                    journal.set_note("ballast", str(number))
                except JournalError:
                    return
            raise AssertionError("the journal found room on a full disk")

    def free(self) -> None:
        """Make room again."""
        (self.folder / "ballast").unlink()


@dataclass(frozen=True)
class Quota:
    """The same without a disk: the journal may get no new page."""

    def fill(self, journal: Journal) -> None:
        """Leave no room."""
        journal.write(lambda c: c.execute(f"PRAGMA max_page_count = {c.execute('PRAGMA page_count').fetchone()[0]}"))

    def free(self, journal: Journal) -> None:
        """Make room again."""
        journal.write(lambda c: c.execute("PRAGMA max_page_count = 100000").fetchone())
