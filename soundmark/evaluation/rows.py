"""An answered item becomes the row of its table, scored by the benchmark's own rule."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, cast

from soundmark import __version__
from soundmark.evaluation.answered import Answered
from soundmark.evaluation.extra import extra_of
from soundmark.evaluation.items import Item
from soundmark.evaluation.task import Reading, Task
from soundmark.geography.country import country_at
from soundmark.models.answer import PlaceAnswer, ReadAnswer
from soundmark.scoring.geo import error_km, geo_score
from soundmark.scoring.spatial import distance_scores
from soundmark.store.schema import SCHEMA_VERSION, ChoiceRow, GeoRow, SpatialRow
from soundmark.types import (
    ChoiceQuestion,
    GeoQuestion,
    Question,
    QuestionKind,
    ResponderKind,
    SpatialQuestion,
    Status,
    TruthT_co,
)

AnswerRow = GeoRow | ChoiceRow | SpatialRow
NO_PLACE = "no_coordinates"
"""Why an answer that names a place without coordinates is `unparsed`: a place is never looked up for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Responder:
    """Who answers in a run.

    Attributes:
        name: of the model, as the model file has it.
        kind: model or baseline.
        endpoint_kind: which protocol it speaks; None for what asks nobody.
        deployment: which deployment writes the rows.
    """

    name: str
    kind: ResponderKind = ResponderKind.MODEL
    endpoint_kind: str | None = None
    deployment: str = "local"


def reading_of(item: Item, answered: Answered, task: Task) -> Reading:
    """What was read out of an answer: the endpoint's own mark where it has one, else what the text says.

    A place without coordinates is `unparsed`, its names kept by `row_of`.
    """
    reply = answered.reply
    if reply is None:
        return ReadAnswer(status=Status.ERROR, reason=answered.failure)
    if reply.status is not Status.OK:
        return ReadAnswer(status=reply.status, reason=reply.reason)
    return task.read(item, reply.text)


def row_of(item: Item, answered: Answered, task: Task, responder: Responder) -> AnswerRow:
    """The row that is logged for an answered item.

    `refused` and `unparsed` score 0; an `error`, which says nothing about the model, has no score.
    """
    reading = reading_of(item, answered, task)
    common = _common(item, answered, reading, task, responder)
    match item.question.kind:
        case QuestionKind.GEO:
            question = cast("GeoQuestion", item.question)
            return geo_row(question, cast("ReadAnswer[PlaceAnswer]", reading).answer, common)
        case QuestionKind.CHOICE:
            return _choice_row(item, cast("ReadAnswer[int]", reading), common, task)
        case QuestionKind.SPATIAL:
            return _spatial_row(item, reading, common)


def names_only(reading: Reading) -> bool:
    """Whether a place is named without coordinates."""
    return isinstance(reading.answer, PlaceAnswer) and reading.answer.place is None


class AnswerColumns(TypedDict):
    """See `soundmark.store.tables.answers`."""

    response_id: str
    schema_version: int
    benchmark: str
    benchmark_revision: str
    question_id: str
    responder_kind: ResponderKind
    responder_id: str
    run_id: str
    setting: str
    prompt_id: str | None
    status: Status
    raw_answer: str | None
    shown_at: datetime
    answered_at: datetime
    app_version: str
    deployment_id: str
    extra_json: str | None
    status_reason: str | None
    parser_version: str | None
    repeat_index: int | None
    latency_s: float | None
    timed_out: bool
    imported_from: str | None


def _common(item: Item, answered: Answered, reading: Reading, task: Task, responder: Responder) -> AnswerColumns:
    reply = answered.reply
    return {
        **asked_columns(item.question),
        "response_id": answered.response_id,
        "responder_kind": responder.kind,
        "responder_id": responder.name,
        "run_id": answered.run_id,
        "setting": task.setting,
        "prompt_id": task.prompt_id,
        "status": reading.status,
        "raw_answer": None if reply is None else reply.text,
        "shown_at": answered.asked_at,
        "answered_at": answered.answered_at,
        "deployment_id": responder.deployment,
        "extra_json": json.dumps(extra_of(answered, reading, task), ensure_ascii=False, allow_nan=False),
        "status_reason": reading.reason or None,
        "parser_version": None if reply is None else task.parser_version,
        "repeat_index": item.repeat,
        "latency_s": answered.latency_s,
        "imported_from": None,
    }


class AskedColumns(TypedDict):
    """The columns that follow from the question, and those that are the same in all rows of a model."""

    schema_version: int
    benchmark: str
    benchmark_revision: str
    question_id: str
    app_version: str
    timed_out: bool


