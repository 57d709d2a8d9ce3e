"""Runs a plan to its end in this thread: opens and closes what it needs, and listens to Ctrl-C."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, TypeVar

from soundmark.evaluation.asker import Endpoint
from soundmark.evaluation.ledger import Ledger, open_ledger
from soundmark.evaluation.runner import Outcome, Plan, Runner
from soundmark.evaluation.stop import Stop
from soundmark.models.reply import Adapter
from soundmark.store.journal import Journal
from soundmark.types import SoundmarkError

ResultT = TypeVar("ResultT")
INTERRUPTED = "The run was interrupted. Go on with --resume."
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupted(SoundmarkError):
    """A run that was ended at once, with requests open."""


def run_session(
    make_plan: Callable[[], Plan],
    folder: Path,
    journal: Journal,
    *,
    resume: bool = False,
    anew: bool = False,
    stream: TextIO | None = None,
) -> Outcome:
    """Do one session of a run.

    A first Ctrl-C, or SIGTERM, ends it after the requests that are open, which are paid for; a second one at once.

    Args:
        make_plan: makes the plan, with its adapters, in the event loop that will use them.
        folder: of the run logs of this evaluation (`ledger.run_folder`).
        journal: of the log.
        resume: take up the newest run.
        anew: begin a new run though the newest is unfinished.
        stream: where progress is told; None for nowhere.

    Raises:
        Interrupted: when it was ended at once.
        LedgerError: when the run log cannot be used; the text says what to do.
        JournalError: when the log cannot be written.
    """
    ledger = open_ledger(folder, resume=resume, anew=anew)

    async def session() -> Outcome:
        plan = make_plan()
        try:
            runner = Runner(plan, ledger, journal, stream=stream)
            with interruptible(runner.stop, stream):
                return await runner.run()
        finally:
            for adapter in adapters_of(plan):
                await adapter.close()

    try:
        return to_its_end(session())
    finally:
        ledger.close()


def with_model(
    open_endpoint: Callable[[], Endpoint],
    folder: Path,
    work: Callable[[Endpoint, Ledger, Stop], Awaitable[ResultT]],
    *,
    resume: bool = False,
    anew: bool = False,
    stream: TextIO | None = None,
) -> ResultT:
    """Do work with one model and its run log, interruptible as a run is.

    Args:
        open_endpoint: makes the model, in the event loop that will ask it.
        folder: of its run logs (`ledger.run_folder`).
        work: is given the model, the run log, and what ends it early.
        resume: take up the newest run log.
        anew: begin a new one though the newest is unfinished.
        stream: where a person is told of an interrupt; None for nowhere.

    Raises:
        Interrupted: when it was ended at once.
        LedgerError: when the run log cannot be used; the text says what to do.
    """
    ledger = open_ledger(folder, resume=resume, anew=anew)

    async def session() -> ResultT:
        endpoint, stop = open_endpoint(), Stop()
        try:
            with interruptible(stop, stream):
                return await work(endpoint, ledger, stop)
        finally:
            await endpoint.adapter.close()

    try:
        return to_its_end(session())
    finally:
        ledger.close()


def to_its_end(work: Coroutine[object, object, ResultT]) -> ResultT:
    """Do work that is `interruptible` in an event loop of its own.

    Raises:
        Interrupted: when it was ended at once.
    """
    try:
        return asyncio.run(work)
    except asyncio.CancelledError as error:
        raise Interrupted(INTERRUPTED) from error


def adapters_of(plan: Plan) -> Sequence[Adapter]:
    """All that a plan asks through."""
    second = () if plan.second is None else (plan.second.endpoint.adapter,)
    return (plan.endpoint.adapter, *second)


@contextmanager
def interruptible(stop: Stop, stream: TextIO | None) -> Iterator[None]:
    """Ends work by Ctrl-C or SIGTERM: the first lets open requests come to their end, a second one ends it at once.

    Args:
        stop: what the work looks at.
        stream: where a person is told so; None for nowhere.
    """
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    if threading.current_thread() is not threading.main_thread() or task is None:
        yield  # only the main thread may listen to signals
        return

    def on_signal() -> None:
        if stop.reason:
            task.cancel()
            return
        stop.because(INTERRUPTED)
        if stream is not None:
            stream.write("\nThe requests that are open are awaited; interrupt again to end at once.\n")
            stream.flush()

    for number in _SIGNALS:
        loop.add_signal_handler(number, on_signal)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
