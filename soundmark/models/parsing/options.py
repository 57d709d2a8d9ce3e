"""The texts of the choices as they may stand in a reply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from soundmark.models.parsing.labels import LETTERS, MAX_OPTIONS, MIN_OPTIONS
from soundmark.models.parsing.visible import plain
from soundmark.models.parsing.words import MARKS
from soundmark.types import SoundmarkError

MAX_OPTION_CHARACTERS = 2_000
_LABELLED = re.compile(r"[(\[]?([A-J]|10|[1-9])[).:、\]]\s*(\S.*)", re.DOTALL)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|first|second|third|один|два|три|четыре|пять)\b|[一二兩两三四五]|สอง|สาม|สี่"
    r"|এক|দুই|তিন|চার|পাঁচ",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_EDGES = " \t\n.,;:!?。，、；：！？।\"'“”‘’「」『』《》()[]"
_COMMON = frozenset(
    {
        "yes", "no", "true", "false", "none", "both", "neither", "left", "right", "back", "front", "other", "male",
        "female", "one", "two", "three", "four", "five", "six", "first", "second", "third", "fourth", "happy", "sad",
        "up", "down", "man", "woman", "good", "bad", "all",
    }
)  # fmt: skip


class OptionsError(SoundmarkError):
    """Options that no reply can be read against."""


@dataclass(frozen=True)
class Options:
    """The choices of one question.

    Attributes:
        texts: in the order shown, in the spelling of `plain`, without labels.
        is_numbered: they were shown as 1, 2, 3; then numbers are labels.
    """

    texts: tuple[str, ...]
    keys: tuple[str, ...]
    is_numbered: bool

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Finds them in a text; group `o2` is the third. None when all are single characters.

        Compiling it takes milliseconds: a reply that is a bare letter needs none.
        """
        return _pattern(self.keys)

    @cached_property
    def has_numbers(self) -> bool:
        """Whether a number, in digits or words, stands in one of them."""
        return any(_NUMBER.search(key) for key in self.keys)

    def __len__(self) -> int:
        return len(self.texts)

    def place_of(self, text: str) -> int | None:
        """The choice that a text is, whatever its case, article and punctuation; None when it is none."""
        key = key_of(text)
        return self.keys.index(key) if key and self.keys.count(key) == 1 else None

    def is_common(self, place: int) -> bool:
        """Whether the choice is a word of every day or a number, which stands in any reply without being meant."""
        key = self.keys[place]
        is_short = len(key) <= (3 if key.isascii() else 1)
        return is_short or key in _COMMON or key.isdigit()


def key_of(text: str) -> str:
    """What makes two texts the same choice: case, spaces, hyphens, a leading article and outer punctuation do not."""
    folded = " ".join(
        text.casefold().replace("ё", "е").replace("-", " ").replace("‐", " ").replace("’", "'").split()
    ).strip(_EDGES)
    return _ARTICLE.sub("", folded, count=1) if _ARTICLE.match(folded) else folded


@lru_cache(maxsize=256)
def options_of(options: tuple[str, ...], *, is_numbered: bool = False) -> Options:
    """Prepare the choices of a question.

    Args:
        options: their texts as shown, with or without `A.` before each.
        is_numbered: they were shown with numbers instead of letters.

    Raises:
        OptionsError: when there are fewer than 2 or more than 10, one is blank or endless, or two are alike.
    """
    if not MIN_OPTIONS <= len(options) <= MAX_OPTIONS:
        raise OptionsError(f"There are {len(options)} options. Give {MIN_OPTIONS} to {MAX_OPTIONS}.")
    for number, option in enumerate(options, start=1):
        if not option.strip() or len(option) > MAX_OPTION_CHARACTERS:
            fault = "longer than 2,000 characters" if option.strip() else "empty"
            raise OptionsError(f"Option {number} is {fault}. Give the texts as they were shown.")
    texts = _without_labels([plain(option).strip() or option.strip() for option in options])
    keys = tuple(key_of(text) for text in texts)
    twice = next((key for key in keys if key and keys.count(key) > 1), None)
    if twice is not None:
        raise OptionsError(f"Two options are both “{twice[:60]}”. Options must differ.")
    return Options(texts, keys, is_numbered)


def options_from(options: Sequence[str], *, is_numbered: bool = False) -> Options:
    """`options_of` for any sequence."""
    return options_of(tuple(options), is_numbered=is_numbered)


def _without_labels(texts: list[str]) -> tuple[str, ...]:
    found = [_LABELLED.fullmatch(text) for text in texts]
    labels = [match[1] for match in found if match is not None]
    if labels in (list(LETTERS[: len(texts)]), [str(n) for n in range(1, len(texts) + 1)]):
        return tuple(match[2] for match in found if match is not None)
    return tuple(texts)


def _pattern(keys: tuple[str, ...]) -> re.Pattern[str] | None:
    """The longest choice first, so that "front-left" is not "left"."""
    parts = [
        f"(?P<o{place}>{_bounded(keys[place])})"
        for place in sorted(range(len(keys)), key=lambda place: -len(keys[place]))
        if len(keys[place]) > 1 or not keys[place].isascii() or keys[place].isdigit()
    ]
    return re.compile("|".join(parts), re.IGNORECASE) if any(keys) and parts else None


def _bounded(key: str) -> str:
    if not key:
        return r"(?!)"
    parts = [_spelled(word) for word in key.split()]
    words = r"(?:['’]s)?[\s\-‐–]{1,3}".join(parts) + ("s?" if len(parts) > 1 and key[-1].isascii() else "")
    before = rf"(?<![^\W_])(?<![{MARKS}])(?<![^\W_][-.])" if _has_edge(key[0]) else ""
    after = rf"(?![^\W_])(?![{MARKS}])(?!-[^\W_])" if _has_edge(key[-1]) else rf"(?![{MARKS}])"
    return before + words + after


def _spelled(word: str) -> str:
    """A word of a choice, Russian with ё or е, Chinese with or without 的 inside."""
    if len(word) > 3 and all("\u4e00" <= character <= "\u9fff" for character in word):
        return "的?".join(word)
    return re.escape(word).replace("'", "['’]").replace("е", "[её]")


def _has_edge(character: str) -> bool:
    """Whether words of this script are told apart by spaces; Chinese and Thai words are not."""
    return character.isalnum() and not ("\u0e00" <= character < "\u0e80" or character >= "\u2e80")
