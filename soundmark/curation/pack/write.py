"""A folder pack of curated clips: tag-free copies under names that tell nothing, metadata.csv and README.md."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from soundmark.audio.decode import file_sha256
from soundmark.audio.errors import shown
from soundmark.benchmarks.rows import RowError
from soundmark.benchmarks.table import METADATA_NAME
from soundmark.curation.pack.clip import LeftOut, PackAbout, PackClip, PackWriteError, WrittenPack
from soundmark.curation.pack.copies import ClipPart, Copy, copies_of
from soundmark.curation.pack.folder import AUDIO_FOLDER, COPIES_FOLDER, README_NAME, check_folder, is_ours
from soundmark.curation.pack.readme import check_about, readme
from soundmark.curation.pack.table import Columns, columns_of, row_of, table_text
from soundmark.curation.pack.training_sources import leak_warnings
from soundmark.types import QuestionKind

Row = dict[str, str]


def write_pack(
    clips: Iterable[PackClip],
    folder: Path,
    about: PackAbout,
    *,
    kind: QuestionKind | None = None,
    n_workers: int = 1,
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
        n_workers: processes that encode; the pack is the same whatever their number.
        on_progress: told how many clips are done.

    Raises:
        PackWriteError: when nothing is left to write, the folder holds something else, or the disk refuses.
        PoolError: when no process can be started.
    """
    check_about(about)
    listed = tuple(clips)
    columns = columns_of(listed, kind)
    try:
        check_folder(folder)
        (folder / AUDIO_FOLDER).mkdir(parents=True, exist_ok=True)
        written, left_out = _write_clips(listed, folder, columns, n_workers, on_progress)
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
    clips: tuple[PackClip, ...],
    folder: Path,
    columns: Columns,
    n_workers: int,
    on_progress: Callable[[int], None] | None,
) -> tuple[list[Row | None], tuple[LeftOut, ...]]:
    """The row of each clip, None where it gives none. Only what can be a row is encoded."""
    cells = [_cells_of(clip, columns) for clip in clips]
    n_rows_of = Counter(
        ClipPart.of(clip) for clip, found in zip(clips, cells, strict=True) if not isinstance(found, str)
    )
    n_done = len(clips) - n_rows_of.total()
    copies: dict[ClipPart, Copy] = {}
    for part, copy in copies_of(list(n_rows_of), folder / COPIES_FOLDER, n_workers=n_workers):
        copies[part] = copy
        n_done += n_rows_of[part]
        if on_progress is not None:
            on_progress(n_done)
    rows: list[Row | None] = []
    left_out: list[LeftOut] = []
    placed: set[str] = set()
    for clip, found in zip(clips, cells, strict=True):
        row = found if isinstance(found, str) else _placed(found, copies[ClipPart.of(clip)], folder)
        if not isinstance(row, str) and columns.kind is QuestionKind.GEO and row["file_name"] in placed:
            row = "It is the same sound as an earlier row."
        if isinstance(row, str):
            rows.append(None)
            left_out.append(LeftOut(name=shown(clip.path.name), why=row))
        else:
            rows.append(row)
            placed.add(row["file_name"])
    return rows, tuple(left_out)


def _cells_of(clip: PackClip, columns: Columns) -> Row | str:
    """The cells of a row, or a sentence why it is none."""
    try:
        return row_of(clip, columns)
    except RowError as error:
        return _sentence(error.detail)


def _placed(cells: Row, copy: Copy, folder: Path) -> Row | str:
    """The row with its copy in its place, or a sentence why there is none."""
    return copy.why if copy.path is None else {"file_name": _place(copy.path, folder), **cells}


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


def _delete_others(folder: Path, kept: set[str]) -> None:
    """Clips of an earlier pack, and the copies that a run goes on with."""
    for path in (folder / AUDIO_FOLDER).iterdir():
        if f"{AUDIO_FOLDER}/{path.name}" not in kept and is_ours(path.name):
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
