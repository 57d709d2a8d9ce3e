"""The distance that a reply states, in metres, or why there is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.models.parsing import parse_distance
from soundmark.types import Status


@pytest.mark.parametrize(
    ("reply", "distance_m", "matched"),
    [
        ("3.2", 3.2, "3.2"),
        ("The dog is about 250 cm away.", 2.5, "250 cm"),
        ('{"prediction": 3.2}', 3.2, "3.2"),
        ('It follows. {"prediction": "3.2 m"}', 3.2, "3.2 m"),
        (r"\boxed{3.2}", 3.2, "3.2"),
        ("<think>2 or 4</think> 3.2 m", 3.2, "3.2 m"),
    ],
)
def test_metres_and_where_they_stand(reply: str, distance_m: float, matched: str) -> None:
    found = parse_distance(reply)
    assert found.answer == pytest.approx(distance_m)
    assert (found.status, found.matched) == (Status.OK, matched)


@pytest.mark.parametrize(
    ("reply", "status", "reason"),
    [
        ('{"prediction": null}', Status.REFUSED, "null"),
        ("I cannot tell.", Status.REFUSED, "refusal"),
        ("between 2 and 3 m", Status.UNPARSED, "range"),
        ("at least 2 m", Status.UNPARSED, "bound"),
        ("at 0:41", Status.UNPARSED, "no_distance"),
        ("-1", Status.UNPARSED, "negative"),
        ("2 m or 5 m", Status.UNPARSED, "range"),
        ("", Status.UNPARSED, "empty"),
        ("<think>3 m", Status.UNPARSED, "incomplete"),
        ('{"prediction": [1, 2]}', Status.UNPARSED, "several"),
    ],
)
def test_why_there_is_no_distance(reply: str, status: Status, reason: str) -> None:
    found = parse_distance(reply)
    assert (found.status, found.reason, found.answer) == (status, reason, None)


@settings(max_examples=40, deadline=None)
@given(st.floats(0.01, 99).map(lambda metres: round(metres, 2)))
def test_any_number_comes_back(distance_m: float) -> None:
    for reply in (
        f"{distance_m}",
        f"{distance_m} m",
        f'{{"prediction": {distance_m}}}',
        f"Answer: {distance_m} meters",
    ):
        assert parse_distance(reply).answer == pytest.approx(distance_m)


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(["{", "}", '"prediction":', "3", ".", "m", "-", "ft", " ", "or"])).map("".join)
)
def test_nothing_makes_it_fail(reply: str) -> None:
    found = parse_distance(reply)
    assert found.answer is None or found.answer >= 0
