"""Where models are asked: battles under way on this machine."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from soundmark.modes.arena.asking import Ask, ModelLoop, Resting, answer_of
from soundmark.modes.arena.battle import Answer, Meeting
from soundmark.modes.arena.bout import Bout, fight
from soundmark.modes.arena.contenders import Contenders
from soundmark.modes.arena.pairing import Drawn, draw_pair, draw_substitute
from soundmark.modes.arena.standings import Standings
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.types import RoundId

log = logging.getLogger(__name__)

MAX_BOUTS = 32
"""Battles under way at once, on this machine."""

KeepBout = Callable[[RoundId, Bout], None]
"""Stores what a bout came to, before anybody is told."""


@dataclass(slots=True, kw_only=True)
class Ring:
    """Battles under way.

    Attributes:
        contenders: the models that can be asked.
        standings: what all votes say, for the draw.
        chance: draws.
        resting: the models that failed a moment ago.
        is_off: whether the owner has switched a model off.
    """

    contenders: Contenders
    standings: Standings
    chance: random.Random = field(default_factory=random.SystemRandom)
    resting: Resting = field(default_factory=Resting)
    is_off: Callable[[str], bool] = lambda _: False
    _loop: ModelLoop | None = None
    _bouts: dict[RoundId, Bout] = field(default_factory=dict)
    _work: dict[RoundId, Future[None]] = field(default_factory=dict)
    _n_places: int = MAX_BOUTS
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def draw(self, kind: ExhibitKind) -> Drawn | None:
        """Two models that take sounds, or photos; None when there are no two.

        Raises:
            JournalError: when the votes cannot be read.
        """
        return draw_pair(self._able(kind), self.standings.tally().standing, self.chance)

    def _able(self, kind: ExhibitKind) -> set[str]:
        able = self.contenders.able(kind)
        return {name for name in able if not (self.resting.is_resting(name) or self.is_off(name))}

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Holds a place for one more battle while the block lasts; says whether there is one."""
        with self._lock:
            has_room = len(self._bouts) < self._n_places
            self._n_places -= has_room
        try:
            yield has_room
        finally:
            with self._lock:
                self._n_places += has_room

    def begin(self, round_id: RoundId, meeting: Meeting, ask: Ask, keep: KeepBout) -> Bout:
        """Ask both models of a battle.

        Args:
            round_id: of the battle.
            meeting: who meets.
            ask: what is asked.
            keep: called in a thread when the battle is over.
        """
        bout = Bout(meeting)
        with self._lock:
            self._bouts[round_id] = bout
            self._loop = loop = self._loop or ModelLoop()
            self._work[round_id] = work = loop.start(self._fought(loop, bout, ask, partial(keep, round_id)))
        work.add_done_callback(lambda _: self._over(round_id, bout))
        return bout

    def _over(self, round_id: RoundId, bout: Bout) -> None:
        bout.end()
        with self._lock:
            self._bouts.pop(round_id, None)
            self._work.pop(round_id, None)

    def bout(self, round_id: RoundId) -> Bout | None:
        """A battle under way; None when it is not, or not on this machine."""
        with self._lock:
            return self._bouts.get(round_id)

    def give_up(self, round_id: RoundId) -> None:
        """Stop asking for a battle that its visitor has left: what nobody reads must not go on being paid for."""
        with self._lock:
            work = self._work.get(round_id)
        if work is not None:
            work.cancel()

    async def _fought(self, loop: ModelLoop, bout: Bout, ask: Ask, keep: Callable[[Bout], None]) -> None:
        """The battle, as the loop runs it: to its end, and into the book."""
        models, names = self.contenders.models, self.contenders.names

        async def answer(name: str, on_text: Callable[[str], None]) -> Answer:
            return await answer_of(loop, models[name], ask, names, self.resting, on_text=on_text)

        kind = ExhibitKind.SOUND if ask.is_sound else ExhibitKind.PHOTO
        try:
            await fight(bout, answer, partial(self._substitute, kind))
            await asyncio.to_thread(keep, bout)
        except Exception:
            # Whatever it is, whoever waits for the answers must be told, and nobody else sees this task.
            log.exception("A battle broke off.")
            bout.finish(has_failed=True)

    def _substitute(self, kind: ExhibitKind, kept: str, tried: frozenset[str]) -> Drawn | None:
        return draw_substitute(kept, self._able(kind) - tried, self.standings.tally().standing, self.chance)

    def close(self) -> None:
        """End the loop in which models are asked."""
        if self._loop is not None:
            self._loop.close()
