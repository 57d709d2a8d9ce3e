"""Which choice a reply states, or none. Nothing is guessed: two that differ are none."""

from __future__ import annotations

import re

from soundmark.benchmarks.savvy.json_files import JsonFileError, parse_json

LETTERS = "ABCDEFGH"
MAX_CHARACTERS = 20_000

_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)
_WHOLE = re.compile(r"\W*([A-Ha-h])\W*")
_BEGINS = re.compile(r"\W*([A-H])\s*[).:]\s*\S")
_STATED = re.compile(
    r"\b(?:answer|prediction|option|choice)\b[\s\"'*]*(?:is|=|:)?[\s\"'*(]*(?:([B-H])\b|(A)\b(?!\s+\w))(?![-'’])",
    re.IGNORECASE,
)
"""An A before a word is an article."""
_DENIAL = re.compile(r"\b(?:not|never|nor|neither|cannot|unless|or)\b|n't\b", re.IGNORECASE)


def read_choice(reply: str, choices: tuple[str, ...]) -> int | None:
    """The index of the choice that a reply states.

    A letter by itself, at the beginning before a bracket or colon, or after "answer is"; the text of exactly one
    choice; of a JSON object the key `prediction`. A letter and a text that contradict each other state nothing, nor
    does a text with a denial ("not left") or an alternative ("left or right").

    Args:
        reply: a model's words.
        choices: the choices' texts, in the benchmark's order.
    """
    text = _core(reply)
    if not text or len(text) > MAX_CHARACTERS:
        return None
    letters = _letters(text, len(choices))
    texts = _texts(text, choices)
    if len(letters) > 1:
        return None
    if letters:
        letter = next(iter(letters))
        return letter if not texts or letter in texts else None
    if len(texts) == 1 and not _DENIAL.search(text):
        return next(iter(texts))
    return None


def _core(reply: str) -> str:
    """The answer inside a fence or a JSON object, where there is one."""
    text = reply[-MAX_CHARACTERS - 1 :].rpartition("</think>")[2].strip()
    fenced = _FENCE.search(text)
    inner = fenced[1].strip() if fenced else text
    if not inner.startswith("{"):
        return inner
    try:
        value = parse_json(inner, "the reply").value
    except JsonFileError:
        return text
    stated = value.get("prediction", value.get("answer")) if isinstance(value, dict) else None
    return stated.strip() if isinstance(stated, str) else ""


def _letters(text: str, n_choices: int) -> set[int]:
    whole = _WHOLE.fullmatch(text)
    found = [whole[1].upper()] if whole else []
    begins = _BEGINS.match(text)
    found += [begins[1]] if begins else []
    found += [(match[1] or match[2]).upper() for match in _STATED.finditer(text)]
    return {LETTERS.index(letter) for letter in found if LETTERS.index(letter) < n_choices}


def _texts(text: str, choices: tuple[str, ...]) -> set[int]:
    """Choices whose whole text stands in the reply: 'back-left' is not 'left', nor is 'back left'."""
    by_text = {choice.casefold().replace("-", " "): index for index, choice in enumerate(choices)}
    found: set[int] = set()
    words = [word for word in re.split(r"[^a-z]+", text.casefold()) if word]
    place = 0
    while place < len(words):
        pair = " ".join(words[place : place + 2])
        if pair in by_text:
            found.add(by_text[pair])
            place += 2
            continue
        if words[place] in by_text:
            found.add(by_text[words[place]])
        place += 1
    return found
