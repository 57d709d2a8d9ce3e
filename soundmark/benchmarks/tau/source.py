"""TAU's rows and clips from the Hub, at pinned commits."""

from __future__ import annotations

import dataclasses
from pathlib import PurePosixPath

from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch import FileCache, HubClips, HubDataset
from soundmark.benchmarks.fetch.errors import disk_error
from soundmark.benchmarks.pack import ChoicePack
from soundmark.benchmarks.pool import pool_of_files
from soundmark.benchmarks.row_files import ENDINGS
from soundmark.benchmarks.tau.questions import DATASET, NAME, read_tau
from soundmark.benchmarks.tau.row_clips import RowClips
from soundmark.benchmarks.tau.rows import CLIPS_DATASET
from soundmark.types import Clip

REVISION = "main"
"""Looked up once; the commit it then meant is kept, and everything is read at that commit."""
CACHE_BYTES = 2_000_000_000


def open_tau(access: Access, *, offline: bool = False, cache_bytes: int = CACHE_BYTES) -> ChoicePack:
    """TAU as its authors published it, in any layout; rows are fetched once, clips when they are asked for.

    Clips that lie in the rows (older layout) are at hand with them.

    Args:
        access: where to keep files, and which Hub to ask.
        offline: use what is on this machine only.
        cache_bytes: room for clips.

    Raises:
        FetchError: when the rows are not on this machine and cannot be had.
        PackError: when they are no rows of TAU.
    """
    folder = access.cache_dir / NAME

    def dataset(name: str) -> HubDataset:
        return HubDataset(
            name,
            revision=access.revisions.get(NAME, REVISION) if name == DATASET else REVISION,
            state_dir=folder,
            token=access.hub_token,
            endpoint=access.hub_endpoint,
            offline=offline,
        )

    rows = dataset(DATASET)
    commit = rows.commit()
    kept = folder / "rows" / commit
    done = kept / ".complete"
    is_new = not done.is_file()
    if is_new:
        for path in _row_files(rows):
            rows.download(path, kept)
    pack = read_tau(kept, revision=commit, disputes_in=folder)
    cache = FileCache(folder / "clips", max_bytes=cache_bytes)
    clips = RowClips(kept, commit, cache, HubClips(dataset(CLIPS_DATASET), cache, _path_in_dataset))
    if is_new:
        clips.keep_all()
        try:
            done.touch()
        except OSError as error:
            raise disk_error(error) from error
    return dataclasses.replace(pack, clips=pool_of_files((one.clip for one in pack.questions), clips, cache))


def _row_files(rows: HubDataset) -> list[str]:
    """Paths of the rows: the Parquet files, where there are some, else those of other forms."""
    for ending in ENDINGS:
        found = [file.path for file in rows.files(ends=ending)]
        if found:
            return found
    raise PackError(f"The dataset {DATASET} holds no rows. It may have moved; name a copy.")


def _path_in_dataset(clip: Clip) -> str:
    """The path that a clip's address names: what comes after the revision."""
    after = clip.address.partition(f"/{CLIPS_DATASET}/resolve/")[2].partition("/")[2]
    return str(PurePosixPath(after))
