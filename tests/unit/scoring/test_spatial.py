"""Direction, distance and overall: the thresholds, the paper's own table, and what counts as wrong."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.scoring.figures import Scoring, mean_figure, mean_of_means, share_figure
from soundmark.scoring.spatial import (
    Task,
    direction_accuracy,
    distance_accuracy,
    distance_scores,
    overall,
    overall_of_means,
)

TABLE_2 = Path(__file__).parents[4] / "shared" / "reference" / "savvy_table2_main.csv"
COLUMNS = {
    Task.EGO_DIRECTION: "ego_dir",
    Task.EGO_DISTANCE: "ego_dist",
    Task.ALLO_DIRECTION: "allo_dir",
    Task.ALLO_DISTANCE: "allo_dist",
}
ROUNDING = 0.05  # of the four figures, and as much again of their mean


@pytest.mark.skipif(not TABLE_2.is_file(), reason="the published table is not on this machine")
def test_the_papers_overall_follows_from_its_four_task_means_in_every_row() -> None:
    rows = list(csv.DictReader(TABLE_2.open(encoding="utf-8")))
    assert len(rows) == 11
    for row in rows:
        means = {task: float(row[column]) if row[column] else None for task, column in COLUMNS.items()}
        found = overall_of_means(means)
        if not row["overall"]:
            assert found is None, row["method"]
        else:
            assert found == pytest.approx(float(row["overall"]), abs=ROUNDING + 1e-9), row["method"]


@pytest.mark.parametrize(
    ("means", "published"),
    [((93.5, 71.2, 94.0, 56.3), 78.7), ((75.2, 59.6, 31.7, 37.0), 50.9), ((84.7, 62.9, 44.0, 40.2), 58.0)],
)
def test_overall_is_a_plain_mean(means: tuple[float, ...], published: float) -> None:
    assert overall_of_means(dict(zip(Task, means, strict=True))) == pytest.approx(published, abs=ROUNDING + 1e-9)


def test_tasks_count_alike_whatever_their_sizes() -> None:
    figure = overall(
        {
            Task.EGO_DIRECTION: [1.0] * 100,
            Task.EGO_DISTANCE: [0.0],
            Task.ALLO_DIRECTION: [0.0, 0.0],
            Task.ALLO_DISTANCE: [1.0, 0.0],
        }
    )
    assert figure.value == pytest.approx(1.5 / 4)
    assert figure.n == 105
    assert overall({Task.EGO_DIRECTION: [1.0]}).value is None


def test_an_unread_choice_counts_as_wrong() -> None:
    figure = direction_accuracy([0, None, 2, 1], [0, 1, 2, 2])
    assert (figure.value, figure.n) == (0.5, 4)
    with pytest.raises(ValueError, match="zip"):
        direction_accuracy([0], [0, 1])


@pytest.mark.parametrize(
    ("answered", "truth", "score"),
    [
        (2.5, 2.5, 1.0),
        (2.5, 2.55, 1.0),
        (2.5, 2.6, 0.9),  # an error of 0.1 is not below 0.1
        (2.5, 2.2, 0.7),  # 2.5 - 2.2 is 0.2999...98 in floating point
        (0.3, 0.0, 0.7),
        (3.49, 3.82, 0.7),  # SAVVY's answer of Figure 4
        (2.30, 3.82, 0.0),  # Gemini's
        (3.49, 4.49, 0.0),
        (math.nan, 2.5, 0.0),
    ],
)
def test_distance_scores(answered: float, truth: float, score: float) -> None:
    assert distance_scores([answered], [truth])[0] == pytest.approx(score)


def test_y10_the_right_distance_scores_all() -> None:
    assert distance_accuracy([2.5], [2.5]).value == 1.0


def test_published_thresholds_let_an_error_of_their_size_pass_at_times() -> None:
    # 0.30000000000000004 in the list of steps: the error 0.3 is strictly below it.
    published = distance_scores([0.3], [0.0], Scoring.PUBLISHED)[0]
    assert published == pytest.approx(0.8)
    assert distance_scores([0.3], [0.0], Scoring.CORRECTED)[0] == pytest.approx(0.7)


@settings(deadline=None)
@given(st.floats(0, 20), st.floats(0, 20))
def test_both_ways_of_counting_differ_by_one_threshold_at_most(answered: float, truth: float) -> None:
    published, corrected = (float(distance_scores([answered], [truth], scoring)[0]) for scoring in Scoring)
    assert abs(published - corrected) < 0.1 + 1e-9
    error = abs(answered - truth)
    # Independent of any list of thresholds: those below 1.0 m not reached by the error.
    steps_lost = min(10, math.floor(round(error, 9) * 10 + 1e-12))
    assert corrected == pytest.approx((10 - steps_lost) / 10)


def test_wrong_distances_are_refused() -> None:
    with pytest.raises(ValueError, match="compared"):
        distance_scores([1.0], [1.0, 2.0])
    with pytest.raises(ValueError, match="true distance"):
        distance_scores([1.0], [-1.0])
    with pytest.raises(ValueError, match="true distance"):
        distance_scores([1.0], [math.nan])


def test_an_interval_is_the_same_every_time_and_in_any_order() -> None:
    values = np.random.default_rng(3).random(40)
    assert mean_figure(values) == mean_figure(values[::-1])
    figure = mean_figure(values)
    assert figure.low is not None
    assert figure.high is not None
    assert figure.value is not None
    # The normal approximation of the same interval.
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert figure.low == pytest.approx(figure.value - half, abs=0.02)
    assert figure.high == pytest.approx(figure.value + half, abs=0.02)


def test_wilsons_interval() -> None:
    # Newcombe (1998), Table I: 81 of 263 and 0 of 20.
    figure = share_figure([True] * 81 + [False] * 182)
    assert figure.low == pytest.approx(0.2553, abs=1e-4)
    assert figure.high == pytest.approx(0.3662, abs=1e-4)
    none = share_figure([False] * 20)
    assert none.low == pytest.approx(0.0)
    assert none.high == pytest.approx(0.1611, abs=1e-4)


def test_items_of_one_recording_make_an_interval_wider() -> None:
    rng = np.random.default_rng(0)
    recordings = np.repeat(np.arange(10), 20)
    values = rng.random(10)[recordings] + 0.01 * rng.random(200)
    alone, together = mean_figure(values), mean_figure(values, recordings.tolist())
    assert None not in (alone.low, alone.high, together.low, together.high)
    assert (together.high or 0) - (together.low or 0) > 2 * ((alone.high or 0) - (alone.low or 0))


def test_one_item_or_one_recording_tells_nothing_about_others() -> None:
    assert mean_figure([0.5]).low is None
    assert mean_figure([0.5, 0.7], ["a", "a"]).low is None
    assert mean_figure([]).value is None
    assert share_figure([]).n == 0
    with pytest.raises(ValueError, match="finite"):
        mean_figure([math.nan])
    with pytest.raises(ValueError, match="cluster"):
        mean_of_means([[1.0, 2.0]], [["a"]])


def test_recordings_are_drawn_across_tasks() -> None:
    figure = overall({task: [1.0, 0.0, 1.0, 0.0] for task in Task}, {task: ["a", "b", "c", "d"] for task in Task})
    apart = overall({task: [1.0, 0.0, 1.0, 0.0] for task in Task})
    assert figure.value == apart.value == 0.5
    # The four tasks rise and fall together when recordings are drawn, so that their mean is less sure.
    assert (figure.high or 0) - (figure.low or 0) > 1.5 * ((apart.high or 0) - (apart.low or 0))
