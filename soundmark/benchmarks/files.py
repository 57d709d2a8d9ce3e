"""The files of a pack: which of them a table may name, and which are audio."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path, PurePosixPath

from soundmark.audio.formats import AUDIO_EXTENSIONS


class OutsideError(ValueError):
    """A name that leads out of the folder by a symbolic link."""


class PackFiles:
    """The audio files below a folder, by their path in it.

    Hidden files and folders are passed over, links to folders are not followed.
    """

    def __init__(self, folder: Path) -> None:
        self._root = folder.resolve()
        self.audio = frozenset(_audio_files(self._root))
        self._by_composed = {_composed(name): name for name in self.audio}

    def find(self, name: PurePosixPath) -> PurePosixPath | None:
        """The file a row means, under its own name; None when there is none.

        A name in composed letters finds a file in decomposed ones and the other way round, as macOS writes them.

        Raises:
            OutsideError: when it is a link out of the folder, or in a circle.
        """
        actual = name if self._is_file(name) else self._by_composed.get(_composed(name))
        if actual is None:
            return None
        try:
            target = self.path(actual).resolve(strict=True)
        except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle, before Python 3.13
            raise OutsideError("it is a link that leads nowhere") from error
        if not target.is_relative_to(self._root):
            raise OutsideError("it is a link out of the folder")
        return actual

    def holds(self, name: PurePosixPath) -> bool:
        """Whether there is such a file, audio or not, and it is no link out of the folder."""
        try:
            target = self.path(name).resolve()
            return target.is_file() and target.is_relative_to(self._root)
        except (OSError, RuntimeError):  # links in a circle, or a name that is too long
            return False

    def path(self, name: PurePosixPath) -> Path:
        """Where a file is."""
        return self._root / name

    def _is_file(self, name: PurePosixPath) -> bool:
        try:
            return self.path(name).is_file() or self.path(name).is_symlink()
        except OSError:  # for instance a name longer than the file system allows
            return False


def _audio_files(root: Path) -> list[PurePosixPath]:
    found: list[PurePosixPath] = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [name for name in subfolders if not name.startswith((".", "__MACOSX"))]
        inside = PurePosixPath(Path(folder).relative_to(root).as_posix())
        found += [inside / name for name in names if _is_audio_name(name)]
    return found


def _is_audio_name(name: str) -> bool:
    return not name.startswith(".") and Path(name).suffix.removeprefix(".").lower() in AUDIO_EXTENSIONS


def _composed(name: PurePosixPath) -> str:
    return unicodedata.normalize("NFC", str(name))
