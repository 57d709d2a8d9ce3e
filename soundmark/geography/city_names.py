"""Whether two names are of the same city, in whatever language and spelling."""

from __future__ import annotations

from soundmark.geography.names import normalised
from soundmark.geography.readings import readings_of

# The last word of what is a state, province or the like, named after its city or not.
_REGION_WORDS = frozenset(
    {"state", "province", "prefecture", "county", "region", "oblast", "governorate", "canton", "voivodeship", "emirate"}
)


def same_city(one: str, other: str) -> bool | None:
    """True or False when both names are clear; None when a name is ambiguous, or unknown and not spelt alike.

    `Munich` is `München` and `Taipei` is `臺北市`; `New York State` is no city and so never `New York City`;
    `Washington` and `San José` need a state or country to tell.
    """
    one_key, other_key = normalised(one), normalised(other)
    if not one_key or not other_key:
        return None
    if _is_region(one_key) != _is_region(other_key):
        return False
    one_readings, other_readings = readings_of(one), readings_of(other)
    if not one_readings and not other_readings:
        return True if _without_digraphs(one_key) == _without_digraphs(other_key) else None
    if len(one_readings) != 1 or len(other_readings) != 1:
        return None
    if not (one_readings[0].is_city and other_readings[0].is_city):
        return None
    # One row of the list: nearness would make Taipei and New Taipei one.
    return one_readings[0].named.place == other_readings[0].named.place


def _without_digraphs(key: str) -> str:
    """`loerrach` as `lorrach`, which is how Lörrach's key is: ASCII lists write an umlaut as two letters."""
    return key.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def _is_region(key: str) -> bool:
    words = key.split(" ")
    return len(words) > 1 and words[-1] in _REGION_WORDS
