"""Baselines of multiple-choice questions that never listen: any choice, the usual position, the longest choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from soundmark.models.baselines.baseline import BLIND, Baseline
from soundmark.models.baselines.draws import one_of
from soundmark.models.baselines.places import RANDOM
from soundmark.types import ChoiceQuestion

USUAL_POSITION = "Most frequent position"
LONGEST = "Longest option"


def _any_choice(questions: Sequence[ChoiceQuestion]) -> list[int]:
    return [one_of(RANDOM, one, range(len(one.choices))) for one in questions]


def _usual_positions(questions: Sequence[ChoiceQuestion]) -> list[int]:
    """The asked question counts too: leaving it out would make every position of a balanced list the wrong one."""
    counts: dict[int, Counter[int]] = {}
    for one in questions:
        counts.setdefault(len(one.choices), Counter())[one.truth.choice_index] += 1
    usual = {n: min(found, key=lambda index: (-found[index], index)) for n, found in counts.items()}
    return [usual[len(one.choices)] for one in questions]


def _longest(questions: Sequence[ChoiceQuestion]) -> list[int]:
    lengths = [[len(choice.strip()) for choice in one.choices] for one in questions]
    return [found.index(max(found)) for found in lengths]


CHOICES: tuple[Baseline[ChoiceQuestion, int], ...] = (
    Baseline(name=RANDOM, version=1, setting=BLIND, rule="Any of the choices, drawn at random.", answers=_any_choice),
    Baseline(
        name=USUAL_POSITION,
        version=1,
        setting=BLIND,
        rule="Always the position, in the order of the benchmark, at which the right choice stands most often among "
        "all questions of the list with as many choices; of equally frequent ones the first.",
        answers=_usual_positions,
    ),
    Baseline(
        name=LONGEST,
        version=1,
        setting=BLIND,
        rule="Always the choice with the most characters, in the language of the question; of equally long ones the "
        "first in the order of the benchmark.",
        answers=_longest,
    ),
)
