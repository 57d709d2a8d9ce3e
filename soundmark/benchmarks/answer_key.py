"""What the key of a multiple-choice question means: the text of a choice, a letter, a number, or optionN."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soundmark.audio.errors import shown
from soundmark.benchmarks.values import clean_text

LETTERS = "ABCD"
_LETTER = re.compile(r"\(?([A-Da-d])[).:]?")
_DIGIT = re.compile(r"([1-4])")
_OPTION = re.compile(r"option[ _]?([1-4])", re.IGNORECASE)
_PREFIX = re.compile(r"\s*(?:\(([A-D])\)|([A-D])[).:：、])\s*(.+)", re.DOTALL)


def choice_index(key: str, choices: Sequence[str]) -> int:
    """The choice that a key means, counted from 0.

    The key is read in every way: as the exact text of a choice, as a letter A to D, as a number 1 to 4, as 'option2'.

    Args:
        key: as the benchmark gives it.
        choices: four texts.

    Raises:
        ValueError: with a sentence, when no reading or more than one choice comes of it.
    """
    text = clean_text(key)
    if not text:
        raise ValueError("it names no answer")
    found = [number for number, choice in enumerate(choices) if choice == key or clean_text(choice) == text]
    found += [reading for reading in (_letter(text), _number(text)) if reading is not None]
    meant = sorted(set(found))
    if not meant:
        raise ValueError(f"its answer {shown(text)} is none of the choices, and no letter or number of one")
    if len(meant) > 1:
        said = " or ".join(LETTERS[number] for number in meant)
        raise ValueError(f"its answer {shown(text)} can mean {said}")
    return meant[0]


def _letter(text: str) -> int | None:
    found = _LETTER.fullmatch(text)
    return None if found is None else LETTERS.index(found[1].upper())


def _number(text: str) -> int | None:
    found = _DIGIT.fullmatch(text) or _OPTION.fullmatch(text)
    return None if found is None else int(found[1]) - 1


def without_letters(choices: Sequence[str]) -> tuple[str, ...]:
    """The choices without 'A.', '(B)' and the like before them, when each one begins with its own letter."""
    found = [_PREFIX.fullmatch(choice) for choice in choices]
    letters = [None if match is None else match[1] or match[2] for match in found]
    if letters != list(LETTERS[: len(choices)]):
        return tuple(choices)
    return tuple(match[3] for match in found if match is not None)
