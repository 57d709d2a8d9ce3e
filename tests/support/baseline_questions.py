"""Questions of each kind for baselines, made on the spot."""

from __future__ import annotations

from collections.abc import Sequence

from soundmark.types import (
    ChoiceQuestion,
    ChoiceTruth,
    Clip,
    Coordinate,
    GeoQuestion,
    GeoTruth,
    Question,
    QuestionId,
    QuestionKind,
    SpatialQuestion,
    SpatialTruth,
)


def digest(name: object) -> str:
    """A digest that only that name has."""
    return f"{name!s:0>64}"


def place_question(number: int, place: Coordinate, *, clip: object = None) -> GeoQuestion:
    """A question about a recording at a place; several may share a clip."""
    return Question(
        question_id=QuestionId(f"place-{number}"),
        benchmark="places",
        revision="r1",
        kind=QuestionKind.GEO,
        prompt="",
        clip=Clip(path=None, sha256=digest(number if clip is None else clip)),
        truth=GeoTruth(place=place),
    )


def choice_question(
    number: int,
    choices: Sequence[str] = ("a", "b", "c", "d"),
    right: int = 0,
    *,
    clip: object = None,
    language: str = "en",
) -> ChoiceQuestion:
    """A multiple-choice question."""
    return Question(
        question_id=QuestionId(f"choice-{number}"),
        benchmark="choices",
        revision="r1",
        kind=QuestionKind.CHOICE,
        prompt=f"What is number {number}?",
        choices=tuple(choices),
        language=language,
        clip=Clip(path=None, sha256=digest(number if clip is None else clip)),
        truth=ChoiceTruth(choice_index=right),
    )


def spatial_question(
    number: int, n_sectors: int = 0, right: int | None = None, metres: float | None = None, task: str = "direction_ego"
) -> SpatialQuestion:
    """A question for a sector, or without sectors for metres."""
    return Question(
        question_id=QuestionId(f"spatial-{number}"),
        benchmark="scenes",
        revision="r1",
        kind=QuestionKind.SPATIAL,
        prompt="",
        choices=tuple(f"sector {index}" for index in range(n_sectors)),
        clip=Clip(path=None, sha256=digest("scene")),
        tags={"task": task},
        truth=SpatialTruth(choice_index=right, distance_m=metres),
    )
