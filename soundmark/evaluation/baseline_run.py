"""Puts baselines through a list of questions, once for each of its revisions, and logs what they answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeAlias, cast

from soundmark.benchmarks.entry import AnyPack
from soundmark.evaluation.baseline_ids import baseline_run_id
from soundmark.evaluation.baseline_log import BaselineLog
from soundmark.evaluation.baseline_rows import RunPlace, answer_row, baseline_run_row
from soundmark.models.baselines.baseline import AUDIO, Baseline
from soundmark.models.baselines.choices import CHOICES
from soundmark.models.baselines.directions import DIRECTIONS
from soundmark.models.baselines.features import PARAMETERS
from soundmark.models.baselines.nearest import nearest_choices, nearest_places
from soundmark.models.baselines.neighbours import Features
from soundmark.models.baselines.places import PLACES
from soundmark.types import QuestionKind

log = logging.getLogger(__name__)

AnyBaseline: TypeAlias = Baseline[object, object]
Pause = Callable[[float], None]
ROWS_AT_ONCE = 25
"""In one transaction: a few milliseconds, so that a player's answer does not wait."""
REST = 3.0
"""After each of them, rest for so many times as long as it took."""
MAX_REST_S = 0.5
"""The first one may load libraries, which takes long on a busy machine: opponents should be there soon all the same."""


def blind_baselines(kind: QuestionKind) -> tuple[AnyBaseline, ...]:
    """The baselines of a kind of questions that never listen."""
    found: Mapping[QuestionKind, object] = {
        QuestionKind.GEO: PLACES,
        QuestionKind.CHOICE: CHOICES,
        QuestionKind.SPATIAL: DIRECTIONS,
    }
    return cast("tuple[AnyBaseline, ...]", found[kind])


def listening_baseline(pack: AnyPack, features: Mapping[str, Features]) -> AnyBaseline | None:
    """The baseline that listens, for questions that it can answer; None for others.

    Args:
        pack: the questions.
        features: of the recordings, by the SHA-256 of their bytes.
    """
    match kind_of(pack):
        case QuestionKind.GEO:
            return cast("AnyBaseline", nearest_places(features))
        case QuestionKind.CHOICE:
            return cast("AnyBaseline", nearest_choices(features))
        case _:
            return None


def kind_of(pack: AnyPack) -> QuestionKind | None:
    """What its questions ask; None without any."""
    return pack.questions[0].kind if pack.questions else None


def run_baseline(
    baseline: AnyBaseline,
    pack: AnyPack,
    into: BaselineLog,
    *,
    deployment: str,
    rest: Pause = time.sleep,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> bool:
    """Let a baseline answer all questions, and log its answers and its run. Returns False when the log has them.

    A run that was cut off is done again from the start: the ids of its rows are the same, so that none comes twice.

    Args:
        baseline: who answers.
        pack: the questions.
        into: the log.
        deployment: name of this deployment in the log.
        rest: called with seconds between one transaction and the next.
        clock: the server's time (UTC).

    Raises:
        RowError, JournalError: when something cannot be logged; what was logged before stays.
    """
    if not pack.questions or into.has_run(baseline_run_id(baseline, pack.benchmark, pack.revision)):
        return False
    place = RunPlace(
        benchmark=pack.benchmark,
        revision=pack.revision,
        deployment=deployment,
        parameters=PARAMETERS if baseline.setting == AUDIO else {},
    )
    started_at, rows = clock(), []
    answers = baseline.answers(pack.questions)
    for start in range(0, len(pack.questions), ROWS_AT_ONCE):
        began = time.perf_counter()
        asked = zip(pack.questions[start : start + ROWS_AT_ONCE], answers[start : start + ROWS_AT_ONCE], strict=True)
        some = [answer_row(baseline, question, answer, place, clock()) for question, answer in asked]
        into.write(some)
        rows += some
        rest(min(MAX_REST_S, REST * (time.perf_counter() - began)))
    into.write([baseline_run_row(baseline, place, rows, started_at=started_at, ended_at=clock())])
    log.info("%s answered %d questions of %s.", baseline.name, len(rows), pack.title)
    return True
