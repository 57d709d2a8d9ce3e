"""From what a person or a model writes to the parts coordinates are made of.

One sign, dash, prime or digit has many looks in Unicode; `cleaned` gives each one look. `parts_of` then cuts the text
into numbers (with sign and unit), hemispheres, labels and what stands between them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from enum import Enum, auto


class Kind(Enum):
    """What a part of the text is."""

    NUMBER = auto()
    HEMISPHERE = auto()
    AMBIGUOUS_HEMISPHERE = auto()
    STRAY_HEMISPHERE = auto()
    LABEL = auto()
    SEPARATOR = auto()
    COLON = auto()
    WORD = auto()
    NOTATION = auto()
    BROKEN = auto()


class Axis(Enum):
    """Which of the two angles."""

    LATITUDE = auto()
    LONGITUDE = auto()


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the text.

    Attributes:
        value: of a number, without its sign.
        decimals: digits after the point.
        unit: 0 degrees, 1 minutes, 2 seconds, None when unmarked.
        sign: of a number '+', '-' or ''; of a hemisphere '+' for N and E, '-' for S and W.
        axis: of a hemisphere or label.
    """

    kind: Kind
    value: float = 0.0
    decimals: int = 0
    unit: int | None = None
    sign: str = ""
    axis: Axis | None = None


_LOOKS = {
    **dict.fromkeys("−‐‑‒–—―﹣⁻", "-"),
    **dict.fromkeys("º˚ᵒ∘", "°"),
    **dict.fromkeys("′’‘ʹʼ´`ˈ‛", "'"),
    **dict.fromkeys("″“”ʺ˝〃„‟", '"'),
    **dict.fromkeys("،、؛", ","),
    "٫": ".",
    "；": ";",
    "‴": "\ufffd",
}
_EAST_ASIAN = (
    (re.compile("緯度|纬度|위도"), " lat "),
    (re.compile("[經经経]度|경도"), " lon "),
    (re.compile("北[緯纬]|북위"), " N "),
    (re.compile("南[緯纬]|남위"), " S "),
    (re.compile("[東东][經经経]|동경"), " E "),
    (re.compile("西[經经経]|서경"), " W "),
    (re.compile(r"(?<=\d) ?[度도]"), "°"),
    (re.compile(r"(?<=\d) ?[分분]"), "'"),
    (re.compile(r"(?<=\d) ?[秒초]"), '"'),
)
_QUOTED_NUMBER = re.compile(r"""(^|[:=,;\[({] ?)(["']) ?([+-]?\d+(?:[.,]\d+)?) ?\2""")


def cleaned(text: str) -> str:
    """The text with one look for each sign, digit and mark, and without invisible characters."""
    plain = "".join(_plain(character) for character in text)
    for pattern, replacement in _EAST_ASIAN:
        plain = pattern.sub(replacement, plain)
    plain = " ".join(plain.replace("''", '"').split())
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'":
        plain = plain[1:-1]
    return _QUOTED_NUMBER.sub(r"\1\3", plain)


def _plain(character: str) -> str:
    if character in _LOOKS:
        return _LOOKS[character]
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if character in "\r\n\v\f\u2028\u2029":
        return " ; "
    if character.isspace():
        return " "
    if "\uff01" <= character <= "\uff5e":  # full-width ASCII
        return _plain(chr(ord(character) - 0xFEE0))
    return "" if unicodedata.category(character) in ("Cf", "Cc", "Cs", "Co", "Cn") else character


