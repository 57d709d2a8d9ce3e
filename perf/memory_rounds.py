"""Whether the app's memory stays flat while it is played: resident size over many rounds, and what its caches hold.

    .venv/bin/python -m perf.memory_rounds [--rounds 10000]

Visitors without pauses play game after game in all modes but the arena, each in a page and as a player of its own,
fetch the sounds, and leave. Beside it a bare Gradio app gets as many events from as many pages. The slope is that of a
straight line through the second half, when libraries are loaded and the demo's sounds are encoded.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from perf.many_players import BARE, OURS, bare_app
from perf.many_players_modes import MODES, Play, bare
from perf.many_players_wire import CallError, Site, Visitor
from tests.support.app_process import AppProcess

VISITORS = 8
EVENTS_A_ROUND = 2
ROUNDS_A_GAME = 6
SAMPLES = 20


def rss_mb(process_id: int) -> float:
    """Resident memory of a process."""
    status = Path(f"/proc/{process_id}/status").read_text(encoding="utf-8")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1000


class GameOver(Exception):
    """Enough was played in this page."""


@dataclass
class Rounds:
    """What was played so far.

    Attributes:
        wanted: rounds.
        samples: (rounds, MB).
    """

    process_id: int
    wanted: int
    played: float = 0
    samples: list[tuple[float, float]] = field(default_factory=list)

    def note(self) -> None:
        """Some rounds more."""
        if self.played >= len(self.samples) * self.wanted / SAMPLES:
            self.samples.append((self.played, rss_mb(self.process_id)))

    @property
    def mb_in_1000_rounds(self) -> float:
        """Slope of the second half."""
        half = np.array(self.samples[len(self.samples) // 2 :])
        return float(1000 * np.polyfit(half[:, 0], half[:, 1], 1)[0])


async def visit(site: Site, play: Play, rounds: Rounds) -> None:
    """Open a page, play one game, and leave."""
    n_events = 0

    def count(name: str, _: float) -> None:
        nonlocal n_events
        n_events += name != "page.open"
        rounds.played += (name != "page.open") / EVENTS_A_ROUND
        rounds.note()

    async def no_pause() -> None:
        if n_events > EVENTS_A_ROUND * ROUNDS_A_GAME:
            raise GameOver

    visitor = Visitor(site, on_answer=count)
    with suppress(GameOver):
        await visitor.open()
        await play(visitor, no_pause)
    await visitor.close()


async def play_on(site: Site, plays: list[Play], rounds: Rounds, first: int) -> None:
    """Visits without end, until enough was played."""
    while rounds.played < rounds.wanted:
        first += 1
        try:
            await visit(site, plays[first % len(plays)], rounds)
        except (CallError, OSError, TimeoutError) as error:
            print(f"  {type(error).__name__} {error}"[:200], file=sys.stderr)


async def measure(url: str, process_id: int, plays: list[Play], wanted: int) -> Rounds:
    """Play so many rounds."""
    site, rounds = Site.of(url), Rounds(process_id, wanted)
    await asyncio.gather(*(play_on(site, plays, rounds, number) for number in range(VISITORS)))
    return rounds


def told(name: str, rounds: Rounds, seconds: float) -> str:
    """A row of the table."""
    curve = ", ".join(f"{mb:.0f}" for _, mb in rounds.samples[:: SAMPLES // 10])
    return f"| {name} | {rounds.played:.0f} | {curve} | {rounds.mb_in_1000_rounds:+.2f} | {seconds:.0f} |"


def main() -> None:
    """Measure both, and print a table."""
    parser = argparse.ArgumentParser(description="Whether memory stays flat.")
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--most-s", type=float, default=900.0)
    options = parser.parse_args()

    async def timed(name: str, work: Callable[[], Awaitable[Rounds]]) -> None:
        begin = time.monotonic()
        found = await asyncio.wait_for(work(), options.most_s)
        print(told(name, found, time.monotonic() - begin), flush=True)

    plays = [play for mode, play in MODES.items() if mode != "arena"]
    print("| app | rounds | MB, a tenth of the way each | MB in 1,000 rounds, second half | s |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        app = AppProcess(Path(scratch) / "data", variables={"DEMO": "all"}).start()
        assert app.process is not None
        pid = app.process.pid
        asyncio.run(timed(OURS, lambda: measure(app.url, pid, plays, options.rounds)))
        app.stop()
        with bare_app(Path(scratch)) as (url, bare_pid):
            asyncio.run(timed(BARE, lambda: measure(url, bare_pid, [bare], options.rounds)))


if __name__ == "__main__":
    main()