def asked_columns(question: Question[TruthT_co]) -> AskedColumns:
    """Which question of which benchmark, and which version of the app writes it."""
    return {
        "schema_version": SCHEMA_VERSION,
        "benchmark": question.benchmark,
        "benchmark_revision": question.revision,
        "question_id": question.question_id,
        "app_version": __version__,
        "timed_out": False,
    }


def geo_row(question: GeoQuestion, named: PlaceAnswer | None, common: AnswerColumns) -> GeoRow:
    """The row of an answer to "Where?": 5000 points decaying with the distance (AGL1K, section 4.1.2), or 0.

    Args:
        question: that was asked.
        named: what was answered; None without an answer. Without coordinates it is `unparsed`, and its names are kept.
        common: the other columns.
    """
    truth = question.truth
    place = None if named is None else named.place
    if named is not None and place is None:
        common = {**common, "status": Status.UNPARSED, "status_reason": NO_PLACE}
    distance_km = None if place is None else error_km(place, truth.place)
    score = 0.0 if distance_km is None else geo_score(distance_km)
    there = None if place is None else country_at(place)
    return GeoRow(
        **common,
        score=None if common["status"] is Status.ERROR else score,
        latitude_deg=None if place is None else place.latitude_deg,
        longitude_deg=None if place is None else place.longitude_deg,
        guess_country=None if there is None else there.iso2,
        guess_continent=None if there is None else there.continent,
        named_city=(None if named is None else named.city) or None,
        named_country=(None if named is None else named.country) or None,
        named_continent=(None if named is None else named.continent) or None,
        true_latitude_deg=truth.place.latitude_deg,
        true_longitude_deg=truth.place.longitude_deg,
        true_country=truth.country or None,
        true_continent=truth.continent or None,
        true_city=truth.city or None,
        error_km=distance_km,
        hints=[],
        hint_cost=0.0,
        points=score,
    )


def _choice_row(item: Item, reading: ReadAnswer[int], common: AnswerColumns, task: Task) -> ChoiceRow:
    question = cast("ChoiceQuestion", item.question)
    chosen = None if reading.answer is None else item.order[reading.answer]
    return choice_row(question, chosen, common, order=item.order, language=task.language)


def choice_row(
    question: ChoiceQuestion, chosen: int | None, common: AnswerColumns, *, order: tuple[int, ...], language: str = ""
) -> ChoiceRow:
    """The row of an answer to a multiple-choice question: 1 for the right choice, else 0.

    Args:
        question: that was asked.
        chosen: the choice by the benchmark's number; None without one.
        common: the other columns.
        order: the choices as they were shown, by the benchmark's numbers.
        language: in which the question was put; '' for its own.
    """
    has_verdict = common["status"] not in (Status.ERROR, Status.SKIPPED)
    is_right = chosen == question.truth.choice_index
    return ChoiceRow(
        **common,
        score=None if common["status"] is Status.ERROR else float(is_right),
        choice_order=list(order),
        choice_index=chosen,
        true_index=question.truth.choice_index,
        correct=is_right if has_verdict else None,
        language=language or question.language,
        clip_language=question.tags.get("clip_language"),
        category=question.tags.get("category"),
        hop_type=question.tags.get("hop_type"),
    )


def _spatial_row(item: Item, reading: Reading, common: AnswerColumns) -> SpatialRow:
    """The row of an answer to a spatial question: a sector is right or wrong, a distance is worth 0 to 1."""
    question = cast("SpatialQuestion", item.question)
    truth, answer, is_error = question.truth, reading.answer, common["status"] is Status.ERROR
    sector = item.order[answer] if question.choices and isinstance(answer, int) else None
    metres = float(answer) if not question.choices and isinstance(answer, int | float) else None
    if question.choices:
        score = float(sector is not None and sector == truth.choice_index)
    elif metres is None or truth.distance_m is None:
        score = 0.0
    else:
        score = float(distance_scores([metres], [truth.distance_m])[0])
    return SpatialRow(
        **common,
        score=None if is_error else score,
        task=question.tags.get("task", ""),
        level=question.tags.get("level"),
        choice_order=list(item.order),
        choice_index=sector,
        true_choice_index=truth.choice_index,
        correct=sector == truth.choice_index if question.choices and not is_error else None,
        true_azimuth_deg=truth.azimuth_deg,
        distance_m=metres,
        true_distance_m=truth.distance_m,
        distance_error_m=None if metres is None or truth.distance_m is None else abs(metres - truth.distance_m),
        true_start_s=truth.start_s,
        true_end_s=truth.end_s,
    )
