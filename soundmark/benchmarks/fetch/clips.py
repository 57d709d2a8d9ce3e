"""The recordings of published benchmarks as clip sources, one for the web and one for datasets of the Hub."""

from __future__ import annotations

import logging
from collections.abc import Callable

from soundmark.benchmarks.clips import ByteProgress, ClipFile
from soundmark.benchmarks.fetch.cache import CachedFile, FileCache, Origin
from soundmark.benchmarks.fetch.errors import FetchError, unavailable
from soundmark.benchmarks.fetch.hub_files import HubDataset
from soundmark.benchmarks.fetch.web_files import WebFiles
from soundmark.types import Clip

log = logging.getLogger(__name__)

LOCK_WAIT_S = 600.0


class FetchedClips:
    """Clips at addresses of the web: `clip.key` names them in the cache, `clip.address` says where they are."""

    def __init__(self, files: WebFiles) -> None:
        self._files = files

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """Its file, when it is in the cache and comes from the same address."""
        found = self._files.at_hand(clip.key)
        return clip_file(found) if found is not None and found.origin.address == clip.address else None

    def peek(self, clip: Clip) -> ClipFile | None:
        """The same without counting as use."""
        found = self._files.peek(clip.key)
        return clip_file(found) if found is not None and found.origin.address == clip.address else None

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """Its file, from the cache or from its address. What is in the cache is not checked while a player waits.

        Raises:
            ClipUnavailable: when it cannot be had.
        """
        return self.at_hand(clip) or for_players(lambda: self.fetch_plainly(clip, on_progress))

    def fetch_plainly(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """The same for whoever runs the app; what has been in the cache for long is checked against its server.

        Raises:
            FetchError: when it cannot be had; the text names the address.
        """
        return clip_file(self._files.fetch(clip.key, clip.address, on_progress))


class HubClips:
    """Clips that are files of a dataset: `clip.key` and the commit name them in the cache.

    Args:
        dataset: that holds them.
        cache: where they are kept.
        path_of: gives a clip's path in the dataset; by default that is its key.
    """

    def __init__(self, dataset: HubDataset, cache: FileCache, path_of: Callable[[Clip], str] | None = None) -> None:
        self._dataset, self._cache = dataset, cache
        self._path_of = path_of or (lambda clip: clip.key)

    def at_hand(self, clip: Clip) -> ClipFile | None:
        """Its file, when it is in the cache."""
        found = self._cache.get(self._key(clip.key, self._dataset.known_commit()))
        return None if found is None else clip_file(found)

    def peek(self, clip: Clip) -> ClipFile | None:
        """The same without counting as use."""
        found = self._cache.peek(self._key(clip.key, self._dataset.known_commit()))
        return None if found is None else clip_file(found)

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """Its file, from the cache or from the dataset at its pinned revision.

        Raises:
            ClipUnavailable: when it cannot be had.
        """
        return for_players(lambda: self.fetch_plainly(clip, on_progress))

    def fetch_plainly(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        """The same for whoever runs the app.

        Raises:
            FetchError: when it cannot be had; the text names the dataset.
        """
        return self.at_hand(clip) or clip_file(self._fetch(clip, on_progress))

    def keep(self, clip_key: str, content: bytes) -> None:
        """Put a clip that came with its row where it is looked for.

        Raises:
            FetchError: when there is no room, or the commit cannot be had.
        """
        self._cache.put_bytes(self._key(clip_key, self._dataset.commit()), content)

    def _fetch(self, clip: Clip, on_progress: ByteProgress | None) -> CachedFile:
        key = self._key(clip.key, self._dataset.commit())
        with self._cache.lock(key, LOCK_WAIT_S):
            found = self._cache.get(key)
            if found is not None:
                return found
            with self._cache.staging(key) as folder:
                arrived = self._dataset.download(self._path_of(clip), folder, on_progress)
                return self._cache.put(key, arrived, Origin(address=clip.address).checked_now())

    def _key(self, clip_key: str, commit: str) -> str:
        return f"{self._dataset.name}@{commit}/{clip_key}"


def for_players(get: Callable[[], ClipFile]) -> ClipFile:
    """What it gets; the log keeps why not, of which a player is told less.

    Raises:
        ClipUnavailable: in place of a `FetchError`.
    """
    try:
        return get()
    except FetchError as error:
        log.warning("A recording cannot be had: %s", error)
        raise unavailable(error) from error


def clip_file(cached: CachedFile) -> ClipFile:
    """A file of the cache as a clip source gives it."""
    return ClipFile(cached.path, cached.sha256)
