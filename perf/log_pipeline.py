"""What the way from an answer to the Hub costs: rows per second of each step, and bytes sent for each row.

    .venv/bin/python -m perf.log_pipeline

The Hub is the loopback one of the tests, so that bytes are counted exactly; its times say what the product adds, not
what a network costs. The peer for bytes is huggingface_hub's own CommitScheduler in its documented use: rows are
appended to a JSON Lines file in a folder, which is pushed again and again. Both get the same rows, in 20 flushes.
"""

from __future__ import annotations

import json
import logging
import random
import tempfile
import threading
import time
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

from huggingface_hub import CommitScheduler, HfApi

from soundmark.secret import Secret
from soundmark.store.flush import flush
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal
from soundmark.store.prepare import prepare
from soundmark.store.published import PublishedLog
from soundmark.store.schema import GeoRow
from soundmark.store.seal import seal, waiting
from soundmark.store.shard_file import shard_bytes
from tests.support.loopback_hub import RunningHub, running_hub
from tests.support.rows import NOON, geo_row

TOKEN = "hf_alice-perf"
THREADS, ROWS = 8, 20_000
FLUSHES, ROWS_A_FLUSH = 20, (10, 50, 500)


def various_row(rng: random.Random) -> GeoRow:
    """A row whose values differ from those of others as those of real answers do."""
    latitude, longitude, km = rng.uniform(-60, 70), rng.uniform(-179, 179), rng.expovariate(1 / 3000)
    return geo_row(
        question_id=f"clip-{rng.randrange(500):04}",
        responder_id=f"{rng.randrange(200):032x}",
        raw_answer=f"{latitude:.4f}, {longitude:.4f}",
        latitude_deg=latitude,
        longitude_deg=longitude,
        true_latitude_deg=rng.uniform(-60, 70),
        true_longitude_deg=rng.uniform(-179, 179),
        error_km=km,
        score=5000 / (1 + km),
        listened_s=rng.uniform(1, 30),
        answered_at=NOON + timedelta(seconds=rng.uniform(0, 1e6)),
        game_id=f"{rng.randrange(16**16):016x}",
    )


def append_all(journal: Journal, rows: list[GeoRow]) -> float:
    """Append from several threads, as requests do. Returns seconds."""
    parts = [rows[number::THREADS] for number in range(THREADS)]

    def work(part: list[GeoRow]) -> None:
        for row in part:
            journal.append(row)

    threads = [threading.Thread(target=work, args=(part,)) for part in parts]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begin


def speeds(hub: RunningHub, folder: Path) -> None:
    """Rows per second of each step."""
    journal, rng = Journal(folder / "journal.sqlite"), random.Random(1)
    repo = HubRepo(name="alice/speed", token=Secret(TOKEN), endpoint=hub.endpoint, cache_dir=folder / "cache")
    prepare(journal, repo)
    print("| step | rows | seconds | rows/s |\n|---|---|---|---|")

    def line(step: str, seconds: float) -> None:
        print(f"| {step} | {ROWS} | {seconds:.2f} | {ROWS / seconds:.0f} |")

    line(f"journal, {THREADS} threads", append_all(journal, [various_row(rng) for _ in range(ROWS)]))
    begin = time.perf_counter()
    seal(journal)
    line("seal", time.perf_counter() - begin)
    begin = time.perf_counter()
    data = shard_bytes(journal, waiting(journal)[0])
    line(f"write Parquet ({len(data or b'') / ROWS:.0f} bytes a row)", time.perf_counter() - begin)
    begin = time.perf_counter()
    flush(journal, repo)
    line("publish (Parquet again, upload, commit)", time.perf_counter() - begin)
    published = PublishedLog(repo)
    begin = time.perf_counter()
    published.refresh()
    line("read back into memory", time.perf_counter() - begin)
    begin = time.perf_counter()
    assert sum(1 for _ in published.rows("geo")) == ROWS
    line("as rows", time.perf_counter() - begin)
    journal.close()


def sent(hub: RunningHub) -> int:
    """Bytes of all requests since the last time."""
    total = sum(entry.request_bytes for entry in hub.controls.log)
    hub.controls.log.clear()
    return total


def bytes_sent(hub: RunningHub, folder: Path) -> None:
    """Bytes for each row, beside CommitScheduler."""
    rng = random.Random(2)
    print(f"\n| rows in each of {FLUSHES} flushes | log, bytes/row | CommitScheduler, bytes/row | log sends |")
    print("|---|---|---|---|")
    for number in ROWS_A_FLUSH:
        rows = [[various_row(rng) for _ in range(number)] for _ in range(FLUSHES)]
        ours, theirs = log_bytes(hub, folder / f"log{number}", rows), scheduler_bytes(hub, folder / f"s{number}", rows)
        total = number * FLUSHES
        print(f"| {number} | {ours / total:.0f} | {theirs / total:.0f} | {ours / theirs:.2f}x |")


def log_bytes(hub: RunningHub, folder: Path, rows: list[list[GeoRow]]) -> int:
    """What the product sends; the first commit, made once in a dataset's life, is left out."""
    journal = Journal(folder / "journal.sqlite")
    repo = HubRepo(name=f"alice/{folder.name}", token=Secret(TOKEN), endpoint=hub.endpoint, cache_dir=folder / "cache")
    prepare(journal, repo)
    hub.controls.log.clear()
    for part in rows:
        append_all(journal, part)
        flush(journal, repo)
    journal.close()
    return sent(hub)


def scheduler_bytes(hub: RunningHub, folder: Path, rows: list[list[GeoRow]]) -> int:
    """What CommitScheduler sends."""
    folder.mkdir()
    api = HfApi(endpoint=hub.endpoint, token=TOKEN)
    api.create_repo(f"alice/{folder.name}", repo_type="dataset")
    scheduler = CommitScheduler(
        repo_id=f"alice/{folder.name}", repo_type="dataset", folder_path=folder, every=10_000, hf_api=api
    )
    scheduler.stop()
    hub.controls.log.clear()
    for part in rows:
        with (folder / "answers.jsonl").open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(row), default=str) + "\n" for row in part)
        scheduler.push_to_hub()
    return sent(hub)


def main() -> None:
    """Measure all."""
    logging.disable(logging.WARNING)
    # On the disk of the working directory: the system's temporary folder may be memory, where flushing is free.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name, running_hub(Path(name) / "hub") as hub:
        speeds(hub, Path(name))
        bytes_sent(hub, Path(name))


if __name__ == "__main__":
    main()
