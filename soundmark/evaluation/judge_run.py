"""Lets a model judge logged battles: asks, logs its votes, and compares them with people's."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TextIO

from soundmark.evaluation.asker import Asker, Endpoint
from soundmark.evaluation.batch import Ask, ask_all
from soundmark.evaluation.budget import Budget
from soundmark.evaluation.judge import (
    PROMPT_SHA256,
    Alignment,
    Order,
    Verdict,
    alignment,
    can_be_judged,
    judge_request,
    judge_vote_row,
    peoples_votes,
    read_verdict,
)
from soundmark.evaluation.ledger import COMPLETE, Ledger, Session
from soundmark.evaluation.progress import Progress
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.stop import Stop
from soundmark.models.reply import Reply
from soundmark.models.request import Media, ModelRequest, Parameter
from soundmark.store.ids import new_response_id
from soundmark.store.journal import Journal, insert_job
from soundmark.store.schema import BattleRow, VoteRow
from soundmark.types import Status

INVALID_RETRIES = 2
"""How often a judge is asked again that says none of the three words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeWish:
    """Which battles a judge is to judge, and how.

    Attributes:
        battles, votes: of the log.
        media: makes the recording of a battle; None for a judge that compares texts alone. Raises `ModelFailure`.
        parameters: sent with each request.
        max_usd: the limit; None for none.
        deployment: which deployment writes the votes.
    """

    battles: Sequence[BattleRow]
    votes: Sequence[VoteRow]
    media: Callable[[BattleRow], tuple[Media, ...]] | None = None
    parameters: dict[str, Parameter]
    max_usd: float | None = None
    deployment: str = "local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of it: the figures, how many battles could be judged, and why it ended early ('' when it did not)."""

    alignment: Alignment
    n_battles: int
    stopped_because: str


async def judge_battles(
    wish: JudgeWish, endpoint: Endpoint, ledger: Ledger, journal: Journal, *, stream: TextIO | None = None
) -> Judged:
    """Ask a judge about each battle in both orders; its votes are logged, each once.

    Raises:
        LedgerError: when the run log cannot be written.
        JournalError: when the votes cannot be logged.
    """
    people = peoples_votes(wish.votes)
    battles = [battle for battle in wish.battles if can_be_judged(battle) and battle.battle_id in people]
    pairs = [(battle, order) for battle in battles for order in Order]
    setting = "blind" if wish.media is None else "audio"
    run_id, now, stop = new_response_id(), datetime.now(UTC), Stop()
    await ledger.begin(Session(run_id=run_id, started_at=now, last_at=now, facts={"question_count": len(battles)}))
    budget = Budget(wish.max_usd, (ledger.spent.cost_usd or 0.0) + ledger.held_usd)
    asker = Asker(
        endpoint=endpoint, ledger=ledger, budget=budget, stop=stop, rules=RetryRules(invalid=2), run_id=run_id
    )
    progress = Progress(len(pairs), stream)
    keys = {(battle.battle_id, order): _key(battle, order, endpoint, setting) for battle, order in pairs}
    asks = [
        Ask(
            key=keys[battle.battle_id, order],
            name=f"{battle.battle_id} {order.value}",
            compose=partial(_compose, wish, battle, order),
        )
        for battle, order in pairs
    ]
    progress.begin()
    await ask_all(
        asker, asks, is_readable=_is_readable, on_answer=lambda: progress.done(Status.OK, ledger.spent.cost_usd)
    )
    progress.end()
    verdicts: dict[tuple[str, Order], Verdict | None] = {}
    rows: list[VoteRow] = []
    for battle, order in pairs:
        answered = ledger.answered.get(keys[battle.battle_id, order])
        if answered is None:
            continue
        text = "" if answered.reply is None else answered.reply.text
        verdict = read_verdict(text)
        verdicts[battle.battle_id, order] = verdict
        if verdict is not None:
            rows.append(
                judge_vote_row(
                    battle, endpoint.name, order, verdict, raw=text, setting=setting, now=answered.answered_at,
                    deployment=wish.deployment,
                )
            )  # fmt: skip
    jobs = [insert_job(row) for row in rows]
    if jobs:
        await asyncio.to_thread(journal.write, lambda connection: [job(connection) for job in jobs])
    await ledger.end(run_id, datetime.now(UTC), stop.reason or COMPLETE)
    return Judged(
        alignment=alignment([battle.battle_id for battle in battles], people, verdicts),
        n_battles=len(battles),
        stopped_because=stop.reason,
    )


def _compose(wish: JudgeWish, battle: BattleRow, order: Order) -> ModelRequest:
    media = () if wish.media is None else wish.media(battle)
    return judge_request(battle, order, media=media, parameters=wish.parameters)


def _is_readable(reply: Reply) -> bool:
    return reply.status is Status.REFUSED or read_verdict(reply.text) is not None


def _key(battle: BattleRow, order: Order, endpoint: Endpoint, setting: str) -> str:
    parts = (battle.battle_id, order.value, endpoint.identity, PROMPT_SHA256, setting)
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()
