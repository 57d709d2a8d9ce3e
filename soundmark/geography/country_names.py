"""Which country a name means, by equality of whole names only.

A part of a name never counts: Guinea, Guinea-Bissau and Papua New Guinea are three countries, Indiana is none. Names
come from `data/country_names.tsv` (what speakers of some 70 languages call each country) and the hand table below,
which has what people write and no list gives. A name that may mean two countries means none here.
"""

from __future__ import annotations

from functools import cache

from soundmark.geography.country_aliases import ALIASES, AMBIGUOUS, FORMAL_BEGINNINGS, PARTS, STATES_OF
from soundmark.geography.names import normalised
from soundmark.geography.tables import read_rows

MAX_NAME_LENGTH = 120


def country_of_name(text: str) -> str | None:
    """ISO 3166-1 alpha-2 code (XK for Kosovo) of the country that the text names, as a whole; None for any other text.

    Upper and lower case, accents, points, hyphens and a leading `the` make no difference. `Korea, Republic of` is
    read as `Republic of Korea`. England, Scotland, Wales and Northern Ireland are GB.
    """
    found = countries_of_name(text)
    return found[0] if len(found) == 1 else None


def countries_of_name(text: str) -> tuple[str, ...]:
    """The countries that the text may name: usually one or none, two for `Korea`, `Congo` and `Virgin Islands`."""
    if len(text) > MAX_NAME_LENGTH:
        return ()
    key = _without_the(normalised(text))
    if key in AMBIGUOUS:
        return AMBIGUOUS[key]
    iso2 = _iso2_of_key(key) or _inverted(text) or _said_twice(text)
    return () if iso2 is None else (iso2,)


def is_english_name(text: str) -> bool:
    """Whether the text is a country's name in English or one of the hand table, rather than in another language."""
    key = _without_the(normalised(text))
    return key in _plain_names() or key in AMBIGUOUS


def is_part_of_country(text: str) -> bool:
    """Whether the text names a part with a name of its own, as Scotland: its country's capital is elsewhere."""
    return _without_the(normalised(text)) in _parts()


def _without_the(key: str) -> str:
    return key.removeprefix("the ")


def _iso2_of_key(key: str) -> str | None:
    return _known(key) or _formal(key)


def _inverted(text: str) -> str | None:
    """The country of `Korea, Republic of` and `Iran (Islamic Republic of)`."""
    name, comma, beginning = text.replace("(", ",").partition(",")
    return _iso2_of_key(_without_the(normalised(f"{beginning} {name}"))) if comma else None


def _said_twice(text: str) -> str | None:
    """The country of `Eswatini (Swaziland)`: both names must be of the same one."""
    name, bracket, other = text.partition("(")
    meanings = {_iso2_of_key(_without_the(normalised(part))) for part in (name, other)} if bracket else {None}
    return meanings.pop() if len(meanings) == 1 else None


def _known(key: str) -> str | None:
    return None if key in AMBIGUOUS else _iso2_by_name().get(key)


def _formal(key: str) -> str | None:
    """The country of `Kingdom of Spain`: all that stands after a formal beginning must be its plain name."""
    for beginning in FORMAL_BEGINNINGS:
        name = key.removeprefix(f"{beginning} ")
        if name != key and (iso2 := _known(name)):
            return iso2
    state = _known(key.removeprefix("state of ")) if key.startswith("state of ") else None
    return state if state in STATES_OF else None


@cache
def _iso2_by_name() -> dict[str, str]:
    names = {name: iso2 for iso2, joined in read_rows("country_names.tsv") for name in joined.split("|")}
    return names | _plain_names()


@cache
def _plain_names() -> dict[str, str]:
    english = {normalised(name): iso2 for iso2, name, *_ in read_rows("countries.tsv")}
    by_hand = {normalised(name): iso2 for iso2, joined in ALIASES.items() for name in joined.split("|")}
    return english | by_hand | _parts()


@cache
def _parts() -> dict[str, str]:
    return {normalised(name): iso2 for iso2, joined in PARTS.items() for name in joined.split("|")}
