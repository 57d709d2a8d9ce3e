"""Files of the web by key: from the cache, or fetched once however many ask."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from soundmark import __version__
from soundmark.benchmarks.clips import ByteProgress
from soundmark.benchmarks.fetch.addresses import ARCHIVE_ORG, AllowedHosts
from soundmark.benchmarks.fetch.cache import CachedFile, FileCache, Origin
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason, disk_error
from soundmark.benchmarks.fetch.pace import Pace
from soundmark.benchmarks.fetch.transfer import Order, TryAgain, bytes_so_far, receive

if TYPE_CHECKING:
    import httpx2

log = logging.getLogger(__name__)

MAX_FILE_BYTES = 100_000_000
RECHECK_AFTER_S = 30 * 24 * 3600.0


class WebFiles:
    """Fetches files over https into a cache. Safe to use from several threads, and with other processes on one cache.

    Args:
        cache: where they are kept.
        hosts: that they may come from; redirects elsewhere are refused.
        max_file_bytes: largest file accepted.
        offline: use what is in the cache only.
        recheck_after_s: a file of the cache is checked against its server (ETag, Last-Modified) after that time; when
            the server cannot be reached, the file of the cache is used.
        pace: time limits and repetitions.
    """

    def __init__(
        self,
        cache: FileCache,
        *,
        hosts: AllowedHosts = ARCHIVE_ORG,
        max_file_bytes: int = MAX_FILE_BYTES,
        offline: bool = False,
        recheck_after_s: float = RECHECK_AFTER_S,
        pace: Pace | None = None,
    ) -> None:
        self._cache, self._hosts, self._max_file_bytes = cache, hosts, max_file_bytes
        self._offline, self._recheck_after_s, self._pace = offline, recheck_after_s, pace or Pace()
        self._client: httpx2.Client | None = None
        self._client_lock = threading.Lock()

    def at_hand(self, key: str) -> CachedFile | None:
        """The file when it is in the cache. Asks nobody."""
        return self._cache.get(key)

    def peek(self, key: str) -> CachedFile | None:
        """The same without counting as use."""
        return self._cache.peek(key)

    def fetch(self, key: str, address: str, on_progress: ByteProgress | None = None) -> CachedFile:
        """The file of a key, from the cache or from its address.

        Raises:
            FetchError: when it cannot be had.
        """
        cached = self._cache.get(key)
        if cached is not None and cached.origin.address != address:
            cached = None  # the benchmark has moved on: what is here is another recording
        if cached is not None and (self._offline or not self._is_stale(cached, address)):
            return cached
        if self._offline:
            text = f"{address} is not in the cache, and HF_HUB_OFFLINE is set. Unset it to fetch the file."
            raise FetchError(FetchReason.OFFLINE, text)
        try:
            return self._fetch_alone(key, address, on_progress)
        except FetchError as error:
            if cached is None:
                raise
            log.warning("A file of the cache could not be checked and is used as it is: %s", error)
            return cached

    def close(self) -> None:
        """Close connections that are kept open."""
        with self._client_lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def _is_stale(self, cached: CachedFile, address: str) -> bool:
        age_s = time.time() - cached.origin.checked_at_s
        return cached.origin.address != address or not 0 <= age_s < self._recheck_after_s

    def _fetch_alone(self, key: str, address: str, on_progress: ByteProgress | None) -> CachedFile:
        part = self._cache.part(f"{key}\0{address}")

        def on_wait() -> None:
            if on_progress is not None:
                on_progress(bytes_so_far(part), None)

        with self._cache.lock(key, self._pace.overall_s, on_wait):
            cached = self._cache.get(key)
            if cached is not None and not self._is_stale(cached, address):
                return cached  # somebody else has just fetched it
            is_same_address = cached is not None and cached.origin.address == address
            order = Order(
                address=address,
                part=part,
                hosts=self._hosts,
                max_bytes=min(self._max_file_bytes, self._cache.max_bytes),
                deadline_s=time.monotonic() + self._pace.overall_s,
                reserve=lambda size_bytes: self._cache.make_room(size_bytes, besides=part),
                known=cached.origin if cached is not None and is_same_address else None,
            )
            try:
                origin = self._repeat(order, on_progress)
            except OSError as error:
                raise disk_error(error) from error
            if origin is None and cached is not None:
                self._cache.note_checked(key, cached.origin.checked_now())
                return cached
            return self._cache.put(key, part, origin or Origin(address=address))

    def _repeat(self, order: Order, on_progress: ByteProgress | None) -> Origin | None:
        failures, size_bytes = 0, -1
        while True:
            try:
                return receive(self._open_client(), order, on_progress)
            except TryAgain as again:
                before, size_bytes = size_bytes, bytes_so_far(order.part)
                failures = 1 if size_bytes > before else failures + 1
                wait_s = self._pace.wait_s(failures) if again.wait_s is None else again.wait_s
                if failures >= self._pace.tries or time.monotonic() + wait_s > order.deadline_s:
                    raise again.error from again
                time.sleep(wait_s)

    def _open_client(self) -> httpx2.Client:
        import httpx2

        from soundmark.benchmarks.fetch.paced import paced

        with self._client_lock:
            if self._client is None:
                client = httpx2.Client(
                    headers={"User-Agent": f"soundmark/{__version__}"},
                    timeout=httpx2.Timeout(self._pace.read_s, connect=self._pace.connect_s),
                )
                self._client = paced(client, self._pace.slowest)
            return self._client
