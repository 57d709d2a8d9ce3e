"""GlobeAudio's place in the list of published benchmarks."""

from __future__ import annotations

import dataclasses
import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from soundmark.audio.errors import shown
from soundmark.benchmarks.choice_score import score_globeaudio
from soundmark.benchmarks.clips import LocalClips
from soundmark.benchmarks.entry import Access, AnyPack, Counts, PublishedBenchmark, count_tag
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch import FileCache, HubDataset, HubFile
from soundmark.benchmarks.globeaudio import (
    GLOBEAUDIO_BENCHMARK,
    GLOBEAUDIO_DATASET,
    GLOBEAUDIO_REVISION,
    TITLE,
    read_globeaudio,
)
from soundmark.benchmarks.pack import ChoicePack
from soundmark.types import QuestionKind


class _Copy(HubDataset):
    """A copy of the dataset in a folder, in place of the one on the Hub; its commit is a digest of its files' sizes."""

    def __init__(self, folder: Path, state_dir: Path) -> None:
        self._folder = folder
        self._sizes = {
            path.relative_to(folder).as_posix(): path.stat().st_size for path in sorted(folder.rglob("*.parquet"))
        }
        digest = hashlib.sha256(repr(sorted(self._sizes.items())).encode("utf-8", "surrogateescape")).hexdigest()
        super().__init__(GLOBEAUDIO_DATASET, revision=digest[:40], state_dir=state_dir)

    def files(self, folder: str = "", *, ends: str = "") -> tuple[HubFile, ...]:
        """The files of the copy."""
        within = f"{folder}/" if folder else ""
        named = [name for name in self._sizes if name.startswith(within) and name.endswith(ends)]
        return tuple(HubFile(name, self._sizes[name]) for name in named)

    @contextmanager
    def opened(self, path: str, *, block_bytes: int = 0) -> Iterator[IO[bytes]]:
        """A file of the copy."""
        del block_bytes  # nothing is fetched
        with (self._folder / path).open("rb") as file:
            yield file


def read_copy(source: Path) -> ChoicePack:
    """GlobeAudio from a folder that holds its files as on the Hub (`data/<code>/*.parquet`); only texts are read.

    Raises:
        PackError: when it does not, or no question comes of them.
    """
    if not (source / "data").is_dir():
        raise PackError(
            f"The folder {shown(source.name)} has no folder data with GlobeAudio's Parquet files. Check it."
        )
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        try:
            dataset = _Copy(source, folder)
            found = read_globeaudio(dataset, FileCache(folder, max_bytes=1), index_dir=folder)
        except OSError as error:
            raise PackError(f"GlobeAudio's files cannot be read ({error.strerror}). Check permissions.") from error
    return dataclasses.replace(found.pack, clips=LocalClips(), notice=" ".join(found.remarks))


def open_from_hub(access: Access) -> ChoicePack:
    """GlobeAudio from the Hub, its clips fetched when they are asked for.

    Raises:
        FetchError: when it cannot be had.
        PackError: when no question comes of it.
    """
    folder = access.cache_dir / GLOBEAUDIO_BENCHMARK
    dataset = HubDataset(
        GLOBEAUDIO_DATASET,
        revision=access.revisions.get(GLOBEAUDIO_BENCHMARK, GLOBEAUDIO_REVISION),
        state_dir=folder,
        token=access.hub_token,
        endpoint=access.hub_endpoint,
        offline=access.offline,
    )
    cache = FileCache(folder / "clips", max_bytes=access.clip_cache_bytes)
    found = read_globeaudio(dataset, cache, index_dir=folder)
    return dataclasses.replace(found.pack, notice=" ".join(found.remarks))


def count_globeaudio(pack: AnyPack) -> Counts:
    """Questions by configuration, which is their language."""
    return {"Configurations": count_tag(pack, "config")}


GLOBEAUDIO = PublishedBenchmark(
    name=GLOBEAUDIO_BENCHMARK,
    title=TITLE,
    kind=QuestionKind.CHOICE,
    licence="CC BY-NC 4.0, not for commercial use; the audio is cut from YouTube.",
    homepage=f"https://huggingface.co/datasets/{GLOBEAUDIO_DATASET}",
    read=read_copy,
    counts=count_globeaudio,
    open=open_from_hub,
    score=score_globeaudio,
)
