"""The recordings of GlobeAudio: rows of Parquet shards, brought into the cache one row group at a time."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from soundmark.benchmarks.block import Block
from soundmark.benchmarks.clips import ByteProgress, ClipFile
from soundmark.benchmarks.fetch.cache import CachedFile, FileCache, Origin
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason
from soundmark.benchmarks.fetch.hub_files import HubDataset
from soundmark.benchmarks.globeaudio_index import ShardError, open_parquet, shard_errors
from soundmark.types import Clip

if TYPE_CHECKING:
    import pyarrow as pa

log = logging.getLogger(__name__)

AUDIO = "audio"
MAX_CLIP_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where the clips of a block are: the shard, the row group, and each row's key, '' for one that is not used."""

    path: str
    row_group: int
    keys: tuple[str, ...]


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
        for key, content in self._sounds(place):
            done_bytes += len(content)
            if key and self._is_usable(key, content):
                if self._cache.peek(self._key(key)) is None:
                    self._cache.put_bytes(self._key(key), content, Origin(address=addresses.get(key, "")))
                if on_progress is not None:
                    on_progress(done_bytes, None)
                yield key

    def _sounds(self, place: Place) -> Iterator[tuple[str, bytes]]:
        """Key and bytes of every row, of which only a little more than the next one is read."""
        try:
            with self._dataset.opened(place.path) as file, shard_errors():
                shard = open_parquet(file, in_pieces=True)
                column = _bytes_column(shard.schema_arrow)
                rows = shard.iter_batches(1, row_groups=[place.row_group], columns=[column], use_threads=False)
                for key, batch in zip(place.keys, rows, strict=True):
                    cell = batch.column(0)[0].as_py()
                    yield key, (cell.get("bytes") if isinstance(cell, dict) else cell) or b""
        except ShardError as error:
            text = f"{place.path} of {self._dataset.name} cannot be read: {error}."
            raise FetchError(FetchReason.BAD_ANSWER, text) from error

    def _is_usable(self, key: str, content: bytes) -> bool:
        if 0 < len(content) <= MAX_CLIP_BYTES:
            return True
        log.warning("The clip %s has %d bytes and is left out.", key, len(content))
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


def _clip_file(found: CachedFile | None) -> ClipFile | None:
    return None if found is None else ClipFile(found.path, found.sha256)
