"""The benchmark that a command names: a published one, a built-in demo, or a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.demo import (
    DEMO_BENCHMARK,
    DEMO_GLOBEAUDIO,
    DEMO_SAVVY,
    DEMO_TAU,
    demo_globeaudio_folder,
    demo_pack_folder,
    demo_savvy_folder,
    demo_tau_folder,
)
from soundmark.benchmarks.entry import AnyPack
from soundmark.benchmarks.mapped_folder import newest_folder
from soundmark.games.opening import access_of, audit_cache_of
from soundmark.settings import Settings
from soundmark.variables import HUB_NAME, SettingsError, path_of

DEMOS: Mapping[str, Path] = {
    DEMO_BENCHMARK: demo_pack_folder(),
    DEMO_TAU: demo_tau_folder(),
    DEMO_GLOBEAUDIO: demo_globeaudio_folder(),
    DEMO_SAVVY: demo_savvy_folder(),
}


def pack_named(name: str, settings: Settings, source: Path | None = None) -> AnyPack:
    """The questions of a benchmark.

    Args:
        name: of a published benchmark, of a built-in demo, a folder with a metadata.csv, or OWNER/NAME of a dataset of
            the Hub that was fetched with `benchmarks fetch --map`.
        settings: where fetched files are kept.
        source: a copy of a published benchmark's files on this machine.

    Raises:
        SoundmarkError: when it cannot be read; the text says what to do.
    """
    from soundmark.benchmarks.folder import read_any_pack
    from soundmark.benchmarks.published import PUBLISHED, published

    folder = DEMOS.get(name) or path_of(name)
    if source is None and not folder.is_dir() and HUB_NAME.fullmatch(name):
        folder = newest_folder(name, access_of(settings)) or folder
    if source is None and (name in DEMOS or folder.is_dir()):
        folder = folder.resolve()
        return read_any_pack(folder, name=name if name in DEMOS else None, audit_cache=audit_cache_of(settings, folder))
    if source is None and name.strip().lower() not in {each.name for each in PUBLISHED}:
        raise SettingsError(_not_there(name))
    benchmark = published(name)
    if source is not None:
        return benchmark.read(source.resolve())
    if benchmark.open is None:
        raise SettingsError(f"{benchmark.title} cannot be fetched. Name your copy with --source.")
    return benchmark.open(access_of(settings))


def _not_there(name: str) -> str:
    from soundmark.benchmarks.published import PUBLISHED

    if HUB_NAME.fullmatch(name):
        return (
            f"The dataset {shown(name)} was not fetched here, and no folder is called so. Fetch it with "
            f"`python -m soundmark benchmarks fetch {shown(name)}`."
        )
    known = ", ".join([*(each.name for each in PUBLISHED), *DEMOS])
    return f"There is no benchmark and no folder {shown(name)}. Name a folder with a metadata.csv, or one of: {known}."
