"""What decoding showed of the recordings that come with the product, so that no start has to decode them.

A file is known by its digest, wherever it lies: a changed one is decoded like any other.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from soundmark.benchmarks.demo import demo_globeaudio_folder, demo_pack_folder, demo_savvy_folder, demo_tau_folder
from soundmark.benchmarks.verdict import Verdict

TABLE = Path(__file__).with_name("shipped_verdicts.json")
SOUNDS = frozenset({".opus", ".flac", ".wav", ".mp3", ".ogg"})


def shipped_verdict(sha256: str, extension: str) -> Verdict | None:
    """The verdict on a recording that comes with the product and plays; None for any other.

    Args:
        sha256: digest of the file's bytes.
        extension: of its name, as .opus.
    """
    duration_s = _durations_s().get(extension.lower(), {}).get(sha256)
    return None if duration_s is None else Verdict(sha256=sha256, duration_s=duration_s)


def shipped_sounds() -> list[Path]:
    """The recordings that come with the product."""
    folders = (demo_pack_folder(), demo_tau_folder(), demo_globeaudio_folder(), demo_savvy_folder())
    found = (path for folder in folders for path in sorted(folder.rglob("*")))
    return [path for path in found if path.suffix.lower() in SOUNDS]


@cache
def _durations_s() -> dict[str, dict[str, float]]:
    """Seconds by extension and digest."""
    read: dict[str, dict[str, float]] = json.loads(TABLE.read_bytes())
    return read
