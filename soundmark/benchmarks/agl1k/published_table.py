"""AGL1K from where its authors put it: the table from their repository, the recordings from archive.org."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from soundmark.benchmarks.agl1k.questions import NAME, REPOSITORY, REVISION, TABLE_NAME, pack_of_table
from soundmark.benchmarks.agl1k.table import MAX_TABLE_BYTES, table_bytes
from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch import ARCHIVE_ORG, AllowedHosts, FetchedClips, FileCache, WebFiles
from soundmark.benchmarks.pack import GeoPack
from soundmark.benchmarks.pool import pool_of_files

RAW_FILES = "https://raw.githubusercontent.com"
GITHUB = AllowedHosts(names=("raw.githubusercontent.com",))
ALWAYS_FRESH_S = float("inf")
"""What lies at a commit does not change."""


def table_address(revision: str = REVISION) -> str:
    """Where the table lies at a revision of the authors' repository."""
    return f"{RAW_FILES}/{REPOSITORY}/{revision}/data/{TABLE_NAME}"


def open_agl1k(access: Access) -> GeoPack:
    """AGL1K with its recordings: the table is fetched when it is not in the cache, a recording when it is asked for.

    Raises:
        FetchError: when the table cannot be had.
        PackError: when what came is not AGL1K's table.
    """
    cache = _table_cache(access)
    address = table_address(access.revisions.get(NAME, REVISION))
    tables = WebFiles(
        cache, hosts=GITHUB, max_file_bytes=MAX_TABLE_BYTES, offline=access.offline, recheck_after_s=ALWAYS_FRESH_S
    )
    try:
        pack = pack_of_table(table_bytes(tables.fetch(address, address).path), TABLE_NAME)
    except PackError:
        cache.remove(address)  # the next start asks again
        raise
    finally:
        tables.close()
    recordings = FileCache(access.cache_dir / NAME / "clips", max_bytes=access.clip_cache_bytes)
    clips = FetchedClips(WebFiles(recordings, hosts=ARCHIVE_ORG, offline=access.offline))
    pool = pool_of_files((question.clip for question in pack.questions), clips, recordings)
    return dataclasses.replace(pack, clips=pool)


def cached_table(access: Access) -> Path | None:
    """The table, when it was fetched before. Asks nobody."""
    if not _table_folder(access).is_dir():
        return None
    found = _table_cache(access).get(table_address(access.revisions.get(NAME, REVISION)))
    return None if found is None else found.path


def _table_cache(access: Access) -> FileCache:
    return FileCache(_table_folder(access), max_bytes=2 * MAX_TABLE_BYTES)


def _table_folder(access: Access) -> Path:
    return access.cache_dir / NAME / "table"
