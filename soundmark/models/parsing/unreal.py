"""Whether a sentence says what the model itself answers: not what it asks, supposes, grants, or tells of others."""

from __future__ import annotations

import re
from enum import IntEnum

from soundmark.models.parsing import words
from soundmark.models.parsing.patterns import LazyPattern
from soundmark.models.parsing.visible import same_spelling


class Force(IntEnum):
    """How strongly the words before or after a label make it the answer."""

    NONE = 0
    FREE = 1
    WEAK = 2
    STATED = 3


_UNREAL = LazyPattern(words.UNREAL, re.IGNORECASE)
_CONCEDED = LazyPattern(rf"{words.CONCEDING}[^,，;；]*\Z", re.IGNORECASE)
_CONCEDING = LazyPattern(words.CONCEDING, re.IGNORECASE)
_CONCLUDES = LazyPattern(
    same_spelling(
        r"\b(?:so|therefore|thus|hence|consequently)\b|所以|因此|因而|故|\b(?:поэтому|значит|следовательно)\b|ดังนั้น|จึง|তাই|সুতরাং|অতএব"
    ),
    re.IGNORECASE,
)
_OF_OTHERS = LazyPattern(
    r"\b(?:they|you|one|he|she|we might|most|many|people|others|someone)\b|他們|他们|大家|人家|они|все|พวกเขา|তারা",
    re.IGNORECASE,
)
_LAST_COMMA = LazyPattern(r"[,，、][^,，、]*\Z")
_MIGHT = LazyPattern(r"\b(?:might|may|could)\s(?:\w{1,10}\s)?(?:be|have been)\s", re.IGNORECASE)
_CONTRASTED = LazyPattern(words.CONTRASTS, re.IGNORECASE)
_IF = LazyPattern(words.IFS, re.IGNORECASE)
_WOULD = LazyPattern(r"\b(?:would|could|might)\b|бы|会是|會是|จะ|হতো|হত", re.IGNORECASE)
_QUESTION = LazyPattern(r"[^.!?。！？\n]{0,160}[?？]")
_CLAUSES = LazyPattern(r"[.!?。！？\n]")
_CHOOSING_IN = LazyPattern(words.CHOOSING, re.IGNORECASE)
_ANSWER_IN = LazyPattern(words.ANSWERS, re.IGNORECASE)
MUST = LazyPattern(words.MUST_CHOOSE, re.IGNORECASE)
"""A condition that holds: "if I have to choose"."""


def _after_concession(before: str) -> str:
    """What follows "while A is tempting," where it begins a statement of its own: "the right option is"."""
    conceding = _CONCEDING.search(before)
    comma = _LAST_COMMA.search(before, conceding.end()) if conceding else None
    rest = before[comma.start() :] if comma else ""
    return rest if _ANSWER_IN.search(rest) or _CHOOSING_IN.search(rest) else before


def _after_conclusion(before: str) -> str:
    """What the model concludes itself: "people are shouting, so"; not "many hear a bell, so they would say"."""
    *_, cut = [0, *(found.end() for found in _CONCLUDES.finditer(before))]
    return before if _OF_OTHERS.search(before, cut) else before[cut:]


def is_unreal(before: str, tail: str, force: Force, *, is_possible: bool) -> bool:
    """Whether the sentence asks, supposes, or tells what others might think."""
    *_, cut = [0, *(found.end() for found in _CONTRASTED.finditer(before))]
    before = _after_conclusion(_after_concession(before[cut:]))
    if _UNREAL.search(before) or _QUESTION.match(tail):
        return True
    if (force < Force.STATED or _MIGHT.search(before)) and (_CONCEDED.search(before) or is_possible):
        return True
    if MUST.search(before):
        return False
    if force < Force.WEAK:
        return _IF.search(before) is not None
    if (unsure := words.UNSURE.search(before)) and not words.BUT.search(before, unsure.end()):
        return True
    is_supposed_after = _IF.search(_CLAUSES.split(tail, maxsplit=1)[0]) is not None
    return _IF.search(before) is not None or (is_supposed_after and _WOULD.search(before) is not None)
