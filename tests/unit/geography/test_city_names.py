"""Whether two names are of one city."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.geography.city_names import same_city

P05 = [
    ("New York City", "New York", True),
    ("New York State", "New York City", False),
    ("Munich", "München", True),
    ("Tōkyō", "東京都", True),
    ("Taipei", "臺北市", True),
    ("Taipei", "新北市", False),
    ("Bengaluru", "Bangalore", True),
    ("Sankt-Peterburg", "Санкт-Петербург", True),
    ("Washington", "Washington, D.C.", None),
    ("San José", "San Jose", None),
]
MORE = [
    ("Lörrach", "Loerrach", True),
    ("Wien", "Vienna", True),
    ("Wien", "Venice", False),
    ("Kyiv", "Киев", True),
    ("Köln, Germany", "Cologne", True),
    ("San José, Costa Rica", "San Jose, California", False),
    ("Osaka", "Osaka Prefecture", False),
    ("Japan", "Tokyo", None),
    ("Texas", "Houston", None),
    ("Little Snoring", "little  snoring", True),
    ("Little Snoring", "Great Snoring", None),
    ("", "Paris", None),
    ("", "", None),
]


@pytest.mark.parametrize(("one", "other", "expected"), P05 + MORE)
def test_p05_names_of_one_city(one: str, other: str, expected: bool | None) -> None:
    assert same_city(one, other) is expected
    assert same_city(other, one) is expected


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_have_an_answer_that_does_not_depend_on_order(one: str, other: str) -> None:
    assert same_city(one, other) is same_city(other, one)
