"""Clips that lie in the files of the rows themselves, as in TAU's older layout, where `audio` is a sound."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from soundmark.benchmarks.block import PeekSource
from soundmark.benchmarks.clips import ByteProgress, ClipFile
from soundmark.benchmarks.fetch import FetchError, FileCache
from soundmark.benchmarks.fetch.clips import clip_file, for_players
from soundmark.benchmarks.rows import RowError
from soundmark.benchmarks.tau.rows import clip_path
from soundmark.types import Clip

log = logging.getLogger(__name__)

COLUMN = "audio"


class RowClips:
    """Clips of the files of rows, and those of another source for the rest. Safe to use from several threads.

    Args:
        folder: of the row files.
        revision: of the rows: with a clip's key it names the clip in the cache.
        cache: where clips are kept; one that made room for others is taken from its file again.
        others: for clips that lie in no file of rows.
    """

    def __init__(self, folder: Path, revision: str, cache: FileCache, others: PeekSource) -> None:
        self._cache, self._revision, self._others = cache, revision, others
        self._file_of = {key: path for path in sorted(folder.rglob("*.parquet")) for key in _keys(path)}

    def keep_all(self) -> None:
        """Put them into the cache, as many as it has room for, so that games without network find them."""
        try:
            for path in dict.fromkeys(self._file_of.values()):
                for key, content in _sounds(path):
                    self._cache.put_bytes(self._key(key), content)
        except FetchError as error:
            log.info("Clips of TAU stay in their rows until they are asked for. %s", error)

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """Its file, when it is in the cache."""
        found = self._cache.get(self._key(clip.key))
        return self._others.at_hand(clip) if found is None else clip_file(found)

    def peek(self, clip: Clip) -> ClipFile | None:
        """The same without counting as use."""
        found = self._cache.peek(self._key(clip.key))
        return self._others.peek(clip) if found is None else clip_file(found)

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """Its file, from the cache, from its row, or from the other source.

        Raises:
            ClipUnavailable: when it cannot be had.
        """
        return for_players(lambda: self.fetch_plainly(clip, on_progress))

    def fetch_plainly(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """The same for whoever runs the app.

        Raises:
            FetchError: when it cannot be had.
        """
        return self.at_hand(clip) or self._from_row(clip) or self._others.fetch_plainly(clip, on_progress)

    def _from_row(self, clip: Clip) -> ClipFile | None:
        path = self._file_of.get(clip.key)
        content = None if path is None else next((found for key, found in _sounds(path) if key == clip.key), None)
        return None if content is None else clip_file(self._cache.put_bytes(self._key(clip.key), content))

    def _key(self, clip_key: str) -> str:
        return f"row@{self._revision}/{clip_key}"


def _keys(path: Path) -> list[str]:
    """Keys of the clips that may lie in a file; no sound is read for it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pq.read_schema(path)
    kind = schema.field(COLUMN).type if COLUMN in schema.names else None
    if kind is None or not pa.types.is_struct(kind) or kind.get_field_index("path") < 0:
        return []
    named = pq.ParquetFile(path).read(columns=[f"{COLUMN}.path"])
    return [key for value in named.column(COLUMN) if (key := _key_of(value.as_py()))]


def _sounds(path: Path) -> Iterator[tuple[str, bytes]]:
    """Key and content of every clip that lies in a file, one at a time: all at once would be in memory twice."""
    import pyarrow.parquet as pq

    for value in pq.read_table(path, columns=[COLUMN]).column(COLUMN):
        sound = value.as_py()
        content, key = (sound or {}).get("bytes"), _key_of(sound)
        if key and isinstance(content, bytes) and content:
            yield key, content


def _key_of(sound: object) -> str:
    """The key of a clip, '' where its row has no name for it and so gave no question."""
    try:
        return PurePosixPath(clip_path(sound)).stem
    except RowError:
        return ""
