"""What is read out of a model's reply: an answer, or the reason why there is none. Nothing is ever guessed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from soundmark.types import Coordinate, Status

AnswerT_co = TypeVar("AnswerT_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAnswer:
    """A place that a reply states. Names are as the reply gives them, '' where it does not.

    Attributes:
        place: the stated coordinates; None when only names were given.
        reasoning: the reply's explanation, where it gives one apart.
    """

    place: Coordinate | None
    continent: str = ""
    country: str = ""
    city: str = ""
    reasoning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAnswer(Generic[AnswerT_co]):
    """A reply that was read.

    The answer of a choice is the position of the choice as it was shown, from 0; of a distance it is metres; of a place
    it is a `PlaceAnswer`.

    Attributes:
        status: `ok` with an answer; `refused` when the reply declines (a null that the prompt allows, or refusal words)
            or `unparsed` when no single answer can be read.
        answer: None unless the status is ok.
        reason: why the status is not ok, in a word: empty, incomplete, multiple, ambiguous, none, out_of_range, ...
        rule: which rule of the parser decided, as whole_letter, cue, json, option_text.
        matched: the piece of the reply that decided.
    """

    status: Status
    answer: AnswerT_co | None = None
    reason: str = ""
    rule: str = ""
    matched: str = ""

    def __post_init__(self) -> None:
        if (self.status is Status.OK) != (self.answer is not None):
            raise ValueError("Exactly an ok reading has an answer.")
