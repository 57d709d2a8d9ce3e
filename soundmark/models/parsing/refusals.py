"""Whether a reply declines. It is asked last: "I have no ears, but B fits best" answers."""

from __future__ import annotations

import re

from soundmark.models.parsing import words
from soundmark.models.parsing.patterns import LazyPattern

_DECLINES = LazyPattern(words.CANNOT, re.IGNORECASE)
_APOLOGY = LazyPattern(rf"\W{{0,5}}{words.SORRY}", re.IGNORECASE)
_ALONE = LazyPattern(rf"\W{{0,20}}{words.DECLINED}\W{{0,20}}", re.IGNORECASE)
_ENDS = 5_000


def refusal_in(text: str) -> str:
    """The words by which a text made by `plain` declines, at its ends where it is long; '' when it does not."""
    if len(text) > 2 * _ENDS:
        text = f"{text[:_ENDS]}\n{text[-_ENDS:]}"
    found = _ALONE.fullmatch(text) if len(text) < 80 else None
    found = found or _APOLOGY.match(text) or _DECLINES.search(text)
    return found.group().strip() if found else ""
