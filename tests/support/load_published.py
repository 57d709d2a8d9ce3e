"""A process that loads every table of a dataset with `datasets`, as a reader elsewhere would, and prints what it got.

It is a process of its own because `datasets` reads the address of the Hub when it is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT


@dataclass(frozen=True)
class Loaded:
    """One table as it was loaded.

    Attributes:
        ids: the id of every row, in order, the typed first row left out.
        columns: name and type of each column.
        seconds: what loading took.
    """

    ids: list[str]
    columns: dict[str, str]
    seconds: float


def load_published(
    endpoint: str, repo: str, *, revision: str | None = None, tables: tuple[str, ...] = (), token: str = "hf_reader"
) -> dict[str, Loaded]:
    """Load tables (all by default) in a fresh process with an empty cache."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"HF_ENDPOINT": endpoint, "HF_TOKEN": token, "HF_HOME": home, "HF_HUB_OFFLINE": "0"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.load_published", repo, revision or "", *tables],
            cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        return {table: Loaded(**found) for table, found in json.loads(done.stdout).items()}


def main() -> None:
    import time

    import datasets

    from soundmark.store import schema

    repo, revision, *tables = sys.argv[1:]
    datasets.disable_progress_bars()
    found = {}
    for table in tables or datasets.get_dataset_config_names(repo, revision=revision or None):
        begin = time.perf_counter()
        data = datasets.load_dataset(repo, table, split="train", revision=revision or None)
        seconds = time.perf_counter() - begin
        key = schema.id_column(table) if table in schema.TABLES else "response_id"
        columns = {name: str(feature.dtype if hasattr(feature, "dtype") else feature)
                   for name, feature in data.features.items()}  # fmt: skip
        ids = [row_id for row_id in data[key] if not schema.is_init(row_id)]
        found[table] = {"ids": ids, "columns": columns, "seconds": seconds}
    Path("/dev/stdout").write_text(json.dumps(found))


if __name__ == "__main__":
    main()
