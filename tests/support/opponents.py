"""Opponents in the log of an app that runs already, as another process may put them there."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from soundmark.benchmarks import ChoicePack, GeoPack, Pack
from soundmark.benchmarks.entry import AnyPack
from soundmark.evaluation.baseline_log import BaselineLog
from soundmark.evaluation.baseline_rows import RunPlace, answer_row
from soundmark.evaluation.baseline_run import blind_baselines, run_baseline
from soundmark.store.ids import new_response_id
from soundmark.store.journal import Journal
from soundmark.store.schema import SCHEMA_VERSION, ResponseRow, RunRow
from soundmark.types import QuestionKind, ResponderKind, SpatialQuestion, SpatialTruth
from tests.support.choice_log import choice_row
from tests.support.rows import NOON, geo_row

OWL = "lab.example/owl-7b-omni-audio-thinking-2026-11-preview"
"""As long as names of models are, so that what shows it is tried with one."""
OWL_KEY = f"model/audio/{OWL}"
THOUGHTS = "kookaburra <img src=x onerror=alert(1)>\nsecond line"
SECRETS = ("41.2718", "174.7713", "9321.5", "1234.5", "kookaburra")
"""What tells the model's answers, and stands nowhere else."""
_OF_MODEL = {
    "responder_kind": ResponderKind.MODEL,
    "responder_id": OWL,
    "game_id": None,
    "extra_json": json.dumps({"reasoning": THOUGHTS}),
}


def place_rows(pack: GeoPack) -> list[ResponseRow]:
    """The model answers every place with the same one, which is told by its digits."""
    guess = {"latitude_deg": -41.2718, "longitude_deg": 174.7713, "error_km": 9321.5, "score": 1234.5, "points": 1234.5}
    return [
        geo_row(
            **guess | _OF_MODEL,
            response_id=new_response_id(),
            benchmark=pack.benchmark,
            question_id=one.question_id,
            true_latitude_deg=one.truth.place.latitude_deg,
            true_longitude_deg=one.truth.place.longitude_deg,
        )
        for one in pack.questions
    ]


def choice_rows(pack: ChoicePack) -> list[ResponseRow]:
    """The model answers every question rightly."""
    return [dataclasses.replace(choice_row(one), **_OF_MODEL) for one in pack.questions]  # type: ignore[arg-type]


def scene_rows(pack: Pack[SpatialTruth]) -> list[ResponseRow]:
    """The model answers every question about a scene rightly."""
    place = RunPlace(benchmark=pack.benchmark, revision=pack.revision, deployment="test", parameters={})
    scored_as, *_ = blind_baselines(QuestionKind.SPATIAL)

    def row(one: SpatialQuestion) -> ResponseRow:
        answer = one.truth.choice_index if one.choices else one.truth.distance_m
        found = answer_row(scored_as, one, answer, place, NOON)
        return dataclasses.replace(found, response_id=new_response_id(), setting="audio", run_id=None, **_OF_MODEL)  # type: ignore[arg-type]

    return [row(one) for one in pack.questions]


def put_opponents(data: Path, pack: GeoPack | ChoicePack | Pack[SpatialTruth], of_model: Sequence[ResponseRow]) -> None:
    """Let the baselines and a model answer, in the journal of a data folder; a second call changes nothing."""
    journal = Journal(data / "journal.sqlite")
    if not [row for row in journal.rows("runs") if isinstance(row, RunRow) and row.benchmark == pack.benchmark]:
        for baseline in blind_baselines(pack.questions[0].kind):
            run_baseline(baseline, cast("AnyPack", pack), BaselineLog(journal), deployment="test", rest=lambda _: None)
        for row in of_model:
            journal.append(row)
        journal.append(_run(pack.benchmark, len(of_model)))
    journal.close()


def _run(benchmark: str, n: int) -> RunRow:
    return RunRow(
        run_id=new_response_id(),
        schema_version=SCHEMA_VERSION,
        benchmark=benchmark,
        benchmark_revision="r1",
        responder_kind=ResponderKind.MODEL,
        responder_id=OWL,
        setting="audio",
        repeats=1,
        question_count=n,
        answer_count=n,
        ok_count=n,
        refused_count=0,
        unparsed_count=0,
        error_count=0,
        is_complete=True,
        started_at=NOON,
        ended_at=NOON,
        app_version="0",
        deployment_id="test",
    )
