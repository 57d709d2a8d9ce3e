"""A key is read in every form that it may have, and refused when two readings differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.benchmarks.answer_key import choice_index, without_letters

WORDS = ("rain", "a bus", "two dogs", "nobody")


@pytest.mark.parametrize(
    ("key", "index"),
    [
        ("rain", 0), ("nobody", 3), (" two dogs ", 2), ("two  dogs", 2), ("B", 1), ("b", 1), ("(C)", 2), ("D.", 3),
        ("1", 0), ("4", 3), ("option2", 1), ("Option 3", 2), ("option_4", 3),
    ],
)  # fmt: skip
def test_every_form(key: str, index: int) -> None:
    assert choice_index(key, WORDS) == index


@pytest.mark.parametrize(
    "key", ["", "  ", "0", "5", "E", "option5", "option0", "two", "rain, a bus", "-1", "1.0", "AB"]
)
def test_what_means_no_choice(key: str) -> None:
    with pytest.raises(ValueError, match=r"names no answer|none of the choices"):
        choice_index(key, WORDS)


@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("2", ("2", "3", "4", "1")),
        ("A", ("B", "A", "D", "C")),
        ("option1", ("x", "option1", "y", "z")),
        ("same", ("same", "same", "x", "y")),
        ("3", ("1", "2", "4", "3")),
    ],
)
def test_two_readings_that_differ_are_refused(key: str, choices: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"can mean [A-D] or [A-D]"):
        choice_index(key, choices)


def test_two_readings_that_agree_are_one() -> None:
    assert choice_index("2", ("1", "2", "3", "4")) == 1


@given(choices=st.lists(st.text(min_size=1), min_size=4, max_size=4), key=st.text())
def test_any_text_gives_a_choice_or_a_sentence(choices: list[str], key: str) -> None:
    try:
        assert choice_index(key, choices) in range(4)
    except ValueError as error:
        assert str(error).isprintable()


def test_letters_before_choices_are_taken_off_only_when_they_are_their_own() -> None:
    assert without_letters(("A. rain", "B. bus", "C. dogs", "D. none")) == ("rain", "bus", "dogs", "none")
    assert without_letters(("(A) rain", "B) bus", "C：dogs", "D、none")) == ("rain", "bus", "dogs", "none")
    for kept in (("A. rain", "bus", "C. dogs", "D. none"), ("B. rain", "A. bus", "C. x", "D. y")):
        assert without_letters(kept) == kept
