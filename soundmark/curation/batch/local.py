"""Many recordings on one machine, in a pool of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.curation.batch.clips import ClipFile
from soundmark.curation.batch.record import ClipRecord, Fault
from soundmark.curation.pool import Work, run_pool

Task = Callable[[ClipFile], ClipRecord]


def run_local(task: Task, digest: str, files: Sequence[ClipFile], *, n_workers: int) -> Iterator[ClipRecord]:
    """Listen to files in other processes; records come as they are ready.

    A file whose process ends gets a record that says so, and the others go on.

    Args:
        task: can be pickled.
        digest: of the task, for records of files that crash.
        files: to listen to.
        n_workers: processes.

    Raises:
        PoolError: when no process can be started.
        SoundmarkError: what the task raises: it concerns all files.
    """

    def ended(file: ClipFile) -> ClipRecord:
        name = shown(Path(file.name).name)
        message = f"{name} ended the process that read it. Convert it to flac, or delete it."
        return ClipRecord(file=file, task=digest, fault=Fault(reason="crashed", message=message))

    for _, record in run_pool(Work(task, ended), files, n_workers=n_workers):
        yield record
