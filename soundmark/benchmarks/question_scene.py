"""What is known of the scene behind a spatial question, in one form for every source of scenes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from soundmark.benchmarks.pack import Pack
from soundmark.spatial.queries import Query
from soundmark.spatial.scene import Track, Trajectory
from soundmark.spatial.world_map import SceneObject
from soundmark.types import SpatialQuestion, SpatialTruth


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardSpan:
    """Something that sounds: when, in seconds from the start of the recording, and what."""

    start_s: float
    end_s: float
    label: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuestionScene:
    """The scene of one question. All of it but `seen_objects` is part of the truth.

    Attributes:
        query: which objects the question is about.
        trajectory: the wearer's path.
        max_gap_s: longest gap of the trajectory that is bridged.
        true_objects: with their annotated places or paths.
        seen_objects: with what cameras and models saw of them.
        heard: a published audio track; None where none is.
        events: what sounds when.
        film: of the same recording, by the same clock; None where none is on this machine.
    """

    query: Query
    trajectory: Trajectory
    max_gap_s: float
    true_objects: tuple[SceneObject, ...]
    seen_objects: tuple[SceneObject, ...]
    heard: Track | None = None
    events: tuple[HeardSpan, ...] = ()
    film: Path | None = None


class SceneSource(Protocol):
    """Knows the scenes of a pack. Safe to use from several threads."""

    def scene(self, question: SpatialQuestion) -> QuestionScene | None:
        """The scene of a question; None when nothing is known of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenePack(Pack[SpatialTruth]):
    """Spatial questions with the scenes behind them."""

    scenes: SceneSource

    @classmethod
    def of(cls, pack: Pack[SpatialTruth], scenes: SceneSource) -> ScenePack:
        """A pack and its scenes together."""
        return cls(
            benchmark=pack.benchmark,
            revision=pack.revision,
            title=pack.title,
            questions=pack.questions,
            report=pack.report,
            is_synthetic=pack.is_synthetic,
            clips=pack.clips,
            notice=pack.notice,
            notice_key=pack.notice_key,
            blocks=pack.blocks,
            scenes=scenes,
        )
