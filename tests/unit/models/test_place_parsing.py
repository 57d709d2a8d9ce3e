"""Which place a reply states: coordinates in JSON and prose, names, and what is never made of them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.models.parsing import parse_place
from soundmark.models.parsing.visible import MAX_CHARACTERS
from soundmark.types import Coordinate, Status
from tests.support.agl1k import GEMINI, GPT_4O, needs
from tests.support.collected_replies import collected_places
from tests.support.model_replies import ModelReply

MOST_CPU_S = 20
latitudes = st.floats(-90, 90).map(lambda deg: round(deg, 5))
longitudes = st.floats(-179.9, 179.9).map(lambda deg: round(deg, 5))


def place(reply: str) -> tuple[float, float] | None:
    """Latitude and longitude, as far as they are stated."""
    stated = parse_place(reply).answer
    return None if stated is None or stated.place is None else (stated.place.latitude_deg, stated.place.longitude_deg)


@pytest.mark.parametrize("reply", collected_places(), ids=lambda reply: reply.id)
def test_collected_coordinates(reply: ModelReply) -> None:
    assert place(reply.text) == (None if reply.expected is None else pytest.approx(reply.expected, abs=1e-4))
    assert reply.expected is not None or parse_place(reply.text).reason == (reply.status or "contradictory_sign")


@pytest.mark.parametrize("path", [GEMINI, GPT_4O], ids=["gemini", "gpt_4o"])
def test_published_replies_are_read_as_published_or_better(path: Path) -> None:
    """Where the authors read coordinates they are the same; theirs are 0, 0 where they read none."""
    needs(path)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    more = 0
    for row in rows:
        published = row["predicted_latitude"], row["predicted_longitude"]
        if published != (0.0, 0.0):
            assert place(row["model_output"]) == published
        elif place(row["model_output"]) is not None:
            more += 1
    assert more == 1  # of each file one reply lacks a comma, or has prose with braces


def test_agl1k_form_with_all_its_fields() -> None:
    reply = (
        '{"reason": "Tram bells.", "city": "Lisbon", "country": "Portugal", "continent": "Europe", '
        '"longitude": -9.1393, "latitude": 38.7223}'
    )
    stated = parse_place(f"```json\n{reply}\n```").answer
    assert stated is not None
    assert stated.place == Coordinate(38.7223, -9.1393)
    assert (stated.city, stated.country, stated.continent) == ("Lisbon", "Portugal", "Europe")
    assert stated.reasoning == "Tram bells."


def test_names_alone_are_no_place_and_are_not_lost() -> None:
    found = parse_place('{"city": "Paris", "country": "France"}')
    assert (found.status, found.reason, found.matched) == (Status.UNPARSED, "no_coordinates", "Paris, France")
    taken = parse_place("City: Paris\nCountry: France", needs_coordinates=False).answer
    assert taken is not None
    assert (taken.place, taken.city, taken.country) == (None, "Paris", "France")


@pytest.mark.parametrize(
    ("reply", "status", "reason"),
    [
        ("", Status.UNPARSED, "empty"),
        ("<think>48.8566, 2.3522", Status.UNPARSED, "incomplete"),
        ('{"latitude": 121.5, "longitude": 25.0}', Status.UNPARSED, "invalid_latitude"),
        ("121.5654, 25.0330", Status.UNPARSED, "invalid_latitude"),
        ("-42.5° N, 89.1° W", Status.UNPARSED, "contradictory_sign"),
        ("15°01'50\"N 90°20'14\"O", Status.UNPARSED, "ambiguous_hemisphere"),
        ('{"coordinates": [48.8566, 2.3522]}', Status.UNPARSED, "ambiguous_order"),
        ("Lyon (45.7640, 4.8357) or Paris (48.8566, 2.3522)", Status.UNPARSED, "multiple"),
        ("40-45.1234° N, 2.3522° E", Status.UNPARSED, "no_coordinates"),
        ("45.1234° N, 2.3522–5° E", Status.UNPARSED, "no_coordinates"),
        ('[{"lat": 45.7, "lon": 4.8}, {"lat": 48.8, "lon": 2.3}]', Status.UNPARSED, "multiple"),
        ("Somewhere in Europe", Status.UNPARSED, "no_coordinates"),
        ('{"latitude": null, "longitude": null}', Status.REFUSED, "null"),
        ("I cannot determine the place.", Status.REFUSED, "refusal"),
    ],
)
def test_why_there_is_no_place(reply: str, status: Status, reason: str) -> None:
    found = parse_place(reply)
    assert (found.status, found.reason, found.answer) == (status, reason, None)


@settings(max_examples=40, deadline=None)
@given(latitudes, longitudes)
def test_json_comes_back_exactly(latitude_deg: float, longitude_deg: float) -> None:
    for reply in (
        json.dumps({"longitude": longitude_deg, "latitude": latitude_deg}),
        json.dumps({"lat": str(latitude_deg), "lng": str(longitude_deg)}),
        f"{{'latitude': {latitude_deg:.5f}, 'longitude': {longitude_deg:.5f},}} as asked",
    ):
        assert place(reply) == pytest.approx((latitude_deg, longitude_deg), abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(latitudes, longitudes)
def test_prose_comes_back_exactly(latitude_deg: float, longitude_deg: float) -> None:
    north_south, east_west = "NS"[latitude_deg < 0], "EW"[longitude_deg < 0]
    for reply in (
        f"I place it at ({latitude_deg:.5f}, {longitude_deg:.5f}), heard at 0:41.",
        f"**Latitude:** {latitude_deg:.5f}\n**Longitude:** {longitude_deg:.5f}",
        f"Around {abs(latitude_deg):.5f}° {north_south}, {abs(longitude_deg):.5f}° {east_west} (a guess).",
    ):
        assert place(reply) == pytest.approx((latitude_deg, longitude_deg), abs=1e-9), reply


@settings(max_examples=40, deadline=None)
@given(st.floats(90.1, 360), longitudes)
def test_an_impossible_latitude_is_never_mended(latitude_deg: float, longitude_deg: float) -> None:
    assert place(json.dumps({"latitude": latitude_deg, "longitude": longitude_deg})) is None
    assert place(f"({latitude_deg:.4f}, {longitude_deg:.4f})") is None


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(["{", "}", '"latitude":', "lon", "25.0330", "°", "N", ",", "-", "'", "\n", " ", "geo:", "NaN"])
    ).map("".join)
)
def test_nothing_makes_it_fail(reply: str) -> None:
    parse_place(reply)


@pytest.mark.parametrize("piece", ['"latitude": ', "25.0330, ", "25° N, ", "{", "latitude: ", "https://a/@1,2 ", "1 "])
def test_endless_repetitions_are_read_in_bounded_time(piece: str) -> None:
    begin = time.process_time()
    parse_place((piece * 200_000)[: MAX_CHARACTERS - 1])
    assert parse_place((piece * 200_000)[:200_000]).reason == "too_long"
    assert time.process_time() - begin < MOST_CPU_S
