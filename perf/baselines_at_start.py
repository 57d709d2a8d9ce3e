"""What baselines at the first start cost whoever comes first, beside the same app without them.

    .venv/bin/python -m perf.baselines_at_start [STARTS]

Both are started on an empty data folder, in turn: seconds until the page is served, seconds and processor seconds for
the first round (a game is begun and answered at once), and the median of ten more while the baselines are at work.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import tests.support.app_process
from tests.support.app_process import AppProcess
from tests.support.raw_events import RawClient

STARTS = 5
ROUNDS = 10


class Start(NamedTuple):
    """One start, in seconds."""

    page: float
    page_cpu: float
    first_round: float
    first_round_cpu: float
    later_round: float


def cpu_s(process_id: int) -> float:
    """Processor time of a process so far, without its children."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play(visitor: RawClient) -> float:
    """Begin a game and answer its first round. Returns the seconds that it took."""
    begin = time.perf_counter()
    round_id = visitor.start()
    pin = {"round": round_id, "phase": "guess", "guess": {"lat": 1.0, "lon": 2.0, "how": "map"}}
    heard = {"id": round_id, "listened_s": 1, "plays": 1}
    assert visitor.call("geo-submit", "click", visitor.ticket, pin, heard, "", None)["success"]
    return time.perf_counter() - begin


def measured(baselines: str) -> Start:
    """One start with or without."""
    with tempfile.TemporaryDirectory() as folder:
        app = AppProcess(Path(folder) / "data", variables={"DEMO": "all", "BASELINES": baselines})
        begin = time.perf_counter()
        app.start()
        page = time.perf_counter() - begin
        assert app.process is not None
        try:
            page_cpu, visitor = cpu_s(app.process.pid), RawClient(app.url)
            first = play(visitor)
            first_cpu = cpu_s(app.process.pid) - page_cpu
            later = statistics.median(play(visitor) for _ in range(ROUNDS))
        finally:
            app.stop()
    return Start(page, page_cpu, first, first_cpu, later)


def main(starts: int) -> None:
    """Measure and print."""
    tests.support.app_process.START_LIMIT_S = 600
    found: dict[str, list[Start]] = {"no": [], "yes": []}
    for number in range(starts):
        for baselines in ("no", "yes") if number % 2 else ("yes", "no"):
            found[baselines].append(measured(baselines))
    print(f"{'median of ' + str(starts) + ' starts, s':28}{'without':>9}{'with':>9}{'ratio':>8}")
    for column, name in enumerate(Start._fields):
        without, with_them = (statistics.median(one[column] for one in found[key]) for key in ("no", "yes"))
        print(f"{name:28}{without:9.2f}{with_them:9.2f}{with_them / without:8.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else STARTS)
