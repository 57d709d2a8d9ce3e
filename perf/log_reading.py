"""How long readers take to load a million rows: in the files that compaction leaves, and in one single file.

    .venv/bin/python -m perf.log_reading [--rows 1000000] [--rounds 3]

Rows are those of the table `geo` with all its columns. Both layouts hold the same rows, are written by the same
function and lie beside the same card. The layouts take turns, and each figure is the median of the rounds. `datasets`
starts with an empty cache each time.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pyarrow as pa

from soundmark.store import card, schema
from soundmark.store.shard_file import file_schema, table_bytes

FILES = 10
AIM = 1.5
SQL = """
SELECT benchmark, responder_kind, count(DISTINCT response_id) AS answers, avg(score) AS mean_score
FROM read_parquet(?) WHERE NOT starts_with(response_id, 'init-') AND status <> 'error' GROUP BY ALL
"""
Reader = Callable[[Path], int]


def geo_rows(first: int, count: int) -> pa.Table:
    """Made-up answers, every column filled as often as in play; ids are in order of time."""
    rng = np.random.default_rng(first)
    start = datetime(2026, 1, 1, tzinfo=UTC)
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


def write(folder: Path, parts: list[pa.Table]) -> int:
    """A dataset of these files, with its card and first row. Returns the bytes of the files."""
    folder.joinpath("data", "geo", "init").mkdir(parents=True)
    folder.joinpath("README.md").write_text(card.readme("owner/log"), encoding="utf-8")
    first = pa.Table.from_pylist([schema_record()], schema=file_schema("geo"))
    folder.joinpath("data", "geo", "init", "init.parquet").write_bytes(table_bytes(first))
    size = 0
    for number, part in enumerate(parts):
        path = folder / "data" / "geo" / f"2026-01-{number + 1:02}" / "merged.parquet"
        path.parent.mkdir()
        size += path.write_bytes(table_bytes(part))
    return size


def schema_record() -> dict[str, object]:
    """The table's first row as a record."""
    row = card.init_row("geo")
    return {column.name: getattr(row, column.name) for column in schema.columns("geo")}


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


def seconds(read: Reader, folder: Path, rows: int) -> float:
    """How long reading takes, in seconds; it must find all rows."""
    begin = time.perf_counter()
    found = read(folder)
    taken_s = time.perf_counter() - begin
    if found != rows + 1:
        raise SystemExit(f"{read.__name__} found {found} rows instead of {rows + 1}.")
    return taken_s


def main() -> None:
    """Write both layouts, let the readers take turns, and print Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    import datasets

    datasets.disable_progress_bars()
    each = options.rows // FILES
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as top:
        parts = [geo_rows(number * each, each) for number in range(FILES)]
        single, compacted = Path(top) / "single", Path(top) / "compacted"
        size_single, size_compacted = write(single, [pa.concat_tables(parts)]), write(compacted, parts)
        columns = len(schema.columns("geo"))
        print(f"{each * FILES:,} rows of {columns} columns; median of {options.rounds} rounds, in seconds.\n")
        print(f"| reader | 1 file, {size_single / 1e6:.0f} MB | {FILES} x {each:,} rows, {size_compacted / 1e6:.0f} MB "
              f"| ratio | within {AIM}x |\n|---|---|---|---|---|")  # fmt: skip
        readers: dict[str, Reader] = {"datasets": by_datasets, "pandas": by_pandas, "DuckDB": by_duckdb}
        del parts
        for name, read in readers.items():
            read(single)  # imports and the disk's cache
            taken = [(seconds(read, single, each * FILES), seconds(read, compacted, each * FILES))
                     for _ in range(options.rounds)]  # fmt: skip
            one, many = (statistics.median(column) for column in zip(*taken, strict=True))
            print(f"| {name} | {one:.2f} | {many:.2f} | {many / one:.2f} | {'yes' if many <= AIM * one else 'no'} |")


if __name__ == "__main__":
    main()
