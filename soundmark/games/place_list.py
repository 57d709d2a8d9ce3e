"""Which recordings of places are played: a folder that is set, AGL1K, or the built-in demo."""

from __future__ import annotations

from soundmark.benchmarks import DEMO_BENCHMARK, GeoPack, demo_pack_folder, read_pack
from soundmark.games.opening import audit_cache_of, published_or_demo
from soundmark.games.own_folder import own_folder
from soundmark.pack_loader import AnyPack, Progress
from soundmark.settings import Settings
from soundmark.types import QuestionKind


def open_place_list(settings: Settings, on_progress: Progress) -> AnyPack:
    """The folder that is set when it holds places, else AGL1K, else the built-in demo clips.

    Raises:
        PackError: when nothing in the folder can be played.
    """
    own = own_folder(settings, QuestionKind.GEO)
    if own is not None:
        return read_pack(own, audit_cache=audit_cache_of(settings, own), on_progress=on_progress)

    def demo() -> GeoPack:
        folder = demo_pack_folder()
        cache = audit_cache_of(settings, folder)
        return read_pack(folder, name=DEMO_BENCHMARK, audit_cache=cache, on_progress=on_progress)

    return published_or_demo("agl1k", settings, demo)
