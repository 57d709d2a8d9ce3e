"""Cells of a table become values, or a sentence about what is wrong; nothing is guessed."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.benchmarks.values import clean_text, parse_flag, parse_place, relative_name

S01_NAMES = [
    "../../../../etc/passwd",
    "/etc/passwd",
    "..%2f..%2fapp.py/../..",
    "C:\\Windows\\win.ini",
    "clip\0.wav",
    "c001/../c002",
]


@pytest.mark.parametrize(
    ("latitude", "longitude", "expected"),
    [
        ("48.8566", "2.3522", (48.8566, 2.3522)),
        (" 48,8566 ", "2,3522", (48.8566, 2.3522)),
        ("-33.9", "+18.4", (-33.9, 18.4)),
        ("0", "0.0", (0.0, 0.0)),
        ("1e-05", "9.19E+00", (0.00001, 9.19)),
        ("90", "-180", (90.0, 180.0)),
        ("-90", "180", (-90.0, 180.0)),
    ],
)
def test_places_in_decimal_degrees(latitude: str, longitude: str, expected: tuple[float, float]) -> None:
    place = parse_place(latitude, longitude)
    assert (place.latitude_deg, place.longitude_deg) == expected


@pytest.mark.parametrize(
    ("latitude", "longitude", "named"),
    [
        ("", "2", "latitude"),
        ("48", " ", "longitude"),
        ("91", "2", "91"),
        ("48", "180.1", "180.1"),
        ("nan", "2", "nan"),
        ("48", "inf", "inf"),
        ("1_0", "2", "1_0"),
        ("٣", "2", "٣"),
        ("48°51'", "2", "48"),
        ("48.85N", "2", "48.85N"),
        ("4.8.5", "2", "4.8.5"),
        ("1.234,5", "2", "1.234,5"),
        ("0x10", "2", "0x10"),
        ("1e99", "2", "1e99"),
        ("48", "2.3 4", "2.3 4"),
        ("9" * 400, "2", "latitude"),
    ],
)
def test_what_is_no_place_is_named(latitude: str, longitude: str, named: str) -> None:
    with pytest.raises(ValueError, match=r"latitude|longitude") as caught:
        parse_place(latitude, longitude)
    assert named in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_latitude_that_could_be_a_longitude_gets_a_hint_and_no_repair() -> None:
    with pytest.raises(ValueError, match="swapped"):
        parse_place("121.5", "25.0")


@given(st.floats(-90, 90), st.floats(-180, 180, exclude_min=True))
def test_every_place_written_by_python_is_read_back(latitude: float, longitude: float) -> None:
    place = parse_place(repr(latitude), repr(longitude))
    assert (place.latitude_deg, place.longitude_deg) == (latitude, longitude)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_is_a_place_on_earth_or_a_sentence(latitude: str, longitude: str) -> None:
    try:
        place = parse_place(latitude, longitude)
    except ValueError as error:
        assert str(error).startswith(("latitude", "longitude", "no latitude", "no longitude"))
    else:
        assert math.isfinite(place.latitude_deg)
        assert -180 < place.longitude_deg <= 180


@pytest.mark.parametrize(("text", "value"), [("True", True), ("yes", True), ("1", True), ("FALSE", False), ("", None)])
def test_flags(text: str, value: bool | None) -> None:
    assert parse_flag(text) is value


@pytest.mark.parametrize("text", ["maybe", "2", "wahr", "none", "yess"])
def test_other_words_are_no_flags(text: str) -> None:
    with pytest.raises(ValueError, match="neither true nor false"):
        parse_flag(text)


@pytest.mark.parametrize("name", ["a.wav", "sub/b.wav", "./c.wav", "d e.wav", "São Paulo/é.ogg", "~/x.wav", "..x.wav"])
def test_names_inside_the_folder(name: str) -> None:
    assert not relative_name(name).is_absolute()


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/..", "a\nb.wav", "\\\\server\\x.wav", "//server/x.wav", "c:x.wav", *S01_NAMES]
)
def test_s01_names_that_lead_out_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        relative_name(name)


@given(st.text(max_size=40))
def test_no_name_leads_out(name: str) -> None:
    try:
        path = relative_name(name)
    except ValueError:
        return
    assert not path.is_absolute()
    assert ".." not in path.parts


def test_texts_lose_what_would_garble_a_page_and_keep_their_script() -> None:
    assert clean_text("  S\u0061\u0303o\tPaulo\r\n") == "São Paulo"
    assert clean_text("a\u202eb\x00c\x1b[31m") == "abc[31m"
    assert clean_text("می\u200cخواهم") == "می\u200cخواهم"
    assert clean_text("臺北市") == "臺北市"
