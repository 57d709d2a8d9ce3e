"""What agents send is read strictly: a sentence for whatever is wrong, and never another error."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.agents.names import AgentError, agent_of, player_of, read_name
from soundmark.agents.wire import Given, read_game_id, read_place, read_position, read_round_id, read_wish
from soundmark.games.deal import GameKind
from soundmark.games.table import Wish
from soundmark.store.rounds import RoundBook
from soundmark.types import Coordinate
from tests.support.choices import ANN
from tests.support.hostile import values

ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.lists(st.integers(), max_size=2)
)
HOSTILE = [*values("/canary", "/journal").values(), {}, 1e308, math.inf, -0.0]


def wish(**changes: object) -> Wish:
    asked: dict[str, object] = {"seed": "", "is_daily": False, "rounds": 0, "time_limit_s": 0}
    return read_wish(**(asked | changes), default_rounds=5, limits_s=(30, 60))


@pytest.mark.parametrize("name", ["gpt-4o-audio-preview", "org/model:2026-01", "A1"])
def test_a_name_is_kept_as_it_is_and_names_whose_games_they_are(book: RoundBook, name: str) -> None:
    player = player_of(read_name(name))
    assert (player.responder_id, player.salt_id) == (name, None)
    assert agent_of(book.start_game("geo", player.owner, {})) == name
    assert agent_of(book.start_game("geo", ANN.owner, {})) is None


@pytest.mark.parametrize("name", ["", "x", "-x1", "two words", "<b>bold</b>", "a" * 61, "é1", "a\n1", "=1+1", None, 5])
def test_a_name_that_cannot_stand_in_tables_is_refused(name: object) -> None:
    with pytest.raises(AgentError, match="Say who you are"):
        read_name(name)


@settings(max_examples=60)
@given(value=ANYTHING)
def test_no_value_does_more_than_be_refused(value: object) -> None:
    check_that_it_is_refused_or_right(value)


def test_no_hostile_value_does_more_than_be_refused() -> None:
    for value in HOSTILE:
        check_that_it_is_refused_or_right(value)


def check_that_it_is_refused_or_right(value: object) -> None:
    for read in (
        lambda: read_name(value),
        lambda: read_game_id(value),
        lambda: read_round_id(value),
        lambda: wish(seed=value),
        lambda: wish(is_daily=value),
        lambda: wish(rounds=value),
        lambda: wish(time_limit_s=value),
        lambda: read_position(Given(choice=value), 4),
        lambda: read_position(Given(gives_up=value), 4),
        lambda: read_place(Given(latitude_deg=value, longitude_deg=value)),
        lambda: read_place(Given(latitude_deg=1, longitude_deg=value)),
    ):
        try:
            found = read()
        except AgentError as error:
            assert len(str(error)) < 250
            continue
        if isinstance(found, Coordinate):
            assert math.isfinite(found.latitude_deg) and math.isfinite(found.longitude_deg)
        elif isinstance(found, int):
            assert 0 <= found < 4


@given(lat=st.floats(-90, 90), lon=st.floats(-180, 180))
def test_every_place_on_earth_can_be_sent(lat: float, lon: float) -> None:
    place = read_place(Given(latitude_deg=lat, longitude_deg=lon))
    assert place is not None
    assert place.latitude_deg == lat
    assert (place.longitude_deg - lon) % 360 == 0


@pytest.mark.parametrize("choice,position", [(1, 0), (4, 3)])
def test_choices_are_counted_from_one(choice: int, position: int) -> None:
    assert read_position(Given(choice=choice), 4) == position


@pytest.mark.parametrize("choice", [0, 5, -1, True, 1.0, "1", None])
def test_what_is_no_choice_is_refused(choice: object) -> None:
    with pytest.raises(AgentError, match="number of one of the 4"):
        read_position(Given(choice=choice), 4)


def test_giving_up_is_said_alone() -> None:
    assert read_position(Given(gives_up=True), 4) is None
    assert read_place(Given(gives_up=True)) is None
    with pytest.raises(AgentError, match="not both"):
        read_position(Given(choice=1, gives_up=True), 4)
    with pytest.raises(AgentError, match="not both"):
        read_place(Given(latitude_deg=1.0, gives_up=True))


def test_an_answer_to_another_kind_of_question_is_refused() -> None:
    with pytest.raises(AgentError, match="4 choices: send `choice`"):
        read_position(Given(choice=1, latitude_deg=1.0, longitude_deg=1.0), 4)
    with pytest.raises(AgentError, match="no choices: send `latitude_deg`"):
        read_place(Given(choice=1, latitude_deg=1.0, longitude_deg=1.0))


def test_games_that_can_be_asked_for() -> None:
    assert (wish().kind, wish().rounds, wish().time_limit_s) == (GameKind.FREE, 5, None)
    assert (wish(seed="a-1", rounds=3).kind, wish(seed="a-1", rounds=3).rounds) == (GameKind.SEED, 3)
    assert wish(is_daily=True).kind is GameKind.DAILY
    assert wish(time_limit_s=30).time_limit_s == 30
    for changes in ({"is_daily": True, "rounds": 3}, {"rounds": 21}, {"rounds": True}, {"time_limit_s": 31}):
        with pytest.raises(AgentError):
            wish(**changes)
