"""The parts of this package as the settings want them; everything of a benchmark lies in one folder of its own."""

from __future__ import annotations

from pathlib import Path

from soundmark.benchmarks.fetch.addresses import ARCHIVE_ORG, AllowedHosts
from soundmark.benchmarks.fetch.cache import FileCache
from soundmark.benchmarks.fetch.hub_files import HubDataset
from soundmark.benchmarks.fetch.web_files import WebFiles
from soundmark.settings import Settings


def benchmark_dir(settings: Settings, benchmark: str) -> Path:
    """The folder of one published benchmark."""
    return settings.data_dir / "benchmarks" / benchmark


def open_cache(settings: Settings, benchmark: str) -> FileCache:
    """The cache of a benchmark's clips.

    Raises:
        FetchError: when its folder cannot be made.
    """
    return FileCache(benchmark_dir(settings, benchmark) / "clips", max_bytes=settings.clip_cache_bytes)


def open_web_files(settings: Settings, cache: FileCache, hosts: AllowedHosts = ARCHIVE_ORG) -> WebFiles:
    """Files of the web in that cache."""
    return WebFiles(cache, hosts=hosts, offline=settings.offline)


def open_dataset(settings: Settings, benchmark: str, name: str, revision: str) -> HubDataset:
    """A dataset of a benchmark.

    Args:
        settings: may name another revision (BENCHMARK_REVISIONS).
        benchmark: as the settings call it.
        name: owner/name.
        revision: the built-in one.

    Raises:
        FetchError: when the name is none.
    """
    return HubDataset(
        name,
        revision=settings.benchmark_revisions.get(benchmark, revision),
        state_dir=benchmark_dir(settings, benchmark),
        token=settings.hub_token,
        endpoint=settings.hub_endpoint,
        offline=settings.offline,
    )
