"""How the recordings of a benchmark come onto this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from soundmark.types import Clip, SoundmarkError

ByteProgress = Callable[[int, int | None], None]
"""Called with (bytes so far, bytes in all or None while that is not known)."""


class ClipUnavailable(SoundmarkError):
    """A recording that cannot be had; the text says why and what to do, and names no place, file or address.

    Attributes:
        is_gone: asking again will not help.
    """

    def __init__(self, text: str, *, is_gone: bool = False, key: str = "", **params: object) -> None:
        super().__init__(text, key=key, **params)
        self.is_gone = is_gone


@dataclass(frozen=True, slots=True)
class ClipFile:
    """The original recording on this machine, and the hex SHA-256 of its bytes."""

    path: Path
    sha256: str


class ClipSource(Protocol):
    """Gets the recordings of one benchmark. Safe to use from several threads."""

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """Its file, when it is on this machine; None when it must be fetched."""

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """Its file, fetched when it is not on this machine.

        Raises:
            ClipUnavailable: when it cannot be had.
        """


class LocalClips:
    """The recordings of a folder: they are all there."""

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """Its file; None for a clip that names none."""
        return None if clip.path is None else ClipFile(clip.path, clip.sha256)

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """Its file.

        Raises:
            ClipUnavailable: when it names no file.
        """
        if clip.path is None:
            raise ClipUnavailable("This recording is in no folder of this machine.", key="err_clip_nowhere")
        return ClipFile(clip.path, clip.sha256)
