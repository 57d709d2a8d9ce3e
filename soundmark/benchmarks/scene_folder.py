"""The scenes of a folder pack: the files that its column `scene` names.

`kitchen.json` holds the truth; beside it may lie `kitchen_seen.json`, what was seen of the same scene, and
`kitchen.mp4`, its film. Which of a scene's queries a question is, is told by its task, its choices and its span, and by
the answer that the true scene gives: where none or several agree, nothing is shown of the scene.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.benchmarks.question_scene import HeardSpan, QuestionScene
from soundmark.benchmarks.spatial_rows import SCENE_TAG
from soundmark.spatial.angles import difference_deg
from soundmark.spatial.queries import Frame, resolve
from soundmark.spatial.scene import SceneError
from soundmark.spatial.scene_file import AskedQuery, Scene, read_scene_file
from soundmark.spatial.templates import Ask
from soundmark.spatial.world_map import WorldMap, build_map
from soundmark.types import SpatialQuestion

log = logging.getLogger(__name__)

SEEN_SUFFIX = "_seen"
FILM_SUFFIXES = (".mp4", ".mov", ".mkv", ".webm")
MAX_SCENES_KEPT = 16
_SAME_TIME_S = 0.005
_SAME_AZIMUTH_DEG = 3.0
_SAME_DISTANCE_M = 0.1
"""A mean over the span of a source that moves depends a little on which moments are counted."""


@dataclass(frozen=True, slots=True, eq=False)
class _Files:
    """Both files of a scene; `seen` is None where there is only the truth."""

    true: Scene
    world: WorldMap
    seen: Scene | None
    film: Path | None


@dataclass(slots=True)
class FolderScenes:
    """The scenes of a folder, read when they are asked for.

    Attributes:
        folder: of the pack; names of scenes were checked to lie inside it when its rows were read.
    """

    folder: Path
    _kept: dict[str, _Files | None] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def scene(self, question: SpatialQuestion) -> QuestionScene | None:
        """The scene of a question; None when its files cannot be used, or do not agree with it."""
        name = question.tags.get(SCENE_TAG)
        files = self._files(name) if name else None
        if files is None:
            return None
        matching = [asked for asked in files.true.asked if _is_same(question, asked, files.world)]
        if len(matching) != 1:
            log.warning("%s: %d queries of %s fit, so none is shown.", question.question_id, len(matching), name)
            return None
        return QuestionScene(
            query=matching[0].query,
            trajectory=files.true.trajectory,
            max_gap_s=files.true.max_gap_s,
            true_objects=files.true.objects,
            film=files.film,
            seen_objects=() if files.seen is None else files.seen.objects,
            events=tuple(
                HeardSpan(start_s=event.start_s, end_s=event.end_s, label=event.text) for event in files.true.events
            ),
        )

    def _files(self, name: str) -> _Files | None:
        with self._lock:
            if name not in self._kept:
                while len(self._kept) >= MAX_SCENES_KEPT:
                    del self._kept[next(iter(self._kept))]
                self._kept[name] = _read(self.folder / name)
            return self._kept[name]


def _read(path: Path) -> _Files | None:
    try:
        true = read_scene_file(path)
        world = build_map(true.trajectory, true.objects, max_gap_s=true.max_gap_s)
        seen_path = path.with_name(f"{path.stem}{SEEN_SUFFIX}{path.suffix}")
        seen = read_scene_file(seen_path) if seen_path.is_file() else None
        film = next((one for one in map(path.with_suffix, FILM_SUFFIXES) if one.is_file()), None)
    except SceneError as error:
        log.warning("A scene cannot be used. %s", error)
        return None
    return _Files(true, world, seen, film)


def _is_same(question: SpatialQuestion, asked: AskedQuery, world: WorldMap) -> bool:
    """Whether a query of the true scene is what the question asks, and has its answer."""
    truth, query = question.truth, asked.query
    view = "ego" if query.frame is Frame.EGOCENTRIC else "exo"
    kind = "direction" if asked.ask is Ask.DIRECTION else "distance"
    if question.tags.get("task") != f"{kind}_{view}" or asked.n_sectors != len(question.choices):
        return False
    if truth.start_s is None or truth.end_s is None:
        return False
    if abs(query.start_s - truth.start_s) > _SAME_TIME_S or abs(query.end_s - truth.end_s) > _SAME_TIME_S:
        return False
    answer = resolve(world, query)
    return all(_agreements(truth.azimuth_deg, answer.azimuth_deg, truth.distance_m, answer.distance_m))


def _agreements(
    azimuth_deg: float | None, answered_deg: float | None, distance_m: float | None, answered_m: float | None
) -> Iterator[bool]:
    """What the question's truth gives must be what the scene gives."""
    if azimuth_deg is not None:
        yield answered_deg is not None and abs(float(difference_deg(azimuth_deg, answered_deg))) <= _SAME_AZIMUTH_DEG
    if distance_m is not None:
        yield answered_m is not None and abs(distance_m - answered_m) <= _SAME_DISTANCE_M
