"""The place that a reply states: coordinates and names, from JSON in AGL1K's form or from prose."""

from __future__ import annotations

import re

from soundmark.geography.coordinates import CoordinateReason, parse_coordinates
from soundmark.geography.map_links import is_link
from soundmark.models.answer import PlaceAnswer, ReadAnswer
from soundmark.models.parsing.place_context import decides
from soundmark.models.parsing.place_fields import PlaceFields, is_unknown, objects_in, place_of
from soundmark.models.parsing.place_prose import agree, coordinates_in
from soundmark.models.parsing.refusals import refusal_in
from soundmark.models.parsing.visible import NothingToReadError, plain, said, shown_again
from soundmark.types import Coordinate, Status

_NO_COORDINATES = CoordinateReason.NO_COORDINATES.value
_NAMED = re.compile(
    r"(?im)^[\W_]{0,6}(city|country|continent|城市|國家|国家|大洲|город|страна|континент|เมือง|ประเทศ|ทวีป|শহর|দেশ|মহাদেশ)"
    r"[*_\s]{0,4}[:：][*_ \t]{0,4}(\S[^\n]{0,150})"
)
_NAME_FIELDS = {
    "city": ("city", "城市", "город", "เมือง", "শহর"),
    "country": ("country", "國家", "国家", "страна", "ประเทศ", "দেশ"),
    "continent": ("continent", "大洲", "континент", "ทวีป", "মহাদেশ"),
}
_LINK = re.compile(r"(?:https?://|geo:)[^\s<>\"')\]]{1,1900}", re.IGNORECASE)


def parse_place(reply: str, *, needs_coordinates: bool = True) -> ReadAnswer[PlaceAnswer]:
    """Read which place a reply states.

    Latitude and longitude are never swapped, and names are never looked up: a place without coordinates stays without.

    Args:
        reply: the model's words, thoughts included or not.
        needs_coordinates: a reply with names only is `unparsed` with the reason no_coordinates, and the names are in
            `matched`; False takes it as an answer without coordinates.

    Returns:
        The place; or `refused` (null, unknown, words that decline); or `unparsed` with the reason empty, incomplete,
        too_long, multiple, or one of `CoordinateReason`.
    """
    try:
        text = said(reply)
    except NothingToReadError as error:
        return ReadAnswer(status=Status.UNPARSED, reason=error.reason)
    objects = objects_in(text)
    with_coordinates = [fields for fields in objects if fields.has_coordinates or fields.contradicts]
    if with_coordinates:
        if _leaves_open(with_coordinates):
            matched = _matched(with_coordinates[-1])
            return ReadAnswer(status=Status.UNPARSED, reason="multiple", rule="json", matched=matched)
        return _of_fields(with_coordinates[-1], objects, needs_coordinates=needs_coordinates)
    return _of_prose(
        text, objects[-1] if objects else PlaceFields(_names_in(text)), needs_coordinates=needs_coordinates
    )


def _leaves_open(objects: list[PlaceFields]) -> bool:
    """Whether several objects give places that differ, and no word before the last says that it is the answer."""
    places = [place for place in (place_of(fields)[0] for fields in objects) if place is not None]
    is_decided = decides(objects[-1].lead)
    return len(objects) > 1 and len(places) > 1 and not is_decided and not agree(places)


def _of_fields(fields: PlaceFields, objects: list[PlaceFields], *, needs_coordinates: bool) -> ReadAnswer[PlaceAnswer]:
    place, reason = place_of(fields)
    if place is not None:
        return _ok(place, fields, "json", _matched(fields))
    if reason in ("null", _NO_COORDINATES):
        named = _named_only(fields, "json", needs_coordinates=needs_coordinates)
        if named is not None:
            return named
    if reason == "null":
        return ReadAnswer(status=Status.REFUSED, reason="null", rule="json", matched=_matched(fields))
    return ReadAnswer(status=Status.UNPARSED, reason=reason, rule="json", matched=_matched(fields))


def _matched(fields: PlaceFields) -> str:
    shown = [f"{key} {fields.values[key]}" for key in ("latitude", "longitude", "coordinates") if key in fields.values]
    return shown_again(", ".join(shown))


def _ok(place: Coordinate | None, fields: PlaceFields, rule: str, matched: str) -> ReadAnswer[PlaceAnswer]:
    answer = PlaceAnswer(
        place=place,
        continent=fields.name("continent"),
        country=fields.name("country"),
        city=fields.name("city"),
        reasoning=fields.name("reasoning"),
    )
    return ReadAnswer(status=Status.OK, answer=answer, rule=rule, matched=matched)


def _named_only(fields: PlaceFields, rule: str, *, needs_coordinates: bool) -> ReadAnswer[PlaceAnswer] | None:
    """A reply with names and no coordinates; None when it has no names either."""
    names = ", ".join(name for name in map(fields.name, ("city", "country", "continent")) if name)
    if not names:
        return None
    if needs_coordinates:
        return ReadAnswer(status=Status.UNPARSED, reason=_NO_COORDINATES, rule=f"{rule}_names", matched=names)
    return _ok(None, fields, f"{rule}_names", names)


def _of_prose(text: str, names: PlaceFields, *, needs_coordinates: bool) -> ReadAnswer[PlaceAnswer]:
    linked = _of_link(text, names)
    if linked is not None:
        return linked
    found = coordinates_in(text)
    stated = [one for one in found if one.is_stated] or found
    if not stated:
        return _without_coordinates(text, names, needs_coordinates=needs_coordinates)
    last = stated[-1]
    places = [one.place for one in stated if one.place is not None]
    is_chosen = last.is_stated or len(stated) == 1 or (len(places) == len(stated) and agree(places))
    matched = shown_again(last.text)
    if last.place is not None and is_chosen:
        return _ok(last.place, names, "prose", matched)
    reason = last.parsed.reason.value if last.place is None and is_chosen else "multiple"
    return ReadAnswer(status=Status.UNPARSED, reason=reason, rule="prose", matched=matched)


def _of_link(text: str, names: PlaceFields) -> ReadAnswer[PlaceAnswer] | None:
    """The point of the only link to a map, where the reply has one and nothing else like coordinates."""
    links = {link.rstrip(".,;") for link in _LINK.findall(text)}
    if len(links) != 1 or coordinates_in(_LINK.sub(" ", text)):
        return None
    link = links.pop()
    parsed = parse_coordinates(link) if is_link(link) else None
    return None if parsed is None or parsed.place is None else _ok(parsed.place, names, "link", shown_again(link))


def _without_coordinates(text: str, names: PlaceFields, *, needs_coordinates: bool) -> ReadAnswer[PlaceAnswer]:
    named = _named_only(names, "prose", needs_coordinates=needs_coordinates)
    if named is not None:
        return named
    if refusal := refusal_in(plain(text)):
        return ReadAnswer(status=Status.REFUSED, reason="refusal", rule="refusal", matched=shown_again(refusal))
    return ReadAnswer(status=Status.UNPARSED, reason=_NO_COORDINATES)


def _names_in(text: str) -> dict[str, str]:
    """The names of lines such as "City: Taipei"; the last one of a kind."""
    found: dict[str, str] = {}
    for line in _NAMED.finditer(text):
        field = next(name for name, words in _NAME_FIELDS.items() if line[1].casefold() in words)
        value = line[2].strip(" *_`\t,.")
        if not is_unknown(value):
            found[field] = value
    return found
