"""One of a thing is not called as several are."""

from __future__ import annotations

import pytest

from soundmark.wording import n_of


@pytest.mark.parametrize(
    ("n", "words", "said"),
    [
        (0, ("row",), "0 rows"),
        (1, ("row",), "1 row"),
        (1200, ("row",), "1,200 rows"),
        (1, ("answer waits", "answers wait"), "1 answer waits"),
        (2, ("category", "categories"), "2 categories"),
    ],
)
def test_numbers_with_what_they_count(n: int, words: tuple[str, ...], said: str) -> None:
    assert n_of(n, *words) == said
