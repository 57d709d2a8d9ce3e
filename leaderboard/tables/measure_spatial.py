"""Figures of answers to spatial questions: SAVVY's table 2, by level, and the errors, by the corrected rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.tables.answers import OK, Answers
from leaderboard.tables.columns import Floats, Mask, floats_of, words_of
from leaderboard.tables.metrics import Better, Measured, Metric, mean_of, rates, share
from soundmark.scoring.spatial import direction_accuracy, distance_scores
from soundmark.types import Status

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = (
    "task", "level", "choice_index", "true_choice_index", "distance_m", "true_distance_m", "azimuth_error_deg",
    "distance_error_m",
)  # fmt: skip
TASKS = {
    "direction_ego": ("ego_dir", "Egocentric direction"),
    "distance_ego": ("ego_dist", "Egocentric distance"),
    "direction_exo": ("allo_dir", "Allocentric direction"),
    "distance_exo": ("allo_dist", "Allocentric distance"),
}
"""Task in the log -> name and label of its figure, in the order of SAVVY's table 2."""
LEVELS = ("simple", "hard")
MICRO = share("acc_micro", "All answers", "Mean over all answers that count, whatever their task.")
AZIMUTH_ERROR = Metric(
    name="theta_err_deg", label="Direction error", unit="degrees", better=Better.LESS,
    says="Mean angle between answered and true direction, wrapped to 0 to 180 degrees, over the answers that say one.",
)  # fmt: skip
DISTANCE_ERROR = Metric(
    name="r_err_m", label="Distance error", unit="m", digits=2, better=Better.LESS,
    says="Mean absolute difference of answered and true distance, over the answers that say one.",
)  # fmt: skip


def is_sound(table: pa.Table) -> Mask:
    """Which rows have a known task with its truth and, when they hold an answer, one that can be."""
    direction, distance = _kinds(table)
    with np.errstate(invalid="ignore"):
        sector, metres = floats_of(table, "choice_index"), floats_of(table, "distance_m")
        truth = np.where(direction, floats_of(table, "true_choice_index"), floats_of(table, "true_distance_m"))
        has_truth = (direction | distance) & (truth >= 0) & np.isfinite(truth)
        can_be = np.where(direction, sector >= 0, (metres >= 0) & np.isfinite(metres))
    is_answered = words_of(table, "status").mapped({Status.OK.value: OK}) == OK
    return np.asarray(has_truth & (~is_answered | can_be))


def measure(answers: Answers, _: Mapping[str, str] | None = None) -> list[Measured]:
    """The columns of the table."""
    table, task, level = answers.table, words_of(answers.table, "task"), words_of(answers.table, "level")
    points = _points(answers)
    is_ok = answers.status == OK
    columns = [
        Measured(_task_metric(logged, name, label), _of(points, task.mapped({logged: 1}, 0)))
        for logged, (name, label) in TASKS.items()
    ]
    mean = mean_of(
        "overall", "Mean of the four", "The plain mean of the four tasks, of those with answers.",
        [column.metric for column in columns],
    )  # fmt: skip
    levels = [
        Measured(
            share(f"{name}_{one}", f"{label}, {one}", f"{label} questions of the level {one}."),
            _of(points, task.mapped({logged: 1}, 0) * level.mapped({one: 1}, 0)),
        )
        for logged, (name, label) in TASKS.items()
        if logged.startswith("direction")
        for one in LEVELS
    ]
    return [
        Measured(mean, None),
        *columns,
        *levels,
        Measured(MICRO, points),
        Measured(AZIMUTH_ERROR, np.where(is_ok, floats_of(table, "azimuth_error_deg"), np.nan)),
        Measured(DISTANCE_ERROR, np.where(is_ok, floats_of(table, "distance_error_m"), np.nan)),
        *rates(answers),
    ]


def _task_metric(logged: str, name: str, label: str) -> Metric:
    rule = direction_accuracy if logged.startswith("direction") else distance_scores
    return share(name, label, f"{label}, over the answers that count.", defined_by=rule)


def _kinds(table: pa.Table) -> tuple[Mask, Mask]:
    """Which rows ask for a direction, and which for a distance."""
    task = words_of(table, "task")
    named = {logged: int(logged.startswith("direction")) for logged in TASKS}
    kind = task.mapped(named)
    return kind == 1, kind == 0


def _points(answers: Answers) -> Floats:
    """0 to 1 for each answer that counts: a right sector is 1; of a distance the share of thresholds that it keeps."""
    table, is_ok = answers.table, answers.status == OK
    direction, distance = _kinds(table)
    points = np.where(answers.counts & (direction | distance), 0.0, np.nan)
    is_right = floats_of(table, "choice_index") == floats_of(table, "true_choice_index")
    points[direction & is_ok & is_right] = 1.0
    metres = distance & is_ok
    points[metres] = distance_scores(
        floats_of(table, "distance_m")[metres], floats_of(table, "true_distance_m")[metres]
    )
    return points


def _of(points: Floats, belongs: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Floats:
    return np.where(belongs == 1, points, np.nan)
