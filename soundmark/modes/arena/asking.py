"""Asking models: in one event loop of its own, with pieces of text as they come and a limit of time."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from soundmark.models.parsing import parse_choice, parse_place
from soundmark.models.reply import Adapter, ModelFailure, Reply
from soundmark.models.request import ModelRequest
from soundmark.modes.arena.battle import Answer
from soundmark.modes.arena.identity import Names
from soundmark.types import ResponderKind, SoundmarkError, Status

log = logging.getLogger(__name__)

ANSWER_LIMIT_S = 60.0
MAX_ANSWER_CHARS = 100_000
LONG_REFUSAL_WORDS = 40
"""A longer answer that also says what it cannot know has something to vote on."""
REST_S = 60.0
LONG_REST_S = 3600.0
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveModel:
    """A model that can be asked.

    Attributes:
        name: in the log.
        hears, sees: whether it takes sounds and photos.
        open: makes its adapter, in the event loop.
        request_for: puts together what it is asked: given the prompt, and the file of the clip or photo. Reads files.
        at_once: requests under way at the same time.
    """

    name: str
    hears: bool
    sees: bool
    open: Callable[[], Adapter]
    request_for: RequestFor
    at_once: int = 4


class RequestFor(Protocol):
    """Puts together what a model is asked."""

    def __call__(self, ask: Ask) -> ModelRequest:
        """The request.

        Raises:
            ModelFailure: when it cannot be made.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What all models of a battle are asked.

    Attributes:
        prompt: the words.
        path: of the clip or photo, on this machine.
        is_sound: whether that is heard.
        choices: of a multiple-choice question, as the words have them.
    """

    prompt: str
    path: Path = field(repr=False)
    is_sound: bool
    choices: tuple[str, ...] = ()


class ModelLoop:
    """An event loop in a thread, in which all models are asked, so that their connections are kept."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._adapters: dict[str, Adapter] = {}
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._thread = threading.Thread(target=self._loop.run_forever, name="arena", daemon=True)
        self._thread.start()

    def start(self, work: Coroutine[object, object, T]) -> Future[T]:
        """Run a coroutine in the loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def adapter(self, model: LiveModel) -> Adapter:
        """The adapter of a model; call it in the loop."""
        if model.name not in self._adapters:
            self._adapters[model.name] = model.open()
        return self._adapters[model.name]

    def turn(self, model: LiveModel) -> asyncio.Semaphore:
        """What lets so many requests of a model through at once; call it in the loop."""
        return self._turns.setdefault(model.name, asyncio.Semaphore(model.at_once))

    def close(self) -> None:
        """Let go of all connections and end the thread."""

        async def let_go() -> None:
            for adapter in self._adapters.values():
                await adapter.close()

        self.start(let_go()).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)


@dataclass(slots=True)
class Resting:
    """Which models failed recently and are left alone for a while.

    Attributes:
        clock: seconds that only grow.
    """

    clock: Callable[[], float] = time.monotonic
    _until: dict[str, float] = field(default_factory=dict)
    _failures: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def failed(self, name: str, failure: ModelFailure | None = None) -> None:
        """A model failed: it rests for a minute, and twice as long after each further failure, at most an hour."""
        with self._lock:
            self._failures[name] = count = self._failures.get(name, 0) + 1
            rest_s = min(LONG_REST_S, REST_S * 2 ** min(count - 1, 10))
            if failure is not None and failure.stops_run:
                rest_s = LONG_REST_S
            asked_s = 0.0 if failure is None or failure.retry_after_s is None else failure.retry_after_s
            self._until[name] = self.clock() + max(rest_s, min(asked_s, LONG_REST_S))

    def answered(self, name: str) -> None:
        """A model answered: its failures are forgotten."""
        with self._lock:
            self._failures.pop(name, None)
            self._until.pop(name, None)

    def is_resting(self, name: str) -> bool:
        """Whether a model is left alone now."""
        with self._lock:
            return self._until.get(name, 0.0) > self.clock()


async def answer_of(
    loop: ModelLoop,
    model: LiveModel,
    ask: Ask,
    names: Names,
    resting: Resting,
    *,
    on_text: Callable[[str], None],
    limit_s: float = ANSWER_LIMIT_S,
) -> Answer:
    """Ask a model once. Whatever happens becomes an answer with a status; only `ok` can be voted on.

    Args:
        loop: in which this runs.
        model: who is asked.
        ask: what.
        names: that no answer may hold.
        resting: is told of failures.
        on_text: called with the text so far.
        limit_s: until the whole answer must be there, in seconds, the wait for a turn included.
    """
    start_s = time.monotonic()
    text, status, reason = "", Status.ERROR, "timeout"
    try:
        async with asyncio.timeout(limit_s):
            request = await asyncio.to_thread(model.request_for, ask)
            async with loop.turn(model):
                text, status, reason = await _streamed(loop.adapter(model), request, names, on_text, limit_s)
        resting.answered(model.name)
    except TimeoutError:
        resting.failed(model.name)
    except ModelFailure as failure:
        log.warning("%s did not answer in the arena: %s", model.name, failure)
        resting.failed(model.name, failure)
        reason = failure.reason
    except SoundmarkError as error:
        log.warning("%s could not be asked in the arena: %s", model.name, error)
        resting.failed(model.name)
        reason = "adapter"
    answer = Answer(
        name=model.name,
        kind=ResponderKind.MODEL,
        status=status,
        reason=reason,
        text=text,
        latency_s=round(time.monotonic() - start_s, 3),
    )
    return _judged(answer, ask.choices) if status is Status.OK else answer


async def _streamed(
    adapter: Adapter, request: ModelRequest, names: Names, on_text: Callable[[str], None], limit_s: float
) -> tuple[str, Status, str]:
    """Text, status and reason; it ends at once when a name is given away or the text has no end."""
    pieces: list[str] = []
    stream = adapter.stream(request, timeout_s=limit_s)
    try:
        return await _read(stream, pieces, names, on_text)
    finally:
        if isinstance(stream, AsyncGenerator):
            await stream.aclose()  # an answer that is broken off must not go on being paid for


async def _read(
    stream: AsyncIterator[str | Reply], pieces: list[str], names: Names, on_text: Callable[[str], None]
) -> tuple[str, Status, str]:
    async for piece in stream:
        if isinstance(piece, Reply):
            whole = piece.text or "".join(pieces)
            if names.given_away(whole):
                return whole, Status.UNPARSED, "named"
            return whole, piece.status, piece.reason
        pieces.append(piece)
        text = "".join(pieces)
        if len(text) > MAX_ANSWER_CHARS:
            return text, Status.UNPARSED, "too_long"
        if names.given_away(text):
            return text, Status.UNPARSED, "named"
        on_text(text)
    raise ModelFailure("The model's stream ended without a reply.", reason="incomplete", is_retryable=True)


def _judged(answer: Answer, choices: tuple[str, ...]) -> Answer:
    """What a whole text is worth: a short refusal and an empty text cannot be voted on; what it states is read."""
    text = answer.text
    if not text.strip():
        return dataclasses.replace(answer, status=Status.UNPARSED, reason="empty")
    place = parse_place(text, needs_coordinates=False)
    choice = parse_choice(text, choices) if choices else None
    read = place if choice is None else choice
    if read.status is Status.REFUSED and len(text.split()) <= LONG_REFUSAL_WORDS:
        return dataclasses.replace(answer, status=Status.REFUSED, reason=read.reason)
    return dataclasses.replace(
        answer,
        place=None if place.answer is None or choices else place.answer.place,
        choice_index=None if choice is None else choice.answer,
    )
