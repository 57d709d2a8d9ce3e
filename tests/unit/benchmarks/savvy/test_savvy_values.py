"""Single values in every published form, and nothing that only looks like one."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.benchmarks.savvy.json_files import JsonFileError, parse_json
from soundmark.benchmarks.savvy.values import azimuth_of_text, clock_of, number_of, pair_of, text_of, unwrapped

FINITE = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.floats(-1e15, 1e15, allow_nan=False))
def test_a_number_is_the_same_in_every_form(number: float) -> None:
    # Published numbers have up to 17 digits; a form of its own for very small ones is not needed.
    for value in (number, repr(number), f" {number!r} ", json.dumps(repr(number))):
        assert number_of(value, "it") == number


@pytest.mark.parametrize(
    "value",
    [None, "", True, "True", "nan", "Infinity", math.nan, math.inf, "1_0", "0x1F", "１", "1,5", "1 2", [1.0], {},
     10**400, "1e999", "9" * 50],
)  # fmt: skip
def test_what_only_looks_like_a_number(value: object) -> None:
    with pytest.raises(ValueError, match="it"):
        number_of(value, "it")


def test_a_time_that_a_library_made_of_a_number_is_its_seconds() -> None:
    assert number_of(datetime.fromtimestamp(380.47, UTC), "it") == pytest.approx(380.47)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("0:48", 48), ("00:48", 48), ("1:08", 68), ("2:46", 166), ("1:02:03", 3723), ("48", 48), (48.5, 48.5),
     ("133.5", 133.5)],
)  # fmt: skip
def test_times_as_models_write_them(value: object, seconds: float) -> None:
    assert clock_of(value, "it") == seconds


@pytest.mark.parametrize("value", ["", "::", "-0:01", "0:1:2:3", "soon", None, -1, 1e9])
def test_what_is_no_time(value: object) -> None:
    with pytest.raises(ValueError, match="it"):
        clock_of(value, "it")


@given(st.floats(-180, 180))
def test_azimuths_lie_in_the_half_open_circle(azimuth_deg: float) -> None:
    found = azimuth_of_text(azimuth_deg, "it")
    assert -180 < found <= 180
    assert math.isclose(math.cos(math.radians(found)), math.cos(math.radians(azimuth_deg)), abs_tol=1e-12)


@given(st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)))
def test_a_pair_is_the_same_native_and_in_a_text(pair: tuple[float, float]) -> None:
    for value in (pair, list(pair), json.dumps(pair)):
        assert pair_of(value, "it") == pytest.approx(pair, rel=1e-12, abs=1e-12)


@given(JSON)
def test_no_value_is_a_crash(value: object) -> None:
    for read in (number_of, pair_of, text_of, clock_of, azimuth_of_text):
        try:
            read(value, "it")
        except ValueError as error:
            assert str(error).isprintable()


@given(JSON)
def test_a_wrapped_value_comes_out_as_it_was(value: object) -> None:
    if isinstance(value, list | dict):
        # NaN is unlike itself, so that forms are compared.
        assert json.dumps(unwrapped(json.dumps(value))) == json.dumps(unwrapped(value))


@given(st.text(max_size=300))
def test_any_text_is_json_or_a_sentence(text: str) -> None:
    try:
        parse_json(text, "The file")
    except JsonFileError as error:
        assert str(error).startswith("The file")
        assert str(error).endswith(".")


def test_a_key_that_stands_twice_keeps_its_first_value_and_is_told() -> None:
    document = parse_json('{"a": 1, "a": 2, "b": {"a": 3}}', "The file")
    assert document.value == {"a": 1, "b": {"a": 3}}
    assert document.repeated_keys == ("a",)
