"""Tables as they were counted last: they are shown at once, while they are counted anew. No gradio."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillCounting
from contextlib import suppress
from dataclasses import dataclass, field

from leaderboard.boards import Board
from leaderboard.kept_tables import KeptTable, KeptTables
from leaderboard.notes import JsonValue
from soundmark.pack_loader import NotReady, PackKey
from soundmark.services import Services
from soundmark.types import ChoiceTruth, GeoTruth, SoundmarkError, SpatialTruth

GRACE_S = 0.15
"""A count that is done within this is waited for; nobody sees the last table for so short a time."""
REST_SHARE = 4.0
"""A count is not repeated before so many times its own processor time have passed."""
LONGEST_REST_S = 30.0
LIST_WAIT_S = 300.0
"""How long a table of the disk stands in for one whose questions are still being read."""
COUNTING: JsonValue = {"counting": "first"}
"""Instead of a table, while the answers are counted for the first time."""


class CountFailed(SoundmarkError):
    """A count that ended with a fault of the program."""


@dataclass(slots=True)
class _Slot:
    """What is known of one board.

    Attributes:
        counting: the count that is under way.
        state: of the log and the questions that the last count had seen.
        table: of the last count, as nobody in particular sees it.
        as_of: when the last count began, in seconds since 1970; None before the first.
        rests_until: no count begins before, by the monotonic clock.
    """

    lock: threading.Lock = field(default_factory=threading.Lock)
    counting: Future[None] | None = None
    state: tuple[object, ...] | None = None
    table: JsonValue | None = None
    as_of: float | None = None
    rests_until: float = 0.0


class LastTables:
    """The tables of all boards. Whoever asks while one is being counted waits for the same count.

    Args:
        services: what the app gives.
        boards: by mode.
    """

    def __init__(self, services: Services, boards: Mapping[str, Board]) -> None:
        self._services = services
        self._boards = boards
        self._kept = KeptTables(services.settings.data_dir / "boards")
        self._slots = {mode: _Slot() for mode in boards}

    def at_once(self, mode: str, ticket: object) -> JsonValue:
        """The table of now where it is there in a moment; else the last one, which says that it is counted anew.

        Args:
            mode: of the board.
            ticket: of the browser.

        Raises:
            SoundmarkError: when the log cannot be read.
        """
        wait_until = time.monotonic() + GRACE_S
        counting = self.begun(mode)
        try:
            while counting is not None and time.monotonic() < wait_until:
                counting.result(max(0.0, wait_until - time.monotonic()))
                counting = self.begun(mode)
        except StillCounting:
            pass
        last = self._last(mode, ticket)
        if counting is None:
            return last
        return {**last, "counting": "anew"} if last is not COUNTING else COUNTING

    async def now(self, mode: str, ticket: object) -> JsonValue:
        """The table with every answer that was there when this was called. Arguments and errors as for `at_once`."""
        await self.counted(mode)
        return await asyncio.to_thread(self._last, mode, ticket)

    async def counted(self, mode: str) -> None:
        """Wait until every answer is counted that is there now. No thread is held meanwhile.

        Raises:
            SoundmarkError: when the log cannot be read.
        """
        for _ in range(2):  # a count that was under way may have begun too early
            counting = await asyncio.to_thread(self.begun, mode)
            if counting is None:
                return
            await asyncio.shield(asyncio.wrap_future(counting))  # others wait for it even if this page is closed

    def begun(self, mode: str) -> Future[None] | None:
        """The count that is under way or had to be begun; None when there is nothing to count.

        Raises:
            SoundmarkError: when the log cannot be read.
        """
        slot = self._slots[mode]
        with slot.lock:
            if slot.counting is None and slot.state != self._state(mode):
                slot.counting = Future()
                threading.Thread(target=self._count, args=[mode, slot.counting], name="board", daemon=True).start()
            return slot.counting

    def _count(self, mode: str, counting: Future[None]) -> None:
        slot = self._slots[mode]
        try:
            time.sleep(max(0.0, slot.rests_until - time.monotonic()))
            if slot.as_of is None and self._kept.read(mode) is not None:
                self._wait_for_questions(mode)
            state, as_of, begin = self._state(mode), time.time(), time.thread_time()
            table = self._boards[mode].value(None)
            rest_s = min(LONGEST_REST_S, REST_SHARE * (time.thread_time() - begin))
            with slot.lock:
                slot.state, slot.table, slot.as_of, slot.counting = state, table, as_of, None
                slot.rests_until = time.monotonic() + rest_s
            counting.set_result(None)
            self._kept.keep(mode, KeptTable(table, as_of))
        except SoundmarkError as error:
            with slot.lock:  # whoever began this count is given it first, also when it fails at once
                slot.counting = None
            counting.set_exception(error)
        finally:
            if not counting.done():
                with slot.lock:
                    slot.counting = None
                counting.set_exception(CountFailed("The answers could not be counted. The app's log says why."))

    def _wait_for_questions(self, mode: str) -> None:
        """Until the list is read: before, answers cannot be told from those to another list."""
        with suppress(NotReady):  # the board shows what can be shown without it
            self._services.packs.of(PackKey(mode)).pack(LIST_WAIT_S)

    def _last(self, mode: str, ticket: object) -> JsonValue:
        slot = self._slots[mode]
        with slot.lock:
            table, as_of = slot.table, slot.as_of
        if table is not None and as_of is not None:
            return {**(self._boards[mode].last(ticket) or table), "as_of": round(as_of * 1000)}
        kept = self._kept.read(mode)
        return COUNTING if kept is None else {**kept.table, "as_of": round(kept.as_of * 1000)}

    def _state(self, mode: str) -> tuple[object, ...]:
        services = self._services
        key: PackKey[GeoTruth | ChoiceTruth | SpatialTruth] = PackKey(mode)
        pack = services.packs.if_ready(key)
        return (*services.answers.version(), *(() if pack is None else (pack.benchmark, pack.revision)))
