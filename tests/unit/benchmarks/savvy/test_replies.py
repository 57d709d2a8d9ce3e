"""A reply states a choice, or none: never a guess."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.benchmarks.savvy.replies import read_choice

QUADRANTS = ("front-left", "front-right", "back-left", "back-right")
SIDES = ("left", "right", "back")


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("B", 1), ("b", 1), (" (D). ", 3), ("A.", 0), ("C: back-left", 2), ("B. front-right", 1), ("**C**", 2),
        ("The answer is A", 0), ("The answer is A.", 0), ("Answer: (B)", 1), ("answer is b", 1),
        ("front-left", 0), ("Back right.", 3), ("They are to the front-right of you.", 1),
        ('{"prediction": "B"}', 1), ('```json\n{"prediction": "back-left", "reasoning": "A is wrong"}\n```', 2),
        ('{"prediction": null}', None), ('{"prediction": 2}', None), ("<think>A or B?</think>C", 2),
        ("The answer is A person behind you", None), ("", None), ("E", None), ("2", None), ("left", None),
        ("A or B", None), ("front-left or front-right", None), ("not front-left", None), ("I cannot tell.", None),
        ("A: back-right", None), ("The answer is B. Or the answer is C.", None), ("x" * 100_000, None),
    ],
)  # fmt: skip
def test_quadrants(reply: str, index: int | None) -> None:
    assert read_choice(reply, QUADRANTS) == index


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("left", 0),
        ("C: back", 2),
        ("D", None),
        ("back-left", None),
        ("It is to your right.", 1),
        ("That's right: back", None),
    ],
)
def test_sides(reply: str, index: int | None) -> None:
    assert read_choice(reply, SIDES) == index


@given(st.text(max_size=200))
def test_any_text_is_read_or_not(reply: str) -> None:
    found = read_choice(reply, QUADRANTS)
    assert found is None or 0 <= found < 4


@given(
    st.sampled_from("ABCD"),
    st.sampled_from(["{}", "({})", "{}.", "Answer: {}", "The answer is {}", '{{"prediction": "{}"}}']),
)
def test_a_letter_in_any_dress(letter: str, dress: str) -> None:
    assert read_choice(dress.format(letter), QUADRANTS) == "ABCD".index(letter)
