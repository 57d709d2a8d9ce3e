"""Baselines of geo questions that never listen: anywhere on Earth, the place of any other clip, and the middle."""

from __future__ import annotations

from collections.abc import Sequence

from soundmark.models.baselines.baseline import BLIND, Baseline
from soundmark.models.baselines.draws import one_of, uniform
from soundmark.scoring.geo_baselines import centroid, place_by_area
from soundmark.types import Coordinate, GeoQuestion

RANDOM = "Random"
MIDDLE = "Middle of the list"
OTHER_PLACE = "Any other place of the list"


def _anywhere(questions: Sequence[GeoQuestion]) -> list[Coordinate]:
    return [place_by_area(uniform(RANDOM, one, 0), uniform(RANDOM, one, 1)) for one in questions]


def _other_places(questions: Sequence[GeoQuestion]) -> list[Coordinate | None]:
    """A recording that comes with several questions has one place, which is never drawn for its own."""
    places = {clip_of(one): one.truth.place for one in questions}
    keys = list(places)
    return [
        places[one_of(OTHER_PLACE, one, [key for key in keys if key != clip_of(one)])] if len(keys) > 1 else None
        for one in questions
    ]


def _middle(questions: Sequence[GeoQuestion]) -> list[Coordinate]:
    middle = centroid([one.truth.place for one in questions]) if questions else Coordinate(0.0, 0.0)
    return [middle] * len(questions)


def clip_of(question: GeoQuestion) -> str:
    """What tells recordings apart: the digest of their bytes, or the question itself where that is not known."""
    return question.clip.sha256 or question.question_id


PLACES: tuple[Baseline[GeoQuestion, Coordinate], ...] = (
    Baseline(
        name=RANDOM,
        version=1,
        setting=BLIND,
        rule="A point drawn anywhere on Earth, uniform by area.",
        answers=_anywhere,
    ),
    Baseline(
        name=OTHER_PLACE,
        version=1,
        setting=BLIND,
        rule="The place of another recording of the list, drawn at random.",
        answers=_other_places,
    ),
    Baseline(
        name=MIDDLE,
        version=1,
        setting=BLIND,
        rule="Always the middle of all places of the list: the direction of the mean of their unit vectors.",
        answers=_middle,
    ),
)
