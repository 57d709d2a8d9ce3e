"""A battle under way: both models are asked at once, and another one steps in for an answer that cannot be voted on."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime

from soundmark.modes.arena.battle import SIDES, Answer, Meeting, Side
from soundmark.modes.arena.identity import showable
from soundmark.modes.arena.pairing import Drawn
from soundmark.store.ids import new_response_id
from soundmark.types import Status

MAX_SUBSTITUTES = 4
LOOK_EVERY_S = 0.1
SUBSTITUTE_RULE = "substitute-v1"
"""In the log: the pair was drawn among the opponents of the model whose answer stood, which stayed on its side."""

AskModel = Callable[[str, Callable[[str], None]], Coroutine[object, object, Answer]]
"""Asks a model by name, and is told where its text goes as it grows."""
FindSubstitute = Callable[[str, frozenset[str]], Drawn | None]
"""An opponent for the first model that is none of the others; None when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growing:
    """One side as it may be seen now.

    Attributes:
        text: without its last words, while it grows; whole when it is done.
        is_done: it can be voted on.
        n_replaced: how many answers on this side could not be used.
    """

    text: str
    is_done: bool
    n_replaced: int


@dataclass(slots=True)
class Bout:
    """A battle under way; written by the loop, read by any thread.

    Attributes:
        meeting: the two that are asked now.
        voided: those before it.
        is_over: nothing changes any more.
        has_failed: no two answers came that can be voted on.
    """

    meeting: Meeting
    voided: list[Meeting] = field(default_factory=list)
    is_over: bool = False
    has_failed: bool = False
    _texts: dict[Side, str] = field(default_factory=lambda: {"a": "", "b": ""})
    _replaced: dict[Side, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def sides(self) -> dict[Side, Growing]:
        """What may be seen now."""
        with self._changed:
            return {side: self._growing(side) for side in SIDES}

    def _growing(self, side: Side) -> Growing:
        answer = self.meeting.answer(side)
        is_done = answer.status is Status.OK
        text = answer.text if is_done else showable(self._texts[side])
        return Growing(text=text, is_done=is_done, n_replaced=self._replaced[side])

    def wait(self, timeout_s: float) -> bool:
        """Wait until it is over, at most so long. Returns whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: self.is_over, timeout_s)

    async def ends(self, timeout_s: float) -> bool:
        """The same without holding a thread: for an event loop."""
        deadline_s = time.monotonic() + timeout_s
        while not self.is_over and time.monotonic() < deadline_s:
            await asyncio.sleep(LOOK_EVERY_S)
        return self.is_over

    def write(self, side: Side, text: str) -> None:
        """A text has grown."""
        with self._changed:
            self._texts[side] = text

    def settle(self, side: Side, answer: Answer) -> None:
        """An answer is there."""
        with self._changed:
            self.meeting = self.meeting.with_answer(side, answer)

    def replace(self, side: Side, drawn: Drawn, name: str) -> None:
        """Another model steps in on a side."""
        with self._changed:
            self.voided.append(dataclasses.replace(self.meeting, at=datetime.now(UTC)))
            kept = dataclasses.replace(
                self.meeting, battle_id=new_response_id(), rule=SUBSTITUTE_RULE, probability=drawn.probability
            )
            self.meeting = kept.with_answer(side, Answer.awaited(name))
            self._texts[side] = ""
            self._replaced[side] += 1

    def finish(self, *, has_failed: bool) -> None:
        """Both answers are there, or no others can be had."""
        with self._changed:
            self.meeting = dataclasses.replace(self.meeting, at=datetime.now(UTC))
            self.has_failed = has_failed

    def end(self) -> None:
        """Nothing changes any more, and the outcome is stored."""
        with self._changed:
            self.is_over = True
            self._changed.notify_all()


async def fight(bout: Bout, ask: AskModel, substitute: FindSubstitute) -> None:
    """Ask both models until there are two answers that can be voted on, or none can step in any more."""
    tried = {bout.meeting.a.name, bout.meeting.b.name}
    tasks: dict[asyncio.Task[Answer], Side] = {}

    def start(side: Side) -> None:
        name = bout.meeting.answer(side).name
        tasks[asyncio.create_task(ask(name, lambda text: bout.write(side, text)))] = side

    for side in SIDES:
        start(side)
    try:
        while tasks:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                side = tasks.pop(task)
                answer = await task
                bout.settle(side, answer)
                if answer.status is Status.OK:
                    continue
                name = _step_in(bout, side, tried, substitute)
                if name is None:
                    bout.finish(has_failed=True)
                    return
                tried.add(name)
                start(side)
        bout.finish(has_failed=False)
    finally:
        for task in tasks:
            task.cancel()


def _step_in(bout: Bout, side: Side, tried: set[str], substitute: FindSubstitute) -> str | None:
    """The name of the model that steps in on a side; None when there is none."""
    kept = bout.meeting.answer("b" if side == "a" else "a").name
    drawn = substitute(kept, frozenset(tried)) if len(bout.voided) < MAX_SUBSTITUTES else None
    if drawn is None:
        return None
    (name,) = set(drawn.pair) - {kept}
    bout.replace(side, drawn, name)
    return name
