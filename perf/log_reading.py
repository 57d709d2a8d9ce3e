"""How long readers take to load a million rows of a year: in the files that compaction leaves, and in one single file.

    .venv/bin/python -m perf.log_reading [--rows 1000000] [--rounds 5]

The year is lived through with a dataset that lies in memory: each day brings some shards, then `compact` does what it
does on such a day. Two moments are measured: the 30th of December, when
the files are as many as they ever get (months, two files of ten days, nine days, and the shards of the last one), and
three days later, when the year is merged. Rows are those of the table `geo` with all its columns; all layouts hold the
same rows beside the same card. The layouts take turns, and each figure is the best of the rounds: what other work on
the machine adds is not the files'. `datasets` starts with an empty cache each time. Processor time counts all threads.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pyarrow as pa

from soundmark.store import card, schema
from soundmark.store.compaction import compact
from soundmark.store.shard_file import file_schema, init_bytes, init_path, table_bytes
from tests.support.memory_repo import MemoryRepo

DAYS, SHARDS_A_DAY = 365, 4
TODAY, YEAR_OVER = date(2025, 12, 30), date(2026, 1, 2)
AIM = 1.5
SQL = """
SELECT benchmark, responder_kind, count(DISTINCT response_id) AS answers, avg(score) AS mean_score
FROM read_parquet(?) WHERE NOT starts_with(response_id, 'init-') AND status <> 'error' GROUP BY ALL
"""
Reader = Callable[[Path], int]


def geo_rows(first: int, count: int) -> pa.Table:
    """Made-up answers, every column filled as often as in play; ids are in order of time."""
    rng = np.random.default_rng(first)
    start = datetime(2025, 1, 1, tzinfo=UTC)
    times = [start + timedelta(seconds=3 * (first + number)) for number in range(count)]
    latitude, longitude = rng.uniform(-60, 70, count), rng.uniform(-180, 180, count)
    error_km = rng.gamma(1.2, 2500, count)
    own: dict[str, object] = {
        "response_id": [
            f"0197{first + number:08x}-7{rng_part:019x}" for number, rng_part in enumerate(_random(rng, count))
        ],
        "question_id": [f"aporee_{value}_{value + 7}" for value in rng.integers(1000, 2444, count)],
        "responder_id": [f"{value:032x}" for value in rng.integers(0, 20_000, count)],
        "game_id": [f"g{value:020d}" for value in rng.integers(0, 200_000, count)],
        "raw_answer": [f"[{a:.6f}, {b:.6f}]" for a, b in zip(latitude, longitude, strict=True)],
        "shown_at": times,
        "answered_at": [moment + timedelta(seconds=20) for moment in times],
        "latitude_deg": latitude,
        "longitude_deg": longitude,
        "error_km": error_km,
        "score": 5000 * np.exp(-error_km / 1492.7),
        "points": 5000 * np.exp(-error_km / 1492.7),
        "status": rng.choice(["ok", "ok", "ok", "skipped"], count),
        "responder_kind": rng.choice(["human", "model"], count),
        "guess_country": rng.choice(["DE", "TW", "US", "FR", "BR"], count),
        "true_country": rng.choice(["Germany", "Taiwan", "United States"], count),
        "hints": [["continent"] if taken else [] for taken in rng.random(count) < 0.2],
    }
    return pa.table({column.name: _array(column, own.get(column.name), count) for column in file_schema("geo")})


def _random(rng: np.random.Generator, count: int) -> list[int]:
    return [int(value) for value in rng.integers(0, 2**62, count)]


def _array(column: pa.Field[pa.DataType], values: object, count: int) -> pa.Array[pa.Scalar[pa.DataType]]:
    if values is not None:
        made: pa.Array[pa.Scalar[pa.DataType]] = pa.array(values, column.type)
        return made
    if pa.types.is_string(column.type):
        return pa.repeat(pa.scalar("audio"), count)
    return pa.array(np.ones(count)).cast(column.type)


def live_a_year(hub: MemoryRepo, shards: list[pa.Table]) -> None:
    """Every day its shards are published; then the files are compacted as on that day."""
    hub.commit("First", add={"README.md": card.readme(hub.name).encode(), init_path("geo"): init_bytes("geo")})
    for number in range(DAYS):
        day = TODAY - timedelta(days=DAYS - number)
        parts = shards[number * SHARDS_A_DAY : (number + 1) * SHARDS_A_DAY]
        hub.commit("Day", add={f"data/geo/{day}/{i}.parquet": table_bytes(part) for i, part in enumerate(parts)})
        compact(hub, today=day)
        del hub.trees[:-1]
    compact(hub, today=TODAY)


def single_file(folder: Path, shards: list[pa.Table]) -> Path:
    """The same rows in one file, beside the same first row."""
    files = {"README.md": card.readme("owner/log").encode(), init_path("geo"): init_bytes("geo")}
    files["data/geo/all/all.parquet"] = table_bytes(pa.concat_tables(shards).combine_chunks())
    return written(folder, files)


def written(folder: Path, files: Mapping[str, bytes]) -> Path:
    """A folder with these files."""
    for path, data in files.items():
        folder.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
        folder.joinpath(path).write_bytes(data)
    return folder


def by_datasets(folder: Path) -> int:
    """All rows, into the library's own cache."""
    from datasets import load_dataset

    with tempfile.TemporaryDirectory() as cache:
        return int(load_dataset(str(folder), "geo", split="train", cache_dir=cache).num_rows)


