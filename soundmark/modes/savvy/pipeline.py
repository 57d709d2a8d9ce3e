"""The pipeline's own answer to a question: from the tracks of what was seen and heard, by map and without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from soundmark.benchmarks.question_scene import QuestionScene
from soundmark.modes.savvy.hearing import Hearing, HowHeard
from soundmark.spatial.answers import Answer, Undefined
from soundmark.spatial.distance import Calibration, DistanceModel, calibrate
from soundmark.spatial.errors import DistanceError
from soundmark.spatial.queries import Frame, answer_without_map, resolve
from soundmark.spatial.scene import SceneError, Track, TrackSource
from soundmark.spatial.sightings import Sightings, place_source
from soundmark.spatial.target_path import PER_SEGMENT_S, by_precedence
from soundmark.spatial.world_map import STATIC_PRECEDENCE, MappedObject, SceneObject, WorldMap, build_map

ALL_SOURCES = frozenset(TrackSource)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """What the pipeline may use (SAVVY, Tables 6 and 9).

    Attributes:
        sources: tracks of these sources only, of every object.
        uses_map: place everything on one map; else the target's tracks answer by themselves.
    """

    sources: frozenset[TrackSource] = ALL_SOURCES
    uses_map: bool = True


ALL_ON = Switches()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a player may choose after the answer.

    Attributes:
        how: by which microphones and which procedure the recording is heard.
        switches: what the pipeline may use.
    """

    how: HowHeard = HowHeard()  # noqa: RUF009 - frozen
    switches: Switches = ALL_ON


AS_SET = Choice()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PipelineAnswer:
    """What the pipeline says.

    Attributes:
        switches: what it could use.
        world: its map.
        by_map: the answer that follows from the map.
        target_source: which track placed the target; None when none did.
        n_points: of that track on the target's place or path.
        without_map: what the tracks of the target say by themselves, for the wearer's own view; None else.
        without_sector: by vote of their points; None without points or choices.
        n_votes: how many points voted.
        audio: the audio track with distances, where there is one.
        placed: the points of the target on the map by each source, whatever the answer may use.
    """

    switches: Switches
    world: WorldMap
    by_map: Answer
    target_source: TrackSource | None
    n_points: int
    without_map: Answer | None
    without_sector: int | None
    n_votes: int
    audio: Track | None
    placed: Mapping[TrackSource, Sightings]


def answer(
    scene: QuestionScene,
    hearing: Hearing | None,
    n_sectors: int,
    starts_at_s: float = 0.0,
    switches: Switches = ALL_ON,
) -> PipelineAnswer:
    """The pipeline's answer.

    The audio track takes part where the target sounds, and only there: it does not know what it hears. Its distances
    are those of the room's constant that the sightings of the target give (SAVVY, section 4.2); these do so whichever
    tracks the answer may use, as the constant belongs to the room.

    Args:
        scene: of the question.
        hearing: what the microphones heard; None where they were not heard.
        n_sectors: how many choices; 0 for a distance.
        starts_at_s: when in the recording `hearing` begins.
        switches: what the answer may use.
    """
    query = scene.query
    audio = _audio_track(scene, hearing, starts_at_s)
    sounding = None if audio is None else _within(audio, query.start_s, query.end_s)
    known = [_with_audio(thing, sounding) if thing.name == query.target else thing for thing in scene.seen_objects]
    objects = [_limited(thing, switches.sources) for thing in known]
    world = build_map(scene.trajectory, objects, step_s=PER_SEGMENT_S, max_gap_s=scene.max_gap_s)
    source, n_points = _source_of(world, query.target, query.start_s, query.end_s)
    try:
        by_map = resolve(world, query)
    except SceneError:  # an object that nobody saw
        by_map = Answer(
            azimuth_deg=None, distance_m=None, no_azimuth=Undefined.NO_TARGET, no_distance=Undefined.NO_TARGET
        )
    without, sector, n_votes = None, None, 0
    tracks = world.objects[query.target].thing.tracks if query.target in world.objects else ()
    if query.frame is Frame.EGOCENTRIC:
        direct = answer_without_map(tracks, query.start_s, query.end_s, n_sectors or 4)
        without, n_votes = direct.answer, direct.n_points
        sector = direct.sector if n_sectors else None
    return PipelineAnswer(
        switches=switches,
        world=world,
        by_map=by_map,
        target_source=source,
        n_points=n_points,
        without_map=without,
        without_sector=sector,
        n_votes=n_votes,
        audio=audio,
        placed=_placed(scene, [track for thing in known if thing.name == query.target for track in thing.tracks]),
    )


