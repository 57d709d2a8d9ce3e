"""The baseline that listens: what sounds alike is near, never itself, and its answer is that of its neighbour."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.models.baselines.nearest import nearest_choices, nearest_places
from soundmark.models.baselines.neighbours import Features, nearest_first
from soundmark.types import Coordinate
from tests.support.baseline_questions import choice_question, digest, place_question


def features_of(**values: float) -> dict[str, Features]:
    return {digest(name): np.array([value, 1.0]) for name, value in values.items()}


def test_the_nearest_comes_first_and_never_the_same_recording() -> None:
    found = nearest_first(features_of(a=0.0, b=1.0, c=5.0))
    assert found[digest("a")] == [digest("b"), digest("c")]
    assert found[digest("c")] == [digest("b"), digest("a")]


@given(
    st.dictionaries(
        st.text("abc", min_size=1, max_size=3), st.lists(st.floats(-9, 9), min_size=2, max_size=2), max_size=7
    )
)
def test_every_other_recording_comes_once_whatever_the_order(values: dict[str, list[float]]) -> None:
    features = {key: np.array(value) for key, value in values.items()}
    found = nearest_first(features)
    assert {key: {key, *others} for key, others in found.items()} == {key: set(values) for key in values}
    assert found == nearest_first(dict(reversed(features.items())))


def test_features_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        nearest_first({"a": np.array([0.0]), "b": np.array([np.nan])})


def test_the_place_is_that_of_the_nearest_other_recording() -> None:
    spots = [Coordinate(0, 0), Coordinate(10, 0), Coordinate(20, 0)]
    questions = [
        place_question(1, spots[0], clip="a"),
        place_question(2, spots[0], clip="a"),
        place_question(3, spots[1], clip="b"),
        place_question(4, spots[2], clip="c"),
        place_question(5, spots[2], clip="unheard"),
    ]
    found = nearest_places(features_of(a=0.0, b=1.0, c=5.0, of_another_list=0.1)).answers(questions)
    assert found == [spots[1], spots[1], spots[0], spots[1], None]
    assert nearest_places({}).answers(questions[:1]) == [None]


def test_the_choice_is_worded_most_like_what_is_right_for_what_sounds_alike() -> None:
    questions = [
        choice_question(1, ("A night market", "A metro gate", "A school"), right=0, clip="a"),
        choice_question(2, ("The night markets", "A wedding", "A beach"), right=0, clip="b"),
        choice_question(3, ("x", "y", "z"), right=0, clip="c"),
        choice_question(4, ("夜市", "學校", "A wedding"), right=1, clip="d", language="zh-Hant"),
    ]
    baseline = nearest_choices(features_of(a=0.0, b=1.0, c=2.2, d=9.0))
    found = baseline.answers(questions)
    assert found[:2] == [0, 0]
    # Nothing is alike in the same language: then it is a draw, the same every time.
    assert found[2:] == baseline.answers(questions)[2:]
    assert all(answer in range(3) for answer in found[2:])
