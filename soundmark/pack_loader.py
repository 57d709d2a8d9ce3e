"""Reads the question lists in the background, so that the page is up meanwhile."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, cast

from soundmark.benchmarks import Pack
from soundmark.benchmarks.pool import ClipPool
from soundmark.types import ChoiceTruth, GeoTruth, SoundmarkError, SpatialTruth, TruthT_co

log = logging.getLogger(__name__)

PACK_WAIT_S = 20.0
NO_PACK = "The clips of this app cannot be played just now. Whoever runs it finds the reason in its log."
Progress = Callable[[int, int], None]
"""Called with (files done, files in all)."""
AnyPack: TypeAlias = Pack[GeoTruth | ChoiceTruth | SpatialTruth]


class NotReady(SoundmarkError):
    """The clips are still being checked, or cannot be used."""


@dataclass(slots=True)
class PackLoader(Generic[TruthT_co]):
    """Reads and checks a clip list in the background.

    Attributes:
        read: reads the pack; it is given a function to call with (files done, files in all).
    """

    read: Callable[[Progress], Pack[TruthT_co]]
    _future: Future[Pack[TruthT_co]] = field(default_factory=Future)
    _progress: tuple[int, int] = (0, 0)

    def start(self) -> None:
        """Begin reading, in a thread of its own."""
        threading.Thread(target=self._load, name="clips", daemon=True).start()

    def _load(self) -> None:
        try:
            pack = self.read(self._note)
        except Exception as error:  # whatever it is, those who wait for the clips must be told
            # The text may name files, which would tell a player places: it is for the log alone.
            log.error("The clips cannot be used. %s", error, exc_info=not isinstance(error, SoundmarkError))
            self._future.set_exception(NotReady(NO_PACK, key="err_no_pack"))
            return
        log.info("%s", pack.report.text())
        self._future.set_result(pack)

    def _note(self, done: int, total: int) -> None:
        self._progress = (done, total)

    def pack(self, wait_s: float = PACK_WAIT_S) -> Pack[TruthT_co]:
        """The checked pack.

        Raises:
            NotReady: when checking takes longer than `wait_s`; the text says how far it is.
            SoundmarkError: why the pack cannot be used.
        """
        try:
            return self._future.result(wait_s).newest()
        except StillRunning:
            done, total = self._progress
            raise NotReady(
                "The clips are being checked: {done} of {total} so far. Please try again soon.",
                key="err_checking",
                done=done,
                total=total,
            ) from None

    def pack_if_ready(self) -> Pack[TruthT_co] | None:
        """The pack, or None while it is not checked yet or cannot be used."""
        if not self._future.done() or self._future.exception() is not None:
            return None
        return self._future.result().newest()


@dataclass(frozen=True)  # slots and Generic together do not allow PackKey[GeoTruth]("geo")
class PackKey(Generic[TruthT_co]):
    """Names the question list of a mode, and what kind of truth its questions have."""

    mode: str


@dataclass(frozen=True, slots=True)
class PackShelf:
    """The question lists of the enabled modes."""

    _loaders: dict[str, PackLoader[GeoTruth | ChoiceTruth | SpatialTruth]] = field(default_factory=dict)

    def start(self, key: PackKey[TruthT_co], read: Callable[[Progress], Pack[TruthT_co]]) -> None:
        """Begin to read a mode's list."""
        loader = PackLoader(read)
        self._loaders[key.mode] = loader
        loader.start()

    def has(self, mode: str) -> bool:
        """Whether a mode's list is read: whether the mode is enabled, and plays questions."""
        return mode in self._loaders

    def lend(self, mode: str, borrower: str) -> None:
        """Let another mode play the list of a mode that is enabled."""
        self._loaders[borrower] = self._loaders[mode]

    def count(self) -> int:
        """How many lists are read for the enabled modes."""
        return len({id(loader) for loader in self._loaders.values()})

    def ready(self) -> list[AnyPack]:
        """Every list that is checked and can be used, in the order of the modes, each once."""
        loaders = {id(loader): loader for loader in list(self._loaders.values())}
        found = [loader.pack_if_ready() for loader in loaders.values()]
        return [pack for pack in found if pack is not None]

    def of(self, key: PackKey[TruthT_co]) -> PackLoader[TruthT_co]:
        """The list of a mode.

        Raises:
            NotReady: when the mode is not enabled.
        """
        loader = self._loaders.get(key.mode)
        if loader is None:
            raise NotReady("This part of the app is switched off.", key="err_switched_off")
        return cast("PackLoader[TruthT_co]", loader)

    def close(self) -> None:
        """Stop fetching clips ahead."""
        for pack in self.ready():
            if isinstance(pack.clips, ClipPool):
                pack.clips.close()

    def if_ready(self, key: PackKey[TruthT_co]) -> Pack[TruthT_co] | None:
        """The list of a mode, or None while it is not checked, cannot be used, or the mode is not enabled."""
        return self.of(key).pack_if_ready() if key.mode in self._loaders else None
