"""Names of continents, countries and cities are compared as what they mean, and never by a part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.geography.country import countries
from soundmark.geography.country_aliases import ALIASES
from soundmark.geography.same_names import continent_of_name, is_city, is_country

CONTINENTS = sorted({country.continent for country in countries().values()})
NAMES = [(name, iso2) for iso2, joined in ALIASES.items() for name in joined.split("|")] + [
    (country.name, country.iso2) for country in countries().values()
]


@pytest.mark.parametrize(
    ("text", "continent"),
    [
        ("Europe", "Europe"),
        (" north  AMERICA ", "North America"),
        ("the Antarctica", "Antarctica"),
        ("Australia", "Oceania"),
        ("the Arctic", None),
        ("Antarctic", None),
        ("North America or Europe", None),
        ("Europe/Asia", None),
        ("America", None),
        ("Unknown", None),
        ("", None),
        ("Europe" * 50, None),
    ],
)
def test_continents_by_whole_names(text: str, continent: str | None) -> None:
    assert continent_of_name(text) == continent


@given(st.sampled_from(CONTINENTS), st.sampled_from(CONTINENTS), st.sampled_from([" or ", ", ", " and ", "/", " "]))
def test_two_continents_are_none(one: str, other: str, between: str) -> None:
    assert continent_of_name(one) == one
    assert continent_of_name(f"{one}{between}{other}") is None


@given(st.sampled_from(NAMES), st.sampled_from([str.upper, str.lower, str.title]), st.sampled_from(["", "the ", " "]))
def test_every_alias_in_any_case(named: tuple[str, str], case: type[str], before: str) -> None:
    name, iso2 = named
    assert is_country(before + case(name), iso2)
    for other in ("TW", "CN", "KR"):
        assert is_country(name, other) == (other == iso2)


@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_a_name_with_another_before_it_is_neither(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert not is_country(f"{one[0]} or {other[0]}", one[1])


def test_taiwan_is_taiwan() -> None:
    for name in ("Taiwan", "Taiwan, Province of China", "臺灣", "台灣", "Republic of China", "Chinese Taipei"):
        assert is_country(name, "TW")
        assert not is_country(name, "CN")
    assert not is_country("China", "TW")


@pytest.mark.parametrize(
    ("named", "city", "same"),
    [
        ("Taipei", "臺北市", True),
        ("Munich", "München", True),
        ("Washington", "Washington, D.C.", False),  # which Washington, nobody can tell
        ("San José", "San Jose", True),  # spelt alike, whichever it is
        ("New York State", "New York City", False),
        ("Bezirk Kreuzberg", "bezirk kreuzberg", True),
        ("Unknown", "Berlin", False),
        ("", "", False),
        ("Berlin", "", False),
        ("B" * 500, "B" * 500, False),
    ],
)
def test_cities(named: str, city: str, same: bool) -> None:
    assert is_city(named, city) is same
