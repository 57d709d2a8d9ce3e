"""A folder pack of curated clips: tag-free copies under names that tell nothing, metadata.csv and README.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from soundmark.curation.pack.clip import PackAbout, PackClip, WrittenPack


def write_pack(
    clips: Iterable[PackClip],
    folder: Path,
    about: PackAbout,
    *,
    on_progress: Callable[[int], None] | None = None,
) -> WrittenPack:
    """Write a pack; what cannot be a row is left out and named, and the others are written.

    Args:
        clips: in the order of the rows.
        folder: of the pack; it is made, and must be empty or hold a pack that this wrote before.
        about: for the README.
        on_progress: told how many clips are done.

    Raises:
        PackWriteError: when nothing is left to write, the folder holds something else, or the disk refuses.
    """
    raise NotImplementedError
