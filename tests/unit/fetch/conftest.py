"""A web server that can misbehave, and a cache in front of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from soundmark.benchmarks.fetch import AllowedHosts, FileCache, Pace, WebFiles
from tests.support.faulty_web import FaultyWeb, faulty_web

LOOPBACK = AllowedHosts(names=("127.0.0.1",), is_loopback_test=True)
QUICK = Pace(connect_s=5.0, read_s=5.0, overall_s=20.0, tries=3, first_wait_s=0.01, longest_wait_s=0.05)

OpenFiles = Callable[..., WebFiles]


@pytest.fixture
def web() -> Iterator[FaultyWeb]:
    with faulty_web() as running:
        yield running


@pytest.fixture
def cache(tmp_path: Path) -> FileCache:
    return FileCache(tmp_path / "cache", max_bytes=10_000_000)


@pytest.fixture
def open_files(cache: FileCache) -> Iterator[OpenFiles]:
    """Opens the cache's files of the web, with changes to how."""
    opened: list[WebFiles] = []

    def make(**changes: object) -> WebFiles:
        options: dict[str, object] = {"hosts": LOOPBACK, "pace": QUICK} | changes
        opened.append(WebFiles(cache, **options))  # type: ignore[arg-type]
        return opened[-1]

    yield make
    for files in opened:
        files.close()


@pytest.fixture
def files(open_files: OpenFiles) -> WebFiles:
    return open_files()
