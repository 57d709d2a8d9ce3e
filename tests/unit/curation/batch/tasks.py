"""Tasks for the tests of runs; other processes import them by name."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from soundmark.curation.batch import ClipFile, ClipRecord, Fault
from soundmark.types import SoundmarkError

DIGEST = "0123456789ab"


@dataclass(frozen=True)
class Scripted:
    """Says of each file how often it was listened to, in a folder of tallies; a name decides what becomes of it."""

    tallies: Path

    def __call__(self, file: ClipFile) -> ClipRecord:
        with (self.tallies / file.name).open("a") as tally:
            tally.write("x")
        if file.name.startswith("crash"):
            os._exit(3)
        if file.name.startswith("refused"):
            raise SoundmarkError("The tagger has no weights.")
        if file.name.startswith("slow"):
            time.sleep(600)
        return ClipRecord(file=file, task=DIGEST, fault=Fault(reason="empty", message=file.name))


def files(*names: str) -> tuple[ClipFile, ...]:
    return tuple(ClipFile(name, 10, 20) for name in names)
