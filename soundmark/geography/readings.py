"""All places that a typed name may mean: cities, capitals for countries, largest cities for states and provinces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from soundmark.geography.country import countries
from soundmark.geography.country_names import countries_of_name, is_english_name, is_part_of_country
from soundmark.geography.gazetteer import (
    Area,
    City,
    are_near,
    capital_of,
    cities_named,
    largest_city,
    regions_by_name,
)
from soundmark.geography.names import normalised
from soundmark.types import Coordinate

MAX_CUT_LENGTH = 100
# Which city is the capital is part of the dispute; where the government sits is not.
_SEATS_OF_GOVERNMENT = frozenset({"IL", "PS"})
_WITH_ARTICLE = frozenset(
    {"AE", "AX", "BQ", "BS", "CC", "CD", "CF", "CG", "CK", "DO", "FK", "FO", "GB", "GM", "IM", "IO", "KM", "KY", "MH"}
    | {"MP", "MV", "NL", "PH", "PN", "SB", "SC", "TC", "TF", "UM", "US", "VG", "VI"}
)


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A point with what it is called.

    Attributes:
        label: for a person to recognise it: `San José, Costa Rica`, or the coordinates when only they were typed.
        iso2: ISO 3166-1 alpha-2 code of its country, '' for typed coordinates.
    """

    label: str
    place: Coordinate
    iso2: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One meaning of a name.

    Attributes:
        population: of the city at the place; it orders the meanings.
        is_city: the text names the city itself, not a country or region that the city stands for.
        answer: tells this meaning from the others when the person is asked; '' when its country or label does.
    """

    named: NamedPlace
    population: int
    is_city: bool = True
    answer: str = ""


def readings_of(text: str) -> tuple[Reading, ...]:
    """Every meaning of a typed name, most populous first; one place once."""
    whole = _of_whole_name(text)
    return whole or _of_cities(_qualified_cities(text))


def _of_whole_name(text: str) -> tuple[Reading, ...]:
    key = normalised(text)
    # Albany is `Albania` in some language, but who types a country's English name means no city of another name.
    cities = cities_named(key, own_names_only=is_english_name(text))
    points = sorted([*_capitals(text, cities), *_of_cities(cities)], key=lambda reading: -reading.population)
    return _without_repetitions([*points, *_of_regions(key)])


def _of_cities(cities: Iterable[City]) -> tuple[Reading, ...]:
    return tuple(Reading(NamedPlace(label(city), city.place, city.iso2), city.population) for city in cities)


def _capitals(text: str, cities: tuple[City, ...]) -> list[Reading]:
    """Capitals of the countries that the text may name.

    A name in another language counts only when no city bears it: `Salvador` is in Brazil, El Salvador for Albanians.
    """
    if is_part_of_country(text) or (cities and not is_english_name(text)):
        return []
    found = []
    for iso2 in countries_of_name(text):
        if (capital := capital_of(iso2)) is not None:
            name, place = capital
            is_city_state = normalised(name) == normalised(countries()[iso2].name)
            capital_label = name if is_city_state else f"{name}, {_role(iso2)} of {country_name(iso2)}"
            named = NamedPlace(capital_label, place, iso2)
            found.append(Reading(named, _population_of(name, iso2), is_city_state, capital_label))
    return found


def _role(iso2: str) -> str:
    return "seat of government" if iso2 in _SEATS_OF_GOVERNMENT else "capital"


def _population_of(name: str, iso2: str) -> int:
    return max((city.population for city in cities_named(normalised(name), within=[[iso2]])), default=0)


def _of_regions(key: str) -> list[Reading]:
    """The largest city of each state or province of this name; a bare postal code is none."""
    found = []
    for region in regions_by_name().get(key, ()):
        if normalised(region.name) == key:
            city = largest_city(region)
            named = NamedPlace(f"{city.name}, largest city of {region.name}", city.place, city.iso2)
            answer = f"{named.label} ({country_name(region.iso2)})"
            found.append(Reading(named, city.population, is_city=False, answer=answer))
    return found


def _without_repetitions(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """One reading a place: `Mexico` is Mexico City as the capital and by its other name."""
    kept: list[Reading] = []
    for reading in readings:
        named = reading.named
        if not any(named.iso2 == other.named.iso2 and are_near(named.place, other.named.place) for other in kept):
            kept.append(reading)
    return tuple(kept)


def _qualified_cities(text: str) -> tuple[City, ...]:
    """The cities of `City, Country`, `City, State`, `City, State, Country`, `City Country` and `Country City`."""
    if "," in text:
        name, *qualifiers = (part for part in text.split(",") if normalised(part))
        return _cities_within(name, qualifiers) if qualifiers else ()
    key = normalised(text)
    # One character can fold to eighteen: without a limit the ways to cut such a text take a second.
    for name, qualifier in _splits(key) if len(key) <= MAX_CUT_LENGTH else ():
        if found := _cities_within(name, [qualifier]):
            return found
    return ()


def _splits(key: str) -> Iterable[tuple[str, str]]:
    """Every way to cut a name in two, either being the qualifier; between letters in scripts without spaces."""
    if " " in key:
        words = key.split(" ")
        pairs = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    else:
        pairs = [] if key.isascii() else [(key[:cut], key[cut:]) for cut in range(1, len(key))]
    for start, end in pairs:
        yield start, end
        yield end, start


def _cities_within(name: str, qualifiers: list[str]) -> tuple[City, ...]:
    """Cities of that name in the place that the qualifiers name; the last one must be a country or a region."""
    areas = [_areas(qualifier) for qualifier in qualifiers]
    return cities_named(normalised(name), within=[area for area in areas if area]) if areas[-1] else ()


def _areas(qualifier: str) -> list[Area]:
    """Countries and regions of this name or code; two capitals are an ISO country code, a state, or either."""
    code = qualifier.strip()
    by_code = [code] if code.isupper() and code in countries() else []
    return [*countries_of_name(qualifier), *by_code, *regions_by_name().get(normalised(qualifier), ())]


def label(city: City) -> str:
    """The city with what tells it apart: state or province where people write it, and country."""
    country = countries()[city.iso2].name
    if normalised(country) == normalised(city.name):
        return city.name
    regions = regions_by_name().get(normalised(city.region), ())
    names = [region.name for region in regions if (region.iso2, region.code) == (city.iso2, city.region)]
    return ", ".join([city.name, *(name for name in names if normalised(name) != normalised(city.name)), country])


def country_name(iso2: str) -> str:
    """The country's name inside a sentence: `Japan`, `the United States`."""
    name = countries()[iso2].name
    return f"the {name}" if iso2 in _WITH_ARTICLE else name
