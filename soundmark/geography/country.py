"""The country of a point, offline: the time zone of the point, then the country of the zone.

Zones come from timezonefinder (outlines of OpenStreetMap, ODbL), their countries from the tz database's `zone.tab`,
which gives each zone one country where `zone1970.tab` gives several. Coastal waters count as their country's. What the
zones cannot tell: Kosovo, which keeps Belgrade's time and is told by its outline (see `Atlas`); northern Vietnam, which
keeps Bangkok's; Antarctic bases, which keep that of their countries; and exclaves smaller than a zone, such as the
Belgian part of Baarle, which stay wrong.

A disputed place gets the code that zone.tab gives it: Crimea UA, Western Sahara EH, Northern Cyprus CY, Abkhazia GE,
the West Bank PS. Taiwan is a country of its own. This takes no position on any claim.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from soundmark.geography.tables import read_rows, read_text
from soundmark.types import Coordinate

if TYPE_CHECKING:
    from timezonefinder import TimezoneFinder

ANTARCTIC_LATITUDE_DEG = -60.0
"""South of it the Antarctic Treaty applies, land and sea (Article VI)."""


@dataclass(frozen=True, slots=True)
class Country:
    """A country or territory with an ISO 3166-1 code of its own, and Kosovo as XK.

    Attributes:
        iso2: alpha-2 code, upper case.
        name: plain English, as people say it.
        continent: one of Africa, Asia, Europe, North America, South America, Oceania, Antarctica.
            GeoNames' convention, a whole country on one continent: Russia and Cyprus in Europe; Turkey, Georgia,
            Armenia, Azerbaijan and Kazakhstan in Asia; Egypt in Africa; Greenland, Central America and the Caribbean
            in North America.
    """

    iso2: str
    name: str
    continent: str


@cache
def countries() -> dict[str, Country]:
    """All countries by ISO alpha-2 code."""
    return {iso2: Country(iso2, name, continent) for iso2, name, continent, *_ in read_rows("countries.tsv")}


def country_at(place: Coordinate) -> Country | None:
    """The country whose land or coastal water holds the point; None on the open sea and where no zone has a country.

    The first call takes about half a second (it loads the zones), later ones some microseconds. May be called
    from several threads at once.
    """
    iso2 = _atlas().iso2_at(place)
    return None if iso2 is None else countries()[iso2]


def continent_at(place: Coordinate) -> str | None:
    """The continent of the point's country; Antarctica south of 60° S in any case; None on the open sea."""
    country = country_at(place)
    if country is not None:
        return country.continent
    return "Antarctica" if place.latitude_deg <= ANTARCTIC_LATITUDE_DEG else None


@dataclass(frozen=True, slots=True)
class Atlas:
    """What `country_at` looks things up in.

    Attributes:
        finder: not safe to share between threads by its own documentation, hence the lock.
        iso2_of_zone: the country of each zone, from zone.tab.
        kosovo_lon_lat_deg: Natural Earth's 1:10 million outline. A point that keeps Belgrade's time is in Kosovo when
            it lies inside; near the border that is right to about a kilometre.
    """

    finder: TimezoneFinder
    iso2_of_zone: dict[str, str]
    kosovo_lon_lat_deg: list[tuple[float, float]]
    lock: threading.Lock = field(default_factory=threading.Lock)

    def iso2_at(self, place: Coordinate) -> str | None:
        """The code of the country that holds the point."""
        with self.lock:
            zone = self.finder.timezone_at(lat=place.latitude_deg, lng=place.longitude_deg)
        iso2 = self.iso2_of_zone.get(zone or "")
        if iso2 == "RS" and is_inside(place, self.kosovo_lon_lat_deg):
            return "XK"
        if zone == "Asia/Bangkok" and is_northern_vietnam(place):
            return "VN"
        # Bases there keep the time of the country that runs them.
        return "AQ" if iso2 is not None and place.latitude_deg <= ANTARCTIC_LATITUDE_DEG else iso2


@cache
def _atlas() -> Atlas:
    from timezonefinder import TimezoneFinder

    outline = json.loads(read_text("kosovo.json"))["outline_lon_lat_deg"]
    return Atlas(TimezoneFinder(), iso2_of_zones(), [(lon, lat) for lon, lat in outline])


def iso2_of_zones() -> dict[str, str]:
    """The country of each geographical time zone. `Etc/*`, the zones of the open sea, are not among them."""
    lines = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {zone: iso2 for iso2, _, zone, *_ in rows}


def is_northern_vietnam(place: Coordinate) -> bool:
    """Whether a point that keeps Bangkok's time is in Vietnam. Laos, with a zone of its own, lies between the two.

    Thailand ends at 18.45° N east of 102° E, and at 104.9° E north of 16.9° N.
    """
    lat, lon = place.latitude_deg, place.longitude_deg
    return (lat > 18.45 and lon > 102.0) or (lat > 16.9 and lon > 104.9)


def is_inside(place: Coordinate, outline_lon_lat_deg: list[tuple[float, float]]) -> bool:
    """Whether a point lies in a small polygon on a plane of degrees (even-odd rule); not for one over the date line."""
    lon, lat = place.longitude_deg, place.latitude_deg
    inside = False
    previous_lon, previous_lat = outline_lon_lat_deg[-1]
    for corner_lon, corner_lat in outline_lon_lat_deg:
        if (corner_lat > lat) != (previous_lat > lat):
            share = (lat - corner_lat) / (previous_lat - corner_lat)
            inside ^= lon < corner_lon + share * (previous_lon - corner_lon)
        previous_lon, previous_lat = corner_lon, corner_lat
    return inside
