"""The stage as JSON for its widget: sound, tracks, peak map and, after the answer only, the map of the truth.

Times are seconds from the start of the part that is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from soundmark.benchmarks.question_scene import QuestionScene
from soundmark.modes.savvy.copies import PlayableScene
from soundmark.modes.savvy.excerpt import Part
from soundmark.modes.savvy.hearing import Hearing
from soundmark.modes.savvy.pipeline import PipelineAnswer, Switches
from soundmark.modes.savvy.round import is_ego
from soundmark.modes.savvy.stages import Settled, Shown
from soundmark.modes.savvy.window import Window
from soundmark.spatial.answers import BACK_OF_SIDES_DEG
from soundmark.spatial.queries import Query
from soundmark.spatial.scene import Floats, SceneError, Track, TrackSource
from soundmark.spatial.world_map import WorldMap, build_map
from soundmark.store.schema import SpatialRow

JsonValue = Mapping[str, object]
AddressOf = Callable[[Path], str]

FIELD_OF_VIEW_DEG = 110.0
"""Of the glasses' colour camera, and of the built-in scenes."""
QUADRANT_SPANS_DEG = ((-90.0, 0.0), (0.0, 90.0), (-180.0, -90.0), (90.0, 180.0))
"""Front-left, front-right, back-left, back-right."""
SIDE_SPANS_DEG = ((-BACK_OF_SIDES_DEG, 0.0), (0.0, BACK_OF_SIDES_DEG), (BACK_OF_SIDES_DEG, 360.0 - BACK_OF_SIDES_DEG))
"""Left, right, back."""
MAX_POINTS = 1500
"""Of one path or track; longer ones are thinned out evenly."""


def ask_value(shown: Shown, address_of: AddressOf) -> JsonValue:
    """The stage before the answer: the sound, and for another's view the sightings of the objects that are named.

    Nothing here comes from the truth: no span, no path, no place, no sighting of what sounds. A question without its
    recording has the published directions of what was heard, and the time that is asked about, which nobody can hear.
    """
    tracks: list[JsonValue] = []
    scene, playable = shown.scene, shown.playable
    window = Window.of(playable.part)
    if scene is not None and not is_ego(shown.seat.question):
        tracks = _seen_tracks(scene, _said(scene, shown.seat.question.prompt), window)
    if scene is not None and playable.is_silent and scene.heard is not None:
        tracks.append(track_json(scene.heard, "", window))
    truth = shown.seat.question.truth
    return {
        **_sound(shown.playable, address_of),
        "round": shown.seat.record.round_id,
        "phase": "ask",
        "prompt": shown.seat.question.prompt,
        "frame": _frame(shown),
        "span": _span_json(truth.start_s, truth.end_s, window) if playable.is_silent else None,
        "events": [],
        "peak_map": None,
        "tracks": tracks,
        "map": None,
        "truth": None,
        "own": None,
    }


def told_value(settled: Settled, address_of: AddressOf) -> JsonValue:
    """The stage after the answer: everything, or what belongs to this question alone (`Settled.told`)."""
    playable, scene, analysis = settled.playable, settled.scene, settled.analysis
    part = Part() if playable is None else playable.part
    window = Window.of(part, settled.told)
    truth = settled.seat.question.truth
    tracks = [] if scene is None else _seen_tracks(scene, [scene.query.target, *_named(scene.query)], window)
    if analysis.pipeline is not None and analysis.pipeline.audio is not None:
        tracks.append(track_json(analysis.pipeline.audio, "", window))
    elif analysis.hearing is not None:
        tracks.append(track_json(analysis.hearing.track(), "", window.by_own_clock()))
    return {
        **(_silence() if playable is None else _sound(playable, address_of)),
        "round": settled.seat.record.round_id,
        "phase": "told",
        "span": _span_json(truth.start_s, truth.end_s, window),
        "events": [] if scene is None else list(_events(scene, window)),
        "is_partly_told": settled.told is not None,
        "switches": None if analysis.pipeline is None else _switches_json(analysis.pipeline.switches),
        "peak_map": _peak_json(analysis.hearing, analysis.picture, address_of),
        "tracks": tracks,
        "map": None if scene is None else _map_json(scene, analysis.pipeline, window),
        "truth": {"azimuth_deg": truth.azimuth_deg, "distance_m": truth.distance_m},
        "own": _own(settled.row),
        "frame": _frame(settled),
    }


