"""Find the one place that a person typed: coordinates, a city, a country.

Only whole names count, in any of the listed languages. When a name has several meanings the person is asked; nothing is
chosen for them, and a misspelt name is answered with what it may have been.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches

from soundmark.geography.coordinates import MAX_TEXT_LENGTH, CoordinateReason, format_coordinate, parse_coordinates
from soundmark.geography.country_names import countries_of_name
from soundmark.geography.gazetteer import cities_named, load_gazetteer
from soundmark.geography.names import normalised
from soundmark.geography.readings import NamedPlace, Reading, country_name, label, readings_of
from soundmark.types import Note, worded, worded_as

__all__ = ["NamedPlace", "PlaceSearch", "find_place"]

MAX_MATCHES = 6
MAX_SUGGESTIONS = 3
MIN_SIMILARITY = 0.8
_ECHO_LENGTH = 40
_WHAT_TO_TYPE = "Type the name of a larger city, of a country, or coordinates such as 48.8566, 2.3522."
_NO_POINT = "{text} does not name one point. " + _WHAT_TO_TYPE
_UNKNOWN = "{text} is not in the list of places. " + _WHAT_TO_TYPE
_DID_YOU_MEAN = "{text} is not in the list of places. Did you mean {names}?"
_COMMAS = dict.fromkeys(map(ord, "،、,"), ",")


@dataclass(frozen=True, slots=True)
class PlaceSearch:
    """What a typed text may mean.

    Attributes:
        matches: one when the text is clear; several, most populous first, when it is not; none when nothing is found.
        note: a sentence for the person whenever there is not exactly one match, else an empty one.
        suggestions: with no match, places whose names are nearly the typed one.
    """

    matches: tuple[NamedPlace, ...]
    note: Note = field(default_factory=dict)
    suggestions: tuple[NamedPlace, ...] = ()

    @property
    def question(self) -> str:
        """The sentence in English, '' for none."""
        return str(self.note.get("text", ""))

    @property
    def options(self) -> tuple[NamedPlace, ...]:
        """What a person may choose from: the matches, else the suggestions."""
        return self.matches or self.suggestions


def find_place(text: str) -> PlaceSearch:
    """The place that the text names, or the question to ask back. The text may be anything."""
    coordinates = parse_coordinates(text)
    if coordinates.place is not None:
        return PlaceSearch((NamedPlace(format_coordinate(coordinates.place), coordinates.place, ""),))
    if len(text) > MAX_TEXT_LENGTH or not normalised(text):
        return PlaceSearch((), worded_as(_WHAT_TO_TYPE, "place_what"))
    readings = readings_of(text.translate(_COMMAS))[:MAX_MATCHES]
    if readings:
        return PlaceSearch((readings[0].named,)) if len(readings) == 1 else _ask_which(text, readings)
    if coordinates.reason is not CoordinateReason.NO_COORDINATES:
        return PlaceSearch((), coordinates.note)
    return _not_found(text)


def _ask_which(text: str, readings: tuple[Reading, ...]) -> PlaceSearch:
    """Several places with a question such as `Which Tripoli? Libya, or Lebanon?`."""
    named = _distinct([reading.named for reading in readings])
    countries = [place.iso2 for place in named]
    answers = [
        reading.answer or (country_name(place.iso2) if countries.count(place.iso2) == 1 else place.label)
        for reading, place in zip(readings, named, strict=True)
    ]
    separator = "; " if any("," in answer for answer in answers) else ", "
    question = f"Which {_echo(text)}? {separator.join(answers[:-1])}{separator}or {answers[-1]}?"
    note = worded("place_which", text=_echo(text), answers=" / ".join(answers))
    return PlaceSearch(named, {"text": question, **note})


def _distinct(named: list[NamedPlace]) -> tuple[NamedPlace, ...]:
    """The places with their coordinates where a label alone does not tell two apart."""
    labels = [place.label for place in named]
    return tuple(
        NamedPlace(f"{place.label} ({format_coordinate(place.place)})", place.place, place.iso2)
        if labels.count(place.label) > 1
        else place
        for place in named
    )


def _not_found(text: str) -> PlaceSearch:
    suggestions = _suggestions(text)
    if countries_of_name(text):  # without a capital, or only a part of the country
        return PlaceSearch((), worded_as(_NO_POINT, "place_no_point", text=_echo(text)))
    if not suggestions:
        return PlaceSearch((), worded_as(_UNKNOWN, "place_unknown", text=_echo(text)))
    names = "; ".join(place.label for place in suggestions)
    return PlaceSearch((), worded_as(_DID_YOU_MEAN, "place_did_you_mean", text=_echo(text), names=names), suggestions)


def _suggestions(text: str) -> tuple[NamedPlace, ...]:
    """Cities spelt nearly like the text before its first comma; the first letter must be right."""
    key = normalised(text.partition(",")[0])
    if not key:
        return ()
    if namesakes := cities_named(key):
        return tuple(NamedPlace(label(city), city.place, city.iso2) for city in namesakes[:MAX_SUGGESTIONS])
    main_names = load_gazetteer().by_main_name
    alike = [name for name in main_names if name[0] == key[0] and abs(len(name) - len(key)) <= 2]
    near = get_close_matches(key, alike, n=MAX_SUGGESTIONS, cutoff=MIN_SIMILARITY)
    cities = [city for name in near for city in cities_named(name)[:1]]
    return tuple(NamedPlace(label(city), city.place, city.iso2) for city in cities)


def _echo(text: str) -> str:
    """The person's own words on one line, without control characters, not too long. Not escaped for HTML."""
    printable = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    return printable if len(printable) <= _ECHO_LENGTH else f"{printable[:_ECHO_LENGTH]}…"
