"""An answer key means one option or is refused with a reason; options have one shape whatever the source's."""

from __future__ import annotations

import json
import math
import string
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.benchmarks.answer_key import AnswerKeyError, plain_options, resolve_answer
from soundmark.benchmarks.option_shapes import options_of
from tests.conftest import ROOT

PLACES = ("Metro door", "Convenience store door", "Garbage truck", "Temple")
D03 = ROOT / "tests" / "data" / "cases" / "d03_mcq_shapes.jsonl"
WANTED = ["B", "B", "B", "B", "B", None, None, None, None]
REASONS = {
    "6": "answer outside options",
    "7": "duplicate option text",
    "8": "no answer",
    "9": "index outside options (0-based 0..3)",
}


def d03_rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in D03.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("row", "want"), list(zip(d03_rows(), WANTED, strict=True)), ids=lambda v: str(v)[:12])
def test_d03_shapes_of_rows_and_keys(row: dict[str, Any], want: str | None) -> None:
    cells = {name.lower(): value for name, value in row.items()}
    key = next(cells[name] for name in ("answer", "gt", "label") if name in cells)
    if want is None:
        with pytest.raises(AnswerKeyError) as caught:
            resolve_answer(key, options_of(cells), zero_based=True)
        assert str(caught.value).startswith(REASONS[row["id"]])
        return
    options = options_of(cells)
    assert options == PLACES  # also where the source wrote letters before them
    assert "ABCD"[resolve_answer(key, options, zero_based=True)] == want
    if isinstance(key, int):
        with pytest.raises(AnswerKeyError, match="from 0 or from 1"):
            resolve_answer(key, options)
    else:
        assert "ABCD"[resolve_answer(key, options)] == want


@pytest.mark.parametrize(
    "key",
    [
        "B", "b", " B ", "B.", "(b)", "B)", "Ｂ", "（Ｂ）", "2", "２", "option2", "Option 2", "option_b", "OPTION-B",
        "choice 2",
        "Convenience store door", "convenience  store door", "B. Convenience store door", "(B) Convenience store door",
        "B：Convenience store door", ["B"], ("2",),
    ],
)  # fmt: skip
def test_keys_that_mean_the_second_option(key: object) -> None:
    assert resolve_answer(key, PLACES) == 1


@pytest.mark.parametrize("key", [1, 1.0, "1", "B", "Convenience store door"])
def test_keys_of_a_source_that_counts_from_0(key: object) -> None:
    assert resolve_answer(key, PLACES, zero_based=True) == 1


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (None, "no answer"), ("", "no answer"), (" \t", "no answer"), (math.nan, "no answer"), (True, "no answer"),
        ([], "no answer"), (["A", "B"], "several"), ({"A": 1}, "several"), ("E", "outside"), ("0", "outside"),
        ("5", "outside"), ("option5", "outside"), ("-1", "outside"), ("A or B", "outside"), ("AB", "outside"),
        ("The answer is B", "outside"), ("A. Temple", "disagree"), ("1.5", "outside"), (2, "from 0 or from 1"),
        (10**400, "index outside"),
            ("9" * 5000, "outside"), ("x" * 10**6, "outside"),
    ],
)  # fmt: skip
def test_keys_that_mean_no_option(key: object, reason: str) -> None:
    with pytest.raises(AnswerKeyError, match=reason) as caught:
        resolve_answer(key, PLACES)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("2", ("1", "3", "2", "4")),  # the text of the third, the number of the second
        ("1", ("0", "1", "2", "3")),
        ("A", ("B", "A", "C", "D")),
        ("option1", ("x", "option1")),
        ("b", ("x", "y", "b")),
    ],
)
def test_keys_that_may_mean_two_options_are_refused(key: str, options: tuple[str, ...]) -> None:
    with pytest.raises(AnswerKeyError, match="ambiguous"):
        resolve_answer(key, options)


@pytest.mark.parametrize(
    ("key", "options", "want"),
    [
        ("2", ("1", "2", "3", "4"), 1),  # both readings agree
        ("2000", ("1990", "2000", "2010"), 1),
        ("I", ("We", "I", "You"), 1),  # no ninth option
        ("12", ("10", "11", "12"), 2),
        ("A", ("A", "B", "C", "D"), 0),
    ],
)
def test_digits_and_letters_as_options(key: str, options: tuple[str, ...], want: int) -> None:
    assert resolve_answer(key, options) == want


