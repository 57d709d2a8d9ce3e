"""One row of AGL1K's table as typed values, each wrong one named."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from soundmark.audio.errors import shown
from soundmark.benchmarks.agl1k.table import CATEGORIES
from soundmark.benchmarks.markup import plain_text
from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.values import clean_text
from soundmark.geography.country import Country, countries, country_at
from soundmark.geography.country_names import country_of_name
from soundmark.types import Coordinate

SPEECH_SHARE = 0.1
"""A clip has speech when `human_sounds` reaches it: the flag behind the speech columns of the paper's Table 1."""
MAX_TEXT_CHARACTERS = 2000
"""The longest published description has 811."""

_KEY = re.compile(r"aporee_[0-9]{1,9}_([0-9]{1,9})")
_MP3_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,199}\.mp3")
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,30})?(?:[eE]-[0-9]{1,2})?")
_DIGITS = re.compile(r"[0-9]{3}")


class RowError(ValueError):
    """A row that makes no question; `kind` and the text say why."""

    def __init__(self, kind: FindingKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Names of a place as published, and what they are here.

    Attributes:
        published_continent, published_country, published_city: the cells, without control characters.
        country: of the label, by its ISO code; Taiwan for a clip of Taiwan that is labelled China.
    """

    published_continent: str
    published_country: str
    published_city: str
    country: Country

    @property
    def corrections(self) -> list[str]:
        """What differs, as 'China -> Taiwan'."""
        pairs = [(self.published_country, self.country.name), (self.published_continent, self.country.continent)]
        return [f"{published or 'blank'} -> {here}" for published, here in pairs if published != here]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What the table says about one recording.

    Attributes:
        shares: of the eight categories, 0..1, by their names.
        altitude_m, duration_s: None where the cell is empty.
        published_description, published_title: the cells as they are; `description` and `title` are without HTML.
    """

    key: str
    place: Coordinate
    names: Names
    mp3_name: str
    shares: dict[str, float]
    altitude_m: float | None
    duration_s: float | None
    description: str
    title: str
    published_description: str
    published_title: str

    @property
    def has_speech(self) -> bool:
        """Whether people are heard for a tenth of the clip or more."""
        return self.shares["human_sounds"] >= SPEECH_SHARE


def parse_row(cells: dict[str, str]) -> Row:
    """The values of a row.

    Every cell that has a form must have it, those too that a question could do without: where a comma is lost and
    another comes up, so that cells slip under other names, one of them has a form that what slipped there has not.

    Raises:
        RowError: with a sentence about the first wrong cell.
    """
    key = _key(cells)
    place = _place(cells)
    if not _MP3_NAME.fullmatch(cells["mp3name"]):
        raise RowError(FindingKind.BAD_NAME, f"mp3name {shown(cells['mp3name'])} is not a plain name of an mp3 file")
    return Row(
        key=key,
        place=place,
        names=_names(cells, place),
        mp3_name=cells["mp3name"],
        shares={name: _share(cells, name) for name in CATEGORIES},
        altitude_m=_optional(cells, "altitude", -500.0, 9000.0),
        duration_s=_optional(cells, "mp3seconds", 0.0, 36_000.0),
        description=_text(plain_text(cells["description"])),
        title=_text(plain_text(cells["title"])),
        published_description=_text(cells["description"]),
        published_title=_text(cells["title"]),
    )


def _key(cells: dict[str, str]) -> str:
    match = _KEY.fullmatch(cells["key"])
    if match is None:
        raise RowError(FindingKind.BAD_VALUE, f"key {shown(cells['key'])} is not of the form aporee_1_2")
    if match[1] != cells["short_key"]:
        raise RowError(FindingKind.BAD_VALUE, f"short_key {shown(cells['short_key'])} is not the end of its key")
    return match[0]


def _place(cells: dict[str, str]) -> Coordinate:
    latitude_deg = _number(cells, "latitude", -90.0, 90.0, FindingKind.BAD_PLACE)
    longitude_deg = _number(cells, "longitude", -180.0, 180.0, FindingKind.BAD_PLACE)
    return Coordinate.wrapped(latitude_deg, longitude_deg)


@lru_cache(maxsize=512)
def _iso2_of_label(label: str) -> str | None:
    """The same few labels come again and again."""
    return country_of_name(label)


@cache
def _continents() -> frozenset[str]:
    return frozenset(country.continent for country in countries().values())


def _share(cells: dict[str, str], name: str) -> float:
    return _number(cells, name, 0.0, 1.0, FindingKind.BAD_VALUE)


def _number(cells: dict[str, str], name: str, low: float, high: float, kind: FindingKind) -> float:
    text = cells[name]
    if not _NUMBER.fullmatch(text):
        raise RowError(kind, f"{name} {shown(text)} is not a number")
    value = float(text)
    if not low <= value <= high:
        raise RowError(kind, f"{name} {shown(text)} is not in {low:g} to {high:g}")
    return value


def _optional(cells: dict[str, str], name: str, low: float, high: float) -> float | None:
    return _number(cells, name, low, high, FindingKind.BAD_VALUE) if cells[name] else None


def _names(cells: dict[str, str], place: Coordinate) -> Names:
    continent, label, city = cells["continent"], cells["country"], cells["city"]
    if _DIGITS.search(city):
        raise RowError(FindingKind.BAD_VALUE, f"city {shown(city)} holds a number")
    if continent and continent not in _continents():
        raise RowError(FindingKind.BAD_VALUE, f"continent {shown(continent)} is none")
    country = country_of_label(label, place) if label else country_at(place)
    if country is None:
        raise RowError(FindingKind.BAD_VALUE, f"country {shown(label) or 'blank'} is not known")
    return Names(
        published_continent=continent,
        published_country=_text(label),
        published_city=_text(city),
        country=country,
    )


def country_of_label(label: str, place: Coordinate) -> Country | None:
    """The country that a published label means for a clip of that place; None when it is blank or names none.

    Taiwan, which is labelled China, is told by the place. Borders are left to the label: some clips lie just beyond
    theirs, for instance at the Vatican.
    """
    iso2 = _iso2_of_label(label)
    if iso2 == "CN":
        there = country_at(place)
        iso2 = "TW" if there is not None and there.iso2 == "TW" else iso2
    return None if iso2 is None else countries()[iso2]


def _text(cell: str) -> str:
    return clean_text(cell)[:MAX_TEXT_CHARACTERS]
