"""A process that answers from several threads and publishes, noting each acknowledged id, until it is stopped.

Killed, it ends at once; on SIGTERM it sends what waits first, as the app does.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext
from pathlib import Path

import huggingface_hub.constants

from soundmark.secret import Secret
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal, JournalError
from soundmark.store.publisher import Pace, Publisher
from tests.support.rows import geo_row
from tests.support.small_disk import Quota

FAST = Pace(
    flush_every_s=0.8, idle_s=0.3, min_gap_s=0.6, look_every_s=0.05, recheck_s=0.4, backoff_s=0.2, max_backoff_s=1.0,
    prepare_every_s=2.0,
)  # fmt: skip
THREADS = 4
PAUSE_S = 0.04
FULL_S = 0.5
TIMEOUT_S = 2.0


@dataclass(frozen=True, kw_only=True)
class WriterTask:
    """What a writer process is to do.

    Attributes:
        folder: with its journal and its cache.
        output: file that gets one acknowledged id a line.
        over_lfs: upload over LFS instead of Xet.
        refusals: file that gets a line for each answer that was refused; then the journal's disk is full every second.
    """

    folder: Path
    output: Path
    endpoint: str
    repo: str
    token: str
    over_lfs: bool = False
    refusals: Path | None = None

    @property
    def journal_path(self) -> Path:
        return self.folder / "journal.sqlite"

    def hub(self, timeout_s: float = TIMEOUT_S) -> HubRepo:
        cache = self.folder / "cache"
        return HubRepo(
            name=self.repo, token=Secret(self.token), endpoint=self.endpoint, cache_dir=cache, timeout_s=timeout_s
        )


def fork_server() -> ForkServerContext:
    """Starts writers within milliseconds, because what they import is loaded once, before.

    All but `hf_xet`: it starts a thread, and a process with threads is not to be forked.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["tests.support.hub_writer", "pyarrow.parquet", "pandas", "huggingface_hub.hf_api", "huggingface_hub.repocard",
         "soundmark.store.card"]
    )  # fmt: skip
    return context


def answer_for_ever(journal: Journal, task: WriterTask, output: int, stopping: threading.Event) -> None:
    while not stopping.wait(PAUSE_S):
        row = geo_row()
        try:
            journal.append(row)
        except JournalError:
            if task.refusals is None:
                raise
            with task.refusals.open("a") as file:
                file.write(f"{row.response_id}\n")
            continue
        # One write call: a line is whole or absent, whenever the kill comes.
        os.write(output, f"{row.response_id}\n".encode())


def fill_the_disk_again_and_again(journal: Journal, stopping: threading.Event) -> None:
    """For half of the time the journal gets no new page."""
    quota = Quota()
    while not stopping.wait(FULL_S):
        certainly(quota.fill, journal)
        stopping.wait(FULL_S)
        certainly(quota.free, journal)


def certainly(change: Callable[[Journal], None], journal: Journal) -> None:
    """Make a change of the quota, again when an answer that found no room took it along."""
    while True:
        try:
            return change(journal)
        except JournalError:
            continue


def run_writer(task: WriterTask) -> None:
    """The process. On SIGUSR1 it writes where each of its threads is."""
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    huggingface_hub.constants.HF_HUB_OFFLINE = False
    huggingface_hub.constants.HF_HUB_DISABLE_XET = task.over_lfs
    task.folder.mkdir(parents=True, exist_ok=True)
    journal = Journal(task.journal_path)
    publisher = Publisher(journal, task.hub(), pace=FAST)
    publisher.start()
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    with task.output.open("ab", buffering=0) as output:
        threads = [
            threading.Thread(target=answer_for_ever, args=(journal, task, output.fileno(), stopping))
            for _ in range(THREADS)
        ]
        if task.refusals is not None:
            threads.append(threading.Thread(target=fill_the_disk_again_and_again, args=(journal, stopping)))
        for thread in threads:
            thread.start()
        while not stopping.wait(0.05):
            pass
        for thread in threads:
            thread.join()
    publisher.close()
    journal.close()
