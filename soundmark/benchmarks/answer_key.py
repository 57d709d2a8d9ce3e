"""Which option an answer key means: a letter, a number, a column name or the option's text, never a guess."""

from __future__ import annotations

import math
import numbers
import re
import unicodedata
from collections.abc import Sequence

from soundmark.audio.errors import shown

MIN_OPTIONS = 2
MAX_OPTIONS = 8
LETTERS = "ABCDEFGH"

_LARGEST_NUMBER = 10**15

_LETTER = re.compile(r"\(?([A-Za-z])[).:]?")
_DIGITS = re.compile(r"0?[0-9]|[1-9][0-9]{1,8}")
"""`2` and `02`; with more zeros before it, it is an identifier that slipped into the column."""
_NAMED = re.compile(r"(?:option|choice)[ _-]?(?:([0-9]{1,9})|([A-Za-z]))", re.IGNORECASE)
_PLACE_AND_TEXT = re.compile(
    r"[(\uff08]?(?:([A-Za-z\uff21-\uff3a\uff41-\uff5a])[).:\uff09\uff0e\uff1a\u3001]\s*|([1-8])[).\uff09\uff0e\u3001]\s+)(\S.*)",
    re.DOTALL,
)
"""A letter, also a full-width one, or a number, with a bracket or a stop of some writing, and a text. A number needs a
space after it: `1.5` and `1:30` are none."""


class AnswerKeyError(ValueError):
    """An answer key that names no option, or options that are none; the text is a reason, to stand in brackets."""


def resolve_answer(answer: object, options: Sequence[str], *, zero_based: bool = False) -> int:
    """The index of the option that a published answer key means.

    A key is read as the exact text of an option, as a letter (`b`, `(B)`, `B. text`), as a number counted from 1, and
    as a name (`option2`, `option_b`). It counts when all readings that fit agree. A number that is a number in the
    source, no text, may be counted from 0 or from 1: it is refused unless the caller declares what it is.

    Args:
        answer: the key as published; a list of one counts as its member.
        options: what `plain_options` gives.
        zero_based: the source declares its numbers as counted from 0; then digits in a text are too.

    Returns:
        From 0 to the number of options less one.

    Raises:
        AnswerKeyError: 'no answer', 'answer outside options', 'index outside options', 'ambiguous answer' and so on.
    """
    _check_distinct(options)
    if isinstance(answer, list | tuple) and len(answer) == 1:
        answer = answer[0]
    if isinstance(answer, list | tuple | dict | set):
        raise AnswerKeyError("several answers, or none" if answer else "no answer")
    if answer is None or isinstance(answer, bool):
        raise AnswerKeyError("no answer")
    if isinstance(answer, numbers.Real):  # of Python or numpy
        number = int(answer) if isinstance(answer, numbers.Integral) else float(answer)
        return _numeric(number, len(options), zero_based)
    return _textual(_comparable(str(answer)), options, zero_based)


def plain_options(options: Sequence[object]) -> tuple[str, ...]:
    """Options as they are shown: texts without the letters that some publishers put before them.

    Letters or numbers go only where every option has its own in order (`A. x`, `B. y`): `A. Dvořák` among other
    composers stays.

    Raises:
        AnswerKeyError: when there are fewer than two or more than eight, one is blank or no text, or two are alike.
    """
    if not MIN_OPTIONS <= len(options) <= MAX_OPTIONS:
        raise AnswerKeyError(f"{len(options)} options instead of {MIN_OPTIONS} to {MAX_OPTIONS}")
    texts = tuple(_option_text(option, index) for index, option in enumerate(options))
    texts = _without_letters(texts)
    _check_distinct(texts)
    return texts


def _option_text(option: object, index: int) -> str:
    if isinstance(option, bool) or not isinstance(option, str | int | float):
        raise AnswerKeyError(f"option {LETTERS[index]} is no text")
    if isinstance(option, int) and abs(option) > _LARGEST_NUMBER:
        raise AnswerKeyError(f"option {LETTERS[index]} is no text")
    text = option if isinstance(option, str) else f"{option:.15g}" if isinstance(option, float) else str(option)
    if not _comparable(text) or (isinstance(option, float) and not math.isfinite(option)):
        raise AnswerKeyError(f"option {LETTERS[index]} is empty")
    return text


