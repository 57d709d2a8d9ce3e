"""A process that loads TAU with `datasets` and reads its rows, and prints what it got.

It is a process of its own because `datasets` reads the address of the Hub when it is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from soundmark.benchmarks.tau.rows import tau_row
from tests.conftest import ROOT

Loaded = list[dict[str, Any]]


def load_tau(endpoint: str, repos: Sequence[str]) -> dict[str, Loaded]:
    """What each question says, by repository, all configurations of it one after the other."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"HF_ENDPOINT": endpoint, "HF_HOME": home, "HF_HUB_OFFLINE": "0"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.load_tau", *repos],
            cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    loaded: dict[str, Loaded] = json.loads(done.stdout)
    return loaded


def _load(repo: str) -> Loaded:
    import datasets

    found: Loaded = []
    for config in datasets.get_dataset_config_names(repo):
        rows = datasets.load_dataset(repo, config, split="train")
        if isinstance(rows.features.get("audio"), datasets.Audio):
            rows = rows.cast_column("audio", datasets.Audio(decode=False))
        for number, row in enumerate(rows, start=1):
            read = tau_row(number, row, "" if config == "default" else config)
            found.append(
                {
                    "id": read.content.question_id,
                    "prompt": read.content.prompt,
                    "choices": list(read.content.choices),
                    "choice_index": read.content.truth.choice_index,
                    "tags": dict(read.content.tags),
                    "english": [wording.prompt for wording in read.content.wordings.values()],
                    "clip": read.clip_path,
                }
            )
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps({name: _load(name) for name in sys.argv[1:]}))
