"""Asks a model one thing after the other, or many that are no questions of a benchmark, and writes down what came."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime

from soundmark.evaluation.answered import NOTHING, Answered, SentMedium
from soundmark.evaluation.asker import Asked, Asker
from soundmark.evaluation.ledger import Ledger
from soundmark.evaluation.ledger_file import LedgerError
from soundmark.evaluation.stop import Losses, Stopped
from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.request import ModelRequest
from soundmark.store.ids import new_response_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One thing to ask.

    Attributes:
        key: names it in the ledger, for good.
        name: of it, for people who read the ledger.
        compose: makes the request, in a thread. Raises `ModelFailure` when it cannot be made whole.
        is_readable: whether a reply answers this one, where that depends on what is asked; None for what all share.
        clip_sha256: of the recording that it is about, known when the request is made; '' where there is none.
    """

    key: str
    name: str
    compose: Callable[[], ModelRequest]
    is_readable: Callable[[Reply], bool] | None = None
    clip_sha256: Callable[[], str] = lambda: ""


def request_key(model: str, request: ModelRequest, *about: str) -> str:
    """Names a request in the ledger: the same for the same model, words and parameters.

    Args:
        model: its identity (`Endpoint.identity`).
        request: its media, which may be dear to make, do not count.
        about: what else makes it another request, as which recording, in which form.
    """
    words = [request.system, request.text, sorted(request.parameters.items())]
    return hashlib.sha256(json.dumps([model, *words, *about]).encode()).hexdigest()


def is_answered(ask: Ask, ledger: Ledger) -> bool:
    """Whether there is a reply; a failure is none."""
    answered = ledger.answered.get(ask.key)
    return answered is not None and answered.reply is not None


async def ask_all(
    asker: Asker, asks: Sequence[Ask], *, is_readable: Callable[[Reply], bool], on_answer: Callable[[], None]
) -> None:
    """Ask what the ledger has no reply to; the replies are in the ledger then.

    It ends early, without an error, when `asker.stop` says so. What failed is asked again in the next session.

    Args:
        asker: how.
        asks: what.
        is_readable: whether a reply answers; if not, it is asked for again as often as the rules say.
        on_answer: called after each.
    """
    waiting = iter([ask for ask in asks if not is_answered(ask, asker.ledger)])
    losses = Losses(asker.stop, "When the cause is gone, go on with --resume.")
    async with asyncio.TaskGroup() as workers:
        for _ in range(asker.endpoint.pace.limits.concurrency):
            workers.create_task(_work(asker, waiting, is_readable, on_answer, losses))


async def _work(
    asker: Asker,
    waiting: Iterator[Ask],
    is_readable: Callable[[Reply], bool],
    on_answer: Callable[[], None],
    losses: Losses,
) -> None:
    for ask in waiting:
        try:
            asker.stop.check()
            async with asker.endpoint.pace.slot():
                answered = await answer_once(asker, ask, is_readable)
            losses.note(answered.failure)
        except Stopped:
            return
        except LedgerError as error:
            asker.stop.because(str(error))
            return
        on_answer()


async def answer_once(
    asker: Asker,
    ask: Ask,
    is_readable: Callable[[Reply], bool] = lambda _: True,
    *,
    composers: Executor | None = None,
) -> Answered:
    """Ask one thing; on return it is in the ledger what became of it. Call it within a slot of the endpoint.

    Args:
        asker: how.
        ask: what.
        is_readable: whether a reply answers, where the ask itself does not say.
        composers: threads that make requests; None for those of the event loop.

    Raises:
        Stopped: when the run ends before there is an answer.
        LedgerError: when it cannot be written down.
    """
    asked_at, began = datetime.now(UTC), time.monotonic()
    request: ModelRequest | None = None
    asked: Asked | None = None
    try:
        request = await asyncio.get_running_loop().run_in_executor(composers, _composed, ask)
        readable = ask.is_readable or is_readable
        asked = await asker.ask(request, key=ask.key, name=ask.name, is_readable=readable)
        failure = asked.failure
    except ModelFailure as error:
        # Without its sound the question would be another one: nothing was sent.
        failure = error
        if failure.stops_run:
            asker.stop.because(str(failure))
            raise Stopped from error
    answered = Answered(
        key=ask.key,
        run_id=asker.run_id,
        response_id=new_response_id(),
        asked_at=asked_at,
        answered_at=datetime.now(UTC),
        latency_s=time.monotonic() - began,
        reply=None if asked is None else asked.reply,
        failure="" if failure is None else failure.reason,
        failure_text="" if failure is None else str(failure),
        media=() if request is None else tuple(SentMedium.of(medium) for medium in request.media),
        clip_sha256=ask.clip_sha256(),
        n_failed_tries=0 if asked is None else asked.n_failed,
        n_invalid_tries=0 if asked is None else asked.n_invalid,
        spent=NOTHING if asked is None else asked.spent,
    )
    await asker.ledger.answer(answered, held_usd=0.0 if asked is None else asked.held_usd)
    return answered


def _composed(ask: Ask) -> ModelRequest:
    """The request, its digests worked out while no other request has to wait for it."""
    request = ask.compose()
    for medium in request.media:
        medium.sha256  # noqa: B018 - kept by the medium
    return request
