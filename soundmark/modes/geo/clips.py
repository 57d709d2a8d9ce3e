"""Which clips the geo mode plays."""

from __future__ import annotations

from soundmark.benchmarks import DEMO_BENCHMARK, GeoPack, demo_pack_folder, read_pack
from soundmark.games.folders import audit_cache_of
from soundmark.pack_loader import Progress
from soundmark.settings import Settings


def open_pack(settings: Settings, on_progress: Progress) -> GeoPack:
    """The folder that is set, else the built-in demo clips.

    Raises:
        PackError: when nothing in the folder can be played.
    """
    folder = settings.clips_dir or demo_pack_folder()
    name = None if settings.clips_dir else DEMO_BENCHMARK
    return read_pack(folder, name=name, audit_cache=audit_cache_of(settings, folder), on_progress=on_progress)
