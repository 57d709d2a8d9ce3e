"""How SAVVY's released evaluation reads a model's reply (`eval_savvy_qa.py` at 9ef5d163), kept for comparison.

Letters: the first character of the first word, whatever it belongs to ("The answer is A" is T, "back-left" is B).
Distances: of several numbers the last, in whatever unit ("2.5 m (8.2 ft)" is 8.2).
"""

from __future__ import annotations

import re

_END_OF_TEXT = "<|endoftext|>"
_BRACED = re.compile(r"\{answer:\s*([^}]*)\}")
_JSON_NUMBER = re.compile(r'"prediction":\s*([\d.]+)')
_JSON_TEXT = re.compile(r'"prediction":\s*"([^"]+)"')
_NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+)")


def published_letter(reply: str) -> str:
    """The lower-case character that is compared with the right letter; '' for an empty reply."""
    text = _unwrapped(reply)
    if _END_OF_TEXT in text:
        return text.split(_END_OF_TEXT)[1].strip().lower()
    return text.split(" ")[0].rstrip(".").strip()[:1].lower()


def published_is_right(reply: str, letter: str) -> bool:
    """Whether the reply counts for the letter."""
    return published_letter(reply) == letter.lower()


def published_distance_m(reply: str) -> float | None:
    """The number that is compared with the true distance; None where there is no number, which scores 0."""
    numbers = _NUMBER.findall(_unwrapped(reply))
    return float(numbers[-1]) if numbers else None


def _unwrapped(reply: str) -> str:
    """The answer inside braces or JSON, where there is one."""
    text = reply
    for pattern in (_BRACED, _JSON_NUMBER, _JSON_TEXT):
        found = pattern.search(text)
        if found:
            text = found.group(1).strip() if pattern is _BRACED else found.group(1)
    return text
