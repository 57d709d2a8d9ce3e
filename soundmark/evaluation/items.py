"""What a run asks: each question, in which order its choices are shown, and how often."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeAlias

from soundmark.benchmarks.pack import Unheard
from soundmark.types import ChoiceTruth, GeoTruth, Question, QuestionKind, SpatialTruth

AnyQuestion: TypeAlias = Question[GeoTruth | ChoiceTruth | SpatialTruth]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question that is asked once.

    Attributes:
        question: what is asked.
        order: the choices as they are shown, by the benchmark's numbers; empty without choices.
        repeat: which repetition of the question, from 0.
        unheard: why its recording can be sent to nobody, so that it is an error without being asked; '' when it can.
    """

    question: AnyQuestion
    order: tuple[int, ...]
    repeat: int = 0
    unheard: str = ""

    @property
    def shown_choices(self) -> tuple[str, ...]:
        """The texts of the choices as they are shown."""
        return tuple(self.question.choices[number] for number in self.order)

    @property
    def name(self) -> str:
        """The question and its repetition, for the ledger and for messages."""
        return f"{self.question.question_id}#{self.repeat}"


def items_of(
    questions: Iterable[AnyQuestion],
    *,
    unheard: Iterable[Unheard[GeoTruth | ChoiceTruth | SpatialTruth]] = (),
    limit: int | None = None,
    shuffle_seed: int | None = None,
    repeats: int = 1,
) -> list[Item]:
    """The items of a run: all questions once, then all again.

    Args:
        questions: of a benchmark, in its order.
        unheard: questions whose recordings cannot be sent; they come after the others.
        limit: only so many of the first questions.
        shuffle_seed: shows the choices of multiple-choice questions in an order that follows from seed, question and
            repetition; None keeps the benchmark's own. Sectors of spatial questions are never shuffled.
        repeats: how often each question is asked.
    """
    listed = chain(((one, "") for one in questions), ((one.question, one.why) for one in unheard))
    wanted: Sequence[tuple[AnyQuestion, str]] = list(islice(listed, limit))
    return [
        Item(question=question, order=_order(question, shuffle_seed, repeat), repeat=repeat, unheard=why)
        for repeat in range(repeats)
        for question, why in wanted
    ]


def _order(question: AnyQuestion, seed: int | None, repeat: int) -> tuple[int, ...]:
    numbers: Iterator[int] = iter(range(len(question.choices)))
    if seed is None or question.kind is not QuestionKind.CHOICE:
        return tuple(numbers)

    def draw(number: int) -> bytes:
        return hashlib.sha256(f"{seed}\x1f{question.question_id}\x1f{repeat}\x1f{number}".encode()).digest()

    # A sort by digest is the same on every machine, which `random.sample` does not promise.
    return tuple(sorted(numbers, key=draw))
