"""All questions that the events of an annotated scene give, with their truths (SAVVY, section C.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from soundmark.spatial.answers import Answer, margin_deg
from soundmark.spatial.queries import Frame, Query, resolve
from soundmark.spatial.templates import (
    Ask,
    EventKind,
    Wording,
    allo_direction,
    allo_distance,
    ego_direction,
    ego_distance,
)
from soundmark.spatial.world_map import WorldMap
from soundmark.types import SpatialTruth

SIMPLE, HARD = 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneEvent:
    """Something heard in a scene.

    Attributes:
        event_id: unique in the scene.
        kind: speech or another sound.
        text: the topic of what is said, or the name of the sound.
        source: name of the object it comes from.
        start_s, end_s: when.
    """

    event_id: str
    kind: EventKind
    text: str
    source: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneQuestion:
    """A question about an event, with its truth.

    Attributes:
        question_id: unique in the scene.
        query: what to look up on the map.
        ask: direction or distance.
        wording: as it is put.
        truth: choice, azimuth, distance and time.
    """

    question_id: str
    query: Query
    ask: Ask
    wording: Wording
    truth: SpatialTruth


def questions_of(world: WorldMap, events: Sequence[SceneEvent], min_margin_deg: float = 0.0) -> Iterator[SceneQuestion]:
    """Every template for every event, with every static object as reference and every other as facing object.

    What has no answer on the map is not asked: no trajectory in the span, no known place, reference equal to facing, or
    an object asked about itself.

    Args:
        world: with annotated objects; its rules hold.
        events: their sources are objects of the map.
        min_margin_deg: directions nearer than this to a border between two choices are not asked.

    Raises:
        SceneError: when an event's source is not on the map.
    """
    for event in events:
        yield from _egocentric(world, event, min_margin_deg)
        yield from _allocentric(world, event, min_margin_deg)


def _egocentric(world: WorldMap, event: SceneEvent, min_margin_deg: float) -> Iterator[SceneQuestion]:
    query = Query(frame=Frame.EGOCENTRIC, target=event.source, start_s=event.start_s, end_s=event.end_s)
    answer = resolve(world, query)
    for n_sectors in (SIMPLE, HARD):
        wording = ego_direction(event.kind, event.text, n_sectors)
        yield from _direction(event, query, answer, wording, min_margin_deg)
    if answer.distance_m:
        wording = ego_distance(event.kind, event.text)
        yield _question(f"{event.event_id}/ego_distance", query, Ask.DISTANCE, wording, _truth(query, answer, None))


def _allocentric(world: WorldMap, event: SceneEvent, min_margin_deg: float) -> Iterator[SceneQuestion]:
    static = [name for name, mapped in world.objects.items() if mapped.place is not None and name != event.source]
    for reference in static:
        query = _allo_query(event, reference)
        answer = resolve(world, query)
        if answer.distance_m:
            wording = allo_distance(event.kind, event.text, reference)
            name = f"{event.event_id}/allo_distance/{reference}"
            yield _question(name, query, Ask.DISTANCE, wording, _truth(query, answer, None))
    for reference, facing in permutations(static, 2):
        query = _allo_query(event, reference, facing)
        answer = resolve(world, query)
        for n_sectors in (SIMPLE, HARD):
            wording = allo_direction(event.kind, event.text, reference, facing, n_sectors)
            yield from _direction(event, query, answer, wording, min_margin_deg)


def _allo_query(event: SceneEvent, reference: str, facing: str = "") -> Query:
    return Query(
        frame=Frame.ALLOCENTRIC,
        target=event.source,
        start_s=event.start_s,
        end_s=event.end_s,
        reference=reference,
        facing=facing,
    )


def _direction(
    event: SceneEvent, query: Query, answer: Answer, wording: Wording, min_margin_deg: float
) -> Iterator[SceneQuestion]:
    """The question, where its answer is defined and far enough from a border."""
    n_sectors = len(wording.options)
    if answer.azimuth_deg is None or margin_deg(answer.azimuth_deg, n_sectors) < min_margin_deg:
        return
    level = "simple" if n_sectors == SIMPLE else "hard"
    view = "ego" if query.frame is Frame.EGOCENTRIC else "allo"
    parts = [event.event_id, f"{view}_direction_{level}", query.reference, query.facing]
    name = "/".join(part for part in parts if part)
    yield _question(name, query, Ask.DIRECTION, wording, _truth(query, answer, answer.sector(n_sectors)))


def _question(question_id: str, query: Query, ask: Ask, wording: Wording, truth: SpatialTruth) -> SceneQuestion:
    return SceneQuestion(question_id=question_id, query=query, ask=ask, wording=wording, truth=truth)


def _truth(query: Query, answer: Answer, choice_index: int | None) -> SpatialTruth:
    return SpatialTruth(
        choice_index=choice_index,
        azimuth_deg=answer.azimuth_deg,
        distance_m=answer.distance_m,
        start_s=query.start_s,
        end_s=query.end_s,
    )
