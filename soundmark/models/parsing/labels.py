"""Labels of choices in a text: letters of several scripts, circled digits, and numbers where those were shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from soundmark.models.parsing.visible import FIRST_CIRCLED, same_spelling
from soundmark.models.parsing.words import MARKS

LETTERS = "ABCDEFGHIJ"
MIN_OPTIONS, MAX_OPTIONS = 2, len(LETTERS)
MAX_LABELS = 1_000
"""A reply with more of them answers nothing."""

_SERIES = ("กขคงจฉชซฌญ", "কখগঘঙচছজঝঞ", "অবডঢ", "甲乙丙丁戊己庚辛壬癸", "АБВГДЕЖЗИК", "абвгдежзик")
_LOOK_ALIKES = {"А": "A", "В": "B", "С": "C", "Е": "E", "Н": "H", "а": "A", "в": "B", "с": "C", "е": "E"}
"""Cyrillic letters that look like Latin ones: В may be the third of its own alphabet or the second of the other."""
_GANZHI = _SERIES[3]
_WORD = r"A-Za-z0-9\u00aa\u00b5\u00ba\u00c0-\u024f\u0370-\u052f\u0300-\u036f"


@dataclass(frozen=True, slots=True)
class Label:
    """A label in a text.

    Attributes:
        places: what it may mean, counted from 0; two for a letter that may belong to two alphabets.
        is_sure: it is a label in any context: an upper-case Latin letter, or a circled digit.
        is_bracketed: brackets or quotation marks stand round it; they belong to `start` and `end`.
    """

    start: int
    end: int
    places: frozenset[int]
    is_sure: bool
    is_bracketed: bool
    character: str


@lru_cache(maxsize=1024)
def places_of(character: str, n_options: int, is_numbered: bool) -> frozenset[int]:
    """The choices that a character may stand for, none where it is no label."""
    found: set[int] = set()
    if character.isascii() and character.isalpha():
        found.add(ord(character.upper()) - ord("A"))
    elif character.isascii() and character.isdigit():
        found |= {int(character) - 1} if is_numbered else set()
    elif FIRST_CIRCLED <= ord(character) < FIRST_CIRCLED + MAX_OPTIONS:
        found.add(ord(character) - FIRST_CIRCLED)
    found |= {series.index(character) for series in _SERIES if character in series}
    if character in _LOOK_ALIKES:
        found.add(LETTERS.index(_LOOK_ALIKES[character]))
    return frozenset(place for place in found if 0 <= place < n_options)


_OPEN, _CLOSE = "([{<«「『【《〈“\"'‘", ")]}>»」』】》〉”\"'’"
_LATIN = re.compile(rf"(?<![{_WORD}])[A-Ja-j](?![{_WORD}])|[\ue000-\ue009]")
_NUMBER = re.compile(r"(?<![\w.,:])(?:10|[1-9])(?![\w:%°]|[.,]\d)")
_LOCAL = re.compile(rf"[{''.join(_SERIES)}{''.join(_LOOK_ALIKES)}](?![^\W\d_])(?![{MARKS}])")
_GANZHI_LOCAL = re.compile(rf"[{_GANZHI}](?=[選选項项。，、,.吧啊呢!！)）」因這这])")
_GOES_ON = re.compile(r"['’][^\W\d_]|-[A-Za-z0-9]|\.[A-Za-z](?![A-Za-z]{2})|\.[a-z0-9]|[+#@&/]\S|'s\b|\+|#|°|\^|=\S?\d")
_BELONGS = re.compile(
    r"(?:[A-Za-z0-9](?<!option)(?<!choice)(?<!answer)(?<!letter)['’.-]|[°@#&+\\]|[A-Za-z0-9]/)\Z", re.IGNORECASE
)
_ABBREVIATED = re.compile(r"\.\s?[^\W\d_a-zA-Z]\.")
"""As in the Thai for AD."""
_SLASHED = re.compile(r"/\s?[A-J](?![A-Za-z0-9])")


def labels_in(text: str, n_options: int, *, is_numbered: bool) -> list[Label]:
    """All labels of a text made by `plain`, at most `MAX_LABELS` + 1 of them, in their order."""
    found = [*_LATIN.finditer(text), *_LOCAL.finditer(text), *_GANZHI_LOCAL.finditer(text)]
    if is_numbered:
        found += _NUMBER.finditer(text)
    labels: dict[int, Label] = {}
    for match in sorted(found, key=re.Match.start):
        label = _label(text, match, n_options, is_numbered)
        if label is not None:
            labels[match.start()] = label
        if len(labels) > MAX_LABELS:
            break
    return list(labels.values())


def _label(text: str, match: re.Match[str], n_options: int, is_numbered: bool) -> Label | None:
    start, end = match.span()
    character = match.group()
    places = (
        frozenset({9} if n_options == 10 else ()) if character == "10" else places_of(character, n_options, is_numbered)
    )
    if not places or not _stands_free(text, start, end):
        return None
    is_sure = (character.isascii() and character.isupper()) or "\ue000" <= character <= "\ue009"
    outer = _bracketed(text, start, end)
    return Label(outer[0], outer[1], places, is_sure, outer != (start, end), character)


def _stands_free(text: str, start: int, end: int) -> bool:
    character = text[start:end]
    before, after = text[max(0, start - 8) : start], text[end : end + 4]
    if character.isascii() or character >= "\ue000":
        is_alternative = _SLASHED.match(text, end) or (before[-1:] == "/" and character.isupper())
        return bool(is_alternative) or not (_GOES_ON.match(after) or _BELONGS.search(before))
    if _ABBREVIATED.match(after):
        return False
    last = before[-1:]
    is_inside = last.isalpha() or bool(re.match(f"[{MARKS}]", last))
    return not is_inside or _GLUED_CUE.search(text[max(0, start - 12) : start]) is not None


_GLUED_CUE = re.compile(same_spelling(r"(?:คือ|ตอบ|ข้อ|เลือก|เป็น|ตัวเลือก|ได้แก่|[是為为選选擇择案項项即答])\Z"))
"""Words of scripts without spaces, right after which a letter may be a label."""


def _bracketed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the brackets, quotation marks or single spaces inside brackets round it."""
    for _ in range(2):
        left = start - 1 if text[start - 1 : start] == " " and start > 1 else start
        right = end + 1 if text[end : end + 1] == " " else end
        opening, closing = text[left - 1 : left], text[right : right + 1]
        if left > 0 and opening and closing and opening in _OPEN and closing in _CLOSE:
            start, end = left - 1, right + 1
        else:
            break
    return start, end
