"""One session of asking a model many things: it stands in the run log, keeps to its budget, and tells how far it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TextIO

from soundmark.evaluation.asker import Asker, Endpoint
from soundmark.evaluation.batch import Ask, ask_all, is_answered
from soundmark.evaluation.budget import Budget
from soundmark.evaluation.ledger import COMPLETE, Ledger, Session
from soundmark.evaluation.progress import Progress
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.stop import Stop
from soundmark.models.reply import Reply
from soundmark.store.ids import new_response_id
from soundmark.types import Status


def used_usd(ledger: Ledger) -> float:
    """What a run log says was paid, or may have been."""
    return (ledger.spent.cost_usd or 0.0) + ledger.held_usd


@asynccontextmanager
async def asked_in_session(
    asks: Sequence[Ask],
    endpoint: Endpoint,
    ledger: Ledger,
    *,
    stop: Stop,
    is_readable: Callable[[Reply], bool],
    rules: RetryRules,
    max_usd: float | None = None,
    spent_elsewhere_usd: float = 0.0,
    stream: TextIO | None = None,
) -> AsyncIterator[None]:
    """Ask what the ledger has no reply to; inside the context the replies are there.

    The session counts as ended when the context is left without an error: what is made of the replies inside, and could
    not be stored, is made again by whoever takes the session up.

    Args:
        asks: what.
        endpoint: the model.
        ledger: of what it was asked, held by this process.
        stop: ends it early; the replies until then are there all the same.
        is_readable: whether a reply answers.
        rules: of retries.
        max_usd: the limit over all sessions of the ledger; None for none.
        spent_elsewhere_usd: what counts against the limit beside this ledger.
        stream: where progress is told; None for nowhere.

    Raises:
        LedgerError: when the run log cannot be written.
    """
    run_id, now = new_response_id(), datetime.now(UTC)
    n_before = sum(is_answered(ask, ledger) for ask in asks)
    await ledger.begin(Session(run_id=run_id, started_at=now, last_at=now, facts={"question_count": len(asks)}))
    asker = Asker(
        endpoint=endpoint,
        ledger=ledger,
        budget=Budget(max_usd, spent_elsewhere_usd + used_usd(ledger)),
        stop=stop,
        rules=rules,
        run_id=run_id,
    )
    progress = Progress(len(asks), stream, n_before=n_before, statuses=Counter({Status.OK: n_before}))
    progress.begin()
    await ask_all(
        asker, asks, is_readable=is_readable, on_answer=lambda: progress.done(Status.OK, ledger.spent.cost_usd)
    )
    progress.end()
    yield
    await ledger.end(run_id, datetime.now(UTC), stop.reason or COMPLETE)
