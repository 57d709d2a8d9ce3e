"""Many recordings on one machine, in a pool of processes (threads gain nothing: decoding holds Python's lock)."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.curation.batch.clips import BatchError, ClipFile
from soundmark.curation.batch.record import ClipRecord, Fault
from soundmark.evaluation.memory import give_back_large_blocks

Task = Callable[[ClipFile], ClipRecord]
_AHEAD_A_WORKER = 4
"""Files handed out and not yet returned: enough that no process waits, few enough that memory stays flat."""


def n_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_local(task: Task, digest: str, files: Sequence[ClipFile], *, n_workers: int) -> Iterator[ClipRecord]:
    """Listen to files in other processes; records come as they are ready.

    A file whose process ends (a decoder that crashes, memory that runs out) gets a record that says so, and the others
    go on. Which of the files at hand it was is found by listening to each of them alone.

    Args:
        task: can be pickled.
        digest: of the task, for records of files that crash.
        files: to listen to.
        n_workers: processes.

    Raises:
        SoundmarkError: what the task raises: it concerns all files.
    """
    waiting = iter(files)
    suspects: list[ClipFile] = []
    exhausted = False
    while not exhausted:
        exhausted = yield from _one_pool(task, waiting, suspects, n_workers)
        yield from _one_by_one(task, digest, suspects)
        suspects.clear()


def _one_pool(
    task: Task, waiting: Iterator[ClipFile], suspects: list[ClipFile], n_workers: int
) -> Generator[ClipRecord, None, bool]:
    """Records until all files are done, or until a process ends: then the files at hand are suspects.

    Returns:
        Whether all files are done.
    """
    running: dict[Future[ClipRecord], ClipFile] = {}
    pool = _pool(n_workers)
    try:
        while True:
            for file in itertools.islice(waiting, _AHEAD_A_WORKER * n_workers - len(running)):
                suspects.append(file)  # while it is in neither hand
                running[_submit(pool, task, file)] = file
                suspects.pop()
            if not running:
                return True
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                record = future.result()
                del running[future]
                yield record
    except BrokenProcessPool:
        suspects.extend(running.values())
        return False
    finally:
        pool.shutdown(cancel_futures=True)


def _one_by_one(task: Task, digest: str, suspects: Sequence[ClipFile]) -> Iterator[ClipRecord]:
    """Records of files of which at least one ends its process, each listened to while no other is."""
    left = list(suspects)
    while left:
        culprit = yield from _until_one_ends_it(task, left)
        if culprit is not None:
            name = shown(Path(culprit.name).name)
            message = f"{name} ended the process that read it. Convert it to flac, or delete it."
            yield ClipRecord(file=culprit, task=digest, fault=Fault(reason="crashed", message=message))


def _until_one_ends_it(task: Task, left: list[ClipFile]) -> Generator[ClipRecord, None, ClipFile | None]:
    """Take files from the front of the list; returns the one at which the process ended."""
    with _pool(1) as pool:
        while left:
            file = left.pop(0)
            try:
                record = _submit(pool, task, file).result()
            except BrokenProcessPool:
                return file
            yield record
    return None


def _pool(n_workers: int) -> ProcessPoolExecutor:
    # Spawned, not forked: a fork copies locks that other threads of the parent hold.
    try:
        return ProcessPoolExecutor(n_workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    except OSError as error:
        raise _cannot_start(error) from error


def _submit(pool: ProcessPoolExecutor, task: Task, file: ClipFile) -> Future[ClipRecord]:
    """Hand out a file; the first ones start the processes."""
    try:
        return pool.submit(task, file)
    except OSError as error:
        raise _cannot_start(error) from error


def _cannot_start(error: OSError) -> BatchError:
    return BatchError(
        f"No other process can be started on this machine ({error.strerror}). End what takes memory, take fewer "
        "--workers, or run as a user who may start Python; what is done stays."
    )


def _begin() -> None:
    """In each new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which stops handing out
    threading.Thread(target=_end_with_parent, daemon=True).start()
    give_back_large_blocks()


def _end_with_parent() -> None:
    """A parent that is killed cannot tell its pool, whose processes would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
