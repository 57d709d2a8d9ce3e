"""Asks a model many things that are no questions of a benchmark, with the same care as a run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from soundmark.evaluation.answered import NOTHING, Answered, SentMedium
from soundmark.evaluation.asker import Asked, Asker
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
    """

    key: str
    name: str
    compose: Callable[[], ModelRequest]
    is_readable: Callable[[Reply], bool] | None = None


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
    known = asker.ledger.answered
    waiting = iter([ask for ask in asks if ask.key not in known or known[ask.key].reply is None])
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
                losses.note(await _ask(asker, ask, is_readable))
        except Stopped:
            return
        except LedgerError as error:
            asker.stop.because(str(error))
            return
        on_answer()


async def _ask(asker: Asker, ask: Ask, is_readable: Callable[[Reply], bool]) -> str:
    """Ask one thing. Returns why there is no reply, in a word; '' with one."""
    asked_at, began = datetime.now(UTC), time.monotonic()
    request: ModelRequest | None = None
    asked: Asked | None = None
    try:
        request = await asyncio.to_thread(ask.compose)
        readable = ask.is_readable or is_readable
        asked = await asker.ask(request, key=ask.key, name=ask.name, is_readable=readable)
        failure = asked.failure
    except ModelFailure as error:
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
        n_failed_tries=0 if asked is None else asked.n_failed,
        n_invalid_tries=0 if asked is None else asked.n_invalid,
        spent=NOTHING if asked is None else asked.spent,
    )
    await asker.ledger.answer(answered, held_usd=0.0 if asked is None else asked.held_usd)
    return answered.failure
