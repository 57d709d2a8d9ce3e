"""The playable copies of the clips of a pack: each recording is encoded once, in several processes where wanted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.decode import DEFAULT_MAX_DURATION_S, decode, file_sha256
from soundmark.audio.errors import AudioError, AudioReason, shown
from soundmark.audio.measure import levels
from soundmark.audio.publish import prepare_copy
from soundmark.curation.pack.clip import PackClip
from soundmark.curation.pack.folder import AUDIO_FOLDER, COPY_NAME, is_written_here
from soundmark.curation.pool import Work, run_pool
from soundmark.curation.segments import SegmentError, read_part


@dataclass(frozen=True, slots=True)
class ClipPart:
    """A recording, or with its times in seconds a part of one."""

    path: Path
    start_s: float | None = None
    end_s: float | None = None

    @classmethod
    def of(cls, clip: PackClip) -> ClipPart:
        """What a clip of a pack is made of."""
        return cls(clip.path, clip.start_s, clip.end_s)


@dataclass(frozen=True, slots=True)
class Copy:
    """An MP3 file without tags, or a sentence why there is none."""

    path: Path | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Encoder:
    """Makes copies, in whichever process.

    Attributes:
        copies: folder that keeps them.
    """

    copies: Path

    def __call__(self, part: ClipPart) -> Copy:
        """The copy of a recording; what is wrong with the recording is in it.

        Raises:
            PublishError: when the disk refuses.
        """
        try:
            return self._copy(part)
        except (AudioError, SegmentError) as error:
            return Copy(why=str(error))

    def _copy(self, part: ClipPart) -> Copy:
        if part.start_s is None and part.end_s is None:
            if _is_own_copy(part.path):
                return Copy(part.path)
            prepared = prepare_copy(part.path, self.copies, max_duration_s=DEFAULT_MAX_DURATION_S)
        else:
            start_s, end_s = part.start_s or 0.0, part.end_s if part.end_s is not None else DEFAULT_MAX_DURATION_S
            named = f"{_state_of(part.path)} {start_s!r} {end_s!r}"
            prepared = prepare_copy(
                lambda: read_part(part.path, start_s, end_s),
                self.copies,
                sha256=hashlib.sha256(named.encode()).hexdigest(),
            )
        return Copy(prepared.path) if any(prepared.waveform) else Copy(why="It is silent.")


def copies_of(parts: Sequence[ClipPart], copies: Path, *, n_workers: int) -> Iterator[tuple[ClipPart, Copy]]:
    """Encode parts, each once, as they are ready. One process works here, several beside.

    Raises:
        PublishError: when the disk refuses.
        PoolError: when no process can be started.
    """
    different, encoder = list(dict.fromkeys(parts)), Encoder(copies)
    n_workers = min(n_workers, len(different))
    if n_workers > 1:
        yield from run_pool(Work(encoder, _ended), different, n_workers=n_workers)
        return
    for part in different:
        yield part, encoder(part)


def _ended(part: ClipPart) -> Copy:
    name = shown(part.path.name)
    return Copy(why=f"{name} ended the process that encoded it. Convert it to flac, or delete it.")


def _is_own_copy(path: Path) -> bool:
    """Whether a recording is a clip of a pack that this wrote: coded once more it would only sound worse.

    Raises:
        AudioError: when it is one by its name and content, and no sound.
    """
    is_named_so = COPY_NAME.fullmatch(path.name) is not None and path.parent.name == AUDIO_FOLDER
    if not is_named_so or not is_written_here(path.parent.parent) or file_sha256(path)[:24] != path.stem:
        return False
    with path.open("rb") as file:
        if file.read(3) == b"ID3":
            return False
    return not levels(decode(path)).is_silent


def _state_of(path: Path) -> str:
    """What tells whether a recording was changed; one of hours is not read for its digest."""
    try:
        state = path.stat()
    except OSError as error:
        message = f"{shown(path.name)} is not there or may not be read. Check its name and its permissions."
        raise AudioError(AudioReason.MISSING, message) from error
    return f"{path.resolve()} {state.st_size} {state.st_mtime_ns}"
