"""A process that loads TAU with `datasets` and reads its rows, and prints what it got.

It is a process of its own because `datasets` reads the address of the Hub when it is imported.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from soundmark.benchmarks.tau.rows import tau_row
from tests.support.loading_process import Loaded, loaded_by


def load_tau(endpoint: str, repos: Sequence[str]) -> dict[str, Loaded]:
    """What each question says, by repository, all configurations of it one after the other."""
    return loaded_by("tests.support.load_tau", endpoint, repos)


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