def _without_letters(texts: tuple[str, ...]) -> tuple[str, ...]:
    split = [_place_and_text(text.strip()) for text in texts]
    found = [pair for pair in split if pair is not None]
    if [place for place, _ in found] == list(range(len(texts))):
        return tuple(text for _, text in found)
    return texts


def _place_and_text(text: str) -> tuple[int, str] | None:
    """The place, from 0, that stands before a text, and the text; None where none does."""
    match = _PLACE_AND_TEXT.fullmatch(text)
    if match is None:
        return None
    return _place_of(match[1]) if match[1] else int(match[2]) - 1, match[3].strip()


def _check_distinct(options: Sequence[str]) -> None:
    if len({_comparable(option) for option in options}) < len(options):
        raise AnswerKeyError("duplicate option text")


def _numeric(number: float, n_options: int, zero_based: bool) -> int:
    if isinstance(number, float) and not math.isfinite(number):
        raise AnswerKeyError("no answer")
    if abs(number) > _LARGEST_NUMBER:  # an int of thousands of digits cannot even be printed
        raise AnswerKeyError("index outside options")
    if number != int(number):
        raise AnswerKeyError(f"answer {shown(str(number))} is no whole number")
    if not zero_based:
        raise AnswerKeyError(f"answer {shown(str(number))} may be counted from 0 or from 1")
    return _index(int(number), n_options)


def _index(number: int, n_options: int) -> int:
    if not 0 <= number < n_options:
        raise AnswerKeyError(f"index outside options (0-based 0..{n_options - 1})")
    return number


def _textual(key: str, options: Sequence[str], zero_based: bool) -> int:
    if not key:
        raise AnswerKeyError("no answer")
    texts = [_comparable(option) for option in options]
    if zero_based and _DIGITS.fullmatch(key) and key not in texts:
        return _index(int(key), len(options))
    named = _named_with_text(key, texts)
    if named is not None:
        return named
    readings = {texts.index(key)} if key in texts else set[int]()
    readings |= {index for index in _positions(key, zero_based) if 0 <= index < len(options)}
    if not readings:
        readings = {index for index, text in enumerate(texts) if text.casefold() == key.casefold()}
    if not readings:
        raise AnswerKeyError(f"answer outside options: {shown(key)}")
    if len(readings) > 1:
        raise AnswerKeyError(f"ambiguous answer: {shown(key)} is the text of one option and the place of another")
    return readings.pop()


def _positions(key: str, zero_based: bool) -> list[int]:
    """The places, from 0, that a key may name by letter, number or column; they may lie outside the options."""
    found: list[int] = []
    key = unicodedata.normalize("NFKC", key)  # full-width letters and digits as plain ones
    if letter := _LETTER.fullmatch(key):
        found.append(_place_of(letter[1]))
    if _DIGITS.fullmatch(key):
        found.append(int(key) - (0 if zero_based else 1))
    if name := _NAMED.fullmatch(key):
        found.append(int(name[1]) - 1 if name[1] else _place_of(name[2]))
    return found


def _named_with_text(key: str, texts: list[str]) -> int | None:
    """The place that `B. text` names, if the text is that of an option; it must be that of the letter."""
    found = _place_and_text(key)
    if found is None or key in texts or found[1] not in texts:
        return None
    place, text = found
    if texts.index(text) != place:
        raise AnswerKeyError(f"letter and text of the answer disagree: {shown(key)}")
    return place


def _place_of(letter: str) -> int:
    return ord(unicodedata.normalize("NFKC", letter).upper()) - ord("A")


def _comparable(text: str) -> str:
    """One spelling of what looks the same: composed letters, single spaces, no characters that are not seen."""
    seen = "".join(c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) != "Cf")
    return " ".join(seen.split())
