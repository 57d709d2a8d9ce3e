"""Nothing that a browser sends is believed."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.games.wire import WireError, read_round_id, read_ticket
from soundmark.modes.geo.wire import read_pin, read_submission
from soundmark.types import Coordinate

ROUND = "r" * 22
KEYS = ["round", "guess", "lat", "lon", "how", "id", "listened_s", "plays", "player", "games", "geo", "query"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=12,
)


def pin(lat: object, lon: object) -> Coordinate | None:
    return read_pin({"round": ROUND, "guess": {"lat": lat, "lon": lon}})


@pytest.mark.parametrize(
    ("lat", "lon", "expected_lon"),
    # c03: map clicks after panning round the world
    [(25.04, 481.56, 121.56), (25.04, -238.44, 121.56), (-17.0, 180.0, 180.0), (-17.0, -180.0, 180.0),
     (10.0, 540.0, 180.0), (10, -0.0, 0.0), (0, 190, -170.0), (0.0, 359.9, -0.1), (0.0, -541.0, 179.0)],
)  # fmt: skip
def test_c03_longitudes_come_back_to_one_turn(lat: float, lon: float, expected_lon: float) -> None:
    found = pin(lat, lon)
    assert found is not None
    assert found.latitude_deg == lat
    assert math.isclose(found.longitude_deg, expected_lon, abs_tol=1e-9)
    assert str(found.longitude_deg) != "-0.0"


@pytest.mark.parametrize("lat", [90, -90, 0])
def test_poles_and_zero_are_places(lat: float) -> None:
    assert pin(lat, 0) == Coordinate(lat, 0)


@pytest.mark.parametrize(
    ("lat", "lon"),
    [
        (90.1, 0),
        (999, 0),
        (math.nan, 0),
        (0, math.inf),
        ("1", 2),
        (True, 2),
        (None, 2),
        (10**400, 0),
        (0, 1e9),
        ([], {}),
    ],
)
def test_anything_else_is_no_pin(lat: object, lon: object) -> None:
    assert pin(lat, lon) is None


def test_c06_a_swapped_pair_is_never_swapped_back() -> None:
    assert pin(121.5654, 25.033) is None


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, {"round": 5}])
def test_no_round_is_refused(value: object) -> None:
    with pytest.raises(WireError, match="start a new game"):
        read_round_id(value)


@pytest.mark.parametrize(
    "name",
    ["../../../../etc/passwd", "/etc/passwd", "..%2f..%2fapp.py", "....//....//etc/passwd", "C:\\Windows\\win.ini",
     "clip\x00.wav" + "a" * 20, "~/.cache/huggingface/token", "file:///etc/passwd", "c001/../c002", "a" * 41, "short"],
)  # fmt: skip
def test_s01_a_name_that_is_no_round_id_is_refused_with_the_same_sentence(name: str) -> None:
    with pytest.raises(WireError) as refusal:
        read_round_id({"round": name})
    assert str(refusal.value) == "There is no round to answer. Please start a new game."


def test_listening_counts_only_for_the_clip_of_the_round() -> None:
    guess = {"round": ROUND, "guess": {"lat": 1, "lon": 2, "how": "keyboard"}}
    heard = {"id": ROUND, "listened_s": 12.5, "plays": 3}
    submission = read_submission(guess, heard)
    assert (submission.listened_s, submission.play_count, submission.input_method) == (12.5, 3, "keyboard")
    assert read_submission(guess, {**heard, "id": "other"}).listened_s is None


@pytest.mark.parametrize("listened", [-1, math.nan, 1e9, "12", None, True])
def test_impossible_listening_is_not_logged(listened: object) -> None:
    assert read_submission({"round": ROUND}, {"id": ROUND, "listened_s": listened}).listened_s is None


def test_an_unknown_input_method_is_not_logged() -> None:
    assert read_submission({"round": ROUND, "guess": {"lat": 1, "lon": 2, "how": "<b>"}}, None).input_method is None


@given(JSON, JSON)
def test_no_json_breaks_the_reader(map_value: object, player_value: object) -> None:
    submission = read_submission(map_value, player_value)
    assert submission.guess is None or -90 <= submission.guess.latitude_deg <= 90
    ticket = read_ticket(map_value)
    assert len(ticket.query) <= 300
