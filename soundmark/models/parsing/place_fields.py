"""The fields of a place in JSON, whole or broken: names, coordinates, reasoning."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from soundmark.geography.coordinates import CoordinateReason, parse_coordinates
from soundmark.types import Coordinate

Value = str | int | float | bool | None
MAX_OBJECTS = 40
_MAX_VALUE = 400
_MAX_LONGITUDE_DEG = 360.0
_FIELDS = {
    "latitude": "latitude|lat|predicted_latitude|緯度|纬度|широта|ละติจูด|অক্ষাংশ|latitud",
    "longitude": "longitude|lon|lng|long|predicted_longitude|經度|经度|долгота|ลองจิจูด|দ্রাঘিমাংশ|longitud",
    "coordinates": "coordinates|coordinate|coords|gps|latlon|lat_lon|latlng|gps_coordinates|座標|坐标|координаты|พิกัด"
    "|স্থানাঙ্ক",
    "city": "city|town|predicted_city|城市|город|เมือง|শহর",
    "country": "country|predicted_country|國家|国家|страна|ประเทศ|দেশ",
    "continent": "continent|predicted_continent|大洲|大陸|континент|ทวีป|মহাদেশ",
    "reasoning": "reason|reasoning|explanation|analysis|rationale|理由|推理|原因|причина|обоснование|เหตุผล|কারণ",
}
_FIELD_OF = {name: field_name for field_name, names in _FIELDS.items() for name in names.split("|")}
NAMES = ("city", "country", "continent", "reasoning")
_QUOTE = "[\"'“”‘’`]"
_PAIR = re.compile(
    rf"{_QUOTE}{{0,2}}\b({'|'.join(sorted(_FIELD_OF, key=len, reverse=True))}){_QUOTE}{{0,2}}\s{{0,5}}[:：=]\s{{0,5}}"
    rf"(?:({_QUOTE}{{1,2}})(.{{0,2000}}?)(?:\2|$)(?=\s{{0,9}}(?:[,}}\n]|$|{_QUOTE}\w))|(null|None|nan|NaN|[-+−–]?\d[^,\n}}\"“”]{{0,30}}))",
    re.IGNORECASE | re.DOTALL,
)
_NUMBER = re.compile(r"[+\-−–]?\s?\d{1,4}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?")
_UNKNOWN = frozenset(
    {
        "unknown", "n/a", "na", "none", "null", "unclear", "undetermined", "not specified", "unable",
        "cannot determine", "nan", "-", "?", "未知", "不明", "неизвестно", "ไม่ทราบ", "অজানা",
    }
)  # fmt: skip


class DuplicateKeyError(ValueError):
    """A JSON object that gives one key two values."""


@dataclass(frozen=True)
class PlaceFields:
    """What an object says, by the names of AGL1K's form; a field that it lacks is absent.

    `lead` is what stands between it and the object before.
    """

    values: Mapping[str, Value] = field(default_factory=dict)
    is_point: bool = False
    contradicts: bool = False
    source: str = ""
    lead: str = ""

    @property
    def has_coordinates(self) -> bool:
        """Whether it has a field for them, be it null."""
        return bool({"latitude", "longitude", "coordinates"} & self.values.keys())

    def name(self, of: str) -> str:
        """A name, '' where it is not given or called unknown."""
        value = self.values.get(of)
        text = " ".join(value.split()) if isinstance(value, str) else ""
        return "" if is_unknown(text) else text[: 4_000 if of == "reasoning" else 200]


def is_unknown(value: Value) -> bool:
    """Whether a value says that there is none."""
    return value is None or (isinstance(value, str) and value.strip().casefold().rstrip(".") in _UNKNOWN)


def objects_in(text: str) -> list[PlaceFields]:
    """The objects of a reply that hold a field of a place; broken ones by their keys."""
    decoder = json.JSONDecoder(object_pairs_hook=_unambiguous)
    found: list[PlaceFields] = []
    last = 0
    at = text.find("{")
    for _ in range(MAX_OBJECTS):
        if at < 0:
            break
        try:
            value, end = decoder.raw_decode(text, at)
        except DuplicateKeyError:
            return [PlaceFields(contradicts=True)]
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        fields = _fields_of(value)
        if fields.values:
            found.append(replace(fields, lead=text[last:at]))
            last = end
        at = text.find("{", end)
    return found or _broken(text)


def _unambiguous(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if any(found[key] != value for key, value in pairs if _FIELD_OF.get(_key(key)) in ("latitude", "longitude")):
        raise DuplicateKeyError("two values")
    return found


def _key(key: str) -> str:
    return key.strip().casefold().replace(" ", "_")


def _fields_of(value: object, depth: int = 3) -> PlaceFields:
    """The fields of an object, those of objects inside it included."""
    if not isinstance(value, dict) or not depth:
        return PlaceFields()
    values: dict[str, Value] = {}
    is_point = str(value.get("type", "")).casefold() == "point"
    for key, content in value.items():
        name = _FIELD_OF.get(_key(key))
        if isinstance(content, dict):
            inner = _fields_of(content, depth - 1)
            values = {**inner.values, **values}
            is_point |= inner.is_point
        elif name == "coordinates" and isinstance(content, list):
            values.setdefault(name, ", ".join(str(item) for item in content[:4])[:_MAX_VALUE])
            is_point |= value.get("type") == "Point"
            values.setdefault("_is_list", True)
        elif name is not None and (content is None or isinstance(content, str | int | float | bool)):
            values.setdefault(name, content)
    return PlaceFields(values, is_point, source=json.dumps(value, ensure_ascii=False)[-200:])


def _broken(text: str) -> list[PlaceFields]:
    """Fields by their keys, where a brace or a quoted key shows that JSON was meant."""
    if "{" not in text and not re.search(rf"{_QUOTE}(?:latitude|longitude|lat|lon){_QUOTE}", text):
        return []
    start = max(text.find("{"), 0)
    values: dict[str, Value] = {}
    contradicts = False
    for found in _PAIR.finditer(text, start):
        name = _FIELD_OF[found[1].casefold()]
        raw = found[3] if found[3] is not None else found[4].strip().rstrip("\"'”’` ;")
        value: Value = None if raw in ("null", "None") else raw
        contradicts |= name in ("latitude", "longitude") and name in values and values[name] != value
        values.setdefault(name, value)
    if not values:
        return []
    return [PlaceFields(values, contradicts=contradicts, source=text[-200:])]


def place_of(fields: PlaceFields) -> tuple[Coordinate | None, str]:
    """The coordinates of an object, or why it has none.

    A GeoJSON Point has its longitude first; another list of two numbers may be either way round and is none.
    """
    if fields.contradicts:
        return None, "multiple"
    values = fields.values
    if "latitude" in values or "longitude" in values:
        return _of_pair(values.get("latitude"), values.get("longitude"))
    joined = values.get("coordinates")
    if is_unknown(joined):
        return None, "null"
    if values.get("_is_list"):
        numbers = [_number(part) for part in str(joined).split(", ")]
        if not fields.is_point or len(numbers) < len(("longitude", "latitude")):
            return None, CoordinateReason.AMBIGUOUS_ORDER.value
        return _of_numbers(numbers[1], numbers[0])
    parsed = parse_coordinates(str(joined))
    return parsed.place, parsed.reason.value


def _of_pair(latitude: Value, longitude: Value) -> tuple[Coordinate | None, str]:
    if is_unknown(latitude) and is_unknown(longitude):
        return None, "null"
    if is_unknown(latitude) or is_unknown(longitude) or isinstance(latitude, bool) or isinstance(longitude, bool):
        return None, CoordinateReason.NO_COORDINATES.value
    numbers = _number(latitude), _number(longitude)
    if None not in numbers:
        return _of_numbers(*numbers)
    parsed = parse_coordinates(f"latitude {str(latitude)[:90]} ; longitude {str(longitude)[:90]}")
    return parsed.place, parsed.reason.value


def _number(value: Value) -> float | None:
    """A value as a plain number; None for a text with anything else in it."""
    if isinstance(value, int | float):
        try:
            return float(value)
        except OverflowError:
            return math.inf
    text = str(value).strip()
    return float(re.sub("[−–]", "-", text).replace(" ", "")) if _NUMBER.fullmatch(text) else None


def _of_numbers(latitude_deg: float | None, longitude_deg: float | None) -> tuple[Coordinate | None, str]:
    if latitude_deg is None or not abs(latitude_deg) <= 90:  # NaN is no latitude either
        return None, CoordinateReason.INVALID_LATITUDE.value
    if longitude_deg is None or not abs(longitude_deg) <= _MAX_LONGITUDE_DEG:
        return None, CoordinateReason.INVALID_LONGITUDE.value
    return Coordinate.wrapped(latitude_deg, longitude_deg), CoordinateReason.OK.value
