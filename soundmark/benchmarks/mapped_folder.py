"""A dataset of the Hub as a folder pack on this machine: fetched once, then played and checked as any other."""

from __future__ import annotations

import hashlib
import json
import math
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from soundmark.audio.formats import AUDIO_EXTENSIONS
from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.fetch import FetchError, FetchReason
from soundmark.benchmarks.fetch.errors import disk_error
from soundmark.benchmarks.mapped import MappedDataset, MappedRow, read_mapped
from soundmark.benchmarks.report import PackReport
from soundmark.types import QuestionKind

DEFAULT_ROWS = 500
"""A dataset may have millions of rows and terabytes of sound; who wants more names a limit."""
TABLE = "metadata.jsonl"
_SUFFIX_OF_HEAD = ((b"RIFF", ".wav"), (b"fLaC", ".flac"), (b"OggS", ".ogg"), (b"FORM", ".aiff"), (b"caff", ".caf"))
Progress = Callable[[int], None]
"""Called with the number of questions that are here."""


@dataclass(frozen=True, slots=True)
class FetchedFolder:
    """A folder pack of a dataset.

    Attributes:
        path: of the folder; its name is the dataset's.
        report: on its rows; None when the folder was here before.
        notice: a sentence on what is not in it.
    """

    path: Path
    report: PackReport | None = None
    notice: str = ""


def newest_folder(name: str, access: Access) -> Path | None:
    """The folder of a dataset that was fetched last, in whatever way; None when there is none."""
    folders = [table.parent for table in _root(access).glob(f"*/{_folder_name(name)}/{TABLE}")]
    return max(folders, key=lambda folder: (folder / TABLE).stat().st_mtime, default=None)


def fetch_folder(
    source: MappedDataset, access: Access, *, limit: int = DEFAULT_ROWS, on_progress: Progress | None = None
) -> FetchedFolder:
    """Fetch a dataset's rows and their sounds into a folder pack, or find the one that was fetched before.

    The sounds stay as they are; their names tell the row and nothing else. `metadata.jsonl` holds the mapped values.

    Args:
        source: the dataset and what its columns mean.
        access: which Hub to ask, and where fetched files are kept; a folder is not filled beyond its
            `clip_cache_bytes`.
        limit: rows to read at most.
        on_progress: told after each question.

    Raises:
        FetchError: when the Hub cannot be asked, does not give the dataset, or the folder cannot be written.
        PackError: when the mapping does not fit its columns, or no question comes of it.
    """
    folder = _folder(source, access, limit)
    if (folder / TABLE).is_file():
        return FetchedFolder(folder)
    with _staging(folder) as staging:
        writer = _Writer(staging, access.clip_cache_bytes, on_progress)
        pack = read_mapped(source, access, limit=limit, keep_clips=True, take=writer.take)
        writer.finish(source.name, pack.revision)
    n_rows = pack.report.n_rows
    more = f"Only the first {limit} rows were read; a higher limit reads more." if n_rows == limit else ""
    return FetchedFolder(folder, pack.report, " ".join(filter(None, (pack.notice, more))))


def _root(access: Access) -> Path:
    return access.cache_dir / "mapped" / "folders"


def _folder_name(name: str) -> str:
    return name.replace("/", "--")


def _folder(source: MappedDataset, access: Access, limit: int) -> Path:
    """Another mapping, revision or limit has another folder."""
    columns = source.columns
    way = [sorted(columns.columns.items()), sorted(columns.constants.items()), source.config, source.split,
           source.revision, source.kind, limit]  # fmt: skip
    digest = hashlib.sha256(json.dumps(way).encode()).hexdigest()[:16]
    return _root(access) / digest / _folder_name(source.name)


@contextmanager
def _staging(target: Path) -> Iterator[Path]:
    """A folder that takes its place when the block has ended well, and is gone otherwise.

    Raises:
        FetchError: when it cannot be written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(dir=target.parent, prefix=".part-"))
    except OSError as error:
        raise disk_error(error) from error
    try:
        yield staging
        staging.chmod(0o755)  # a temporary one is for its owner's eyes
        if not (target / TABLE).is_file():  # else another process was quicker
            staging.rename(target)
    except OSError as error:
        raise disk_error(error) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)


class _Writer:
    """Writes the rows of a dataset as a folder pack."""

    def __init__(self, folder: Path, max_bytes: int, on_progress: Progress | None) -> None:
        self._folder, self._max_bytes, self._on_progress = folder, max_bytes, on_progress
        self._lines: list[str] = []
        self._n_bytes = 0
        (folder / "audio").mkdir()

    def take(self, row: MappedRow) -> None:
        """Put a row and its sound in.

        Raises:
            FetchError: when there is no room for it, or its sound cannot be had.
        """
        clip = row.clip()
        n_bytes = clip.path.stat().st_size
        if self._n_bytes + n_bytes > self._max_bytes:
            text = f"Its sounds take more than {self._max_bytes / 1e9:g} GB. Raise CLIP_CACHE_GB to have more of them."
            raise FetchError(FetchReason.DISK, text)
        name = f"audio/{row.place}{_suffix(row.audio_path, clip.path)}"
        _link(clip.path, self._folder / name)
        self._n_bytes += n_bytes
        values = dict(row.written)
        if row.question.kind is not QuestionKind.GEO:  # of a place the file's name is the id
            values["question_id"] = row.question.question_id
        credit = {"licence": row.question.clip.licence, "source": row.question.clip.source}
        line = {"file_name": name, **_json(values), **{key: text for key, text in credit.items() if text}}
        self._lines.append(json.dumps(line | {"file_name": name}) + "\n")
        if self._on_progress is not None:
            self._on_progress(len(self._lines))

    def finish(self, name: str, commit: str) -> None:
        """Write the table, and what the folder is."""
        about = f"Rows of [{name}](https://huggingface.co/datasets/{name}) at the commit `{commit}`."
        (self._folder / "README.md").write_text(f'---\npretty_name: "{name}"\n---\n\n{about}\n', encoding="utf-8")
        (self._folder / TABLE).write_text("".join(self._lines), encoding="utf-8")


def _suffix(named: str, path: Path) -> str:
    """Of the name that the row has for its sound, else what the content looks like."""
    suffix = PurePosixPath(named).suffix.lower()
    if suffix.removeprefix(".") in AUDIO_EXTENSIONS:
        return suffix
    with path.open("rb") as file:
        head = file.read(12)
    if head[4:8] == b"ftyp":
        return ".m4a"
    return next((suffix for begins, suffix in _SUFFIX_OF_HEAD if head.startswith(begins)), ".mp3")


def _link(source: Path, target: Path) -> None:
    try:
        target.hardlink_to(source)
    except FileNotFoundError:
        raise
    except OSError:  # another file system, or one without links
        shutil.copyfile(source, target)


def _json(values: Mapping[str, object]) -> dict[str, object]:
    """Values as JSON has them: no number that is none, and times as texts."""
    plain = json.loads(json.dumps(values, default=str))
    return {name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in plain.items()}  # fmt: skip
