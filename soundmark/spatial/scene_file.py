"""A scene as a JSON file: the wearer's path, objects and their tracks, events, and questions.

What is wrong is left out and said; what is right is kept. The format is described in docs/spatial_scenes.md.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from soundmark.spatial.answers import QUADRANTS, SIDES
from soundmark.spatial.queries import Frame, Query
from soundmark.spatial.questions import SceneEvent
from soundmark.spatial.scene import SceneError, Trajectory
from soundmark.spatial.scene_tracks import read_objects, read_trajectory
from soundmark.spatial.scene_values import (
    MAX_SECONDS,
    Notes,
    read_fields,
    read_items,
    read_number,
    read_span,
    read_text,
    read_word,
    shown,
)
from soundmark.spatial.templates import Ask, EventKind
from soundmark.spatial.trajectories import MAX_GAP_S
from soundmark.spatial.world_map import SceneObject

FORMAT = "soundmark-scene"
VERSION = 1
MAX_BYTES = 200_000_000
_TOP = ("format", "version", "name", "camera_forward_axis", "max_gap_s", "trajectory", "objects", "events", "questions")
_EVENT = ("id", "kind", "text", "source", "start_s", "end_s")
_QUESTION = ("id", "frame", "ask", "n_options", "target", "reference", "facing", "start_s", "end_s")
_AXES = ("x", "y", "z", "-x", "-y", "-z")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuery:
    """A question of a scene file: what to look up, and what of it is asked for.

    Attributes:
        n_sectors: 3 or 4 choices of direction; 0 for a distance.
    """

    question_id: str
    query: Query
    ask: Ask
    n_sectors: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """What of a scene file can be used.

    Attributes:
        name: of the scene.
        trajectory: the wearer's path, without frames when there is none.
        max_gap_s: longest gap of the trajectory that is bridged.
        objects, events, asked: in the order of the file.
        left_out: a sentence on everything that was wrong.
    """

    name: str
    trajectory: Trajectory
    max_gap_s: float
    objects: tuple[SceneObject, ...]
    events: tuple[SceneEvent, ...]
    asked: tuple[AskedQuery, ...]
    left_out: tuple[str, ...]


def read_scene_file(path: Path) -> Scene:
    """Read a scene file.

    Raises:
        SceneError: when there is no such file, or as a whole it is not a scene.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SceneError(f"{shown(path.name)} is larger than {MAX_BYTES // 1_000_000} MB. Split the scene.")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SceneError(f"{shown(path.name)} is not UTF-8 text. Save the scene as UTF-8 JSON.") from error
    except OSError as error:
        raise SceneError(f"{shown(path.name)} cannot be opened: {error.strerror}. Name a scene file.") from error
    return read_scene(text, path.stem)


