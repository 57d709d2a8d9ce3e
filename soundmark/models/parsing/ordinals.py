"""Choices that a reply counts: "the second option", 選項二, второй вариант, ตัวเลือกที่ 2, দ্বিতীয় বিকল্প.

They are labels as letters are. A number counts only beside a word for option: alone it may count anything.
"""

from __future__ import annotations

import re

from soundmark.models.parsing.labels import Label
from soundmark.models.parsing.patterns import LazyPattern
from soundmark.models.parsing.visible import FIRST_CIRCLED, same_spelling
from soundmark.models.parsing.words import MARKS

_ROWS = {
    "digit": ("1", "2", "3", "4", "5"),
    "en": ("first", "second", "third", "fourth", "fifth"),
    "en_short": ("1st", "2nd", "3rd", "4th", "5th"),
    "en_count": ("one", "two", "three", "four", "five"),
    "zh": ("一", "二", "三", "四", "五"),
    "ru": ("перв", "втор", "трет", "четверт", "пят"),
    "ru_count": ("один", "два", "три", "четыре", "пять"),
    "th": ("หนึ่ง", "สอง", "สาม", "สี่", "ห้า"),
    "th_digit": ("๑", "๒", "๓", "๔", "๕"),
    "bn": ("প্রথম", "দ্বিতীয়", "তৃতীয়", "চতুর্থ", "পঞ্চম"),
    "bn_count": ("এক", "দুই", "তিন", "চার", "পাঁচ"),
    "bn_digit": ("১", "২", "৩", "৪", "৫"),
}
_LAST = ("last", "最後一", "最后一", "последн", "สุดท้าย", "শেষ")
_PLACE_OF = {same_spelling(word): place for row in _ROWS.values() for place, word in enumerate(row)}
_PLACE_OF |= {same_spelling(word): -1 for word in _LAST}


def _any(*rows: str, last: str = "") -> str:
    """A group for the words of some rows, Russian ones with ё or е."""
    words = [same_spelling(word) for row in rows for word in _ROWS[row]] + ([same_spelling(last)] if last else [])
    return "(" + "|".join(sorted(words, key=len, reverse=True)).replace("четверт", "четв[её]рт") + ")"


_FREE = r"(?<![^\W_])"
_ENDS = rf"(?![^\W_]|[.,:]\d|%|[{MARKS}])"
_ORDINALS = tuple(
    LazyPattern(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_FREE}(?<!my\s)(?:the\s)?{_any('en', 'en_short', last='last')}\s(?:(?:answer|listed)\s)?option{_ENDS}",
        rf"第\s?{_any('zh', 'digit')}\s?[個个]?\s?(?:選項|选项)",
        rf"第\s?{_any('zh', 'digit')}\s?(?:[項项](?![\u4e00-\u9fff])|[個个]\W*\Z)",
        r"(最[後后]一)[個个]?(?:選項|选项)",
        rf"{_FREE}{_any('ru', last='последн')}\w{{1,3}}\s(?:вариант|пункт)\w{{0,3}}",
        r"ตัวเลือก(สุดท้าย)",
        rf"{_FREE}{_any('bn', last='শেষ')}\s{same_spelling('(?:বিকল্প|অপশন)')}[\u0980-\u09ff]{{0,6}}",
    )
)
_CARDINALS = tuple(
    LazyPattern(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_FREE}option\s(?:number\s|no\.?\s|#\s?)?{_any('en_count', 'digit')}{_ENDS}"
        r"(?!\s(?:might|would|could|should|can|may|must|hears|picks)\b)",
        rf"(?:選項|选项)\s?{_any('zh', 'digit')}(?![樣样致一個个定起]|[\d.%])",
        rf"{_FREE}вариант\w{{0,2}}\s(?:(?:под\s)?номер(?:ом)?\s|№\s?)?{_any('ru_count', 'digit')}{_ENDS}",
        rf"(?:ตัวเลือก|ข้อ)(?:ที่)?\s?{_any('th', 'th_digit', 'digit')}(?![\d.%])",
        rf"{same_spelling('(?:বিকল্প|অপশন)')}\s(?:(?:নং|নম্বর)\s)?{_any('bn_count', 'bn_digit', 'digit')}{_ENDS}",
    )
)
_MAX_FOUND = 200


def ordinals_in(text: str, n_options: int, *, has_numbers: bool) -> list[Label]:
    """The choices that a text made by `plain` counts, in their order.

    Args:
        text: the reply.
        n_options: how many choices were shown.
        has_numbers: some choice has a number in its text; then "option two" may be its place or its text, and is none.
    """
    found: dict[int, Label] = {}
    for pattern in _ORDINALS if has_numbers else (*_ORDINALS, *_CARDINALS):
        for match in pattern.finditer(text):
            place = _PLACE_OF[match[1].casefold().replace("ё", "е")]
            place = n_options - 1 if place < 0 else place
            if place < n_options and len(found) < _MAX_FOUND:
                sign = chr(FIRST_CIRCLED + place)
                found[match.start()] = Label(*match.span(), frozenset({place}), True, False, sign)
    return [found[start] for start in sorted(found)]
