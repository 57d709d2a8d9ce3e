"""A folder pack of curated clips: tag-free copies under names that tell nothing, metadata.csv and README.md."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from soundmark.audio.decode import DEFAULT_MAX_DURATION_S, decode, file_sha256
from soundmark.audio.errors import AudioError, AudioReason, shown
from soundmark.audio.measure import levels
from soundmark.audio.publish import prepare_copy
from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.rows import RowError
from soundmark.benchmarks.table import METADATA_NAME
from soundmark.curation.pack.clip import LeftOut, PackAbout, PackClip, PackWriteError, WrittenPack
from soundmark.curation.pack.readme import MARK, check_about, readme
from soundmark.curation.pack.table import Columns, columns_of, row_of, table_text
from soundmark.curation.pack.training_sources import leak_warnings
from soundmark.curation.segments import SegmentError, read_part
from soundmark.types import QuestionKind

README_NAME = "README.md"
AUDIO_FOLDER = "audio"
COPIES_FOLDER = ".copies"
"""Encoded copies while a pack is being written; a run that was broken off goes on with them."""

COPY_NAME = re.compile(r"[0-9a-f]{24}\.mp3")
"""Of a clip in a pack: the start of its SHA-256, so that the same recordings give the same pack."""

Row = dict[str, str]


def write_pack(
    clips: Iterable[PackClip],
    folder: Path,
    about: PackAbout,
    *,
    kind: QuestionKind | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> WrittenPack:
    """Write a pack; what cannot be a row is left out and named, and the others are written.

    A run that was broken off goes on where it was. Over an earlier pack of its own, the new clips come first,
    then its table, and then the clips of the old one go.

    Args:
        clips: in the order of the rows.
        folder: of the pack; it is made, and must be empty or hold a pack that this wrote before.
        about: for the README.
        kind: of the questions, where the columns fit several. Rows whose columns fit none are written all the same, as
            a set that `datasets` loads and the app cannot play; a warning says so.
        on_progress: told how many clips are done.

    Raises:
        PackWriteError: when nothing is left to write, the folder holds something else, or the disk refuses.
    """
    check_about(about)
    listed = tuple(clips)
    columns = columns_of(listed, kind)
    try:
        check_folder(folder)
        (folder / AUDIO_FOLDER).mkdir(parents=True, exist_ok=True)
        written, left_out = _write_clips(listed, folder, columns, on_progress)
        rows = [row for row in written if row is not None]
        if not rows:
            first = f" The first: {left_out[0].name}: {left_out[0].why}" if left_out else ""
            raise PackWriteError(f"No clip can be a row of the pack.{first}")
        warnings = leak_warnings(rows)
        if columns.kind is None:
            warnings = (f"The rows hold no questions, so the app cannot play them. {columns.why_no_kind}", *warnings)
        _replace(folder / METADATA_NAME, table_text(columns, rows))
        _replace(folder / README_NAME, readme(about, columns.kind, rows, leak_warnings(rows)))
        _delete_others(folder, {row["file_name"] for row in rows})
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise PackWriteError(
            f"The pack {shown(folder.name)} cannot be written ({why}). Make room and try again."
        ) from error
    return WrittenPack(
        folder=folder,
        n_rows=len(rows),
        file_names=tuple("" if row is None else row["file_name"] for row in written),
        left_out=left_out,
        warnings=warnings,
    )


def _write_clips(
    clips: tuple[PackClip, ...], folder: Path, columns: Columns, on_progress: Callable[[int], None] | None
) -> tuple[list[Row | None], tuple[LeftOut, ...]]:
    """The row of each clip, None where it gives none."""
    rows: list[Row | None] = []
    left_out: list[LeftOut] = []
    placed: set[str] = set()
    for n_done, clip in enumerate(clips, start=1):
        try:
            cells = row_of(clip, columns)
            name = _write_copy(clip, folder)
            if columns.kind is QuestionKind.GEO and name in placed:
                raise RowError(FindingKind.SAME_SOUND, "it is the same sound as an earlier row")
        except RowError as error:
            rows.append(None)
            left_out.append(LeftOut(name=shown(clip.path.name), why=_sentence(error.detail)))
        except (AudioError, SegmentError) as error:
            rows.append(None)
            left_out.append(LeftOut(name=shown(clip.path.name), why=str(error)))
        else:
            placed.add(name)
            rows.append({"file_name": name, **cells})
        if on_progress is not None:
            on_progress(n_done)
    return rows, tuple(left_out)


def _write_copy(clip: PackClip, folder: Path) -> str:
    """Put the copy of a clip in its place. Returns its path inside the pack.

    Raises:
        AudioError, SegmentError, RowError: when it is no sound, no part of one, or silent.
    """
    copies = folder / COPIES_FOLDER
    if clip.start_s is None and clip.end_s is None and _is_own_copy(clip.path):
        return _place(clip.path, folder)
    if clip.start_s is None and clip.end_s is None:
        prepared = prepare_copy(clip.path, copies, max_duration_s=DEFAULT_MAX_DURATION_S)
    else:
        start_s, end_s = clip.start_s or 0.0, clip.end_s if clip.end_s is not None else DEFAULT_MAX_DURATION_S
        named = f"{_state_of(clip.path)} {start_s!r} {end_s!r}"
        prepared = prepare_copy(
            lambda: read_part(clip.path, start_s, end_s), copies, sha256=hashlib.sha256(named.encode()).hexdigest()
        )
    if not any(prepared.waveform):
        raise RowError(FindingKind.SILENT, "it is silent")
    return _place(prepared.path, folder)


def _place(copy: Path, folder: Path) -> str:
    """Put a tag-free copy into a pack, under a name made of its content. Returns its path there."""
    name = f"{AUDIO_FOLDER}/{file_sha256(copy)[:24]}.mp3"
    target = folder / name
    if not target.exists():
        part = target.with_name(f"{target.name}.part")
        shutil.copyfile(copy, part)
        shutil.copystat(copy, part)
        part.replace(target)
    return name


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


def check_folder(folder: Path) -> None:
    """Nothing that somebody else put there may be overwritten.

    Raises:
        PackWriteError: when the folder is none, holds something else, or cannot be looked into.
    """
    try:
        _check_folder(folder)
    except OSError as error:
        raise PackWriteError(
            f"{shown(folder.name)} cannot be used ({error.strerror}). Name another folder for the pack."
        ) from error


def _check_folder(folder: Path) -> None:
    name = shown(folder.name)
    if not folder.exists():
        return
    if not folder.is_dir():
        raise PackWriteError(f"{name} is a file. Name a new folder for the pack.")
    found = {path.name.removesuffix(".part") for path in folder.iterdir()}
    others = found - {METADATA_NAME, README_NAME, AUDIO_FOLDER, COPIES_FOLDER}
    if others:
        raise PackWriteError(
            f"The folder {name} holds {shown(min(others))}, which is no part of a pack. Name a new one."
        )
    has_table, has_readme = (folder / METADATA_NAME).exists(), (folder / README_NAME).exists()
    unfinished = (folder / COPIES_FOLDER).is_dir()
    if (has_readme and not is_written_here(folder)) or (has_table and not (has_readme or unfinished)):
        raise PackWriteError(f"The folder {name} holds a pack that Soundmark did not write. Name a new one.")
    clips = folder / AUDIO_FOLDER
    strange = [path.name for path in clips.iterdir() if not _is_ours(path.name)] if clips.is_dir() else []
    if strange:
        raise PackWriteError(f"{name}/{AUDIO_FOLDER} holds {shown(min(strange))}, which Soundmark did not write.")


def is_written_here(folder: Path) -> bool:
    """Whether the README of a folder is one of `write_pack`."""
    try:
        return MARK in (folder / README_NAME).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def _is_ours(name: str) -> bool:
    return COPY_NAME.fullmatch(name.removesuffix(".part")) is not None


def _delete_others(folder: Path, kept: set[str]) -> None:
    """Clips of an earlier pack, and the copies that a run goes on with."""
    for path in (folder / AUDIO_FOLDER).iterdir():
        if f"{AUDIO_FOLDER}/{path.name}" not in kept and _is_ours(path.name):
            path.unlink()
    shutil.rmtree(folder / COPIES_FOLDER, ignore_errors=True)


def _replace(target: Path, text: str) -> None:
    """Put a file in place as a whole or not at all."""
    part = target.with_name(f"{target.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _sentence(text: str) -> str:
    """The words of a reader of rows, which stand in a list, as a sentence."""
    capital = text[:1].upper() + text[1:]
    return capital if capital.endswith((".", "?")) else f"{capital}."
