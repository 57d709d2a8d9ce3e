"""A process that loads SAVVY-Bench with `datasets` and reads its rows, and prints what it got.

It is a process of its own because `datasets` reads the address of the Hub when it is imported.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from soundmark.benchmarks.savvy import build_savvy
from soundmark.benchmarks.savvy.layout import SavvyFiles
from tests.support.loading_process import Loaded, loaded_by


def load_savvy(endpoint: str, repos: Sequence[str], *, token: str) -> dict[str, Loaded]:
    """Id, choices and truth of each question, by repository."""
    return loaded_by("tests.support.load_savvy", endpoint, repos, token=token)


def _load(repo: str) -> Loaded:
    from datasets import load_dataset

    rows = load_dataset(repo, split="train")
    nowhere = Path("nowhere")
    questions = build_savvy(rows, SavvyFiles(nowhere, nowhere / "rows")).pack.questions
    return [
        {
            "id": question.question_id,
            "choices": list(question.choices),
            "choice_index": question.truth.choice_index,
            "distance_m": question.truth.distance_m,
            "start_s": question.truth.start_s,
        }
        for question in questions
    ]


if __name__ == "__main__":
    sys.stdout.write(json.dumps({name: _load(name) for name in sys.argv[1:]}))
