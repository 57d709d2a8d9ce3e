"""Puts a model through a benchmark: each question asked once, every answer kept, whatever happens in between."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import TextIO

from soundmark.evaluation.answered import Answered, Spent
from soundmark.evaluation.asker import Asker, Endpoint
from soundmark.evaluation.batch import Ask, answer_once
from soundmark.evaluation.budget import Budget
from soundmark.evaluation.items import Item
from soundmark.evaluation.ledger import COMPLETE, Ledger, Session
from soundmark.evaluation.ledger_file import LedgerError
from soundmark.evaluation.progress import Progress
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.rows import AnswerRow, Responder, names_only, row_of
from soundmark.evaluation.run_row import RunFacts, run_row
from soundmark.evaluation.second import SecondReader
from soundmark.evaluation.stop import Losses, Stop, Stopped
from soundmark.evaluation.task import Task
from soundmark.models.reply import Reply
from soundmark.store.ids import new_response_id
from soundmark.store.journal import Journal, JournalError, insert_job
from soundmark.store.schema import RunRow
from soundmark.types import Status

_ADVICE = "When the cause is gone, go on with --resume, and --retry-errors for those."
_Todo = tuple[str, Item, Answered | None]
"""Key and item, and its reply where that is there already and only its second reading lacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run does.

    Attributes:
        items: what is asked, in this order.
        repeats: how often each question is among the items.
        task: how it is asked and read.
        responder: who answers.
        endpoint: the model.
        rules: of retries.
        max_usd: the limit over all sessions of the run; None for none.
        retries_errors: ask those again that brought an error in an earlier session.
        second: another model that reads the replies too.
    """

    items: Sequence[Item]
    task: Task
    responder: Responder
    endpoint: Endpoint
    repeats: int = 1
    rules: RetryRules = field(default_factory=RetryRules)
    max_usd: float | None = None
    retries_errors: bool = False
    second: SecondReader | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a run ended.

    Attributes:
        answers: what was answered, in the order of the items, sessions before included.
        run: the row of this session.
        stopped_because: a sentence; '' when every question was asked.
        spent: by all sessions.
    """

    answers: Sequence[tuple[Item, Answered, AnswerRow]]
    run: RunRow
    stopped_because: str
    spent: Spent


