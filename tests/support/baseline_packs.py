"""Lists of questions for baselines, read from nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from soundmark.benchmarks import Pack, PackReport
from soundmark.benchmarks.clips import ClipSource, LocalClips
from soundmark.benchmarks.entry import AnyPack
from soundmark.types import Coordinate, Question, TruthT_co
from tests.support.baseline_questions import choice_question, place_question, spatial_question


def list_of(
    questions: Sequence[Question[TruthT_co]], *, revision: str = "r1", clips: ClipSource | None = None
) -> AnyPack:
    """A list of these questions."""
    made: Pack[TruthT_co] = Pack(
        benchmark=questions[0].benchmark if questions else "empty",
        revision=revision,
        title="A list",
        questions=tuple(questions),
        report=PackReport(n_rows=len(questions), n_playable=len(questions)),
        is_synthetic=True,
        clips=clips or LocalClips(),
    )
    return cast("AnyPack", made)


def places(n: int = 60) -> AnyPack:
    """Places along two meridians."""
    return list_of([place_question(i, Coordinate(-60.0 + 2 * i, 10.0 if i % 2 else 100.0)) for i in range(n)])


def choices(n: int = 40) -> AnyPack:
    """Questions with four choices, the right ones in turn."""
    return list_of([choice_question(i, right=i % 4) for i in range(n)])


def scenes() -> AnyPack:
    """Questions for sectors and for metres."""
    return list_of(
        [
            spatial_question(0, 3, right=1),
            spatial_question(1, 3, right=1),
            spatial_question(2, 3, right=0),
            spatial_question(3, metres=2.0, task="distance_ego"),
            spatial_question(4, metres=2.4, task="distance_ego"),
        ]
    )
