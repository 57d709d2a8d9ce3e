"""What a scripted model says: rules, each with a pattern and its answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from soundmark.types import Status


class Pick(StrEnum):
    """Which answer of a rule is given: one that the request's content decides, or the next one in turn."""

    DRAW = "draw"
    TURN = "turn"


class Fault(StrEnum):
    """A failure in place of a reply, as real endpoints have them."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMIT = "rate_limit"
    HTTP_500 = "http_500"
    HTTP_400 = "http_400"
    QUOTA = "quota"
    UNAUTHORISED = "unauthorised"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule; of several that fit, the first is followed.

    Attributes:
        when: searched for in instructions and text, with `.` matching line ends too.
        answers: what is said; the draw depends on seed and request only, so that a run can be repeated.
        pick: how one of them is chosen.
        delay_s: before the reply, in seconds.
        status, reason: of the reply, for refusals and texts that were cut.
        reasoning: thoughts that come with it.
        fault: a failure in place of the reply.
        fault_times: how often the same request fails before it is answered; 0 for always.
        retry_after_s: what a rate limit says.
        input_tokens, output_tokens: what is counted for each reply.
    """

    when: re.Pattern[str] = re.compile("")
    answers: tuple[str, ...] = ("",)
    pick: Pick = Pick.DRAW
    delay_s: float = 0.0
    status: Status = Status.OK
    reason: str = ""
    reasoning: str = ""
    fault: Fault | None = None
    fault_times: int = 0
    retry_after_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
