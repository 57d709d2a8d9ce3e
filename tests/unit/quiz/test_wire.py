"""Nothing that a quiz page sends is believed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.games.wire import MAX_QUERY_CHARS, WireError, read_ticket
from soundmark.quiz.config import Ask, Filter, QuizConfig
from soundmark.quiz.rules import Submission
from soundmark.quiz.wire import (
    INPUT_METHODS,
    LEVELS,
    MAX_CHOICES,
    Chosen,
    read_chosen,
    read_link_filters,
    read_submission,
)

ROUND = "r" * 22
CONFIG = QuizConfig(
    mode="quiz",
    title_key="title",
    lead_key="lead",
    prompt_id="p",
    filters=(
        Filter(tag="category", label_key="c", values={"Nature": "n", "Transit": "t"}),
        Filter(tag="language", label_key="l", values={"th": "th", "bn": "bn"}, asks_level=True),
    ),
    asks=(Ask(name="lived_there", label_key="q", values={"yes": "y", "no": "n"}),),
)
KEYS = [
    "round", "answer", "position", "how", "id", "listened_s", "plays", "filters", "asks", "category", "language", "th",
    "lived_there", "games", "query", "said",
]  # fmt: skip
WORDS = st.sampled_from(["Nature", "th", "native", "yes", "click", ROUND]) | st.text(max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=14,
)


def sent(position: object, how: object = "click", **more: object) -> dict[str, object]:
    return {"round": ROUND, "phase": "ask", "answer": {"position": position, "how": how}, **more}


def test_a_choice_as_the_page_sends_it() -> None:
    heard = {"id": ROUND, "listened_s": 12.5, "plays": 3}
    assert read_submission(sent(2, "touch"), heard) == Submission(
        position=2, input_method="touch", listened_s=12.5, play_count=3
    )
    assert read_submission(sent(None), None) == Submission(position=None, input_method="click")


def test_listening_counts_only_for_the_clip_of_the_round() -> None:
    assert read_submission(sent(0), {"id": "other", "listened_s": 3.0, "plays": 1}).listened_s is None


@pytest.mark.parametrize("position", [-1, 26, 10**30, 1.0, "1", True, False, [], {}, float("nan")])
def test_what_is_no_place_of_a_choice_is_refused(position: object) -> None:
    with pytest.raises(WireError, match="Take one of the choices"):
        read_submission(sent(position), None)


@pytest.mark.parametrize("card", [None, 3, "x", [], {}, {"answer": None}, {"answer": 2}, {"answer": [2]}])
def test_nothing_that_was_taken_is_refused(card: object) -> None:
    with pytest.raises(WireError, match="Take one of the choices"):
        read_submission(card, None)


@pytest.mark.parametrize("how", ["<b>", "map", None, 5, ["click"], {"click": 1}])
def test_an_unknown_input_method_is_not_logged(how: object) -> None:
    assert read_submission(sent(1, how), None).input_method is None


def test_what_a_player_chose_and_told() -> None:
    told = {
        "filters": {
            "category": ["Transit", "Nature", "Sport"],
            "language": {"bn": "some", "th": "native", "fi": "good"},
        },
        "asks": {"lived_there": "no"},
    }
    assert read_chosen(CONFIG, told) == Chosen(
        {"category": ("Nature", "Transit"), "language": ("th", "bn")},
        {"language:th": "native", "language:bn": "some", "lived_there": "no"},
    )


@pytest.mark.parametrize(
    "told",
    [
        None,
        "x",
        [],
        {"filters": 5, "asks": 5},
        {"filters": {"category": "Nature", "language": ["th"]}, "asks": {"lived_there": ["yes"]}},
        {"filters": {"category": [["Nature"], {}], "language": {"th": "perfect", "bn": {"native": 1}}}},
        {"filters": {"other": ["Nature"]}, "asks": {"age": "30", "lived_there": ""}},
    ],
)
def test_what_is_not_on_offer_is_left_out(told: object) -> None:
    assert read_chosen(CONFIG, told) == Chosen()


def test_the_filters_of_a_link_are_those_on_offer() -> None:
    asked = {"category": ("Transit", "<script>"), "language": ("fi",), "colour": ("red",)}
    assert read_link_filters(CONFIG, asked) == {"category": ("Transit",)}


@given(JSON, JSON)
def test_no_json_breaks_the_reader(card: object, player: object) -> None:
    try:
        found = read_submission(card, player)
    except WireError:
        pass
    else:
        assert found.position is None or 0 <= found.position < MAX_CHOICES
        assert found.input_method is None or found.input_method in INPUT_METHODS
        assert found.listened_s is None or 0 <= found.listened_s <= 24 * 3600
        assert found.play_count is None or 0 <= found.play_count <= 10_000
    chosen = read_chosen(CONFIG, card)
    assert set(chosen.filters) <= {"category", "language"}
    assert all(set(values) <= {"Nature", "Transit", "th", "bn"} and values for values in chosen.filters.values())
    assert set(chosen.said) <= {"language:th", "language:bn", "lived_there"}
    assert set(chosen.said.values()) <= {*LEVELS, "yes", "no"}
    ticket = read_ticket(card)
    assert len(ticket.query) <= MAX_QUERY_CHARS
    assert all(isinstance(game, str) for game in ticket.games.values())
