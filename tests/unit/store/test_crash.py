"""Kill -9 at any moment: every acknowledged answer is there, once, and its round is answered."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook
from soundmark.types import RoundId
from tests.conftest import ROOT

KILLS = 20


def killed_run(journal_path: Path, out: Path, alive_s: float) -> list[tuple[str, str]]:
    """Run the writer, kill it `alive_s` after its first acknowledgement, return what it acknowledged."""
    with out.open("wb") as stdout:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.crash_writer", str(journal_path)], cwd=ROOT, stdout=stdout
        )
        deadline = time.monotonic() + 30
        while out.stat().st_size == 0:
            assert process.poll() is None, "the writer ended by itself"
            assert time.monotonic() < deadline, "the writer acknowledged nothing in 30 s"
            time.sleep(0.005)
        time.sleep(alive_s)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    found = []
    for line in out.read_text().splitlines():
        response_id, round_id = line.split()
        found.append((response_id, round_id))
    return found


def test_twenty_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    rng, path = random.Random(20), tmp_path / "journal.sqlite"
    acknowledged: list[tuple[str, str]] = []
    for number in range(KILLS):
        acknowledged += killed_run(path, tmp_path / f"out{number}", rng.uniform(0.05, 0.35))

    journal = Journal(path)
    stored = [row.response_id for row in journal.rows("geo")]
    book = RoundBook(journal)
    for response_id, round_id in acknowledged:
        assert book.round(RoundId(round_id)).response_id == response_id
    with journal.reading() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        unlogged = "SELECT count(*) FROM rounds WHERE response_id NOT IN (SELECT response_id FROM responses)"
        assert connection.execute(unlogged).fetchone() == (0,)
    journal.close()

    ids = [response_id for response_id, _ in acknowledged]
    print(f"{KILLS} kills: {len(ids)} acknowledged, {len(stored)} stored")
    assert len(ids) > KILLS * 16, "too few answers for the kills to meet any"
    assert len(stored) == len(set(stored))
    assert set(ids) <= set(stored)
