"""A run over a folder: what an earlier one did is taken over, the rest is listened to and written down at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO

from soundmark.curation.batch.clips import ClipFile
from soundmark.curation.batch.local import run_local
from soundmark.curation.batch.progress import Progress
from soundmark.curation.batch.ray_engine import run_ray
from soundmark.curation.batch.record import ClipRecord
from soundmark.curation.batch.results import ResultsFile
from soundmark.curation.batch.task import ClipTask
from soundmark.curation.pool import n_cores
from soundmark.wording import n_of


class Engine(StrEnum):
    """Where the work is done."""

    LOCAL = "local"
    RAY = "ray"


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What is to be done.

    Attributes:
        task: with each file.
        files: all of them.
        engine: where.
        n_workers: processes on this machine; None for one a core. Ray decides by itself.
    """

    task: ClipTask
    files: tuple[ClipFile, ...]
    engine: Engine = Engine.LOCAL
    n_workers: int | None = None


def run_batch(batch: Batch, results: ResultsFile, stream: TextIO) -> int:
    """Bring the results up to date.

    Args:
        batch: the work.
        results: open; a record is appended as soon as it is there.
        stream: for progress.

    Returns:
        How many files were listened to now.

    Raises:
        BatchError: when the results cannot be written, or Ray is wanted and not installed.
        SoundmarkError: when a tagger cannot be used.
    """
    digest = batch.task.digest
    done = results.done(digest)
    to_do = tuple(file for file in batch.files if file not in done)
    if not to_do:
        return 0
    n_before = len(batch.files) - len(to_do)
    if n_before:
        stream.write(
            f"{n_before} of {n_of(len(batch.files), 'recording was', 'recordings were')} listened to before.\n"
        )
    progress = Progress(len(batch.files), n_before, stream)
    n_faults = 0
    for record in _records(batch, digest, to_do):
        results.append(record)
        n_faults += record.fault is not None
        progress.step(n_faults)
    return len(to_do)


def _records(batch: Batch, digest: str, to_do: tuple[ClipFile, ...]) -> Iterator[ClipRecord]:
    if batch.engine is Engine.RAY:
        return run_ray(batch.task, digest, to_do)
    n_workers = min(batch.n_workers or n_cores(), len(to_do))
    return run_local(batch.task, digest, to_do, n_workers=n_workers)
