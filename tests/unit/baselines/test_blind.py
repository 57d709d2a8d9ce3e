"""Baselines that never listen land where theory says, and say the same every time."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.models.baselines.baseline import BLIND
from soundmark.models.baselines.choices import CHOICES
from soundmark.models.baselines.directions import DIRECTIONS
from soundmark.models.baselines.draws import one_of, uniform
from soundmark.models.baselines.places import PLACES
from soundmark.scoring.geo import error_km
from soundmark.types import Coordinate
from tests.support.baseline_questions import choice_question, place_question, spatial_question

QUARTER_KM = math.pi * 6371.0088 / 2
"""The mean distance of uniform points to any fixed one on a sphere: the distance has density sin(d / R) / 2R."""

random_place, other_place, middle = PLACES
any_choice, usual_position, longest = CHOICES
any_sector, usual_sector = DIRECTIONS


def test_uniform_numbers_are_uniform() -> None:
    drawn = np.array([uniform("test", place_question(n, Coordinate(0, 0))) for n in range(8000)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    # Kolmogorov-Smirnov: the largest gap to the line exceeds 1.95 / sqrt(n) once in 1,000 times.
    assert np.abs(np.sort(drawn) - (np.arange(8000) + 0.5) / 8000).max() < 1.95 / math.sqrt(8000)


@pytest.mark.parametrize("truth", [Coordinate(25.0, 121.5), Coordinate(-90.0, 0.0)])
def test_random_is_a_quarter_of_the_circumference_off(truth: Coordinate) -> None:
    questions = [place_question(number, truth) for number in range(900)]
    distances = [error_km(place, truth) for place in random_place.answers(questions) if place is not None]
    assert len(distances) == 900
    # On the sphere the variance is (pi^2 / 4 - 2) R^2; the ellipsoid differs by less than 0.3 %.
    deviation_km = 6371.0088 * math.sqrt(math.pi**2 / 4 - 2)
    assert np.mean(distances) == pytest.approx(QUARTER_KM, abs=4 * deviation_km / math.sqrt(900) + 0.003 * QUARTER_KM)
    assert np.std(distances) == pytest.approx(deviation_km, rel=0.08)


def test_random_is_uniform_by_area() -> None:
    places = random_place.answers([place_question(number, Coordinate(0, 0)) for number in range(10_000)])
    latitudes = np.array([place.latitude_deg for place in places if place is not None])
    longitudes = np.array([place.longitude_deg for place in places if place is not None])
    assert np.mean(np.abs(latitudes) < 30) == pytest.approx(0.5, abs=0.02)
    assert np.mean(np.abs(latitudes) > 80) == pytest.approx(1 - math.sin(math.radians(80)), abs=0.005)
    assert np.histogram(longitudes, bins=4, range=(-180, 180))[0] / 10_000 == pytest.approx([0.25] * 4, abs=0.018)


@pytest.mark.parametrize("n_choices", [2, 3, 4, 5])
def test_a_random_choice_is_right_one_time_in_n(n_choices: int) -> None:
    n = 4000
    questions = [choice_question(i, [str(k) for k in range(n_choices)], i % n_choices) for i in range(n)]
    answers = any_choice.answers(questions)
    right = sum(answer == one.truth.choice_index for answer, one in zip(answers, questions, strict=True))
    chance = 1 / n_choices
    assert right / n == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / n))
    counts = Counter(answers)
    assert set(counts) == set(range(n_choices))


def test_a_random_sector_is_right_one_time_in_n() -> None:
    questions = [spatial_question(i, 3 + i % 2, right=i % 3) for i in range(4000)]
    answers = any_sector.answers(questions)
    right = [answer == one.truth.choice_index for answer, one in zip(answers, questions, strict=True)]
    for n_sectors, hits in ((3, right[::2]), (4, right[1::2])):
        chance = 1 / n_sectors
        assert np.mean(hits) == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / len(hits)))


def test_the_middle_is_one_place_and_that_of_all() -> None:
    questions = [place_question(0, Coordinate(0, 170)), place_question(1, Coordinate(0, -170))]
    first, second = middle.answers(questions)
    assert first == second
    assert first is not None
    assert (abs(first.longitude_deg), first.latitude_deg) == pytest.approx((180, 0))


def test_another_place_is_never_that_of_the_same_recording() -> None:
    spots = {name: Coordinate(float(number), 0.0) for number, name in enumerate("abc")}
    questions = [place_question(n, spots["abc"[n % 3]], clip="abc"[n % 3]) for n in range(300)]
    answers = other_place.answers(questions)
    assert all(answer != one.truth.place for answer, one in zip(answers, questions, strict=True))
    assert set(answers) == set(spots.values())
    assert other_place.answers(questions[:1]) == [None]


def test_the_usual_position_and_the_longest_choice() -> None:
    questions = [
        choice_question(0, ("bb", "a", "ccc"), right=1),
        choice_question(1, ("one", "two", "six"), right=1),
        choice_question(2, ("x", "yy", " z      "), right=0),
        choice_question(3, ("no", "yes"), right=0),
        choice_question(4, ("yes", "no"), right=1),
    ]
    assert usual_position.answers(questions) == [1, 1, 1, 0, 0]  # of two equally frequent ones the first
    assert longest.answers(questions) == [2, 0, 1, 1, 0]


def test_the_usual_position_of_a_balanced_list_is_right_as_often_as_chance() -> None:
    questions = [choice_question(n, right=n % 4) for n in range(40)]
    assert (
        sum(a == q.truth.choice_index for a, q in zip(usual_position.answers(questions), questions, strict=True)) == 10
    )


def test_the_usual_sector_and_the_mean_distance_are_those_of_the_task() -> None:
    questions = [
        spatial_question(0, 3, right=2),
        spatial_question(1, 3, right=2),
        spatial_question(2, 3, right=0),
        spatial_question(3, 4, right=3),
        spatial_question(4, metres=1.0, task="distance_ego"),
        spatial_question(5, metres=4.0, task="distance_ego"),
        spatial_question(6, metres=9.0, task="distance_exo"),
    ]
    assert usual_sector.answers(questions) == [2, 2, 2, 3, 2.5, 2.5, 9.0]
    assert any_sector.answers(questions)[4:] == [4.0, 1.0, None]  # of the other one; there is none


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12, unique=True), st.randoms())
def test_an_answer_depends_on_no_other_question(numbers: list[int], shuffle: object) -> None:
    questions = [choice_question(number) for number in numbers]
    alone = {one.question_id: any_choice.answers([one])[0] for one in questions}
    shuffle.shuffle(questions)  # type: ignore[attr-defined]
    assert [alone[one.question_id] for one in questions] == any_choice.answers(questions)


def test_draws_of_another_stream_or_benchmark_are_others() -> None:
    question = place_question(1, Coordinate(0, 0))
    assert uniform("a", question) != uniform("b", question)
    assert uniform("a", question, 0) != uniform("a", question, 1)
    assert uniform("Random", question) == pytest.approx(EXPECTED, abs=1e-15)
    with pytest.raises(ValueError, match="no items"):
        one_of("a", question, [])


EXPECTED = 0.22811339456675303
"""The first 16 hex digits of sha256sum of the parts, divided by 2^64."""


def test_none_of_them_listens_and_each_says_how_it_answers() -> None:
    described = [
        [(one.name, one.setting, one.rule) for one in PLACES],
        [(one.name, one.setting, one.rule) for one in CHOICES],
        [(one.name, one.setting, one.rule) for one in DIRECTIONS],
    ]
    for group in described:
        assert len({name for name, _, _ in group}) == len(group)
        assert {setting for _, setting, _ in group} == {BLIND}
        assert all(rule.endswith(".") for _, _, rule in group)


def test_a_list_without_questions_has_no_answers() -> None:
    assert [len(one.answers([])) for one in PLACES] == [0, 0, 0]
    assert [len(one.answers([])) for one in CHOICES] == [0, 0, 0]
    assert [len(one.answers([])) for one in DIRECTIONS] == [0, 0]