def _sound(playable: PlayableScene, address_of: AddressOf) -> dict[str, object]:
    return {
        "duration_s": round(playable.stereo.duration_s, 3),
        "clips": {
            "stereo": {"src": address_of(playable.stereo.path)},
            "mono": {"src": address_of(playable.mono.path)},
        },
        "is_silent": playable.is_silent,
        "video": None if playable.film is None else {"src": address_of(playable.film)},
        "waveform": [] if playable.is_silent else list(playable.stereo.waveform),
        "field_of_view_deg": FIELD_OF_VIEW_DEG,
    }


def _silence() -> dict[str, object]:
    return {
        "duration_s": 0.0,
        "clips": {"stereo": None, "mono": None},
        "video": None,
        "waveform": [],
        "field_of_view_deg": FIELD_OF_VIEW_DEG,
    }


def _own(row: SpatialRow) -> JsonValue | None:
    if row.choice_index is None and row.distance_m is None:
        return None
    spans = sector_spans_deg(len(row.choice_order))
    sector = None if row.choice_index is None or spans is None else list(spans[row.choice_index])
    return {"azimuth_deg": row.azimuth_deg, "sector": sector, "distance_m": row.distance_m}


def sector_spans_deg(n_sectors: int) -> tuple[tuple[float, float], ...] | None:
    """From where to where each sector goes, clockwise; None for a number of sectors that no dial has."""
    return {3: SIDE_SPANS_DEG, 4: QUADRANT_SPANS_DEG}.get(n_sectors)


def _frame(stage: Shown | Settled) -> str:
    return "ego" if is_ego(stage.seat.question) else "exo"


def _named(query: Query) -> list[str]:
    """The objects that the question itself names."""
    return [name for name in (query.reference, query.facing) if name]


def _said(scene: QuestionScene, prompt: str) -> list[str]:
    """Those of the named objects that the prompt calls by their name, or by the description of a track of theirs."""
    asked = prompt.casefold()
    names = {
        thing.name: {thing.name, *(track.label for track in thing.tracks if track.label)}
        for thing in scene.seen_objects
    }
    return [name for name in _named(scene.query) if any(one.casefold() in asked for one in names.get(name, {name}))]


def _seen_tracks(scene: QuestionScene, names: Sequence[str], window: Window) -> list[JsonValue]:
    return [
        track_json(track, track.label or thing.name, window)
        for thing in scene.seen_objects
        if thing.name in names
        for track in thing.tracks
        if len(track.times_s) and track.source is not TrackSource.AUDIO
    ]


def track_json(track: Track, label: str, window: Window) -> JsonValue:
    """A track by the clock of a window; values that are not known are null."""
    rows = _thinned(window.holds(track.times_s) & np.isfinite(track.azimuths_deg))
    distances, confidences = track.distances_m[rows], track.confidences[rows]
    return {
        "source": track.source.value,
        "label": label,
        "times_s": _numbers(track.times_s[rows] - window.zero_s),
        "azimuths_deg": _numbers(track.azimuths_deg[rows]),
        "distances_m": _numbers(distances) if np.isfinite(distances).any() else None,
        "confidences": _numbers(confidences) if np.isfinite(confidences).any() else None,
    }


def _peak_json(hearing: Hearing | None, picture: Path | None, address_of: AddressOf) -> JsonValue | None:
    if hearing is None or picture is None:
        return None
    located = hearing.located
    return {
        "src": address_of(picture),
        "n_segments": len(located.starts_s),
        "segment_s": located.segment_s,
        "n_angles": len(located.azimuths_deg),
    }


def _events(scene: QuestionScene, window: Window) -> Iterator[JsonValue]:
    for event in scene.events:
        if window.meets(event.start_s, event.end_s):
            yield {**window.span_json(event.start_s, event.end_s), "label": event.label}


