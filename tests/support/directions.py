"""The built-in scenes as secrets: what must not be in the page before its question is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count

from soundmark.benchmarks import read_spatial_pack
from soundmark.benchmarks.demo import DEMO_SAVVY, demo_savvy_folder
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.benchmarks.scene_folder import FolderScenes
from soundmark.games.deal import GameKind, deal
from soundmark.modes.savvy.round import template_of
from soundmark.modes.savvy.telling import Tellings
from soundmark.types import SpatialQuestion

KNOWN = frozenset({"duration_s", "waveform", "field_of_view_deg", "number", "total", "tally", "max_m", "options"})
"""Parts of a question's page that are the same for every question of its kind, or are told by the sound itself."""
DIGITS = range(4)
WORDS_OF_EVERY_PAGE = frozenset({"radio", "other person"})
"""A kind of button, and part of a fixed text."""


def directions_seed() -> tuple[str, SpatialQuestion]:
    """The first seed whose game begins with the direction of something that the question does not name."""
    folder = demo_savvy_folder()
    pack = ScenePack.of(read_spatial_pack(folder, name=DEMO_SAVVY), FolderScenes(folder))
    by_id, tellings = {one.question_id: one for one in pack.questions}, Tellings()
    for seed in map(str, count()):
        first, *_ = deal(
            list(by_id),
            revision=pack.revision,
            kind=GameKind.SEED,
            seed=seed,
            rounds=6,
            blocks={name: one.clip.sha256 for name, one in by_id.items()},
            classes={name: template_of(one) for name, one in by_id.items()},
            gives_away=lambda one, other: tellings.gives_away(pack, by_id[one], by_id[other]),
        )
        question = by_id[first]
        if question.tags["task"] == "direction_ego" and target_of(question) not in WORDS_OF_EVERY_PAGE:
            return seed, question
    raise AssertionError("unreachable")


def target_of(question: SpatialQuestion) -> str:
    """What sounds."""
    return next(str(one["source"]) for one in _scene(question)["events"] if one["start_s"] == question.truth.start_s)


def words_of_directions(question: SpatialQuestion) -> set[str]:
    """Words and exact figures that the question does not say: what sounds and stands there, when, where, which file."""
    scene, truth = _scene(question), question.truth
    things = {str(thing["name"]) for thing in scene["objects"]} - WORDS_OF_EVERY_PAGE
    events = {str(event["text"]) for event in scene["events"]}
    exact = {f"{value:.{digits}f}" for value in (truth.azimuth_deg, truth.distance_m) if value for digits in (2, 3)}
    words = things | events | exact | {"scene_0", "demo_savvy", question.question_id}
    return {word for word in words if word.lower() not in question.prompt.lower()}


def numbers_of_directions(question: SpatialQuestion) -> set[float]:
    """Azimuth, distance, span and the target's place, to every number of digits in which they could be told."""
    truth = question.truth
    place = next(thing["position_m"] for thing in _scene(question)["objects"] if thing["name"] == target_of(question))
    assert isinstance(place, list)
    values = (truth.azimuth_deg, truth.distance_m, truth.start_s, truth.end_s, *place)
    found = {round(float(value), digits) for value in values if value is not None for digits in DIGITS}
    return found | {-value for value in found}


def numbers_told(value: object) -> Iterator[float]:
    """Every number of a page's value that could tell something."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield float(value)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            if name not in KNOWN:
                yield from numbers_told(part)
    elif isinstance(value, list):
        for part in value:
            yield from numbers_told(part)


def _scene(question: SpatialQuestion) -> dict[str, list[dict[str, object]]]:
    content = json.loads((demo_savvy_folder() / question.tags["scene"]).read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content
