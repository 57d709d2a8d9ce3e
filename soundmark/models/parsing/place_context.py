"""What the words round coordinates make of them: the answer, one of several, or a place that is turned down."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CUE = re.compile(
    r"final|answer|guess|estimate|conclu|therefore|prediction|predict|best|i (?:would )?(?:say|place|locate|put)"
    r"|most likely|my location|i(?:['’]d| would|['’]ll| will)? (?:choose|pick|select|go with)|verdict"
    r"|答案|最終|最终|推測|推测|猜|因此|所以|結論|结论|ответ|итог|вывод|вероятн|คำตอบ|สรุป|ดังนั้น|উত্তর|সুতরাং|অতএব",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\b(?:not|unlike|rather than|instead of)|不是|而非|не|ไม่ใช่)\b[^.!?\n]{0,25}\Z", re.IGNORECASE)
_CUE_BEHIND = re.compile(
    r"[^\w.;!?\n]{0,4}[NSEW]?[^\w.;!?\n]{0,4}(?:is|as|would be|remains)\s(?!not\b)"
    r"(?:(?:my|the)\s)?(?!second|other)(?:\w{1,12}\s){0,2}"
    r"(?:guess|answer|estimate|prediction|choice|candidate|location)\b",
    re.IGNORECASE,
)
"""The same words behind the place: "(38.72, -9.14) is my best guess"."""
_UNLIKELY_BEHIND = re.compile(
    r"[^\w.;!?\n]{0,4}[NSEW]?[^\w.;!?\n]{0,4}(?:is|are|seems?|would be)\s(?:much |far |also |only |a )?"
    r"(?:less (?:likely|plausible|probable)|unlikely|(?:distant )?second|alternative|possib|plausible)",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:also|or|might|may|could|maybe|perhaps|possibly|alternativ\w{0,5}|second|runner-up|backup)\b"
    r"|或|也可能|可能是|или|возможно|หรือ|อาจ|অথবা|হতে পারে",
    re.IGNORECASE,
)
"""Between two places: the second one is only possible."""
_CORRECTS = re.compile(
    r"\b(?:actually|correct\w{0,5}|wait|sorry|revis\w{1,5}|updat\w{1,4}|instead|rather|better|my|mine)\b"
    r"|更正|修正|不對|不对|исправл|точнее|แก้|সংশোধ",
    re.IGNORECASE,
)
_RANGE_BEFORE = re.compile(r"\d\s?[°º]?\s?[NSEW]?\s?[-–—~]\s?\Z")
_RANGE_AFTER = re.compile(r"\s?[-–—~]\s?\d")
_ANNOUNCED = re.compile(
    r"coordinate|\bcoords?\b|\bgps\b|\blat|position|location|[\(\[]\s*\Z|座標|坐标|位置|координат|พิกัด|স্থানাঙ্ক",
    re.IGNORECASE,
)
_OTHER_UNIT = re.compile(
    r"\s?(?:s|sec|seconds?|hz|khz|ms|db|kg|km|m|meters?|metres?|minutes?|million|billion|thousand|people|points|times"
    r"|percent|%|usd|eur|dollars?|euros?)(?![^\W\d_])",
    re.IGNORECASE,
)
_CUE_WINDOW = 120
_SENTENCE_END = re.compile(r"(?<!\.[a-z])[.!?。！？](?=\s)|[;；]|\n\s*\n")


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """What stands round one place.

    Attributes:
        is_stated: words before or behind call it the answer.
        is_announced: words before say that coordinates follow, or nothing else stands in the reply.
        is_alone: nothing else stands in the reply.
        is_denied: it is turned down, the end of a range, or no place but a quantity.
    """

    is_stated: bool
    is_announced: bool
    is_alone: bool
    is_denied: bool


def place_context(text: str, start: int, end: int, last: int | None) -> PlaceContext:
    """Judge what stands from `start` to `end`; `last` is the end of the place before, if there is one."""
    before = text[max(0, start - _CUE_WINDOW) : start]
    sentence = _SENTENCE_END.split(before)[-1]
    is_other = last is not None and _HEDGED.search(text, last, start) is not None
    is_stated = not is_other and (_CUE.search(sentence) or _CUE_BEHIND.match(text, end)) is not None
    is_alone = not sentence.strip(" ([\n") and not text[end:].strip(" )].\n")
    is_range = _RANGE_BEFORE.search(before) or _RANGE_AFTER.match(text, end)
    is_turned_down = _DENIED.search(before) or _UNLIKELY_BEHIND.match(text, end)
    return PlaceContext(
        is_stated=is_stated,
        is_announced=is_stated or is_alone or _ANNOUNCED.search(sentence) is not None,
        is_alone=is_alone,
        is_denied=(is_range or is_turned_down or _OTHER_UNIT.match(text, end)) is not None,
    )


def decides(lead: str) -> bool:
    """Whether the words before a place make it the answer, or correct another one before it."""
    return (_CUE.search(lead) or _CORRECTS.search(lead)) is not None and _HEDGED.search(lead) is None
