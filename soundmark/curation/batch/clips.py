"""The recordings of a folder, as a run sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from soundmark.audio.errors import shown
from soundmark.benchmarks.files import PackFiles
from soundmark.types import SoundmarkError


class BatchError(SoundmarkError):
    """A run over many recordings that cannot begin or go on; the text says what to do."""


@dataclass(frozen=True, slots=True, order=True)
class ClipFile:
    """A file in one state: when size or time change, it is another, and is listened to again.

    Attributes:
        name: path inside the folder, with '/'.
        size_bytes, mtime_ns: as the file system has them; -1 where it tells nothing.
    """

    name: str
    size_bytes: int
    mtime_ns: int


def list_clips(folder: Path) -> tuple[ClipFile, ...]:
    """The audio files below a folder, by their extension, sorted by name.

    Hidden files are passed over, and links out of the folder are not followed: a run reads this folder and no other.

    Raises:
        BatchError: when there is no such folder, or no audio in it.
    """
    if not folder.is_dir():
        raise BatchError(f"There is no folder {shown(folder.name)}. Check the name.")
    files = PackFiles(folder)
    found = tuple(sorted(_inside(files)))
    if not found:
        raise BatchError(f"The folder {shown(folder.name)} holds no audio file. Put wav, flac, ogg, mp3 or m4a there.")
    return found


def _inside(files: PackFiles) -> Iterator[ClipFile]:
    for name in files.audio:
        if files.holds(name) and _is_text(name):
            yield _state(files.path(name), name)


def _is_text(name: PurePosixPath) -> bool:
    """Whether a name can be written as UTF-8: file systems allow any bytes, and tables do not."""
    try:
        str(name).encode()
    except UnicodeEncodeError:
        return False
    return True


def _state(path: Path, name: PurePosixPath) -> ClipFile:
    try:
        state = path.stat()
    except OSError:
        return ClipFile(str(name), -1, -1)
    return ClipFile(str(name), state.st_size, state.st_mtime_ns)