def _placed(scene: QuestionScene, tracks: Sequence[Track]) -> dict[TrackSource, Sightings]:
    return {source: place_source(scene.trajectory, tracks, source, scene.max_gap_s) for source in TrackSource}


def _audio_track(scene: QuestionScene, hearing: Hearing | None, starts_at_s: float) -> Track | None:
    """What was heard over the whole part, by the recording's clock; else the published track."""
    if hearing is None:
        return scene.heard
    track = hearing.track(_model(scene, hearing, starts_at_s))
    return Track(
        source=track.source,
        label=track.label,
        times_s=track.times_s + starts_at_s,
        azimuths_deg=track.azimuths_deg,
        distances_m=track.distances_m,
        confidences=track.confidences,
    )


def _model(scene: QuestionScene, hearing: Hearing, starts_at_s: float) -> DistanceModel | None:
    """The room's constant from sightings of the target while it sounds; None when there are none."""
    query = scene.query
    tracks = [track for thing in scene.seen_objects if thing.name == query.target for track in thing.tracks]
    times = np.concatenate([np.empty(0), *(track.times_s for track in tracks)])
    distances = np.concatenate([np.empty(0), *(track.distances_m for track in tracks)])
    used = (times >= query.start_s) & (times <= query.end_s) & (distances > 0)
    if not used.any():
        return None
    how = Calibration.PUBLISHED if hearing.is_paper else Calibration.MEDIAN
    try:
        return calibrate(hearing.located.cdrs_at(times[used] - starts_at_s), distances[used], how)
    except DistanceError:
        return None


def _within(track: Track, start_s: float, end_s: float) -> Track:
    """The stretch of a track from start to end."""
    chosen = (track.times_s >= start_s) & (track.times_s <= end_s)
    return Track(
        source=track.source,
        label=track.label,
        times_s=track.times_s[chosen],
        azimuths_deg=track.azimuths_deg[chosen],
        distances_m=track.distances_m[chosen],
        confidences=track.confidences[chosen],
    )


def _with_audio(thing: SceneObject, audio: Track | None) -> SceneObject:
    tracks = thing.tracks if audio is None else (*thing.tracks, audio)
    return SceneObject(name=thing.name, is_static=thing.is_static, tracks=tracks)


def _limited(thing: SceneObject, sources: frozenset[TrackSource]) -> SceneObject:
    """An object as these sources alone know it."""
    tracks = tuple(track for track in thing.tracks if track.source in sources)
    return SceneObject(name=thing.name, is_static=thing.is_static, tracks=tracks)


def _source_of(world: WorldMap, name: str, start_s: float, end_s: float) -> tuple[TrackSource | None, int]:
    """Which source placed an object, by how many points: of a path, those of the span if it has any."""
    mapped = world.objects.get(name)
    if mapped is None:
        return None, 0
    if mapped.path is not None:
        used = _used_in_span(world, mapped, start_s, end_s) or {s: n for s, n in mapped.path.n_used.items() if n}
        best = max(used, key=lambda source: used[source], default=None)
        return best, 0 if best is None else used[best]
    if mapped.place is None:
        return None, 0
    return _static_source(world, mapped), mapped.place.n_used


def _used_in_span(world: WorldMap, mapped: MappedObject, start_s: float, end_s: float) -> dict[TrackSource, int]:
    """Points of a path within a span that precedence takes, by source; sources without any are left out."""
    tracks = [_within(track, start_s, end_s) for track in mapped.thing.tracks]
    placed = {source: place_source(world.trajectory, tracks, source, world.max_gap_s) for source in TrackSource}
    chosen = by_precedence(placed, PER_SEGMENT_S)
    return {source: len(found.times_s) for source, found in chosen.items() if len(found.times_s)}


def _static_source(world: WorldMap, mapped: MappedObject) -> TrackSource | None:
    """The source whose points number as many as the place counts, in the order of precedence."""
    for source in STATIC_PRECEDENCE:
        found = place_source(world.trajectory, mapped.thing.tracks, source, world.max_gap_s)
        if mapped.place is not None and len(found.times_s) == mapped.place.n_points:
            return source
    return None
