"""Lets a model judge logged battles: asks, logs its votes, and compares them with people's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TextIO

from soundmark.evaluation.asker import Endpoint
from soundmark.evaluation.batch import Ask, request_key
from soundmark.evaluation.batch_session import asked_in_session
from soundmark.evaluation.judge import (
    HEADING,
    Alignment,
    Judgement,
    Order,
    Verdict,
    alignment,
    can_be_judged,
    judge_request,
    judge_vote_row,
    peoples_votes,
    read_verdict,
)
from soundmark.evaluation.ledger import Ledger
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.stop import Stop
from soundmark.models.reply import Reply
from soundmark.models.request import Media, ModelRequest, Parameter, Setting
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
        media_recipe: names how that is made: the same recording and recipe give the same bytes.
        parameters: sent with each request.
        max_usd: the limit; None for none.
        deployment: which deployment writes the votes.
    """

    battles: Sequence[BattleRow]
    votes: Sequence[VoteRow]
    media: Callable[[BattleRow], tuple[Media, ...]] | None = None
    media_recipe: str = ""
    parameters: dict[str, Parameter]
    max_usd: float | None = None
    deployment: str = "local"

    @property
    def setting(self) -> str:
        """What the judge is given of the recordings."""
        return (Setting.BLIND if self.media is None else Setting.AUDIO).value


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of it: the figures, how many battles could be judged, and why it ended early ('' when it did not)."""

    alignment: Alignment
    n_battles: int
    stopped_because: str


async def judge_battles(
    wish: JudgeWish,
    endpoint: Endpoint,
    ledger: Ledger,
    journal: Journal,
    *,
    stop: Stop | None = None,
    stream: TextIO | None = None,
) -> Judged:
    """Ask a judge about each battle in both orders; its votes are logged, each once.

    Args:
        wish: what to judge.
        endpoint: the judge.
        ledger: of what it was asked, held by this process.
        journal: of the log.
        stop: ends it early; what was judged is logged all the same.
        stream: where progress is told; None for nowhere.

    Raises:
        LedgerError: when the run log cannot be written.
        JournalError: when the votes cannot be logged.
    """
    people, stop = peoples_votes(wish.votes), stop or Stop()
    battles = [battle for battle in wish.battles if can_be_judged(battle) and battle.battle_id in people]
    asked = [(battle, order, _ask(wish, endpoint, battle, order)) for battle in battles for order in Order]
    verdicts: dict[tuple[str, Order], Verdict | None] = {}
    rows: list[VoteRow] = []
    rules = RetryRules(invalid=INVALID_RETRIES)
    async with asked_in_session(
        [ask for _, _, ask in asked], endpoint, ledger, stop=stop, is_readable=_is_readable, rules=rules,
        max_usd=wish.max_usd, stream=stream,
    ):  # fmt: skip
        for battle, order, ask in asked:
            answered = ledger.answered.get(ask.key)
            if answered is None:
                continue
            text = "" if answered.reply is None else answered.reply.text
            verdicts[battle.battle_id, order] = verdict = read_verdict(text)
            if verdict is not None:
                judgement = Judgement(
                    key=ask.key, judge=endpoint.name, order=order, verdict=verdict, raw=text, setting=wish.setting,
                    parameters=wish.parameters, judged_at=answered.answered_at,
                )  # fmt: skip
                rows.append(judge_vote_row(battle, judgement, wish.deployment))
        jobs = [insert_job(row) for row in rows]
        if jobs:
            await asyncio.to_thread(journal.write, lambda connection: [job(connection) for job in jobs])
    return Judged(
        alignment=alignment([battle.battle_id for battle in battles], people, verdicts),
        n_battles=len(battles),
        stopped_because=stop.reason,
    )


def _ask(wish: JudgeWish, endpoint: Endpoint, battle: BattleRow, order: Order) -> Ask:
    def compose() -> ModelRequest:
        media = () if wish.media is None else wish.media(battle)
        return judge_request(battle, order, media=media, parameters=wish.parameters)

    words = judge_request(battle, order, parameters=wish.parameters)
    about = (battle.battle_id, order.value, wish.setting, wish.media_recipe, HEADING)
    key = request_key(endpoint.identity, words, *about)
    return Ask(key=key, name=f"{battle.battle_id} {order.value}", compose=compose)


def _is_readable(reply: Reply) -> bool:
    return reply.status is Status.REFUSED or read_verdict(reply.text) is not None
