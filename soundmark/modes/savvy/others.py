"""How others answered a question, each with a reason where there is one: people, models, and the pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from soundmark.modes.savvy.pipeline import PipelineAnswer
from soundmark.modes.savvy.round import azimuth_error_deg, is_direction
from soundmark.modes.savvy.stages import Settled
from soundmark.spatial.scene import TrackSource
from soundmark.store.schema import SpatialRow
from soundmark.types import ResponderKind, SpatialQuestion

JsonValue = Mapping[str, object]

PEOPLE_SHOWN = 200
SOURCES = {
    TrackSource.SNAPSHOT: "the snapshot descriptor (SD)",
    TrackSource.SEGMENTATION: "segmentation (Seg)",
    TrackSource.AUDIO: "the microphones (SRP-PHAT)",
}


def others_of(settled: Settled) -> list[JsonValue]:
    """Everybody else: people, the newest answer of each model and baseline, and the pipeline."""
    found = [*_people(settled.others), *_models(settled.others)]
    if settled.analysis.pipeline is not None:
        found += _pipeline(settled.analysis.pipeline, settled.seat.question)
    return found


def _people(rows: Iterable[SpatialRow]) -> Iterator[JsonValue]:
    people = [row for row in rows if row.responder_kind is ResponderKind.HUMAN]
    for row in people[:PEOPLE_SHOWN]:
        yield _answer("human", "", row.choice_index, row.distance_m, "")


def _models(rows: Sequence[SpatialRow]) -> Iterator[JsonValue]:
    newest = {
        (row.responder_kind.value, row.responder_id or ""): row
        for row in rows
        if row.responder_kind is not ResponderKind.HUMAN
    }
    for (kind, name), row in sorted(newest.items()):
        why = "" if row.choice_index is not None or row.distance_m is not None else f"No answer: {row.status.value}."
        yield _answer(kind, name, row.choice_index, row.distance_m, why)


def _pipeline(found: PipelineAnswer, question: SpatialQuestion) -> Iterator[JsonValue]:
    """The answer by the map and, for the wearer's own view, what the tracks say without one (SAVVY, Table 9)."""
    by_map, n = found.by_map, len(question.choices)
    sector = by_map.sector(n) if n else None
    metres = None if n else by_map.distance_m
    yield _answer("baseline", "Pipeline with a map", sector, metres, _why_map(found, question))
    if found.without_map is not None:
        alone_m = None if n else found.without_map.distance_m
        why = f"{found.n_votes} points of all tracks, taken together" if found.n_votes else "No track has a point then."
        yield _answer("baseline", "Tracks without a map", found.without_sector, alone_m, why)


def _why_map(found: PipelineAnswer, question: SpatialQuestion) -> str:
    by_map = found.by_map
    reason = by_map.no_azimuth if is_direction(question) else by_map.no_distance
    if reason is not None:
        return f"No answer: {reason.value}."
    placed = ""
    if found.target_source is not None:
        placed = f"The target was placed by {SOURCES[found.target_source]}, {found.n_points} points"
    truth = question.truth
    if is_direction(question) and by_map.azimuth_deg is not None and truth.azimuth_deg is not None:
        off_deg = azimuth_error_deg(by_map.azimuth_deg, truth.azimuth_deg)
        return f"{placed}; its azimuth is {by_map.azimuth_deg:.0f}°, off by {off_deg:.0f}°"
    return placed


def _answer(kind: str, name: str, position: int | None, metres: float | None, why: str) -> JsonValue:
    rounded = None if metres is None else round(metres, 2)
    return {"kind": kind, "name": name, "position": position, "metres": rounded, "why": why}