def read_scene(text: str, name: str = "scene") -> Scene:
    """Read the text of a scene file; `name` stands in where it has none.

    Raises:
        SceneError: when it is not JSON, or not a scene of this version.
    """
    try:
        document = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_fields_once)
    except RecursionError as error:
        raise SceneError("The scene is nested too deeply to be read.") from error
    except json.JSONDecodeError as error:
        raise SceneError(f"The scene is not JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from error
    except SceneError:
        raise
    except ValueError as error:  # a whole number of thousands of digits
        raise SceneError("The scene holds a number that is too long to be read.") from error
    notes = Notes()
    fields = read_fields(document, "scene", notes, _TOP)
    if fields is None or fields.get("format") != FORMAT or fields.get("version") != VERSION:
        raise SceneError(f'A scene file is a JSON object with "format": "{FORMAT}" and "version": {VERSION}.')
    return _scene(fields, name, notes)


def _refuse_constant(constant: str) -> float:
    raise SceneError(f"The scene holds {constant}, which is not JSON. Write null, or leave the field out.")


def _fields_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise SceneError(f"An object of the scene has the field {shown(twice)} twice. Leave one out.")
    return fields


def _scene(fields: dict[str, object], name: str, notes: Notes) -> Scene:
    title = read_text(fields["name"], "name", notes) if "name" in fields else None
    axis = read_word(fields.get("camera_forward_axis", "x"), "camera_forward_axis", notes, _AXES)
    gap_s = read_number(fields.get("max_gap_s", MAX_GAP_S), "max_gap_s", notes, 0.0, MAX_SECONDS)
    trajectory = read_trajectory(fields.get("trajectory"), axis or "x", notes)
    if not len(trajectory.times_s):
        notes.wrong("trajectory", "holds no usable frame, so nothing can be seen from the wearer.")
    objects = read_objects(fields.get("objects"), notes)
    names = [thing.name for thing in objects]
    events: dict[str, SceneEvent] = {}
    for row, item in enumerate(read_items(fields.get("events"), "events", notes)):
        event = _event(item, f"events[{row}]", names, notes)
        if event is not None and _is_new(event.event_id, f"events[{row}]", events, notes):
            events[event.event_id] = event
    asked: dict[str, AskedQuery] = {}
    for row, item in enumerate(read_items(fields.get("questions"), "questions", notes)):
        question = _asked(item, f"questions[{row}]", names, notes)
        if question is not None and _is_new(question.question_id, f"questions[{row}]", asked, notes):
            asked[question.question_id] = question
    return Scene(
        name=title or name,
        trajectory=trajectory,
        max_gap_s=MAX_GAP_S if gap_s is None else gap_s,
        objects=objects,
        events=tuple(events.values()),
        asked=tuple(asked.values()),
        left_out=notes.all(),
    )


def _is_new(name: str, where: str, found: dict[str, SceneEvent] | dict[str, AskedQuery], notes: Notes) -> bool:
    if name in found:
        notes.wrong(f"{where}.id", f"{shown(name)} is the id of another one.")
    return name not in found


def _object_name(fields: dict[str, object], key: str, where: str, names: list[str], notes: Notes) -> str | None:
    name = read_text(fields.get(key), f"{where}.{key}", notes)
    if name is not None and name not in names:
        notes.wrong(f"{where}.{key}", f"{shown(name)} is not the name of a usable object.")
        return None
    return name


def _event(value: object, where: str, names: list[str], notes: Notes) -> SceneEvent | None:
    fields = read_fields(value, where, notes, _EVENT)
    if fields is None:
        return None
    event_id = read_text(fields.get("id"), f"{where}.id", notes)
    kind = read_word(fields.get("kind"), f"{where}.kind", notes, [kind.value for kind in EventKind])
    text = read_text(fields.get("text"), f"{where}.text", notes)
    source = _object_name(fields, "source", where, names, notes)
    span = read_span(fields, where, notes)
    if event_id is None or kind is None or text is None or source is None or span is None:
        return None
    return SceneEvent(event_id=event_id, kind=EventKind(kind), text=text, source=source, start_s=span[0], end_s=span[1])


def _asked(value: object, where: str, names: list[str], notes: Notes) -> AskedQuery | None:
    fields = read_fields(value, where, notes, _QUESTION)
    if fields is None:
        return None
    question_id = read_text(fields.get("id"), f"{where}.id", notes)
    ask = read_word(fields.get("ask"), f"{where}.ask", notes, [ask.value for ask in Ask])
    query = _query(fields, ask, where, names, notes)
    n_sectors = 0
    if ask == Ask.DIRECTION.value:
        n_options = fields.get("n_options", len(QUADRANTS))
        if not isinstance(n_options, int) or n_options not in (len(SIDES), len(QUADRANTS)):
            notes.wrong(f"{where}.n_options", f"must be 3 (sides) or 4 (quadrants), not {shown(n_options)}.")
            return None
        n_sectors = n_options
    if question_id is None or ask is None or query is None:
        return None
    return AskedQuery(question_id=question_id, query=query, ask=Ask(ask), n_sectors=n_sectors)


def _query(fields: dict[str, object], ask: str | None, where: str, names: list[str], notes: Notes) -> Query | None:
    frame = read_word(fields.get("frame"), f"{where}.frame", notes, [frame.value for frame in Frame])
    target = _object_name(fields, "target", where, names, notes)
    span = read_span(fields, where, notes)
    reference: str | None = ""
    facing: str | None = ""
    if frame == Frame.ALLOCENTRIC.value:
        reference = _object_name(fields, "reference", where, names, notes)
        if ask == Ask.DIRECTION.value or "facing" in fields:
            facing = _object_name(fields, "facing", where, names, notes)
    elif frame is not None and ("reference" in fields or "facing" in fields):
        notes.wrong(where, "is egocentric; reference and facing have no meaning in it and are passed over.")
    if frame is None or target is None or span is None or reference is None or facing is None:
        return None
    return Query(frame=Frame(frame), target=target, start_s=span[0], end_s=span[1], reference=reference, facing=facing)
