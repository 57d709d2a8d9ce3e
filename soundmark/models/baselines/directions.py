"""Baselines of spatial questions that never listen: any sector or distance, and the usual ones.

The usual sector is SAVVY's chance level by frequency (Table 2), which the paper gives for directions only.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from soundmark.models.baselines.baseline import BLIND, Baseline
from soundmark.models.baselines.draws import one_of
from soundmark.models.baselines.places import MIDDLE, RANDOM
from soundmark.types import SpatialQuestion

SpatialAnswer = int | float
"""A sector by its number in the benchmark's order, or metres: which of the two a question asks for is known."""


def asks_sector(question: SpatialQuestion) -> bool:
    """Whether a sector is asked for; else metres."""
    return bool(question.choices)


def _kind(question: SpatialQuestion) -> tuple[str, int]:
    """Questions that are answered alike: one task, with as many sectors."""
    return question.tags.get("task", ""), len(question.choices)


def _distances_m(questions: Sequence[SpatialQuestion]) -> dict[tuple[str, int], list[tuple[str, float]]]:
    """The true distances of each kind of question, each with its question's id."""
    found: dict[tuple[str, int], list[tuple[str, float]]] = {}
    for one in questions:
        if not asks_sector(one) and one.truth.distance_m is not None:
            found.setdefault(_kind(one), []).append((one.question_id, one.truth.distance_m))
    return found


def _any(questions: Sequence[SpatialQuestion]) -> list[SpatialAnswer | None]:
    distances_m = _distances_m(questions)

    def answer(one: SpatialQuestion) -> SpatialAnswer | None:
        if asks_sector(one):
            return one_of(RANDOM, one, range(len(one.choices)))
        others_m = [metres for other, metres in distances_m.get(_kind(one), []) if other != one.question_id]
        return one_of(RANDOM, one, others_m) if others_m else None

    return [answer(one) for one in questions]


def _usual(questions: Sequence[SpatialQuestion]) -> list[SpatialAnswer | None]:
    sectors: dict[tuple[str, int], Counter[int]] = {}
    for one in questions:
        if asks_sector(one) and one.truth.choice_index is not None:
            sectors.setdefault(_kind(one), Counter())[one.truth.choice_index] += 1
    usual: dict[tuple[str, int], SpatialAnswer] = {
        kind: min(found, key=lambda index, found=found: (-found[index], index))  # type: ignore[misc]  # mypy#12557
        for kind, found in sectors.items()
    }
    for kind, found_m in _distances_m(questions).items():
        usual[kind] = math.fsum(metres for _, metres in found_m) / len(found_m)
    return [usual.get(_kind(one)) for one in questions]


DIRECTIONS: tuple[Baseline[SpatialQuestion, SpatialAnswer], ...] = (
    Baseline(
        name=RANDOM,
        version=1,
        setting=BLIND,
        rule="Any of the sectors, drawn at random; for a distance the right one of another such question.",
        answers=_any,
    ),
    Baseline(
        name=MIDDLE,
        version=1,
        setting=BLIND,
        rule="The sector that is right most often among questions of this kind; for a distance the mean of theirs.",
        answers=_usual,
    ),
)
