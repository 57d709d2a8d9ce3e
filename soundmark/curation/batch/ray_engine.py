"""Many recordings on a cluster, by Ray Data: the same task, and the same records.

Every machine of the cluster needs Soundmark with its requirements, Ray, and the folder under the same path. Without a
cluster Ray starts on this machine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence

from soundmark.curation.batch.clips import BatchError, ClipFile
from soundmark.curation.batch.local import Task, run_local
from soundmark.curation.batch.record import ClipRecord, decode, encode

FILES_A_BLOCK = 32
"""Files that are lost together when a machine fails; they are listened to again."""


def run_ray(task: Task, digest: str, files: Sequence[ClipFile]) -> Iterator[ClipRecord]:
    """Listen to files by Ray Data; records come as blocks of them are ready.

    Files of which Ray returns nothing, because they ended the process that read them again and again, are listened to
    once more on this machine, each in a process of its own where needed, so that they are reported as without Ray.

    Args:
        task: can be pickled.
        digest: of the task.
        files: to listen to.

    Raises:
        BatchError: when Ray is not installed.
        SoundmarkError: what the task raises: it concerns all files.
    """
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise BatchError(
            "--engine ray needs Ray. Install it (pip install 'ray[data]'), or use --engine local."
        ) from error
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    context = ray.data.DataContext.get_current()
    context.max_errored_blocks = -1  # a block that fails is not the end of the others
    context.enable_progress_bars = False
    left = {file.name: file for file in files}
    rows = [dataclasses.asdict(file) for file in files]
    dataset = ray.data.from_items(rows, override_num_blocks=-(-len(rows) // FILES_A_BLOCK)).map(_RowTask(task))
    for row in dataset.iter_rows():
        record = decode(row["record"])
        del left[record.file.name]
        yield record
    yield from run_local(task, digest, tuple(left.values()), n_workers=1)


class _RowTask:
    """The task as Ray Data wants it: from a row to a row, both of plain values.

    Records travel as lines of JSON: an Arrow table would give empty values and numbers types of its own.
    """

    def __init__(self, task: Callable[[ClipFile], ClipRecord]) -> None:
        self._task = task

    def __call__(self, row: dict[str, object]) -> dict[str, str]:
        file = ClipFile(str(row["name"]), int(str(row["size_bytes"])), int(str(row["mtime_ns"])))
        return {"record": encode(self._task(file))}
