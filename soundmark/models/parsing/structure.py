"""Answers in a form made for machines: JSON, `<answer>` tags, boxes of TeX."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from soundmark.models.parsing.visible import plain

JsonValue = dict[str, "JsonValue"] | list["JsonValue"] | str | int | float | bool | None
MAX_OBJECTS = 40
_DEPTH = 4
_MAX_KEY = 40


def _folded(key: str) -> str:
    return plain(key).casefold().translate(_NO_SPACES)


_NO_SPACES = str.maketrans("", "", " -")
_KEYS = frozenset(
    _folded(key)
    for key in (
        "answer", "prediction", "choice", "option", "letter", "final_answer", "correct_answer", "selected", "selection",
        "selected_option", "selected_answer", "predicted_answer", "correct_option", "my_answer", "answer_letter",
        "chosen_option", "label", "result", "response", "final", "correct", "best_answer", "output", "final_choice",
        "selected_choice", "correct_choice", "best_option", "best_choice", "guess", "pick", "ans", "choice_letter",
        "答案", "選項", "选项", "選擇", "选择", "ответ", "คำตอบ", "উত্তর", "réponse", "respuesta", "antwort",
    )
)  # fmt: skip
_TAGGED = re.compile(r"<(answer|final_answer|final|prediction)>(.{0,3000}?)</\1>", re.DOTALL | re.IGNORECASE)
_OPEN_TAG = re.compile(r"<(?:answer|final_answer)>(?!.{0,9999}</)([^<]{1,500})\Z", re.DOTALL | re.IGNORECASE)
_BOXED = re.compile(r"\\{1,2}f?box(?:ed)?\s?\{((?:[^{}]|\{(?:[^{}]|\{[^{}]{0,100}\}){0,200}\}){0,500})\}")
_BROKEN = re.compile(
    r"""["'“”](\w{1,30})["'“”]\s{0,4}[:：=]\s{0,4}"""
    r"""(?:"([^"\n]{0,300})"|'([^'\n]{0,300})'|([^\s,}{\[\]"']{1,60}))"""
)
_SLOT = re.compile("[⟦⟧]")


@dataclass(frozen=True, slots=True)
class Stated:
    """What stands in such a form; `values` are what the answer's keys hold, None for null."""

    start: int
    end: int
    form: str
    values: tuple[str | int | float | bool | None, ...]


def folded_keys(*keys: str) -> frozenset[str]:
    """Keys as they are compared: case, spaces, underscores and hyphens do not count."""
    return frozenset(_folded(key) for key in keys)


def with_slots(text: str, keys: frozenset[str] = frozenset()) -> tuple[str, list[Stated]]:
    """The text with `⟦0⟧` for its first answer in a form, and those answers.

    Args:
        text: what `said` gives.
        keys: further keys of an answer, as `folded_keys` gives them.
    """
    text = _SLOT.sub(" ", text)
    found = _without_overlaps([*_objects(text, _KEYS | keys), *_tags(text)])
    parts: list[str] = []
    at = 0
    for number, stated in enumerate(found):
        parts += [text[at : stated.start], f"\n⟦{number}⟧\n"]
        at = stated.end
    return "".join([*parts, text[at:]]), found


def _tags(text: str) -> list[Stated]:
    found = [Stated(*match.span(), "tag", (match[2],)) for match in _TAGGED.finditer(text)]
    found += [Stated(*match.span(), "boxed", (match[1],)) for match in _BOXED.finditer(text)]
    if not found and (match := _OPEN_TAG.search(text[-600:])):
        shift = max(0, len(text) - 600)
        found.append(Stated(match.start() + shift, match.end() + shift, "tag", (match[1],)))
    return found


def _without_overlaps(found: list[Stated]) -> list[Stated]:
    kept: list[Stated] = []
    for stated in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or stated.start >= kept[-1].end:
            kept.append(stated)
    return kept


def _objects(text: str, keys: frozenset[str]) -> list[Stated]:
    """The JSON objects with an answer's key; where JSON is broken, the key and its value."""
    decoder = json.JSONDecoder()
    found: list[Stated] = []
    at = text.find("{")
    for _ in range(MAX_OBJECTS):
        if at < 0:
            break
        value, end = _decoded(decoder, text, at)
        if end:
            values = _values(value, keys, _DEPTH)
            if values or isinstance(value, dict):  # what other keys hold is no answer
                found.append(Stated(at, end, "json", tuple(values)))
            at = text.find("{", end)
        else:
            found += _broken(text, at, keys)
            at = text.find("{", at + 1)
    return found


def _decoded(decoder: json.JSONDecoder, text: str, at: int) -> tuple[JsonValue, int]:
    try:
        value, end = decoder.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, 0
    return value, end


def _broken(text: str, at: int, keys: frozenset[str]) -> list[Stated]:
    """Keys and values of an object that is no JSON, up to its end or that of the text."""
    closing = text.find("}", at)
    end = closing + 1 if closing >= 0 else len(text)
    body = text[at:end]
    pairs = [match for match in _BROKEN.finditer(body) if _folded(match[1]) in keys]
    if not pairs:
        return []
    contents = tuple(next((group for group in match.groups()[1:] if group is not None), "") for match in pairs)
    values = tuple(None if content.strip() in ("null", "None") else content for content in contents)
    return [Stated(at, end, "json", values)]


def _values(value: JsonValue, keys: frozenset[str], depth: int) -> list[str | int | float | bool | None]:
    """The contents of the answer's keys, however deep."""
    if isinstance(value, list) and depth:
        return [found for item in value[:MAX_OBJECTS] for found in _values(item, keys, depth - 1)]
    if not isinstance(value, dict) or not depth:
        return []
    found: list[str | int | float | bool | None] = []
    for key, content in value.items():
        if isinstance(content, dict):
            found += _values(content, keys, depth - 1)
        elif len(key) <= _MAX_KEY and _folded(key) in keys:
            found += (
                [item for item in content if not isinstance(item, dict | list)]
                if isinstance(content, list)
                else [content]
            )
        elif isinstance(content, list):
            found += _values(content, keys, depth - 1)
    return found
