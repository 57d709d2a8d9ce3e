"""What a baseline answered, as the rows of the log: one for each question, and one for the run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from typing import cast

from soundmark import __version__
from soundmark.evaluation.baseline_ids import baseline_response_id, baseline_run_id
from soundmark.evaluation.rows import AnswerColumns, AnswerRow, asked_columns, choice_row, geo_row, spatial_row
from soundmark.models.answer import PlaceAnswer
from soundmark.models.baselines.baseline import AnswerT, Baseline, QuestionT
from soundmark.models.baselines.draws import SEED
from soundmark.store.schema import SCHEMA_VERSION, RunRow
from soundmark.types import (
    ChoiceQuestion,
    Coordinate,
    GeoQuestion,
    Question,
    QuestionKind,
    ResponderKind,
    SpatialQuestion,
    Status,
    TruthT_co,
)

NOTHING_TO_SAY = "no_answer"
"""Why a question without an answer is `refused`: the rule had nothing to say to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlace:
    """Where a run takes place.

    Attributes:
        benchmark, revision: whose questions.
        deployment: which deployment writes the rows.
        parameters: of the run, besides its seed and rule, for its row.
    """

    benchmark: str
    revision: str
    deployment: str
    parameters: Mapping[str, str | int]


def answer_row(
    baseline: Baseline[QuestionT, AnswerT],
    question: Question[TruthT_co],
    answer: object,
    place: RunPlace,
    now: datetime,
) -> AnswerRow:
    """The row of one answer, scored as a person's is.

    Args:
        baseline: who answered.
        question: the question.
        answer: a place, the number of a choice or sector, or metres, as the question asks; None for none.
        place: where the run takes place.
        now: the server's time (UTC).
    """
    common = _common(baseline, question, answer, place, now)
    order = tuple(range(len(question.choices)))
    match question.kind:
        case QuestionKind.GEO:
            place_answer = PlaceAnswer(place=answer) if isinstance(answer, Coordinate) else None
            return geo_row(cast("GeoQuestion", question), place_answer, common)
        case QuestionKind.CHOICE:
            return choice_row(cast("ChoiceQuestion", question), cast("int | None", answer), common, order=order)
        case QuestionKind.SPATIAL:
            return spatial_row(cast("SpatialQuestion", question), cast("float | None", answer), common, order=order)


def _common(
    baseline: Baseline[QuestionT, AnswerT],
    question: Question[TruthT_co],
    answer: object,
    place: RunPlace,
    now: datetime,
) -> AnswerColumns:
    return {
        **asked_columns(question),
        "benchmark": place.benchmark,
        "benchmark_revision": place.revision,
        "response_id": baseline_response_id(baseline, place.benchmark, place.revision, question.question_id),
        "responder_kind": ResponderKind.BASELINE,
        "responder_id": baseline.name,
        "run_id": baseline_run_id(baseline, place.benchmark, place.revision),
        "setting": baseline.setting,
        "prompt_id": None,
        "status": Status.REFUSED if answer is None else Status.OK,
        "status_reason": NOTHING_TO_SAY if answer is None else None,
        "raw_answer": _written(question, answer),
        "shown_at": now,
        "answered_at": now,
        "deployment_id": place.deployment,
        "extra_json": json.dumps({"reasoning": baseline.rule}),
        "parser_version": None,
        "repeat_index": 0,
        "latency_s": None,
        "imported_from": None,
    }


def _written(question: Question[TruthT_co], answer: object) -> str | None:
    if isinstance(answer, Coordinate):
        return json.dumps([answer.latitude_deg, answer.longitude_deg])
    if isinstance(answer, int) and question.choices:
        return question.choices[answer]
    return None if answer is None else f"{answer:g}"


def baseline_run_row(
    baseline: Baseline[QuestionT, AnswerT],
    place: RunPlace,
    rows: Sequence[AnswerRow],
    *,
    started_at: datetime,
    ended_at: datetime,
) -> RunRow:
    """The row of a run that is over: every question was asked."""
    statuses = Counter(row.status for row in rows)
    return RunRow(
        run_id=baseline_run_id(baseline, place.benchmark, place.revision),
        schema_version=SCHEMA_VERSION,
        benchmark=place.benchmark,
        benchmark_revision=place.revision,
        responder_kind=ResponderKind.BASELINE,
        responder_id=baseline.name,
        model_revision=str(baseline.version),
        setting=baseline.setting,
        parameters_json=json.dumps({"rule": baseline.rule, "seed": SEED, **place.parameters}),
        repeats=1,
        question_count=len(rows),
        answer_count=len(rows),
        ok_count=statuses[Status.OK],
        refused_count=statuses[Status.REFUSED],
        unparsed_count=0,
        error_count=0,
        score_mean=fmean(row.score for row in rows if row.score is not None) if rows else None,
        is_complete=True,
        started_at=started_at,
        ended_at=ended_at,
        app_version=__version__,
        deployment_id=place.deployment,
    )
