"""Accuracies as the papers print them, and corrected ones beside; intervals from independent sources."""

from __future__ import annotations

import csv
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.scoring.choice import (
    ChoiceVerdicts,
    accuracies_by,
    accuracy,
    corrected_points,
    macro_mean,
    published_points,
    rates,
)
from soundmark.scoring.proportion import wilson_interval
from soundmark.types import Status
from tests.conftest import ROOT

REFERENCE = ROOT.parent / "shared" / "reference"
TAU = ROOT.parent / "shared" / "real" / "tau"
N_OF_LANGUAGE = {"en": 1274, "ru": 924, "zh": 1072, "th": 1145, "bn": 719, "sg": 503}
"""GlobeAudio, Table 2."""
ODD_CELLS = {("Audio Flamingo 3", "zh"), ("MiMo-V2.5", "zh")}
"""Cells of GlobeAudio's Table 3 that are no share of 1,072 questions."""


def reference(name: str) -> list[dict[str, str]]:
    path = REFERENCE / name
    if not path.is_file():
        pytest.skip("the published tables are not on this machine")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_failed_refused_and_unreadable_answers() -> None:
    status = [Status.OK, Status.OK, Status.REFUSED, Status.UNPARSED, Status.ERROR, Status.SKIPPED]
    verdicts = ChoiceVerdicts(status, [True, False, True, True, True, True])
    assert accuracy(published_points(verdicts)).value == pytest.approx(1 / 6)
    corrected = accuracy(corrected_points(verdicts))
    assert corrected.value == pytest.approx(1 / 4)
    assert corrected.n == 4
    assert {name: estimate.value for name, estimate in rates(verdicts).items()} == {
        "refused_rate": pytest.approx(1 / 6),
        "unparsed_rate": pytest.approx(1 / 6),
        "error_rate": pytest.approx(1 / 6),
    }


@pytest.mark.parametrize(
    ("n_right", "n", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, Table I, method 3: the score method without correction.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_of_newcombes_table(n_right: int, n: int, low: float, high: float) -> None:
    found = wilson_interval(n_right, n)
    assert [round(end, 4) for end in found] == [low, high]
    mirrored = wilson_interval(n - n_right, n)
    assert [round(1 - end, 4) for end in reversed(mirrored)] == [low, high]


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_wilson_interval_holds_its_share_and_solves_its_equation(share: tuple[int, int]) -> None:
    n_right, n = share
    low, high = wilson_interval(n_right, n)
    assert 0 <= low <= n_right / n <= high <= 1
    for end in (low, high):
        if 0 < end < 1:  # the ends are where the share is 1.96 standard errors away
            assert abs(n_right / n - end) == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / n), rel=1e-6)


def test_no_question_that_counts_gives_no_figure() -> None:
    nothing = accuracy(np.array([math.nan, math.nan]))
    assert (nothing.value, nothing.interval, nothing.n) == (None, None, 0)
    assert macro_mean(np.array([1.0, math.nan]), ["a", "b"]).value is None


def test_what_does_not_belong_together_is_refused() -> None:
    with pytest.raises(ValueError, match="do not belong together"):
        ChoiceVerdicts([Status.OK], [])
    with pytest.raises(ValueError, match="do not belong together"):
        accuracies_by(np.ones(2), ["a"])
    with pytest.raises(ValueError, match="do not belong together"):
        macro_mean(np.ones(2), ["a", "b"], [1])
    with pytest.raises(ValueError, match="right answers"):
        wilson_interval(2, 1)


def points_of(row: dict[str, str]) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float64]], list[str]]:
    """Answers that give the published cells of a row of GlobeAudio's Table 3."""
    points: list[float] = []
    labels: list[str] = []
    for language, n in N_OF_LANGUAGE.items():
        n_right = round(float(row[language]) * n / 100)
        points += [1.0] * n_right + [0.0] * (n - n_right)
        labels += [language] * n
    return np.array(points), labels


def test_globeaudio_avg_is_the_mean_of_six_languages_and_the_mean_over_questions_is_lower() -> None:
    rows = reference("globeaudio_table3.csv")
    assert len(rows) == 12
    for row in rows:
        points, labels = points_of(row)
        for language, estimate in accuracies_by(points, labels).items():
            if (row["model"], language) not in ODD_CELLS:
                assert estimate.value is not None
                assert f"{100 * estimate.value:.2f}" == row[language], row["model"]
        macro, micro = macro_mean(points, labels), accuracy(points)
        assert macro.value is not None and macro.interval is not None and micro.value is not None
        assert 100 * macro.value == pytest.approx(float(row["avg"]), abs=0.0151)
        assert 0.1 < 100 * (macro.value - micro.value) < 2.0
        assert macro.interval[0] < macro.value < macro.interval[1]


def test_the_macro_interval_agrees_with_the_delta_method() -> None:
    row = dict.fromkeys(N_OF_LANGUAGE, "60")
    points, labels = points_of(row)
    found = macro_mean(points, labels, resamples=4000)
    assert found.value is not None and found.interval is not None
    variance = (
        sum(
            estimate.value * (1 - estimate.value) / estimate.n
            for estimate in accuracies_by(points, labels).values()
            if estimate.value is not None
        )
        / len(N_OF_LANGUAGE) ** 2
    )
    half = 1.96 * math.sqrt(variance)
    low, high = found.interval
    assert low == pytest.approx(found.value - half, abs=0.001)
    assert high == pytest.approx(found.value + half, abs=0.001)


def test_questions_on_one_clip_widen_the_interval() -> None:
    rng = np.random.default_rng(1)
    by_clip = (rng.random(100) < 0.5).astype(float)
    points, clips = np.repeat(by_clip, 5), np.repeat(np.arange(100), 5).tolist()
    labels = ["en"] * 250 + ["zh"] * 250
    alone, clustered = macro_mean(points, labels), macro_mean(points, labels, clips)
    assert alone.interval is not None and clustered.interval is not None
    ratio = (clustered.interval[1] - clustered.interval[0]) / (alone.interval[1] - alone.interval[0])
    assert ratio == pytest.approx(math.sqrt(5), rel=0.15)


def test_the_order_of_questions_makes_no_difference() -> None:
    rng = np.random.default_rng(2)
    points, labels = (rng.random(300) < 0.6).astype(float), rng.choice(["a", "b"], 300).tolist()
    order = rng.permutation(300)
    moved = macro_mean(points[order], [labels[index] for index in order])
    assert moved.interval == macro_mean(points, labels).interval


def test_tau_table_1_is_its_leaderboard() -> None:
    if not TAU.is_dir():
        pytest.skip("the published rows are not on this machine")
    with (TAU / "submissions.jsonl").open(encoding="utf-8") as lines:
        submitted = [json.loads(line) for line in lines]
    rows = [row for row in reference("tau_table1_default_prompt.csv") if row["category"] not in ("Random", "Human")]
    printed = sorted((float(row["single_hop"]), float(row["multi_hop"])) for row in rows)
    assert len(submitted) == len(rows) == 10
    board = sorted((round(100 * row["single_accuracy"], 1), round(100 * row["multi_accuracy"], 1)) for row in submitted)
    assert board == printed
    keys = {(row["category"], row["model"]) for row in rows}
    assert len(keys) == 10
    other_prompt = reference("tau_table2_taiwan_prompt.csv")
    assert keys == {(row["category"], row["model"]) for row in other_prompt if row["category"] != "Random"}
