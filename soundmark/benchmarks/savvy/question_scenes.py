"""SAVVY-Bench's scenes in the form that every spatial question has; objects are called by their role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from soundmark.benchmarks.question_scene import HeardSpan, QuestionScene
from soundmark.benchmarks.savvy.maps import SceneMap
from soundmark.benchmarks.savvy.scenes import SavvyScene
from soundmark.spatial.queries import Frame, Query
from soundmark.spatial.scene import Floats, Trajectory
from soundmark.spatial.trajectories import MAX_GAP_S
from soundmark.spatial.world_map import SceneObject
from soundmark.types import SpatialQuestion

TARGET, REFERENCE, FACING = "target", "reference", "facing"


@dataclass(frozen=True, slots=True)
class SavvyQuestionScenes:
    """The scenes of SAVVY-Bench."""

    scenes: Mapping[str, SavvyScene]

    def scene(self, question: SpatialQuestion) -> QuestionScene | None:
        """The scene of a question; None where it has no span or there is no such question."""
        truth = question.truth
        if question.question_id not in self.scenes or truth.start_s is None or truth.end_s is None:
            return None
        found = self.scenes[question.question_id]
        is_ego = question.tags.get("frame") == "egocentric"
        query = Query(
            frame=Frame.EGOCENTRIC if is_ego else Frame.ALLOCENTRIC,
            target=TARGET,
            start_s=truth.start_s,
            end_s=truth.end_s,
            reference="" if is_ego else REFERENCE,
            facing=FACING if not is_ego and question.choices else "",
        )
        label = "" if found.map is None else found.map.event
        return QuestionScene(
            query=query,
            trajectory=_nowhere() if found.trajectory is None else found.trajectory,
            max_gap_s=MAX_GAP_S,
            true_objects=() if found.map is None else tuple(_annotated(found.map, is_ego=is_ego)),
            seen_objects=tuple(_seen(found)),
            heard=None if found.audio_windows is None else found.audio_windows.track(found.audio_k),
            events=(HeardSpan(start_s=truth.start_s, end_s=truth.end_s, label=label),),
            film=found.video,
        )


def _nowhere() -> Trajectory:
    none: Floats = np.zeros((0, 2))
    return Trajectory(times_s=np.zeros(0), positions_m=none, forwards=none.copy())


def _annotated(scene_map: SceneMap, *, is_ego: bool) -> Iterator[SceneObject]:
    """The true places by role. For the wearer's own view the reference is the camera, which is no object."""
    places = {TARGET: scene_map.target.position_m}
    if not is_ego:
        places[REFERENCE] = scene_map.reference.position_m
        if scene_map.facing is not None:
            places[FACING] = scene_map.facing.position_m
    for role, position_m in places.items():
        yield SceneObject(name=role, is_static=True, position_m=np.array(position_m, dtype=np.float64))


def _seen(scene: SavvyScene) -> Iterator[SceneObject]:
    """The objects of the Snapshot Descriptor, each once, with those detections that have its description."""
    told: set[str] = set()
    for thing in scene.snapshot.objects if scene.snapshot else ():
        if thing.role in told:
            continue
        told.add(thing.role)
        tracks = tuple(track for track in scene.tracks if track.label and track.label == thing.description)
        is_static = thing.role != TARGET or thing.is_static is True
        yield SceneObject(name=thing.role, is_static=is_static, tracks=tracks)
    for role in (TARGET, REFERENCE, FACING):
        if role not in told:
            yield SceneObject(name=role, is_static=role != TARGET)
