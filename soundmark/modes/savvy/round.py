"""The rules of one spatial round: what may be answered, the score, and the row it becomes. Pure functions."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from soundmark.games.deal import GameSpec
from soundmark.games.played import played_columns
from soundmark.scoring.spatial import distance_scores
from soundmark.spatial.angles import difference_deg
from soundmark.store.ids import Player
from soundmark.store.round_records import RoundRecord
from soundmark.store.schema import ResponseRow, SpatialRow
from soundmark.types import ResponderKind, SpatialQuestion, Status

PROMPT_ID = "savvy-people-1"
POINT_DIGITS = 1
"""Decimals to which points are shown: a distance can be worth a part of one."""
MAX_METRES = 100.0
"""No home of the benchmark is as large; the farthest distance that may be answered."""
SLIDER_ENDS_M = (10.0, 20.0, 50.0, MAX_METRES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What a player handed in, checked for form.

    Attributes:
        position: of the sector, in the benchmark's order, from 0; None without one.
        metres: the distance; None without one.
        input_method: click, keyboard, touch, slider or typed.
        listened_s, play_count: as the browser counted them.
    """

    position: int | None = None
    metres: float | None = None
    input_method: str | None = None
    listened_s: float | None = None
    play_count: int | None = None

    @property
    def is_skipped(self) -> bool:
        """Whether this is "I don't know"."""
        return self.position is None and self.metres is None


@dataclass(frozen=True, slots=True)
class Tally:
    """How a game went: points, rounds that count, passed ones, the present and the longest run of full points."""

    points: float
    counted: int
    passed: int
    streak: int
    best_streak: int


def is_direction(question: SpatialQuestion) -> bool:
    """Whether a sector is asked for; else metres."""
    return bool(question.choices)


def is_ego(question: SpatialQuestion) -> bool:
    """Whether the wearer is the reference."""
    return question.tags.get("task", "").endswith("ego")


def template_of(question: SpatialQuestion) -> str:
    """Which of the six kinds of question this is: task, and for directions the level (sides or quadrants)."""
    task = question.tags.get("task", "")
    return f"{task}/{len(question.choices)}" if question.choices else task


def score_of(question: SpatialQuestion, submission: Submission) -> float:
    """1 or 0 for a sector; for metres the share of the thresholds of SAVVY's distance accuracy; 0 for none."""
    if is_direction(question):
        return float(submission.position is not None and submission.position == question.truth.choice_index)
    if submission.metres is None or question.truth.distance_m is None:
        return 0.0
    return float(distance_scores([submission.metres], [question.truth.distance_m])[0])


def setting_of(question: SpatialQuestion, *, has_film: bool = False) -> str:
    """What a person is given: sound and film, and tracks of the objects that another's view names.

    Without its recording a question is answered by tracks, and by the film where only the sound is missing.
    """
    if question.clip.path is None:
        return "video_tracks" if has_film else "tracks"
    return "_".join(["audio", *(["video"] if has_film else []), *([] if is_ego(question) else ["tracks"])])


def row_of(
    *,
    spec: GameSpec,
    record: RoundRecord,
    question: SpatialQuestion,
    submission: Submission,
    player: Player,
    deployment: str,
    now: datetime,
) -> SpatialRow:
    """The row that is logged for an answered round. Sectors are places on a dial and keep the benchmark's order."""
    truth, asks_direction = question.truth, is_direction(question)
    position = submission.position if asks_direction else None
    metres = None if asks_direction else submission.metres
    is_answered = position is not None or metres is not None
    return SpatialRow(
        **played_columns(spec, record, question, player, deployment=deployment, now=now),
        setting=setting_of(question, has_film="film" in record.state),
        prompt_id=PROMPT_ID,
        status=Status.OK if is_answered else Status.SKIPPED,
        raw_answer=_raw(question, position, metres),
        score=score_of(question, submission),
        listened_s=None if question.clip.path is None else submission.listened_s,
        play_count=None if question.clip.path is None else submission.play_count,
        input_method=submission.input_method if is_answered else None,
        task=question.tags.get("task", ""),
        level=question.tags.get("level"),
        choice_order=list(range(len(question.choices))),
        choice_index=position,
        true_choice_index=truth.choice_index,
        correct=None if position is None else position == truth.choice_index,
        true_azimuth_deg=truth.azimuth_deg,
        distance_m=metres,
        true_distance_m=truth.distance_m,
        distance_error_m=None if metres is None or truth.distance_m is None else abs(metres - truth.distance_m),
        true_start_s=truth.start_s,
        true_end_s=truth.end_s,
    )


def _raw(question: SpatialQuestion, position: int | None, metres: float | None) -> str | None:
    if position is not None:
        return question.choices[position]
    return None if metres is None else f"{metres:g}"


def azimuth_error_deg(azimuth_deg: float, true_azimuth_deg: float) -> float:
    """The angle between two directions, 0 to 180: 179 and -179 are 2 degrees apart."""
    return abs(float(difference_deg(azimuth_deg, true_azimuth_deg)))


def error_row(row: SpatialRow) -> SpatialRow:
    """The row of a round whose recording could not be played: it counts nowhere, and its rate is shown."""
    return dataclasses.replace(row, status=Status.ERROR, score=None, raw_answer=None, correct=None)


def tally(rows: Sequence[SpatialRow]) -> Tally:
    """How a game went so far. A round without full points ends a run; one that could not be played does not."""
    counted = [row for row in rows if row.status is not Status.ERROR]
    streak = best = 0
    for row in counted:
        streak = streak + 1 if row.score == 1 else 0
        best = max(best, streak)
    return Tally(
        points=sum(row.score or 0.0 for row in counted),
        counted=len(counted),
        passed=sum(row.status is Status.SKIPPED for row in counted),
        streak=streak,
        best_streak=best,
    )


def answers_of(rows: Iterable[object], own: SpatialRow) -> list[SpatialRow]:
    """The answers of other people to the question of `own`, as it is now; each person's first one only."""
    found: list[SpatialRow] = []
    heard_from = {own.responder_id} - {None}
    for row in rows:
        if not isinstance(row, SpatialRow) or row.responder_kind is not ResponderKind.HUMAN:
            continue
        if row.response_id == own.response_id or not is_same_question(row, own):
            continue
        if row.responder_id not in heard_from:
            heard_from |= {row.responder_id} - {None}
            found.append(row)
    return found


def is_same_question(row: ResponseRow, own: SpatialRow) -> bool:
    """Whether a row answers the question of another one, with the truth that it had then."""
    return isinstance(row, SpatialRow) and _asked(row) == _asked(own)


def _asked(row: SpatialRow) -> tuple[object, ...]:
    return row.benchmark, row.question_id, row.task, row.true_choice_index, row.true_distance_m


def slider_end_m(questions: Iterable[SpatialQuestion]) -> float:
    """Where the slider of metres ends: the same for all questions of a list, so that it tells nothing of the truth."""
    farthest_m = max((one.truth.distance_m or 0.0 for one in questions if not one.choices), default=0.0)
    return next((step_m for step_m in SLIDER_ENDS_M if step_m >= farthest_m), MAX_METRES)
