"""A process that loads every table of a dataset with `datasets`, as a reader elsewhere would, and prints what it got.

It is a process of its own because `datasets` reads the address of the Hub when it is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from soundmark.store import schema
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


Tables = dict[str, Loaded]


def load_published(endpoint: str, repo: str, *, tables: Sequence[str] = (), token: str = "hf_reader") -> Tables:
    """Load tables (all by default) as they are now, in a fresh process with an empty cache."""
    return load_revisions(endpoint, repo, ["main"], tables=tables, token=token)["main"]


def load_revisions(
    endpoint: str, repo: str, revisions: Sequence[str], *, tables: Sequence[str] = (), token: str = "hf_reader"
) -> dict[str, Tables]:
    """Load tables (all by default) as they were at each revision, in a fresh process with an empty cache."""
    task = json.dumps({"repo": repo, "revisions": list(revisions), "tables": list(tables)})
    with tempfile.TemporaryDirectory() as home:
        environment = {"HF_ENDPOINT": endpoint, "HF_TOKEN": token, "HF_HOME": home, "HF_HUB_OFFLINE": "0"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.load_published", task],
            cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        found = json.loads(done.stdout)
    return {
        revision: {table: Loaded(**loaded) for table, loaded in by_table.items()}
        for revision, by_table in found.items()
    }


def main() -> None:
    import datasets

    task = json.loads(sys.argv[1])
    datasets.disable_progress_bars()
    found = {}
    for revision in task["revisions"]:
        tables = task["tables"] or datasets.get_dataset_config_names(task["repo"], revision=revision)
        found[revision] = {table: load_table(task["repo"], table, revision) for table in tables}
    Path("/dev/stdout").write_text(json.dumps(found))


def load_table(repo: str, table: str, revision: str) -> dict[str, object]:
    import datasets

    begin = time.perf_counter()
    data = datasets.load_dataset(repo, table, split="train", revision=revision)
    seconds = time.perf_counter() - begin
    columns = {name: str(getattr(feature, "dtype", feature)) for name, feature in data.features.items()}
    columns |= {name: str(feature) for name, feature in data.features.items() if "List" in type(feature).__name__}
    ids = [row_id for row_id in data[schema.id_column(table)] if not schema.is_init(row_id)]
    return {"ids": ids, "columns": columns, "seconds": seconds}


if __name__ == "__main__":
    main()
