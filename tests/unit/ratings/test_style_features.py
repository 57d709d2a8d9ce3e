"""What is counted in an answer is what a reader sees of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.ratings.style_features import AnswerStyle, style_of

ANSWER = """# Where it is

The call to prayer and *Darija* suggest **Morocco**, most likely `Essaouira`.

## Reasons

1. The waves
2. The gulls, which [nest there](https://example.org/many/words/here)
   - also in winter

- <b>wind</b>

```
31.51, -9.77
```
"""


def test_a_whole_answer() -> None:
    found = style_of(ANSWER)
    # Where it is / The call ... Essaouira / Reasons / The waves / The gulls which nest there / also in winter / wind /
    # the two numbers: 3 + 11 + 1 + 2 + 5 + 3 + 1 + 2.
    assert found == AnswerStyle(words=28, list_items=4, headers=2, emphases=2, gives_coordinates=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("  \n", 0), ("It's 3,000.5 km", 3), ("东京の朝", 4), ("Tokyo 東京", 3), ("don’t — stop…", 2), ("***", 0),
     ("a" * 300_000, 1)],
)  # fmt: skip
def test_words(text: str, words: int) -> None:
    assert style_of(text).words == words


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("I think it is 48.8566, 2.3522 or near.", True),
        ("Coordinates: 31.5125° N, 9.7700° W", True),
        ("**Latitude:** 40.7128, **Longitude:** -74.0060", True),
        ("48°51'24\" N 2°21'8\" E", True),
        ("It was recorded in 2003 for 3.5 minutes.", False),
        ("Paris, France", False),
        ("The ratio is 123.45, 678.90", False),
    ],
)
def test_coordinates(text: str, gives: bool) -> None:
    assert style_of(text).gives_coordinates is gives


def test_whoever_has_read_the_place_decides() -> None:
    assert style_of("Paris", gives_coordinates=True).gives_coordinates
    assert not style_of("48.8566, 2.3522", gives_coordinates=False).gives_coordinates


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200))
def test_no_text_makes_it_fail(text: str) -> None:
    found = style_of(text)
    assert min(found.words, found.list_items, found.headers, found.emphases) >= 0


@pytest.mark.parametrize("text", ["*" * 20_000, "[" * 20_000, "> " * 5_000, "- " * 5_000, "`" * 20_000, "1.1," * 9_000])
def test_an_answer_made_to_take_long_does_not(text: str) -> None:
    assert style_of(text).words >= 0
