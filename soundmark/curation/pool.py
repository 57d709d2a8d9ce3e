"""Work on many items in a pool of processes (threads gain nothing: decoding holds Python's lock)."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Generic, TypeVar

from soundmark.evaluation.memory import give_back_large_blocks
from soundmark.types import SoundmarkError

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")
_AHEAD_A_WORKER = 4
"""Items handed out and not yet returned: enough that no process waits, few enough that memory stays flat."""


class PoolError(SoundmarkError):
    """Processes that cannot be started; the text says why and what to do."""


@dataclass(frozen=True)  # slots and Generic together do not allow Work[int, str](...)
class Work(Generic[ItemT, ResultT]):
    """What is done with each item.

    Attributes:
        task: can be pickled, as items and results can.
        ended: the result of an item at which a process ended: a decoder that crashes, or memory that runs out.
    """

    task: Callable[[ItemT], ResultT]
    ended: Callable[[ItemT], ResultT]


def n_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_pool(work: Work[ItemT, ResultT], items: Iterable[ItemT], *, n_workers: int) -> Iterator[tuple[ItemT, ResultT]]:
    """Work on items in other processes; results come as they are ready, with their items.

    Where a process ends the others go on. Which of the items at hand it was is found by working on each of them alone.

    Args:
        work: what is done.
        items: what it is done with.
        n_workers: processes.

    Raises:
        PoolError: when no process can be started.
        SoundmarkError: what the task raises: it concerns all items.
    """
    waiting = iter(items)
    suspects: list[ItemT] = []
    exhausted = False
    while not exhausted:
        exhausted = yield from _one_pool(work, waiting, suspects, n_workers)
        yield from _one_by_one(work, suspects)
        suspects.clear()


def _one_pool(
    work: Work[ItemT, ResultT], waiting: Iterator[ItemT], suspects: list[ItemT], n_workers: int
) -> Generator[tuple[ItemT, ResultT], None, bool]:
    """Results until all items are done, or until a process ends: then the items at hand are suspects.

    Returns:
        Whether all items are done.
    """
    running: dict[Future[ResultT], ItemT] = {}
    pool = _pool(n_workers)
    try:
        while True:
            for item in itertools.islice(waiting, _AHEAD_A_WORKER * n_workers - len(running)):
                suspects.append(item)  # while it is in neither hand
                running[_submit(pool, work, item)] = item
                suspects.pop()
            if not running:
                return True
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                result = future.result()
                yield running.pop(future), result
    except BrokenProcessPool:
        suspects.extend(running.values())
        return False
    finally:
        pool.shutdown(cancel_futures=True)


def _one_by_one(work: Work[ItemT, ResultT], suspects: Sequence[ItemT]) -> Iterator[tuple[ItemT, ResultT]]:
    """Results of items of which at least one ends its process, each worked on while no other is."""
    left = list(suspects)
    while left:
        culprit = yield from _until_one_ends_it(work, left)
        if culprit is not None:
            yield culprit, work.ended(culprit)


def _until_one_ends_it(
    work: Work[ItemT, ResultT], left: list[ItemT]
) -> Generator[tuple[ItemT, ResultT], None, ItemT | None]:
    """Take items from the front of the list; returns the one at which the process ended."""
    with _pool(1) as pool:
        while left:
            item = left.pop(0)
            try:
                result = _submit(pool, work, item).result()
            except BrokenProcessPool:
                return item
            yield item, result
    return None


def _pool(n_workers: int) -> ProcessPoolExecutor:
    # Spawned, not forked: a fork copies locks that other threads of the parent hold.
    try:
        return ProcessPoolExecutor(n_workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    except OSError as error:
        raise _cannot_start(error) from error


def _submit(pool: ProcessPoolExecutor, work: Work[ItemT, ResultT], item: ItemT) -> Future[ResultT]:
    """Hand out an item; the first ones start the processes."""
    try:
        return pool.submit(work.task, item)
    except OSError as error:
        raise _cannot_start(error) from error


def _cannot_start(error: OSError) -> PoolError:
    return PoolError(
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