def _span_json(start_s: float | None, end_s: float | None, window: Window) -> JsonValue | None:
    """A span by the stage's clock; None when it lies outside, or there is none."""
    if start_s is None or end_s is None or not window.meets(start_s, end_s):
        return None
    return window.span_json(start_s, end_s)


def _map_json(scene: QuestionScene, pipeline: PipelineAnswer | None, window: Window) -> JsonValue | None:
    """The true map, where each source saw the target, and where the pipeline puts it; None when nothing is known."""
    try:
        world = build_map(scene.trajectory, scene.true_objects, max_gap_s=scene.max_gap_s)
    except SceneError:
        return None
    objects = list(_objects(world, scene))
    rows = _thinned(window.holds(scene.trajectory.times_s))
    if not objects and not len(rows):
        return None
    target = world.objects.get(scene.query.target)
    path = None if target is None or target.path is None else target.path
    return {
        "wearer": {
            "times_s": _numbers(scene.trajectory.times_s[rows] - window.zero_s),
            "xy": _points(scene.trajectory.positions_m[rows]),
            "forward": _points(scene.trajectory.forwards[rows]),
        },
        "objects": objects,
        "target_path": None if path is None else _path_json(path.times_s, path.positions_m, window),
        "estimated": [] if pipeline is None else list(_estimated(pipeline, scene.query, window)),
        "by_pipeline": None if pipeline is None else _by_pipeline(pipeline, scene.query, window),
    }


def _objects(world: WorldMap, scene: QuestionScene) -> Iterator[JsonValue]:
    """Target, reference and facing object at their mean places over the span."""
    query = scene.query
    for role, name in (("target", query.target), ("reference", query.reference), ("facing", query.facing)):
        position = world.position(name, query.start_s, query.end_s) if name in world.objects else None
        if position is not None:
            yield {"role": role, "label": name, "xy": _points(position.reshape(1, 2))[0]}


def _switches_json(switches: Switches) -> JsonValue:
    return {**{source.value: source in switches.sources for source in TrackSource}, "map": switches.uses_map}


def _estimated(pipeline: PipelineAnswer, query: Query, window: Window) -> Iterator[JsonValue]:
    """The target's points by each source. Of what stands still all are shown, also when little of its scene is told."""
    mapped = pipeline.world.objects.get(query.target)
    is_static = mapped is not None and mapped.thing.is_static
    for source, found in pipeline.placed.items():
        shown = _path_json(found.times_s, found.positions_m, window.always() if is_static else window)
        if shown["times_s"]:
            yield {"source": source.value, **shown}


def _by_pipeline(pipeline: PipelineAnswer, query: Query, window: Window) -> JsonValue | None:
    """Where the pipeline puts the target; None where it does not, or without its map."""
    mapped = pipeline.world.objects.get(query.target)
    if mapped is None or not pipeline.switches.uses_map:
        return None
    if mapped.path is not None:
        return _path_json(mapped.path.times_s, mapped.path.positions_m, window)
    if mapped.place is None:
        return None
    return _path_json(np.array([query.start_s]), mapped.place.position_m.reshape(1, 2), window)


def _path_json(times_s: Floats, positions_m: Floats, window: Window) -> dict[str, object]:
    rows = _thinned(window.holds(times_s) & np.isfinite(positions_m).all(axis=1))
    return {"times_s": _numbers(times_s[rows] - window.zero_s), "xy": _points(positions_m[rows])}


def _thinned(chosen: np.typing.NDArray[np.bool_]) -> np.typing.NDArray[np.intp]:
    rows = np.flatnonzero(chosen)
    return rows[:: max(1, -(-len(rows) // MAX_POINTS))]


def _numbers(values: Floats) -> list[float | None]:
    return [round(value, 3) + 0.0 if np.isfinite(value) else None for value in values.tolist()]


def _points(rows: Floats) -> list[list[float]]:
    return [[round(x, 3) + 0.0, round(y, 3) + 0.0] for x, y in rows.tolist()]
