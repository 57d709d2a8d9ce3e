"""The recordings of GlobeAudio: rows of Parquet shards, brought into the cache one row group at a time."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, cast

from soundmark.benchmarks.block import Block
from soundmark.benchmarks.clips import ByteProgress, ClipFile
from soundmark.benchmarks.fetch.cache import CachedFile, FileCache, Origin
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason
from soundmark.benchmarks.fetch.hub_files import HubDataset
from soundmark.benchmarks.globeaudio_index import ShardError, open_parquet, shard_errors
from soundmark.types import Clip

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

log = logging.getLogger(__name__)

AUDIO = "audio"
MAX_CLIP_BYTES = 100_000_000
MAX_GROUP_BYTES = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where the clips of a block are: the shard, the row group, and each row's key, '' for one that is not used."""

    path: str
    row_group: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Sound:
    """One row: its key, its encoded sound, and whether the rows after it are in memory already."""

    key: str
    content: bytes
    rest_is_read: bool


class _Counted:
    """A file that counts what is read of it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.n_bytes = 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.n_bytes += len(data)
        return data

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


class GlobeAudioClips:
    """A `BlockSource`: reads the sound of a row group as it is, undecoded, and keeps each clip by its content.

    Args:
        dataset: at its pinned commit.
        cache: where clips are kept.
        places: by block id.
    """

    def __init__(self, dataset: HubDataset, cache: FileCache, places: Mapping[str, Place]) -> None:
        self._dataset, self._cache, self._places = dataset, cache, places

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """The file of a clip in the cache; None when it must be fetched."""
        return _clip_file(self._cache.get(self._key(clip.key)))

    def peek(self, clip: Clip) -> ClipFile | None:
        """The same without counting as use."""
        return _clip_file(self._cache.peek(self._key(clip.key)))

    def load(self, block: Block, on_progress: ByteProgress | None = None) -> Iterator[str]:
        """Bring the clips of a row group into the cache; gives the key of each as soon as it is there.

        Raises:
            FetchError: when the row group cannot be had, or there is no room.
        """
        place = self._places[block.block_id]
        addresses = {clip.key: clip.address for clip in block.clips}
        done_bytes = 0
        kept: list[str] = []
        for sound in self._sounds(place):
            done_bytes += len(sound.content)
            if sound.key and self._is_usable(sound):
                self._keep(sound, addresses.get(sound.key, ""))
                kept.append(sound.key)
            if on_progress is not None:
                on_progress(done_bytes, None)
            if not sound.rest_is_read:  # else it would stay in memory until somebody asks for more
                yield from kept
                kept.clear()
        yield from kept

    def _keep(self, sound: _Sound, address: str) -> None:
        key = self._key(sound.key)
        if self._cache.peek(key) is None:
            self._cache.put_bytes(key, sound.content, Origin(address=address))

    def _sounds(self, place: Place) -> Iterator[_Sound]:
        """The rows in order, of which only a little more than the next one is read, where the file allows it.

        Files that `datasets` writes now have pages of about a megabyte; older ones have a page a row group.
        """
        try:
            with self._dataset.opened(place.path) as file, shard_errors():
                counted = _Counted(file)
                shard = open_parquet(cast("IO[bytes]", counted), in_pieces=True)
                column = _bytes_column(shard.schema_arrow)
                chunk_bytes = _chunk_bytes(shard, place.row_group, column)
                rows = shard.iter_batches(1, row_groups=[place.row_group], columns=[column], use_threads=False)
                counted.n_bytes = 0
                for key, batch in zip(place.keys, rows, strict=True):
                    cell = batch.column(0)[0].as_py()
                    content = (cell.get("bytes") if isinstance(cell, dict) else cell) or b""
                    yield _Sound(key, content, rest_is_read=counted.n_bytes >= chunk_bytes)
        except ShardError as error:
            text = f"{place.path} of {self._dataset.name} cannot be read: {error}."
            raise FetchError(FetchReason.BAD_ANSWER, text) from error

    def _is_usable(self, sound: _Sound) -> bool:
        if 0 < len(sound.content) <= MAX_CLIP_BYTES:
            return True
        log.warning("The clip %s has %d bytes and is left out.", sound.key, len(sound.content))
        return False

    def _key(self, key: str) -> str:
        return f"{self._dataset.commit()}/{key}"


def _bytes_column(schema: pa.Schema) -> str:
    """The part of the audio column that holds the encoded sound.

    Raises:
        ShardError: when the column is none of the published form.
    """
    import pyarrow as pa

    if AUDIO not in schema.names:
        raise ShardError("it has no column audio")
    kind = schema.field(AUDIO).type
    if pa.types.is_struct(kind) and kind.get_field_index("bytes") >= 0:
        kind, column = kind.field("bytes").type, f"{AUDIO}.bytes"
    else:
        column = AUDIO
    if not (pa.types.is_binary(kind) or pa.types.is_large_binary(kind)):
        raise ShardError(f"its column audio holds {kind}, not encoded sound")
    return column


def _chunk_bytes(shard: pq.ParquetFile, row_group: int, column: str) -> int:
    """Size of the encoded sound of a row group, as it is stored.

    Raises:
        ShardError: when it is not plausible.
    """
    if row_group >= shard.metadata.num_row_groups:
        raise ShardError(f"it has no row group {row_group}")
    group = shard.metadata.row_group(row_group)
    chunks = [group.column(at) for at in range(group.num_columns)]
    chunk = next(chunk for chunk in chunks if chunk.path_in_schema == column)
    if not 0 <= chunk.total_uncompressed_size <= MAX_GROUP_BYTES:
        raise ShardError(f"the sound of row group {row_group} takes {chunk.total_uncompressed_size} bytes")
    return int(chunk.total_compressed_size)


def _clip_file(found: CachedFile | None) -> ClipFile | None:
    return None if found is None else ClipFile(found.path, found.sha256)