def by_pandas(folder: Path) -> int:
    """All rows and columns as a data frame."""
    import pandas as pd

    return len(pd.read_parquet(folder / "data" / "geo"))


def by_duckdb(folder: Path) -> int:
    """The card's own query: answers and mean score of each kind of responder."""
    import duckdb

    found = duckdb.execute(SQL, [str(folder / "data" / "geo" / "**" / "*.parquet")]).fetchall()
    return sum(int(answers) for _, _, answers, _ in found) + 1


def seconds(read: Reader, folder: Path, rows: int) -> tuple[float, float]:
    """How long reading takes by the clock and in processor time, in seconds; it must find all rows."""
    begin, begin_cpu = time.perf_counter(), time.process_time()
    found = read(folder)
    taken = time.perf_counter() - begin, time.process_time() - begin_cpu
    if found != rows + 1:
        raise SystemExit(f"{read.__name__} found {found} rows instead of {rows + 1}.")
    return taken


def compare(layouts: dict[str, Path], rows: int, rounds: int) -> None:
    """Let the readers take turns over the layouts, the first of which is the yardstick, and print Markdown."""
    print(f"| reader | files | s | ratio | CPU s | ratio | within {AIM}x |\n|---|---|---|---|---|---|---|")
    readers: dict[str, Reader] = {"datasets": by_datasets, "pandas": by_pandas, "DuckDB": by_duckdb}
    for name, read in readers.items():
        read(next(iter(layouts.values())))  # imports and the disk's cache
        taken = [[seconds(read, folder, rows) for folder in layouts.values()] for _ in range(rounds)]
        best = [[min(kind) for kind in zip(*column, strict=True)] for column in zip(*taken, strict=True)]
        for layout, (wall_s, cpu_s) in zip(layouts, best, strict=True):
            ratio, cpu_ratio = wall_s / best[0][0], cpu_s / best[0][1]
            print(f"| {name} | {layout} | {wall_s:.2f} | {ratio:.2f} | {cpu_s:.2f} | {cpu_ratio:.2f} "
                  f"| {'yes' if ratio <= AIM else 'no'} |", flush=True)  # fmt: skip


def described(name: str, folder: Path) -> str:
    """A layout in a few words: how many files there are, and how large they are together."""
    sizes = [path.stat().st_size for path in folder.glob("data/geo/2*/*.parquet")]
    sizes += [path.stat().st_size for path in folder.glob("data/geo/all/*.parquet")]
    return f"{name}: {len(sizes)}, {sum(sizes) / 1e6:.0f} MB"


def main() -> None:
    """Live through the year, then compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    import datasets

    datasets.disable_progress_bars()
    each = options.rows // (DAYS * SHARDS_A_DAY)
    rows = each * DAYS * SHARDS_A_DAY
    scratch = Path(__file__).with_name("results")
    scratch.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=scratch) as name:
        top = Path(name)
        hub = MemoryRepo(folder=top)
        shards = [geo_rows(number * each, each) for number in range(DAYS * SHARDS_A_DAY)]
        layouts = {"one": single_file(top / "single", shards)}
        live_a_year(hub, shards)
        del shards
        layouts["as many as there are ever"] = written(top / "running", hub.tree)
        compact(hub, today=YEAR_OVER)
        layouts["a year that is over"] = written(top / "over", hub.tree)
        hub.trees.clear()
        print(f"{rows:,} rows of {len(schema.columns('geo'))} columns, {DAYS} days; best of {options.rounds} rounds.\n")
        compare({described(name, folder): folder for name, folder in layouts.items()}, rows, options.rounds)


if __name__ == "__main__":
    main()
