"""Reading and preparing AGL1K's 1,444 questions, beside pandas, which only reads the table.

    .venv/bin/python -m perf.agl1k [TABLE]

The peer `pandas.read_csv` gets the same bytes with a right header, since of the published file it makes shifted
columns. It checks nothing, strips no HTML and knows no country. A process that starts anew also loads the world's time
zones, for the country of each clip that is labelled China; that is in the first figure only. Without a path the table
is taken from beside the repository, or made.
"""

from __future__ import annotations

import io
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from soundmark.benchmarks.agl1k import read_agl1k
from tests.support.agl1k import COLUMNS, TABLE, made_row, table_text

REPEATS = 15
N_ROWS = 1444
COLD = "import time; from pathlib import Path; from soundmark.benchmarks.agl1k import read_agl1k; import sys; " \
       "start = time.process_time(); read_agl1k(Path(sys.argv[1])); print(time.process_time() - start)"  # fmt: skip


def table_path(folder: Path) -> Path:
    """The table to read: the one named, the published one, or one of the same form and length."""
    if len(sys.argv) > 1:
        return Path(sys.argv[1])
    if TABLE.exists():
        return TABLE
    path = folder / "table.csv"
    path.write_text(table_text([made_row(number) for number in range(N_ROWS)]), encoding="utf-8", newline="")
    return path


def median_ms(work: Callable[[], object]) -> float:
    """Median processor time of one call, after one that is not counted."""
    work()
    times_ms = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times_ms.append(1000 * (time.process_time() - start))
    return statistics.median(times_ms)


def main() -> None:
    """Measure both, and print a table with ratios."""
    import pandas as pd

    with tempfile.TemporaryDirectory() as folder:
        path = table_path(Path(folder))
        text = path.read_text(encoding="utf-8")
        right = ",".join(COLUMNS) + text[text.index("\n") :]
        cold = subprocess.run([sys.executable, "-c", COLD, str(path)], check=True, capture_output=True, text=True)
        pack = read_agl1k(path)
        ours_ms = median_ms(lambda: read_agl1k(path))
        peer_ms = median_ms(lambda: pd.read_csv(io.StringIO(right)))
    print(f"{len(pack.questions)} questions, median of {REPEATS}\n")
    print("| reader | processor ms | per question, µs | of the peer |\n|---|---|---|---|")
    for name, ms in [
        ("questions, first in a process", 1000 * float(cold.stdout)),
        ("questions", ours_ms),
        ("pandas.read_csv, a data frame", peer_ms),
    ]:
        print(f"| {name} | {ms:.1f} | {1000 * ms / len(pack.questions):.0f} | {ms / peer_ms:.1f}x |")


if __name__ == "__main__":
    main()