_NORTH, _SOUTH = (Part(Kind.HEMISPHERE, sign=sign, axis=Axis.LATITUDE) for sign in "+-")
_EAST, _WEST = (Part(Kind.HEMISPHERE, sign=sign, axis=Axis.LONGITUDE) for sign in "+-")
_HEMISPHERES = {
    **dict.fromkeys(["n", "north", "nord", "norte", "noord"], _NORTH),
    **dict.fromkeys(["s", "south", "süd", "sud", "sur", "sul", "zuid"], _SOUTH),
    **dict.fromkeys(["e", "east", "ost", "est", "este", "leste", "oost"], _EAST),
    **dict.fromkeys(["w", "west", "ouest", "oeste", "ovest"], _WEST),
    "o": Part(Kind.AMBIGUOUS_HEMISPHERE),  # West in French, Spanish and Portuguese, East in German
}
_LABELS = {
    **dict.fromkeys(
        ["lat", "lats", "latitude", "latitud", "latitudine", "breite", "breitengrad", "широта"],
        Part(Kind.LABEL, axis=Axis.LATITUDE),
    ),
    **dict.fromkeys(
        ["lon", "lng", "long", "longitude", "longitud", "longitudine", "länge", "längengrad", "долгота"],
        Part(Kind.LABEL, axis=Axis.LONGITUDE),
    ),
}
# Formats with the longitude first, where people often put the latitude.
_NOTATIONS = frozenset(["point", "multipoint", "geojson", "wkt", "ewkt", "xy"])
_IGNORED = frozenset(
    [
        "coordinates",
        "coordinate",
        "coords",
        "coord",
        "gps",
        "latlon",
        "latlng",
        "position",
        "location",
        "wgs",
        "座標",
        "坐标",
        "좌표",
    ]
)
_UNITS = {
    **dict.fromkeys(["°", "deg", "degs", "degree", "degrees", "grad", "grados", "degrés", "gradi"], 0),
    **dict.fromkeys(["'", "min", "mins", "minute", "minutes"], 1),
    **dict.fromkeys(['"', "sec", "secs", "second", "seconds"], 2),
}
_TOKEN = re.compile(
    r"""
      (?P<number>\d+(?:\.\d+)?)
    | (?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)
    | (?P<mark>[°'"])
    | (?P<sign>(?<![\w°'"+-])[+-](?=\d))
    | (?P<dash>[+-](?=[+\- ]*\d)|(?<=[\d°'"])[+-])
    | (?P<colon>(?<=\d):(?=\d))
    | (?P<point>(?<=\d)\.(?=[ ]?\d)|\.(?=\d))
    | (?P<separator>[,;|()\[\]{}<>]|(?<!\d)/|/(?!\d))
    | (?P<inside>(?<=\d)[^\s:](?=\d))
    | (?P<other>[^\s])
    """,
    re.VERBOSE,
)
_ASSIGNMENTS = frozenset(":=")
_FIRST_UNSPACED_SCRIPT = 0x0E00  # Thai
_UNCLEAR = frozenset("%‰^~$€£¥\ufffd")
_PARTS = {"colon": Part(Kind.COLON), "separator": Part(Kind.SEPARATOR)}
_BROKEN = Part(Kind.BROKEN)


def parts_of(text: str) -> list[Part]:
    """The parts of a cleaned text in their order; what cannot be told becomes a BROKEN part."""
    # `N: 25` is `N 25`; a colon between digits is a token of its own.
    tokens = _TOKEN.finditer(text)
    matches = [match for match in tokens if match.lastgroup == "colon" or match.group() not in _ASSIGNMENTS]
    parts: list[Part] = []
    sign = ""
    for index, match in enumerate(matches):
        group, found = match.lastgroup or "", match.group()
        if group == "number":
            decimals = len(found.partition(".")[2])
            parts.append(Part(Kind.NUMBER, value=float(found), decimals=decimals, sign=sign))
        elif (unit := _UNITS.get(found.casefold())) is not None:
            _mark(parts, unit, found)
        elif group == "word":
            if found.casefold() not in _IGNORED:
                following = matches[index + 1].lastgroup if index + 1 < len(matches) else None
                parts.append(_word(match, parts, before_number=following in ("number", "sign")))
        elif group in _PARTS:
            parts.append(_PARTS[group])
        elif group in ("dash", "point", "inside") or found in _UNCLEAR or unicodedata.category(found)[0] == "N":
            parts.append(_BROKEN)
        sign = found if group == "sign" else ""
    return parts


def _mark(parts: list[Part], unit: int, found: str) -> None:
    """Give the number just before its unit; a mark elsewhere is a quotation mark, or broken when it is a degree."""
    if parts and parts[-1].kind is Kind.NUMBER and parts[-1].unit is None:
        parts[-1] = replace(parts[-1], unit=unit)
    elif found == "°" or (parts and parts[-1].kind is Kind.NUMBER):
        parts.append(_BROKEN)
    elif found.isalpha():
        parts.append(Part(Kind.WORD))


def _word(match: re.Match[str], parts: list[Part], *, before_number: bool) -> Part:
    """A label, a hemisphere (stray when it touches no number), any other word; broken when glued to a digit."""
    key = match.group().casefold()
    if key in _LABELS:
        return _LABELS[key]
    after_number = bool(parts) and parts[-1].kind is Kind.NUMBER
    if key in _HEMISPHERES:
        return _HEMISPHERES[key] if after_number or before_number else Part(Kind.STRAY_HEMISPHERE)
    if key in _NOTATIONS:
        return Part(Kind.NOTATION)
    neighbours = match.string[max(match.start() - 1, 0) : match.start()] + match.string[match.end() : match.end() + 1]
    is_glued = any(character.isdigit() for character in neighbours)
    # Thai, Chinese, Japanese and Korean words touch digits as a matter of course.
    return _BROKEN if is_glued and ord(key[0]) < _FIRST_UNSPACED_SCRIPT else Part(Kind.WORD)
