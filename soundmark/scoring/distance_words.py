"""Lengths in English words and fractions as figures: "two and a half metres" becomes "2.5 metres".

Only a number that stands before a unit of length is translated; "one of the speakers" is no figure. "A couple of
metres" and "a few" say no number and stay as they are.
"""

from __future__ import annotations

import re
import unicodedata

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: number for number, word in enumerate(_SMALL)} | {word: 10 * n for n, word in enumerate(_TENS, start=2)}
_GAP = r"[\s-]{1,2}"
_DIGIT = "|".join(_SMALL[:10])
_BELOW_HUNDRED = rf"(?:(?:{'|'.join(_TENS)})(?:{_GAP}(?:{_DIGIT}))?|{'|'.join(reversed(_SMALL))})"
_WHOLE = rf"(?:an?|{_BELOW_HUNDRED}){_GAP}hundred(?:{_GAP}(?:and{_GAP})?{_BELOW_HUNDRED})?|{_BELOW_HUNDRED}"
_PART = rf"half|quarter|three{_GAP}quarters"
_AND_PART = rf"{_GAP}and{_GAP}(?:(?:an?|one){_GAP})?(?P<more>{_PART})"
_START, _END = r"(?<![\w.,])(?<!\w-)", r"(?![^\W\d_])"
_UNIT = r"(?:(?:centi|milli|deci|kilo)?met(?:er|re)s?|[ckm]?m|ft|foot|feet|inch|inches|yards?|yds?|miles?)" + _END
_NUMBER = re.compile(
    rf"{_START}(?:(?:(?:an?|one){_GAP})?(?P<part>{_PART})(?:{_GAP}(?:of{_GAP})?(?:an?|one))?"
    rf"|(?:(?P<whole>{_WHOLE})|\d{{1,3}}(?={_GAP}and{_GAP}))(?:{_GAP}point(?P<decimals>(?:{_GAP}(?:{_DIGIT}))+)|{_AND_PART})?)"
    rf"{_END}",
    re.IGNORECASE,
)
_UNIT_AND_PART = re.compile(rf"{_START}(?P<whole>{_WHOLE}|\d{{1,3}}|an?){_GAP}(?P<unit>{_UNIT}){_AND_PART}{_END}", re.I)
_SLASHED = re.compile(rf"{_START}(?:(\d{{1,3}})\s)?(\d)\s?/\s?([2-9]|10)(?=[\s-]{{0,3}}{_UNIT})", re.IGNORECASE)
_VULGAR = re.compile("(?<![\\d.,])(?:(\\d{1,3})\\s?)?([\u00bc-\u00be\u2150-\u215e])")
_LENGTH_AFTER = re.compile(rf"[\s-]{{0,3}}{_UNIT}|(?:-|\s(?:to|or|and)\s)(?=[\d.]{{1,9}}[\s-]?{_UNIT})", re.IGNORECASE)
"""A unit, or the end of a range that has one."""
_LENGTH_BEFORE = re.compile(rf"{_UNIT}\s(?:or|to)\s\Z", re.IGNORECASE)
_ARTICLE = re.compile(rf"{_START}an?(?=\s{_UNIT}\s(?:or|to)\s[\d.]{{1,9}}[\s-]?{_UNIT})", re.IGNORECASE)
_NUMBER_BEFORE = re.compile(
    rf"(?:\d|(?<![^\W\d_])(?:{'|'.join(_VALUES)}|hundred|thousand|million|dozen|point))[\s-]*\Z", re.IGNORECASE
)
_BEFORE_CHARACTERS = 20


def with_decimals(text: str) -> str:
    """The fractions of one character as decimals: 2½ becomes 2.5."""
    return _VULGAR.sub(lambda found: f"{int(found[1] or 0) + unicodedata.numeric(found[2]):.6g}", text)


def in_figures(text: str) -> str:
    """The text with the lengths that are written in words, or with a fraction, in figures."""
    text = _UNIT_AND_PART.sub(_with_part, text)
    text = _SLASHED.sub(_divided, text)
    for found in reversed(list(_NUMBER.finditer(text))):  # from the end, so that "two to three metres" ends in a figure
        before = text[max(0, found.start() - _BEFORE_CHARACTERS) : found.start()]
        is_length = _LENGTH_AFTER.match(text, found.end()) or _LENGTH_BEFORE.search(before)
        if is_length and not _follows_number(found):
            text = text[: found.start()] + _written(found) + text[found.end() :]
    return _ARTICLE.sub("1", text)


def _follows_number(found: re.Match[str]) -> bool:
    """Whether another number stands right before: "two fifty metres" may be two things."""
    before = found.string[max(0, found.start() - _BEFORE_CHARACTERS) : found.start()]
    return _NUMBER_BEFORE.search(before) is not None


def _with_part(found: re.Match[str]) -> str:
    """The length of "a metre and a half"."""
    if _follows_number(found):
        return found.group()
    return f"{_value_of(found['whole']) + _part(found['more']):.6g} {found['unit']}"


def _divided(found: re.Match[str]) -> str:
    if int(found[2]) >= int(found[3]):
        return found.group()
    return f"{int(found[1] or 0) + int(found[2]) / int(found[3]):.6g}"


def _written(found: re.Match[str]) -> str:
    if found["part"]:
        return f"{_part(found['part']):.6g}"
    value = _value_of(found["whole"] or found.group())
    if found["decimals"]:
        return f"{value}." + "".join(str(_VALUES[word]) for word in _words(found["decimals"]))
    return f"{value + _part(found['more']):.6g}" if found["more"] else str(value)


def _value_of(phrase: str) -> int:
    """The whole number that a phrase begins with; an article alone is one."""
    if figure := re.match(r"\d+", phrase):
        return int(figure.group())
    first, hundred, rest = " ".join(_words(phrase)).partition("hundred")
    value = sum(_VALUES.get(word, 0) for word in first.split()) or (0 if "zero" in first else 1)
    return value * 100 + sum(_VALUES.get(word, 0) for word in rest.split()) if hundred else value


def _words(phrase: str) -> list[str]:
    return re.findall(r"[a-z]+", phrase.casefold())


def _part(phrase: str) -> float:
    return {"half": 0.5, "quarter": 0.25, "three quarters": 0.75}[" ".join(_words(phrase))]