@pytest.mark.parametrize(
    "shape",
    [
        {"options": list(PLACES)},
        {"choices": PLACES},
        {"options": json.dumps(PLACES)},
        {"options": str(list(PLACES))},
        {"options": dict(zip("ABCD", PLACES, strict=True))},
        {"options": dict(zip("dcba", reversed(PLACES), strict=True))},
        {"choices": {"text": list(PLACES), "label": list("ABCD")}},
        {f"option_{letter}": text for letter, text in zip("abcd", PLACES, strict=True)},
        {f"option{number}": text for number, text in enumerate(PLACES, start=1)},
        dict(zip("abcd", PLACES, strict=True)) | {"e": "", "f": None},
        {"options": [f"({letter}) {text}" for letter, text in zip("ABCD", PLACES, strict=True)]},
        {"options": [f"{letter}、{text}" for letter, text in zip("ＡＢＣＤ", PLACES, strict=True)]},
        {"options": list(PLACES), **{f"option{number}": text for number, text in enumerate(PLACES, start=1)}},
    ],
)
def test_shapes_of_options(shape: dict[str, object]) -> None:
    assert options_of(shape) == PLACES


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ({}, "no options"), ({"options": ""}, "no options"), ({"options": []}, "no options"),
        ({"options": "x, y"}, "no list"),
        ({"options": 7}, "no list"), ({"options": "[" * 20_001}, "too long"), ({"options": "[" * 9000}, "no list"),
        ({"options": {"A": "x", "C": "y"}}, "from A"), ({"options": ["x", None]}, "option B is no text"),
        ({"options": ["x", ["y"]]}, "option B is no text"), ({"options": ["x", " "]}, "option B is empty"),
        ({"options": ["x", math.inf]}, "option B is empty"), ({"options": ["é", "e\u0301"]}, "duplicate"),
        ({"a": "x", "c": "y"}, "option B is empty"), ({"options": ["x"]}, "1 options"),
        ({"options": ["x", "y"], "a": "x", "b": "z"}, "differ"),
    ],
)  # fmt: skip
def test_shapes_that_are_none(shape: dict[str, object], reason: str) -> None:
    with pytest.raises(AnswerKeyError, match=reason):
        options_of(shape)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (["1. x", "2. y", "3. z"], ("x", "y", "z")),
        (["1) x", "2) y"], ("x", "y")),
        (["1:30", "2:45", "3:10"], ("1:30", "2:45", "3:10")),
        (["1.5", "2.5", "3.5"], ("1.5", "2.5", "3.5")),
        (["A. Dvořák", "B. Smetana"], ("Dvořák", "Smetana")),  # cannot be told from letters before the options
        (["A. Dvořák", "L. Janáček"], ("A. Dvořák", "L. Janáček")),
        (["B. x", "A. y"], ("B. x", "A. y")),
        (["A. x", "B. y", "z"], ("A. x", "B. y", "z")),
    ],
)
def test_letters_and_numbers_before_options(options: list[str], shown: tuple[str, ...]) -> None:
    assert plain_options(options) == shown
    assert resolve_answer(options[1], shown) == 1


def test_options_that_look_alike_are_duplicates() -> None:
    with pytest.raises(AnswerKeyError, match="duplicate"):
        plain_options(["Temple", "Temple\u200b"])


@pytest.mark.parametrize("key", [np.int64(1), np.int8(1), np.float32(1), np.float64(1)])
def test_numbers_of_numpy_are_numbers(key: object) -> None:
    assert resolve_answer(key, PLACES, zero_based=True) == 1
    with pytest.raises(AnswerKeyError, match="from 0 or from 1"):
        resolve_answer(key, PLACES)


def test_a_number_too_long_to_be_printed() -> None:
    with pytest.raises(AnswerKeyError, match="index outside"):
        resolve_answer(10**6000, PLACES)
    with pytest.raises(AnswerKeyError, match="option B is no text"):
        plain_options(["x", 10**6000])


TEXTS = st.text(st.sampled_from(string.ascii_letters + string.digits + " .()雨門"), min_size=1, max_size=6)
OPTIONS = st.lists(TEXTS, min_size=2, max_size=8, unique=True)


@given(OPTIONS, st.data())
def test_whatever_the_options_a_key_means_that_option_or_nothing(options: list[str], data: st.DataObject) -> None:
    try:
        shown = plain_options(options)
    except AnswerKeyError:
        return
    index = data.draw(st.integers(0, len(shown) - 1))
    for key in (shown[index], "ABCDEFGH"[index], "abcdefgh"[index], str(index + 1), f"option{index + 1}"):
        try:
            found = resolve_answer(key, shown)
        except AnswerKeyError as error:
            # Refused only where another option has the key as its text, or its place as the key.
            others = {shown.index(text) for text in shown if text.strip().casefold() == key.strip().casefold()}
            assert others or key == shown[index], str(error)
        else:
            assert found == index or shown[found].strip().casefold() == key.strip().casefold()


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text())), OPTIONS)
def test_any_key_gives_a_place_or_a_reason(key: object, options: list[str]) -> None:
    for zero_based in (False, True):
        try:
            shown = plain_options(options)
            assert 0 <= resolve_answer(key, shown, zero_based=zero_based) < len(shown)
        except AnswerKeyError as error:
            assert str(error)


@pytest.mark.parametrize("answer", ["002", "00000002"])
def test_an_identifier_is_no_number_of_an_option(answer: str) -> None:
    assert resolve_answer("02", PLACES) == 1
    with pytest.raises(AnswerKeyError, match="outside options"):
        resolve_answer(answer, PLACES)
