"""Numbers in a text with the units behind them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from soundmark.scoring.distance_units import MAY_FOLLOW, MAY_PRECEDE, METRES_PER_UNIT, METRIC, OTHER_UNITS

_SAME = 0.02
_NUMBER = re.compile(r"(?<![\w.,])(?:\d+(?:[.,]\d+)*|\.\d+)(?:e[+-]?\d{1,3})?(?![.,]?\d)", re.ASCII | re.IGNORECASE)
_UNIT = re.compile(r"[ \t-]{0,3}([^\W\d_]+|[%'\"′″]|°c?)")
_POWER = re.compile(r"\s?(?:/\s?[^\W\d_]|\^|per\b)|[23]\b")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_STRAY_DIGIT = re.compile(r"(?<![A-Za-z_0-9])\d")
"""A digit that belongs to no number and to no name like rec1."""
_AND = re.compile(r"\s*,?\s*(?:and\s+)?")
_WORD_AFTER = re.compile(r"\s+[^\W\d_]")
_WORD_CHARACTERS = 40
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[\s'\"]*$")


class UnreadableNumberError(Exception):
    """A number that could be read in two ways or in none."""

    def __init__(self, *, is_comma: bool = False, is_infinite: bool = False) -> None:
        super().__init__("a number cannot be read")
        self.is_comma = is_comma
        self.is_infinite = is_infinite


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A number in a text.

    Attributes:
        start, end: where it stands, its unit included.
        metres: None when it is no distance: a time, an angle, a count, a name.
        scale: metres in its unit; None without a unit of length.
        is_other: it has a unit that is none of length.
        rounding_m: half a step of its last digit.
    """

    start: int
    end: int
    metres: float | None
    scale: float | None = None
    is_other: bool = False
    rounding_m: float = 0.0

    def agrees_with(self, other: Measure) -> bool:
        """Whether both say the same: within 2 %, or within rounding where one is metric and one is not."""
        if self.metres is None or other.metres is None:
            return False
        difference_m = abs(self.metres - other.metres)
        if difference_m <= _SAME * max(self.metres, other.metres):
            return True
        translated = (self.scale in METRIC) != (other.scale in METRIC) and None not in (self.scale, other.scale)
        return translated and difference_m <= self.rounding_m + other.rounding_m


def measures_in(text: str) -> list[Measure]:
    """All numbers of a text, those in parts (8 ft 2 in, 2 m 50 cm) as one.

    Raises:
        UnreadableNumberError: for 1.2.3, 1..2, 2,500 (two and a half, or thousands) and numbers beyond floating point.
    """
    joined: list[Measure] = []
    for found in _NUMBER.finditer(text):
        measure = _measure(text, found)
        if joined and _continues(text, joined[-1], measure):
            joined[-1] = _together(joined[-1], measure)
        else:
            joined.append(measure)
    covered = list(text)
    for measure in joined:
        covered[measure.start : measure.end] = " " * (measure.end - measure.start)
    if _STRAY_DIGIT.search("".join(covered)):
        raise UnreadableNumberError
    return joined


def _measure(text: str, found: re.Match[str]) -> Measure:
    unit = _UNIT.match(text, found.end())
    name = unit.group(1).casefold() if unit else ""
    scale = METRES_PER_UNIT.get(name)
    start, end = found.span()
    if unit and scale is not None and not _is_preposition(text, unit):
        power = _POWER.match(text, unit.end()) if name.isalpha() else None
        if power:
            return Measure(start=start, end=power.end(), metres=None, is_other=True)
        value, step = _value(found.group())
        return Measure(start=start, end=unit.end(), metres=value * scale, scale=scale, rounding_m=step * scale / 2)
    if unit and name in OTHER_UNITS:
        return Measure(start=start, end=unit.end(), metres=None, is_other=True)
    if _is_counted(name) or _is_name(text[max(0, start - _WORD_CHARACTERS) : start]):
        return Measure(start=start, end=end, metres=None)
    value, step = _value(found.group())
    return Measure(start=start, end=end, metres=value, rounding_m=step / 2)


def _is_preposition(text: str, unit: re.Match[str]) -> bool:
    """Whether "in" is the word and not the inch: "2.5 in total"."""
    return unit.group(1).casefold() == "in" and _WORD_AFTER.match(text, unit.end()) is not None


def _is_counted(next_word: str) -> bool:
    return bool(next_word) and next_word.isascii() and next_word.isalpha() and next_word not in MAY_FOLLOW


def _is_name(before: str) -> bool:
    """Whether the word before a number makes it a name: option 2, person 1."""
    word = _WORD_BEFORE.search(before)
    return word is not None and word.group(1).isascii() and word.group(1).casefold() not in MAY_PRECEDE


def _value(written: str) -> tuple[float, float]:
    """The number and the size of its last digit."""
    mantissa, _, exponent = written.casefold().partition("e")
    if mantissa.count(".") + mantissa.count(",") > 1:
        raise UnreadableNumberError(is_comma=_THOUSANDS.fullmatch(mantissa) is not None)
    if _THOUSANDS.fullmatch(mantissa):
        raise UnreadableNumberError(is_comma=True)
    plain = mantissa.replace(",", ".")
    value = float(plain + (f"e{exponent}" if exponent else ""))
    if not math.isfinite(value):
        raise UnreadableNumberError(is_infinite=True)
    decimals = len(plain.partition(".")[2]) - int(exponent or 0)
    return value, 10.0 ** -max(-300, min(300, decimals))


def _together(first: Measure, second: Measure) -> Measure:
    return Measure(
        start=first.start,
        end=second.end,
        metres=(first.metres or 0.0) + (second.metres or 0.0),
        scale=second.scale,
        rounding_m=second.rounding_m,
    )


def _continues(text: str, first: Measure, second: Measure) -> bool:
    """Whether the second is the smaller part of the first."""
    if first.scale is None or second.scale is None or second.metres is None:
        return False
    return (
        second.scale < first.scale
        and second.metres < first.scale
        and _AND.fullmatch(text[first.end : second.start]) is not None
    )
