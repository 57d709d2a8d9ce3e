"""A reply that goes through the choices with a yes or a no, a tick or a cross for each."""

from __future__ import annotations

import re

from soundmark.models.parsing import words
from soundmark.models.parsing.mentions import Mention
from soundmark.models.parsing.patterns import LazyPattern
from soundmark.models.parsing.statements import Statement

_VERDICT_AFTER = LazyPattern(r"[\s)\]}.:,–—\-：、．=(\"'”|→>?？]{0,8}")
_YES = LazyPattern(words.YES_ALONE, re.IGNORECASE)
_NO = LazyPattern(words.NO_ALONE, re.IGNORECASE)
_TICK, _CROSS = LazyPattern("[✓✔✅☑]"), LazyPattern("[✗✘❌✖❎]")
_LAST_YES = LazyPattern(rf"(?:[-–—:=>→(]|[.!])\s{{0,2}}{words.YES_ALONE}\W{{0,4}}\Z", re.IGNORECASE)
_LAST_NO = LazyPattern(rf"(?:[-–—:=>→(]|[.!])\s{{0,2}}{words.NO_ALONE}\W{{0,4}}\Z", re.IGNORECASE)


def _marked(text: str, mention: Mention, labelled: list[Mention]) -> tuple[bool, bool]:
    """A no and a yes that the line of a label holds as a tick or cross, or ends in."""
    start, end = text.rfind("\n", 0, mention.start) + 1, text.find("\n", mention.end)
    line = text[start : end if end >= 0 else len(text)]
    if any(other is not mention and start <= other.start < start + len(line) for other in labelled):
        return False, False
    no = _CROSS.search(line) is not None or _LAST_NO.search(line) is not None
    yes = _TICK.search(line) is not None or _LAST_YES.search(line) is not None
    return no and not yes, yes and not no


def verdict_of(text: str, mentions: list[Mention]) -> Statement | None:
    """The one choice with a yes in a reply that goes through choices with yes and no: "A) no. B) no. C) yes"."""
    labelled = [mention for mention in mentions if mention.label is not None and len(mention.places) == 1]
    if len(labelled) < 2:
        return None
    ends = [*(mention.start for mention in labelled[1:]), len(text)]
    said: dict[int, set[bool]] = {}
    for mention, end in zip(labelled, ends, strict=True):
        gap = _VERDICT_AFTER.match(text, mention.end)
        at = gap.end() if gap else mention.end
        no, yes = _marked(text, mention, labelled)
        if not (no or yes):
            no, yes = _NO.match(text, at, end) is not None, _YES.match(text, at, end) is not None
        if no or yes:
            said.setdefault(min(mention.places), set()).add(yes and not no)
    right = [place for place, verdicts in said.items() if verdicts == {True}]
    if len(said) < 2 or len(right) != 1 or any(len(verdicts) > 1 for verdicts in said.values()):
        return None
    mention = next(one for one in labelled if right[0] in one.places)
    return Statement(mention.start, mention.end, right[0], "verdicts", text[mention.start : mention.end + 20])
