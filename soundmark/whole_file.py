"""Files that are written as a whole or not at all, whoever reads or writes them at the same time."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = re.compile(r"\.[0-9a-f]{16}\.part")
"""Names of the files that a killed process leaves behind."""


@contextmanager
def whole_file(target: Path, *, is_synced: bool = False) -> Iterator[Path]:
    """Gives the path of a new file beside a file; written without an error, it takes that one's place.

    Args:
        target: the file that is meant; its folder exists.
        is_synced: whether the content is on the disk before it takes its place, so that a power cut harms neither.

    Raises:
        OSError: when it cannot be put in place.
    """
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        yield part
        if is_synced:
            with part.open("rb") as file:
                os.fsync(file.fileno())
        part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
