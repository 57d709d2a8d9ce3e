"""What may be told after an answer while later questions of the game are about the same recording.

The stage of a question tells places, a stretch of the wearer's path, and what was heard in that stretch. None of that
may be the answer of a question that is still to come, so that such a question is not dealt (`gives_away`), and of a
recording that others will ask about no more is told than the span of the question itself (`told_part`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from soundmark.benchmarks import Pack
from soundmark.benchmarks.question_scene import QuestionScene, ScenePack
from soundmark.modes.savvy.excerpt import Part
from soundmark.spatial.scene import Floats, SceneError
from soundmark.spatial.world_map import build_map
from soundmark.types import SpatialQuestion, SpatialTruth

SAME_PLACE_M = 0.5
"""Two places this near to each other give the same answers."""
NOTHING = Part(0.0, 0.0)
"""Told of a recording when nobody knows which span a question is about."""


@dataclass(frozen=True, slots=True, eq=False)
class AskedAbout:
    """What a question asks about, as far as the truth knows it.

    Attributes:
        target: name of what sounds; '' when nothing is known of the scene.
        named: names of the objects that the question itself names, whose sightings are shown with it.
        target_m: the target's place; None when it is not known.
        places_m: all places that are told after the answer.
    """

    target: str = ""
    named: tuple[str, ...] = ()
    target_m: Floats | None = None
    places_m: tuple[Floats, ...] = ()


@dataclass(slots=True)
class Tellings:
    """Knows which question tells the answer of which. Safe to use from several threads."""

    _about: dict[tuple[str, str, str], AskedAbout] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def gives_away(self, pack: Pack[SpatialTruth], earlier: SpatialQuestion, later: SpatialQuestion) -> bool:
        """Whether who was told the truth of the earlier question need not listen for the later one.

        So it is when both are about the same time, when the later one asks for the place of something whose place was
        told, or for a thing whose sightings were shown.
        """
        if not is_same_recording(earlier, later):
            return False
        if _meet(earlier.truth, later.truth):
            return True
        before, asked = self._asked_about(pack, earlier), self._asked_about(pack, later)
        if asked.target and asked.target in before.named:
            return True
        place_m = asked.target_m
        return place_m is not None and any(np.hypot(*(place_m - told_m)) < SAME_PLACE_M for told_m in before.places_m)

    def _asked_about(self, pack: Pack[SpatialTruth], question: SpatialQuestion) -> AskedAbout:
        key = (pack.benchmark, pack.revision, question.question_id)
        with self._lock:
            found = self._about.get(key)
        if found is None:
            scene = pack.scenes.scene(question) if isinstance(pack, ScenePack) else None
            found = AskedAbout() if scene is None else about(scene)
            with self._lock:
                self._about[key] = found
        return found


def about(scene: QuestionScene) -> AskedAbout:
    """What the question of a scene asks about."""
    query = scene.query
    named = tuple(name for name in (query.reference, query.facing) if name)
    try:
        world = build_map(scene.trajectory, scene.true_objects, max_gap_s=scene.max_gap_s)
    except SceneError:
        return AskedAbout(query.target, named)
    places = {
        name: world.position(name, query.start_s, query.end_s)
        for name in (query.target, *named)
        if name in world.objects
    }
    told = tuple(place for place in places.values() if place is not None)
    return AskedAbout(query.target, named, places.get(query.target), told)


def is_same_recording(one: SpatialQuestion, other: SpatialQuestion) -> bool:
    """Whether two questions are about one recording, which may not be on this machine."""
    return (one.clip.path, one.clip.key) == (other.clip.path, other.clip.key)


def told_part(question: SpatialQuestion, later: Iterable[SpatialQuestion]) -> Part | None:
    """What of a question's recording may be told while these are still to be asked; None for all of it."""
    if not any(is_same_recording(question, one) for one in later):
        return None
    truth = question.truth
    if truth.start_s is None or truth.end_s is None:
        return NOTHING
    return Part(truth.start_s, truth.end_s)


def _meet(one: SpatialTruth, other: SpatialTruth) -> bool:
    """Whether two spans have a moment in common; a question without a span may be about any."""
    if one.start_s is None or one.end_s is None or other.start_s is None or other.end_s is None:
        return True
    return one.start_s < other.end_s and other.start_s < one.end_s
