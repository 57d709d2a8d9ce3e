"""The row of a run: what was to be asked and how, and what became of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from soundmark import __version__
from soundmark.evaluation.answered import Answered, sum_of
from soundmark.evaluation.rows import AnswerRow, Responder
from soundmark.evaluation.task import Task
from soundmark.store.schema import SCHEMA_VERSION, RunRow
from soundmark.types import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What the row of a run says besides its answers.

    Attributes:
        run_id, continues_run_id: of this session, and of the stopped one that it took up.
        benchmark, revision: whose questions.
        question_count: how many the run was to ask.
        repeats: how often each.
        started_at, ended_at: UTC.
        is_complete: whether every question was asked, here or before.
        stopped_because: a sentence; '' for a run that came to its end.
    """

    run_id: str
    continues_run_id: str | None
    benchmark: str
    revision: str
    question_count: int
    repeats: int
    started_at: datetime
    ended_at: datetime
    is_complete: bool
    stopped_because: str = ""


def run_row(
    facts: RunFacts, task: Task, responder: Responder, answered: Sequence[tuple[Answered, AnswerRow]]
) -> RunRow:
    """The row of a session.

    Args:
        facts: of the session.
        task: how the questions were put.
        responder: who answered.
        answered: what this session brought, and nothing of the sessions before.
    """
    rows = [row for _, row in answered]
    statuses = Counter(row.status for row in rows)
    scores = [row.score for row in rows if row.score is not None]
    spent = sum_of(answer.total_spent for answer, _ in answered)
    revisions = [answer.reply.model_revision for answer, _ in answered if answer.reply is not None]
    has_sound = any(answer.media for answer, _ in answered)
    extra = {"stopped_because": facts.stopped_because} if facts.stopped_because else {}
    return RunRow(
        run_id=facts.run_id,
        schema_version=SCHEMA_VERSION,
        continues_run_id=facts.continues_run_id,
        benchmark=facts.benchmark,
        benchmark_revision=facts.revision,
        responder_kind=responder.kind,
        responder_id=responder.name,
        model_revision=next((revision for revision in reversed(revisions) if revision), None),
        endpoint_kind=responder.endpoint_kind,
        setting=task.setting,
        prompt_id=task.prompt_id,
        prompt=task.prompt,
        parameters_json=json.dumps(dict(task.parameters), allow_nan=False),
        audio_sent=task.media_recipe if has_sound else None,
        parser_version=task.parser_version,
        repeats=facts.repeats,
        question_count=facts.question_count,
        answer_count=len(rows),
        ok_count=statuses[Status.OK],
        refused_count=statuses[Status.REFUSED],
        unparsed_count=statuses[Status.UNPARSED],
        error_count=statuses[Status.ERROR],
        score_mean=sum(scores) / len(scores) if scores else None,
        is_complete=facts.is_complete,
        started_at=facts.started_at,
        ended_at=facts.ended_at,
        input_tokens=spent.input_tokens,
        output_tokens=spent.output_tokens,
        cost_usd=spent.cost_usd,
        app_version=__version__,
        deployment_id=responder.deployment,
        extra_json=json.dumps(extra) if extra else None,
    )
