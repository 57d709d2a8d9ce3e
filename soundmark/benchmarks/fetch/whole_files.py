"""Files that are written as a whole or not at all, whoever else writes them at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from soundmark.benchmarks.fetch.errors import disk_error
from soundmark.whole_file import whole_file


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A file beside the one that is meant, to be written; it takes that one's place at the end.

    Raises:
        FetchError: when it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as part:
            yield part
    except OSError as error:
        raise disk_error(error) from error
