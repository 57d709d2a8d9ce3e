"""The text of every GlobeAudio row and where its sound lies, read without the sound, and kept for the next start."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.benchmarks.fetch.hub_files import HubDataset
from soundmark.benchmarks.fetch.whole_files import written_whole
from soundmark.types import SoundmarkError

if TYPE_CHECKING:
    import pyarrow.parquet as pq

COLUMNS = ("question", "option1", "option2", "option3", "option4", "target")
TEXT_BLOCK_BYTES = 64 * 1024
MAX_TEXT_BYTES = 64_000_000
READERS = 8
Progress = Callable[[int, int], None]
"""Called with (shards read, shards in all)."""


class ShardError(SoundmarkError):
    """A Parquet file that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class RowGroup:
    """The rows of one row group: for each, the texts of `COLUMNS`, None in place of what is no text."""

    rows: tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Shard:
    """One Parquet file of a configuration; `fault` says why it cannot be read, '' when it can."""

    config: str
    path: str
    groups: tuple[RowGroup, ...]
    fault: str = ""


def read_index(
    dataset: HubDataset, shards: Sequence[tuple[str, str]], kept_in: Path, on_progress: Progress | None = None
) -> tuple[Shard, ...]:
    """The texts of all shards, in their order; from the note of an earlier time when there is one.

    When a shard cannot be read, nothing is kept: the next start reads all of them again.

    Args:
        dataset: at its pinned commit.
        shards: (configuration, path in the dataset).
        kept_in: folder of the notes.
        on_progress: told after each shard.

    Raises:
        FetchError: when a shard cannot be had.
    """
    path = note_path(dataset, kept_in)
    kept = read_note(path)
    if kept is not None and {(shard.config, shard.path) for shard in kept} >= set(shards):
        return tuple(shard for shard in kept if (shard.config, shard.path) in set(shards))
    with ThreadPoolExecutor(READERS, thread_name_prefix="globeaudio") as threads:
        found = []
        for shard in threads.map(lambda pair: _read_shard(dataset, *pair), shards):
            found.append(shard)
            if on_progress is not None:
                on_progress(len(found), len(shards))
    if not any(shard.fault for shard in found):  # what is damaged now may have been damaged on its way
        _write_note(path, found)
    return tuple(found)


def note_path(dataset: HubDataset, folder: Path) -> Path:
    """Where the texts of one commit are kept."""
    return folder / f"globeaudio-{dataset.commit()}.json"


def read_note(path: Path) -> tuple[Shard, ...] | None:
    """The texts as they were kept; None when they are not there or damaged."""
    try:
        found = json.loads(path.read_bytes())
        return tuple(
            Shard(
                str(shard["config"]),
                str(shard["path"]),
                tuple(RowGroup(tuple(_row(row) for row in group["rows"])) for group in shard["groups"]),
                str(shard["fault"]),
            )
            for shard in found
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _row(cells: Sequence[str | None]) -> tuple[str | None, ...]:
    if len(cells) != len(COLUMNS) or not all(cell is None or isinstance(cell, str) for cell in cells):
        raise ValueError("not a row of the table")
    return tuple(cells)


def _write_note(path: Path, shards: Sequence[Shard]) -> None:
    with written_whole(path) as part:
        part.write_text(json.dumps([asdict(shard) for shard in shards], ensure_ascii=True), encoding="ascii")


def _read_shard(dataset: HubDataset, config: str, path: str) -> Shard:
    try:
        with dataset.opened(path, block_bytes=TEXT_BLOCK_BYTES) as file:
            return Shard(config, path, read_texts(file))
    except ShardError as error:
        return Shard(config, path, (), str(error))


def read_texts(file: IO[bytes]) -> tuple[RowGroup, ...]:
    """The rows of a shard by row group, of which only the columns of text are read.

    Raises:
        ShardError: when it is damaged or its columns are others.
    """
    with shard_errors():
        shard = open_parquet(file)
        missing = [name for name in COLUMNS if name not in shard.schema_arrow.names]
        if missing:
            there = ", ".join(shown(name) for name in shard.schema_arrow.names[:20])
            raise ShardError(f"it has no column {', '.join(missing)}; it has {there}")
        return tuple(_texts(shard, number) for number in range(shard.metadata.num_row_groups))


def _texts(shard: pq.ParquetFile, number: int) -> RowGroup:
    group = shard.metadata.row_group(number)
    chunks = [group.column(at) for at in range(group.num_columns)]
    size_bytes = sum(chunk.total_uncompressed_size for chunk in chunks if chunk.path_in_schema in COLUMNS)
    if not 0 <= size_bytes <= MAX_TEXT_BYTES:
        raise ShardError(f"its texts take {size_bytes} bytes")
    table = shard.read_row_group(number, columns=list(COLUMNS))
    cells = [table.column(name).to_pylist() for name in COLUMNS]
    rows = zip(*cells, strict=True)
    return RowGroup(tuple(tuple(cell if isinstance(cell, str) else None for cell in row) for row in rows))


def open_parquet(file: IO[bytes], *, in_pieces: bool = False) -> pq.ParquetFile:
    """A Parquet file; `in_pieces` reads a column chunk a little at a time, else each chunk in one go."""
    import pyarrow.parquet as pq

    options = {"pre_buffer": False, "buffer_size": 1024 * 1024} if in_pieces else {"pre_buffer": True}
    return pq.ParquetFile(file, page_checksum_verification=True, **options)


@contextmanager
def shard_errors() -> Iterator[None]:
    """Turn what pyarrow says about a damaged file into a ShardError; what the network says passes."""
    import httpx2
    import pyarrow as pa

    try:
        yield
    except (SoundmarkError, httpx2.HTTPError):
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
        first_line = str(error).partition("\n")[0]
        raise ShardError(f"it is damaged ({shown(first_line) or type(error).__name__})") from error
