"""Some 9,800 cities of the world, offline, found by whole names in many languages and scripts.

The list has every city of 75,000 people and more, all capitals, the largest places of each country and smaller ones
of many names. It comes from GeoNames (CC BY 4.0, see `data/README.md`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from soundmark.geography.names import normalised
from soundmark.geography.tables import read_rows
from soundmark.types import Coordinate

SAME_PLACE_KM = 15.0
"""Namesakes this near each other in one country are one place that the source lists twice, or its quarters."""
MIN_SHARE = 0.1
"""A namesake in the same country, or one by another name, counts only from this share of the largest's population."""
_KM_PER_DEG = 111.2


@dataclass(frozen=True, slots=True)
class City:
    """A city of the list.

    Attributes:
        name: as GeoNames writes it, mostly the English name.
        iso2: its country.
        region: postal code of the state or province in the US, Canada and Australia, else ''.
        population: 0 where the source does not know it.
        name_count: other names in the list; a measure of fame.
    """

    name: str
    iso2: str
    region: str
    place: Coordinate
    population: int
    name_count: int


@dataclass(frozen=True, slots=True)
class Region:
    """A state or province of the US, Canada or Australia."""

    iso2: str
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """The list with its two indexes: row numbers by main name and by other names."""

    rows: list[list[str]]
    by_main_name: dict[str, tuple[int, ...]]
    by_other_name: dict[str, tuple[int, ...]]

    def city(self, row_number: int) -> City:
        """One city of the list."""
        name, iso2, region, latitude, longitude, population, names = self.rows[row_number]
        place = Coordinate(float(latitude), float(longitude))
        return City(name, iso2, region, place, int(population), names.count("|"))


Area = Region | str
"""A region, or a country by its ISO alpha-2 code."""


def cities_named(
    key: str, *, within: Sequence[Collection[Area]] = (), own_names_only: bool = False
) -> tuple[City, ...]:
    """The cities that bear a name, most populous first.

    A city whose own name is another is among them only when it is at least as populous and as famous as those whose
    own name it is: Florence for `Florencia`, but neither Parys in South Africa for `Paris` nor Dayton for `Venice`.

    Args:
        key: the name as `normalised` gives it.
        within: the city must lie in one area of each of these; empty: anywhere.
        own_names_only: leave out cities whose own name is another.
    """
    gazetteer = load_gazetteer()
    own = [city for city in _cities(gazetteer, gazetteer.by_main_name, key) if _is_within(city, within)]
    if own_names_only:
        return _most_populous_first(_distinct(own))
    other = [city for city in _cities(gazetteer, gazetteer.by_other_name, key) if _is_within(city, within)]
    meant = [city for city in other if _is_meant(city, own, other)]
    named_so = _distinct(own)
    known_so = [city for city in _distinct(meant) if not any(_is_same_place(city, known) for known in named_so)]
    return _most_populous_first([*named_so, *known_so])


def _is_meant(city: City, own: Iterable[City], other: Iterable[City]) -> bool:
    """Whether people who write a city's other name mean it, given the cities whose own name it is."""
    is_greater = all(city.population >= rival.population and city.name_count >= rival.name_count for rival in own)
    return is_greater and city.population >= MIN_SHARE * max(rival.population for rival in other)


def _cities(gazetteer: Gazetteer, index: dict[str, tuple[int, ...]], key: str) -> list[City]:
    return [gazetteer.city(row_number) for row_number in index.get(key, ())]


def _is_within(city: City, areas_of_each: Sequence[Collection[Area]]) -> bool:
    return all(any(_is_in(city, area) for area in areas) for areas in areas_of_each)


def _is_in(city: City, area: Area) -> bool:
    if isinstance(area, str):
        return city.iso2 == area
    return (city.iso2, city.region) == (area.iso2, area.code)


def _distinct(cities: Iterable[City]) -> list[City]:
    """The cities without those that a greater namesake of their country stands for."""
    kept: list[City] = []
    for city in _most_populous_first(cities):
        compatriots = [other for other in kept if other.iso2 == city.iso2]
        is_dwarfed = bool(compatriots) and city.population < MIN_SHARE * compatriots[0].population
        if not is_dwarfed and not any(_is_same_place(city, other) for other in compatriots):
            kept.append(city)
    return kept


def _most_populous_first(cities: Iterable[City]) -> tuple[City, ...]:
    return tuple(sorted(cities, key=lambda city: -city.population))


def _is_same_place(city: City, other: City) -> bool:
    return city.iso2 == other.iso2 and are_near(city.place, other.place)


def are_near(one: Coordinate, other: Coordinate) -> bool:
    """Whether two points are within `SAME_PLACE_KM`, to a few per cent; false across the date line."""
    north_km = (one.latitude_deg - other.latitude_deg) * _KM_PER_DEG
    east_km = (one.longitude_deg - other.longitude_deg) * _KM_PER_DEG * math.cos(math.radians(one.latitude_deg))
    return math.hypot(north_km, east_km) <= SAME_PLACE_KM


def largest_city(region: Region) -> City:
    """The most populous city of a region."""
    gazetteer = load_gazetteer()
    # The list is in order of population.
    return next(
        gazetteer.city(row_number)
        for row_number, row in enumerate(gazetteer.rows)
        if (row[1], row[2]) == (region.iso2, region.code)
    )


@cache
def load_gazetteer() -> Gazetteer:
    """The list, read once."""
    rows = list(read_rows("cities.tsv"))
    # The other names are stored as keys, joined by bars.
    other_names = (row[6].split("|") if row[6] else () for row in rows)
    return Gazetteer(rows, _indexed((normalised(row[0]),) for row in rows), _indexed(other_names))


def _indexed(keys_of_rows: Iterable[Iterable[str]]) -> dict[str, tuple[int, ...]]:
    index: dict[str, tuple[int, ...]] = {}
    for row_number, keys in enumerate(keys_of_rows):
        for key in keys:
            index[key] = (*index[key], row_number) if key in index else (row_number,)
    return index


@cache
def regions_by_name() -> dict[str, tuple[Region, ...]]:
    """Regions by the keys of their names and of their postal codes; WA is two."""
    regions = [Region(*cells) for cells in read_rows("regions.tsv")]
    keys = {key for region in regions for key in (normalised(region.name), normalised(region.code))}
    return {
        key: tuple(region for region in regions if key in (normalised(region.name), normalised(region.code)))
        for key in keys
    }


@cache
def capital_of(iso2: str) -> tuple[str, Coordinate] | None:
    """Name and place of a country's capital; None for the few territories without one."""
    for cells in read_rows("countries.tsv"):
        if cells[0] == iso2 and cells[3]:
            return cells[3], Coordinate(float(cells[4]), float(cells[5]))
    return None
