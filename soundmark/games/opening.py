"""Which questions a mode plays: a folder that is set, the published benchmark, or the built-in demo."""

from __future__ import annotations

import dataclasses
import hashlib
import logging
from collections.abc import Callable
from pathlib import Path

from soundmark.benchmarks import Pack
from soundmark.benchmarks.entry import Access, AnyPack
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.pool import ClipPool
from soundmark.benchmarks.published import published
from soundmark.settings import Settings
from soundmark.types import SoundmarkError, TruthT_co

log = logging.getLogger(__name__)

DEMO_NOTICE = "demo_notice"
"""Key of the sentence that says that the demo is played."""
UNREACHED_NOTICE = "unreached_notice"
"""Key of the sentence that says that the published benchmark was wanted, and could not be had."""
FEWEST_OFFLINE = 5
"""Without network the published benchmark is played when so many of its recordings are here: one game."""


def access_of(settings: Settings) -> Access:
    """What opening a published benchmark needs."""
    media = settings.savvy_media_dir
    return Access(
        cache_dir=settings.data_dir / "benchmarks",
        hub_endpoint=settings.hub_endpoint,
        hub_token=settings.hub_token,
        offline=settings.offline,
        clip_cache_bytes=settings.clip_cache_bytes,
        revisions=settings.benchmark_revisions,
        media_dirs={} if media is None else {"savvy": media},
    )


def audit_cache_of(settings: Settings, folder: Path) -> Path:
    """The file that keeps what was found of a folder's recordings, so that an unchanged one is not decoded again."""
    return settings.data_dir / "audits" / f"{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}.json"


def published_or_demo(name: str, settings: Settings, demo: Callable[[], Pack[TruthT_co]]) -> AnyPack | Pack[TruthT_co]:
    """The published benchmark when it can be had, else the demo with a notice that says so.

    Args:
        name: of the benchmark.
        settings: `offline` with an empty cache, and `demo_only`, lead to the demo.
        demo: reads the demo.

    Raises:
        PackError: when not even the demo can be read.
    """
    if name in settings.demo_only or "all" in settings.demo_only:
        return dataclasses.replace(demo(), notice_key=DEMO_NOTICE)
    try:
        benchmark = published(name)
        if benchmark.open is None:
            raise SoundmarkError(f"{benchmark.title} is read from a copy only.")
        pack = benchmark.open(access_of(settings))
        if settings.offline:
            pack = _on_this_machine(pack)
    except SoundmarkError as error:
        log.info("%s cannot be played, so the demo is. %s", name, error)
        notice = DEMO_NOTICE if settings.offline else UNREACHED_NOTICE
        return dataclasses.replace(demo(), notice_key=notice)
    if settings.on_space and isinstance(pack.clips, ClipPool):
        pack.clips.start()  # on a laptop the first game starts it: nobody's line is filled for nothing
    return pack


def _on_this_machine(pack: AnyPack) -> AnyPack:
    """The questions whose recordings were fetched before.

    Raises:
        PackError: when there are too few for a game.
    """
    here = tuple(question for question in pack.questions if pack.clips.at_hand(question.clip) is not None)
    if len(here) < FEWEST_OFFLINE:
        raise PackError(f"{len(here)} recordings of {pack.title} are on this machine, which is too few to play.")
    return dataclasses.replace(pack, questions=here)
