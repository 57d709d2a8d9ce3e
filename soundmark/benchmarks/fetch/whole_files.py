"""Files that are written as a whole or not at all, whoever else writes them at the same time."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from soundmark.benchmarks.fetch.errors import disk_error


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A file beside the one that is meant, to be written; it takes that one's place at the end.

    Raises:
        FetchError: when it cannot be written.
    """
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        part.replace(path)
    except OSError as error:
        raise disk_error(error) from error
    finally:
        with suppress(OSError):
            part.unlink()
