"""The user's own recordings of Aria Everyday Activities: sound of 7 or 2 channels, and video.

The recordings are licensed by their owner and are never downloaded from here. Files are found by walking the user's
folder, so that no name that comes from data is ever made into a path.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.decode import file_sha256
from soundmark.audio.errors import AudioError, AudioReason, shown
from soundmark.audio.header import read_header
from soundmark.benchmarks.clips import ByteProgress, ClipFile, ClipUnavailable
from soundmark.benchmarks.errors import PackError
from soundmark.types import Clip

ALL_MICROPHONES = tuple(range(7))
EAR_MICROPHONES = (5, 6)
"""The two that the published preparation keeps: at the temples' ends, left and right."""

NO_MEDIA = (
    "The recording of this question is not on this machine: Aria Everyday Activities is licensed by its owner, and "
    "Soundmark never downloads it. Get it from projectaria.com, prepare it as SAVVY's data_utils say, and set "
    "SAVVY_MEDIA to its folder. Maps and tracks work without it."
)

_AUDIO = frozenset({".wav", ".flac"})
_VIDEO = frozenset({".mp4", ".mov", ".mkv"})
_SKIPPED_FOLDERS = frozenset({"images", "mps", "__MACOSX"})
"""Folders of the preparation that hold thousands of frames and no recording."""

_MAX_FILES = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneAudio:
    """A recording's sound.

    Attributes:
        path: the file.
        n_channels: as its header says.
        microphones: which of the seven its channels are, in this order.
        note: for people: what is used, and what it cannot tell.
    """

    path: Path
    n_channels: int
    microphones: tuple[int, ...]
    note: str

    @property
    def tells_front_from_back(self) -> bool:
        """Whether the microphones do not all lie in one plane across the head."""
        return len(self.microphones) > len(EAR_MICROPHONES)


class SavvyMedia:
    """The recordings below the user's folder. Safe to use from several threads.

    Args:
        folder: in any of these layouts: NAME.wav and NAME.mp4 loose or in folders; NAME/audio/NAME.wav,
            NAME/video/NAME.mp4 and NAME/video_merged/NAME.mp4, as the published preparation writes them. None for no
            media.

    Raises:
        PackError: when the folder is not there or holds too many files.
    """

    def __init__(self, folder: Path | None) -> None:
        self._files: dict[str, list[Path]] = {} if folder is None else _walk(folder)
        self._digests: dict[tuple[Path, int, int], str] = {}
        self._lock = threading.Lock()

    def audio(self, video_id: str) -> SceneAudio | None:
        """The sound of a recording, seven channels before two, that of a video where it has no file of its own.

        None when there is none.

        Raises:
            AudioError: when there are files, but none with seven or two channels that can be opened; the text says
                what is wrong with the first.
        """
        found: list[SceneAudio] = []
        faults: list[AudioError] = []
        for path in self._of(video_id, _AUDIO):
            try:
                found.append(_scene_audio(path))
            except AudioError as error:
                faults.append(error)
        if not found and faults:
            raise faults[0]
        if not found:
            return self._sound_of_video(video_id)
        return max(found, key=lambda audio: audio.n_channels, default=None)

    def _sound_of_video(self, video_id: str) -> SceneAudio | None:
        path = self.video(video_id)
        if path is None:
            return None
        try:
            return _scene_audio(path)
        except AudioError:  # a video without sound, which is no fault of it
            return None

    def video(self, video_id: str) -> Path | None:
        """The video of a recording, one with sound (from a folder `video_merged`) before one without."""
        paths = self._of(video_id, _VIDEO)
        return min(paths, key=lambda path: (path.parent.name != "video_merged", str(path)), default=None)

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """The sound of a question's recording, or None."""
        if clip.path is None:
            return None
        try:
            return ClipFile(clip.path, self._digest(clip.path))
        except AudioError:
            return None

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """The sound of a question's recording; nothing is ever downloaded.

        Raises:
            ClipUnavailable: when it is not in the folder, or cannot be read any more.
        """
        found = self.at_hand(clip)
        if found is None:
            gone = "This recording cannot be read any more. Look into the folder of media."
            raise ClipUnavailable(NO_MEDIA if clip.path is None else gone)
        return found

    def _of(self, video_id: str, suffixes: Iterable[str]) -> list[Path]:
        return [path for path in self._files.get(video_id.lower(), []) if path.suffix.lower() in suffixes]

    def _digest(self, path: Path) -> str:
        try:
            state = path.stat()
        except OSError:
            return file_sha256(path)  # says why
        key = (path, state.st_size, state.st_mtime_ns)
        with self._lock:
            known = self._digests.get(key)
        if known is None:
            known = file_sha256(path)
            with self._lock:
                self._digests[key] = known
        return known


def _scene_audio(path: Path) -> SceneAudio:
    header = read_header(path)
    if header.n_channels == len(ALL_MICROPHONES):
        note = "All seven microphones of the glasses are used."
        return SceneAudio(path=path, n_channels=header.n_channels, microphones=ALL_MICROPHONES, note=note)
    if header.n_channels == len(EAR_MICROPHONES):
        note = (
            "The file has two channels, taken for microphones 5 (left) and 6 (right): they cannot tell front from "
            "back. A file of all seven can."
        )
        return SceneAudio(path=path, n_channels=header.n_channels, microphones=EAR_MICROPHONES, note=note)
    channels = "channel" if header.n_channels == 1 else "channels"
    raise AudioError(
        AudioReason.UNSUPPORTED,
        f"{shown(path.name)} has {header.n_channels} {channels}. Give a file of all 7 microphones, or of 5 and 6.",
    )


def _walk(folder: Path) -> dict[str, list[Path]]:
    root = folder.resolve()
    if not root.is_dir():
        raise PackError(f"There is no folder {shown(folder.name)} of media. Check the name.")
    by_stem: dict[str, list[Path]] = {}
    n_files = 0
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED_FOLDERS)
        for name in sorted(names):
            path = Path(place) / name
            if path.suffix.lower() not in _AUDIO | _VIDEO or not _is_inside(path, root):
                continue
            n_files += 1
            if n_files > _MAX_FILES:
                limit = f"more than {_MAX_FILES:,} recordings"
                raise PackError(f"The folder {shown(folder.name)} has {limit}. Name a smaller one.")
            by_stem.setdefault(path.stem.lower(), []).append(path)
    return by_stem


def _is_inside(path: Path, root: Path) -> bool:
    """Whether it is a file below the root, also when it is a link."""
    try:
        return path.is_file() and path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):  # RuntimeError: links in a circle, before Python 3.13
        return False
