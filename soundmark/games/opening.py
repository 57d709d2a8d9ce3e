"""Which questions a mode plays: a folder that is set, the published benchmark, or the built-in demo."""

from __future__ import annotations

import dataclasses
import hashlib
import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import cast

from soundmark.benchmarks import Pack
from soundmark.benchmarks.entry import Access, AnyPack
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason
from soundmark.benchmarks.pool import ClipPool
from soundmark.benchmarks.published import published
from soundmark.settings import Settings
from soundmark.types import SoundmarkError, TruthT_co

log = logging.getLogger(__name__)

DEMO_NOTICE = "demo_notice"
"""Key of the sentence that says that the demo is played."""
UNREACHED_NOTICE = "unreached_notice"
"""Key of the sentence that says that the published benchmark was wanted, and could not be had."""
UNREACHED_BECAUSE: Mapping[FetchReason, str] = MappingProxyType(
    {
        FetchReason.TERMS: "unreached_terms",
        FetchReason.NO_TOKEN: "unreached_no_token",
        FetchReason.NO_ACCESS: "unreached_no_access",
        FetchReason.MISSING: "unreached_missing",
        FetchReason.NO_NETWORK: "unreached_no_network",
    }
)
"""The same with why, and what whoever runs the app can do; the log has it with names and addresses."""
FEWEST_OFFLINE = 5
"""Without network the published benchmark is played when so many of its recordings are here: one game."""
PATIENCE_S = 8.0
"""Players wait no longer: a network that hangs is found out after a minute or two, and a first reading may take one."""


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


def published_or_demo(
    name: str,
    settings: Settings,
    demo: Callable[[], Pack[TruthT_co]],
    *,
    patience_s: float = PATIENCE_S,
    needs_clips: bool = True,
) -> AnyPack | Pack[TruthT_co]:
    """The published benchmark when it can be had, else the demo with a notice that says so.

    When the published one needs longer than players wait, the demo is played until it has arrived.

    Args:
        name: of the benchmark.
        settings: `offline` with an empty cache, and `demo_only`, lead to the demo.
        demo: reads the demo.
        patience_s: how long to wait for the published benchmark, in seconds.
        needs_clips: without network, only questions whose recording is on this machine can be asked.

    Raises:
        PackError: when not even the demo can be read.
    """
    if name in settings.demo_only or "all" in settings.demo_only:
        return dataclasses.replace(demo(), notice_key=DEMO_NOTICE)
    arriving = _arriving(partial(_open, name, settings, needs_clips=needs_clips))
    try:
        return arriving.result(patience_s)
    except StillRunning:
        log.info("%s is not here after %.0f s: the demo is played until it is.", name, patience_s)
        return _until_it_comes(dataclasses.replace(demo(), notice_key=UNREACHED_NOTICE), arriving)
    except SoundmarkError as error:
        log.log(
            logging.INFO if settings.offline else logging.WARNING,
            "%s cannot be played, so the demo is. %s", name, error,
        )  # fmt: skip
        return dataclasses.replace(demo(), notice_key=DEMO_NOTICE if settings.offline else _why_not(error))


def _why_not(error: BaseException) -> str:
    """Key of the sentence that says why the published benchmark cannot be had."""
    return UNREACHED_BECAUSE.get(error.reason, UNREACHED_NOTICE) if isinstance(error, FetchError) else UNREACHED_NOTICE


def _open(name: str, settings: Settings, *, needs_clips: bool) -> AnyPack:
    """The published benchmark, its pool at work where players are to be expected.

    Raises:
        SoundmarkError: when it cannot be had.
    """
    benchmark = published(name)
    if benchmark.open is None:
        raise PackError(f"{benchmark.title} is read from a copy only.")
    pack = benchmark.open(access_of(settings))
    if settings.offline and needs_clips:
        pack = _on_this_machine(pack)
    if settings.on_space and isinstance(pack.clips, ClipPool):
        pack.clips.start()  # on a laptop the first game starts it: nobody's line is filled for nothing
    return pack


def _arriving(open_pack: Callable[[], AnyPack]) -> Future[AnyPack]:
    """What opens in a thread of its own, which no end of the program waits for."""
    arriving: Future[AnyPack] = Future()

    def run() -> None:
        try:
            arriving.set_result(open_pack())
        except Exception as error:  # noqa: BLE001 - whatever it is, the one who waits must be told
            arriving.set_exception(error)

    threading.Thread(target=run, name="published", daemon=True).start()
    return arriving


def _until_it_comes(demo: Pack[TruthT_co], arriving: Future[AnyPack]) -> Pack[TruthT_co]:
    """The demo, which makes room for what arrives, and whose games can be finished then.

    When nothing arrives, it stays, and says why.
    """

    @cache
    def in_the_end() -> Pack[TruthT_co]:
        error = arriving.exception()
        if error is not None:
            return dataclasses.replace(demo, notice_key=_why_not(error))
        return dataclasses.replace(cast("Pack[TruthT_co]", arriving.result()), earlier=demo)

    def later() -> Pack[TruthT_co] | None:
        return in_the_end() if arriving.done() else None

    arriving.add_done_callback(_tell)
    return dataclasses.replace(demo, later=later)


def _tell(arrived: Future[AnyPack]) -> None:
    error = arrived.exception()
    if error is None:
        log.info("%s has arrived: new games are dealt from it. %s", arrived.result().title, arrived.result().notice)
    else:
        bug = None if isinstance(error, SoundmarkError) else error
        log.warning("The demo is still played. %s", error, exc_info=bug)


def _on_this_machine(pack: AnyPack) -> AnyPack:
    """The questions whose recordings were fetched before.

    Raises:
        PackError: when there are too few for a game.
    """
    here = tuple(question for question in pack.questions if pack.clips.at_hand(question.clip) is not None)
    if len(here) < FEWEST_OFFLINE:
        raise PackError(f"{len(here)} recordings of {pack.title} are on this machine, which is too few to play.")
    return dataclasses.replace(pack, questions=here)
