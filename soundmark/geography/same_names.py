"""Whether a continent, country or city that somebody named is the right one, by today's names and codes."""

from __future__ import annotations

from functools import cache

from soundmark.geography.city_names import same_city
from soundmark.geography.country import countries
from soundmark.geography.country_names import country_of_name
from soundmark.geography.names import normalised

MAX_NAME_LENGTH = 120


def continent_of_name(text: str) -> str | None:
    """The continent that the text names as a whole; Australia is Oceania; None for any other text.

    A part of a name never counts: 'North America or Europe' names none, and 'the Arctic' is not Antarctica.
    """
    if len(text) > MAX_NAME_LENGTH:
        return None
    return _continents().get(normalised(text).removeprefix("the "))


def is_country(named: str, iso2: str) -> bool:
    """Whether the text names the country with that ISO 3166-1 alpha-2 code."""
    return country_of_name(named) == iso2


def is_city(named: str, city: str) -> bool:
    """Whether both names are of one city, or are spelt alike where a name alone cannot tell cities apart."""
    if max(len(named), len(city)) > MAX_NAME_LENGTH:
        return False
    key = normalised(named)
    return bool(key) and (key == normalised(city) or same_city(named, city) is True)


@cache
def _continents() -> dict[str, str]:
    known = {normalised(country.continent): country.continent for country in countries().values()}
    return known | {"australia": "Oceania"}
