"""A process that streams a dataset with `datasets`, the sound undecoded, and prints what it got."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.conftest import ROOT

Row = dict[str, str]
"""The texts of a row, and under 'audio' the SHA-256 of its sound."""


def stream_published(endpoint: str, repo: str, configs: Sequence[str], revision: str) -> dict[str, list[Row]]:
    """The rows of each configuration's split train, in a fresh process with an empty cache."""
    task = json.dumps({"repo": repo, "configs": list(configs), "revision": revision})
    with tempfile.TemporaryDirectory() as home:
        environment = {"HF_ENDPOINT": endpoint, "HF_HOME": home, "HF_HUB_OFFLINE": "0"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.stream_published", task],
            cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        found: dict[str, list[Row]] = json.loads(done.stdout)
    return found


def main() -> None:
    import datasets

    task = json.loads(sys.argv[1])
    found: dict[str, list[Row]] = {}
    for config in task["configs"]:
        data = datasets.load_dataset(task["repo"], config, split="train", streaming=True, revision=task["revision"])
        rows = data.cast_column("audio", datasets.Audio(decode=False))
        found[config] = [row | {"audio": hashlib.sha256(row["audio"]["bytes"]).hexdigest()} for row in rows]
    Path("/dev/stdout").write_text(json.dumps(found))


if __name__ == "__main__":
    main()