class Runner:
    """One session of a run, in one event loop.

    Args:
        plan: what to do.
        ledger: of the run, held by this process.
        journal: of the log.
        stream: where progress is told; None for nowhere.

    Attributes:
        stop: ends the run early.
    """

    def __init__(self, plan: Plan, ledger: Ledger, journal: Journal, *, stream: TextIO | None = None) -> None:
        self.stop = Stop()
        self._plan = plan
        self._ledger = ledger
        self._journal = journal
        self._run_id = new_response_id()
        self._keys = [plan.task.key(item, plan.endpoint.identity) for item in plan.items]
        self._progress = Progress(len(plan.items), stream)
        self._budget = Budget(plan.max_usd, (ledger.spent.cost_usd or 0.0) + ledger.held_usd)
        self._asker = Asker(
            endpoint=plan.endpoint,
            ledger=ledger,
            budget=self._budget,
            stop=self.stop,
            rules=plan.rules,
            run_id=self._run_id,
        )
        self._rows: dict[str, AnswerRow] = {}
        self._spent = ledger.spent
        self._losses = Losses(self.stop, _ADVICE)
        # As many as there are processors: more would only hold more decoded sound in memory at once.
        self._composers = ThreadPoolExecutor(max(2, os.cpu_count() or 1), thread_name_prefix="compose")

    async def run(self) -> Outcome:
        """Ask what is not answered yet.

        Raises:
            LedgerError: when the run log cannot be written at its beginning or end.
            JournalError: when the log cannot be.
        """
        started_at = datetime.now(UTC)
        earlier = self._ledger.sessions[-1] if self._ledger.sessions else None
        todo = self._todo()
        await asyncio.to_thread(self._log_earlier)
        facts = {"question_count": self._question_count, "continues_run_id": earlier.run_id if earlier else None}
        session = Session(run_id=self._run_id, started_at=started_at, last_at=started_at, facts=facts)
        await self._ledger.begin(session)
        self._progress.begin()
        try:
            waiting = iter(todo)
            n_workers = max(1, min(self._plan.endpoint.pace.limits.concurrency, len(todo)))
            async with asyncio.TaskGroup() as workers:
                for _ in range(n_workers):
                    workers.create_task(self._work(waiting))
        finally:
            self._composers.shutdown(wait=False, cancel_futures=True)
            self._progress.end()
        return await self._end(session)

    def _todo(self) -> list[_Todo]:
        """What is not answered yet; of what is, the rows are made again."""
        todo: list[_Todo] = []
        for key, item in zip(self._keys, self._plan.items, strict=True):
            answer = self._standing(key, item)
            second = self._plan.second
            if answer is None or (second is not None and second.is_wanted(item, answer)):
                todo.append((key, item, answer))
            else:
                self._rows[key] = row_of(item, answer, self._plan.task, self._plan.responder)
                self._progress.done(self._rows[key].status, self._spent.cost_usd)
        self._progress.n_before = self._progress.n_done
        return todo

    def _standing(self, key: str, item: Item) -> Answered | None:
        """An earlier answer that counts: to the same recording, and no failure that is to be tried again."""
        answer = self._ledger.answered.get(key)
        if answer is None or (answer.reply is None and self._plan.retries_errors):
            return None
        here = self._plan.task.clip_sha256(item)
        is_same_clip = not (here and answer.clip_sha256) or here == answer.clip_sha256
        return answer if is_same_clip else None

    def _log_earlier(self) -> None:
        """Log the answers of earlier sessions, and those sessions that died, as far as they are not logged."""
        jobs = [insert_job(row) for row in self._rows.values()]
        jobs += [insert_job(self._row_of(session)) for session in self._ledger.sessions if not session.reason]
        if jobs:
            self._journal.write(lambda connection: [job(connection) for job in jobs])

    @property
    def _question_count(self) -> int:
        return len(self._plan.items) // self._plan.repeats

    async def _work(self, waiting: Iterator[_Todo]) -> None:
        for key, item, answered in waiting:
            try:
                self.stop.check()
                await self._answer(key, item, answered)
            except Stopped:
                return
            except (LedgerError, JournalError) as error:
                self.stop.because(str(error))
                return

    async def _answer(self, key: str, item: Item, answered: Answered | None) -> None:
        """Ask one question, have the reply read by another model where that is wanted, and log the answer."""
        if answered is None:
            async with self._plan.endpoint.pace.slot():
                answered = await self._first_answer(key, item)
            self._spent = self._spent.plus(answered.spent)
        if self._plan.second is not None and self._plan.second.is_wanted(item, answered):
            second = await self._plan.second.read(item, answered, self._asker)
            self._spent = self._spent.plus(second.spent)
            answered = replace(answered, second=second)
            await self._ledger.answer(answered)
        row = row_of(item, answered, self._plan.task, self._plan.responder)
        await asyncio.to_thread(self._journal.append, row)
        self._rows[key] = row
        self._progress.done(row.status, self._spent.cost_usd)
        if not item.unheard:
            self._losses.note(answered.failure)

    async def _first_answer(self, key: str, item: Item) -> Answered:
        """Ask the model. Called within a slot: so many sounds are in memory at once, and no more."""
        task = self._plan.task

        def is_readable(reply: Reply) -> bool:
            if reply.status is not Status.OK:
                return reply.status is not Status.UNPARSED
            reading = task.read(item, reply.text)
            return reading.status is not Status.UNPARSED and not names_only(reading)

        ask = Ask(
            key=key,
            name=item.name,
            compose=partial(task.compose, item),
            is_readable=is_readable,
            clip_sha256=partial(task.clip_sha256, item),
        )
        return await answer_once(self._asker, ask, composers=self._composers)

    async def _end(self, session: Session) -> Outcome:
        is_complete = len(self._rows) == len(self._keys)
        reason = "" if is_complete else self.stop.reason
        session.last_at = datetime.now(UTC)
        session.reason = reason or COMPLETE
        row = self._row_of(session, is_complete=is_complete)
        await asyncio.to_thread(self._journal.append, row)
        await self._ledger.end(session.run_id, session.last_at, session.reason)
        answers = [
            (item, self._ledger.answered[key], self._rows[key])
            for key, item in zip(self._keys, self._plan.items, strict=True)
            if key in self._rows
        ]
        return Outcome(answers=answers, run=row, stopped_because=reason, spent=self._ledger.spent)

    def _row_of(self, session: Session, *, is_complete: bool = False) -> RunRow:
        """The row of a session of this run."""
        continues, count = session.facts.get("continues_run_id"), session.facts.get("question_count")
        question = self._plan.items[0].question
        own = [
            (answer, self._rows[key])
            for key, answer in self._ledger.answered.items()
            if answer.run_id == session.run_id and key in self._rows
        ]
        facts = RunFacts(
            run_id=session.run_id,
            continues_run_id=continues if isinstance(continues, str) else None,
            benchmark=question.benchmark,
            revision=question.revision,
            question_count=count if isinstance(count, int) else self._question_count,
            repeats=self._plan.repeats,
            started_at=session.started_at,
            ended_at=session.last_at,
            is_complete=is_complete,
            stopped_because=session.reason if session.reason != COMPLETE else "",
        )
        return run_row(facts, self._plan.task, self._plan.responder, own)
