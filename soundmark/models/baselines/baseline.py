"""What a baseline is: a rule that answers every question of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

QuestionT = TypeVar("QuestionT")
AnswerT = TypeVar("AnswerT")

BLIND = "blind"
"""The setting of a baseline that never listens."""
AUDIO = "audio"
"""The setting of one that does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline(Generic[QuestionT, AnswerT]):
    """A responder by rule. It may know the right answers of the list, as a prior does, but not listen to a question.

    Attributes:
        name: in the log and on the page; it stays.
        version: of the rule; a change of what it answers is another version, which is run anew.
        setting: `BLIND`, or `AUDIO` for one that is given the sound.
        rule: in a sentence, how it answers.
        answers: the answers to a list of questions, in their order; None where the rule has nothing to say.
    """

    name: str
    version: int
    setting: str
    rule: str
    answers: Callable[[Sequence[QuestionT]], Sequence[AnswerT | None]]
