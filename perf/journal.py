"""Appends per second and latency of the journal, beside two common ways to keep a log.

    .venv/bin/python -m perf.journal

Peers, each in the same run and folder:
- SQLite autocommit: one connection a thread, WAL, synchronous=FULL, one INSERT a transaction; just as durable.
- JSONL with a lock: the pattern that huggingface_hub documents for its CommitScheduler: take the lock, open the file
  for appending, write a line. It flushes nothing to the disk, so a power cut loses rows.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from soundmark.store import schema
from soundmark.store.journal import Journal
from soundmark.store.journal_reader import BUSY_TIMEOUT_S
from tests.support.rows import geo_row

SECONDS = 4.0
THREADS = (8, 32)
Append = Callable[[], None]


@dataclass(frozen=True)
class Figures:
    """One measurement."""

    per_second: float
    p50_ms: float
    p99_ms: float


def measure(make_append: Callable[[], Append], threads: int) -> Figures:
    """Append from `threads` threads for `SECONDS`; each gets an append function of its own."""
    latencies_s: list[list[float]] = [[] for _ in range(threads)]
    begin = threading.Barrier(threads)

    def work(own: list[float]) -> None:
        append = make_append()
        begin.wait()
        end = time.perf_counter() + SECONDS
        now = time.perf_counter()
        while now < end:
            append()
            after = time.perf_counter()
            own.append(after - now)
            now = after

    workers = [threading.Thread(target=work, args=(own,)) for own in latencies_s]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    every = sorted(value * 1000 for own in latencies_s for value in own)
    cuts = statistics.quantiles(every, n=100)
    return Figures(len(every) / SECONDS, cuts[49], cuts[98])


def journal_append(folder: Path) -> tuple[Callable[[], Append], Callable[[], None]]:
    """The journal of the product."""
    journal = Journal(folder / "journal.sqlite")

    def append() -> None:
        journal.append(geo_row())

    return lambda: append, journal.close


def autocommit_append(folder: Path) -> tuple[Callable[[], Append], Callable[[], None]]:
    """Plain SQLite, one connection a thread."""
    path = folder / "plain.sqlite"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    connect().execute("CREATE TABLE responses (response_id TEXT PRIMARY KEY, row TEXT)")

    def make() -> Append:
        connection = connect()

        def append() -> None:
            row = geo_row()
            connection.execute("INSERT INTO responses VALUES (?, ?)", (row.response_id, schema.encode(row)))

        return append

    return make, lambda: None


def jsonl_append(folder: Path) -> tuple[Callable[[], Append], Callable[[], None]]:
    """A JSON line appended under a lock, as for CommitScheduler."""
    path, lock = folder / "log.jsonl", threading.Lock()

    def append() -> None:
        line = json.dumps(asdict(geo_row()), default=str)
        with lock, path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    return lambda: append, lambda: None


def main() -> None:
    """Measure all, and print a table with ratios to the journal."""
    peers = {"journal (group commit)": journal_append, "SQLite autocommit": autocommit_append,
             "JSONL with lock, not durable": jsonl_append}  # fmt: skip
    print("| log | threads | rows/s | p50 ms | p99 ms | journal is |\n|---|---|---|---|---|---|")
    for threads in THREADS:
        reference = None
        for name, make in peers.items():
            # On the disk of the working directory: the system's temporary folder may be memory, where flushing is free.
            with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
                make_append, close = make(Path(folder))
                found = measure(make_append, threads)
                close()
            reference = reference or found
            ratio = f"{reference.per_second / found.per_second:.2f}x as fast"
            print(
                f"| {name} | {threads} | {found.per_second:.0f} | {found.p50_ms:.2f} | {found.p99_ms:.1f} | {ratio} |"
            )


if __name__ == "__main__":
    main()
