"""The wearer's path, the objects and their tracks out of a scene file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from soundmark.spatial.angles import wrapped_deg
from soundmark.spatial.poses import forwards_of_headings
from soundmark.spatial.quaternions import forwards_of_quaternions
from soundmark.spatial.scene import Floats, Track, TrackSource, Trajectory
from soundmark.spatial.scene_values import (
    MAX_METRES,
    MAX_SECONDS,
    Notes,
    read_fields,
    read_items,
    read_number,
    read_numbers,
    read_text,
    read_word,
    shown,
)
from soundmark.spatial.world_map import SceneObject

_FRAME = ("time_s", "position_m", "forward", "heading_deg", "quaternion_xyzw")
_LOOKS = _FRAME[2:]
_OBJECT = ("name", "is_static", "position_m", "path", "tracks")
_KNOWN_BY = _OBJECT[2:]
_TRACK = ("source", "label", "points")
_POINT = ("time_s", "azimuth_deg", "distance_m", "confidence")
_PLACE = ("time_s", "position_m")
RowT = TypeVar("RowT")


def read_trajectory(value: object, forward_axis: str, notes: Notes) -> Trajectory:
    """The frames that are right, in the order of their times; of two at one time the first."""
    rows = _rows(value, "trajectory", notes, lambda item, where: _frame(item, where, forward_axis, notes))
    rows = _by_time(rows, "trajectory", notes, lambda row: row[0], is_unique=True)
    return Trajectory(
        times_s=np.array([row[0] for row in rows], dtype=np.float64),
        positions_m=np.array([row[1] for row in rows], dtype=np.float64).reshape(-1, 2),
        forwards=np.array([row[2] for row in rows], dtype=np.float64).reshape(-1, 2),
    )


def read_objects(value: object, notes: Notes) -> tuple[SceneObject, ...]:
    """The objects that are right; of two with one name the first."""
    found: dict[str, SceneObject] = {}
    for row, item in enumerate(read_items(value, "objects", notes)):
        where = f"objects[{row}]"
        thing = _object(item, where, notes)
        if thing is None:
            continue
        if thing.name in found:
            notes.wrong(f"{where}.name", f"{shown(thing.name)} is the name of another object.")
            continue
        found[thing.name] = thing
    return tuple(found.values())


def _rows(value: object, where: str, notes: Notes, read: Callable[[object, str], RowT | None]) -> list[RowT]:
    found = (read(item, f"{where}[{row}]") for row, item in enumerate(read_items(value, where, notes)))
    return [item for item in found if item is not None]


def _by_time(
    rows: Sequence[RowT], where: str, notes: Notes, time_of: Callable[[RowT], float], *, is_unique: bool
) -> list[RowT]:
    ordered: list[RowT] = []
    for row in sorted(rows, key=time_of):
        if is_unique and ordered and time_of(row) == time_of(ordered[-1]):
            notes.wrong(where, f"has two entries at {time_of(row):g} s; the first is used.")
        else:
            ordered.append(row)
    return ordered


def _time(fields: dict[str, object], where: str, notes: Notes) -> float | None:
    return read_number(fields.get("time_s"), f"{where}.time_s", notes, 0.0, MAX_SECONDS)


def _frame(value: object, where: str, forward_axis: str, notes: Notes) -> tuple[float, Floats, Floats] | None:
    fields = read_fields(value, where, notes, _FRAME)
    if fields is None:
        return None
    time_s = _time(fields, where, notes)
    position_m = read_numbers(fields.get("position_m"), f"{where}.position_m", notes, 2, MAX_METRES)
    looks = [name for name in _LOOKS if name in fields]
    if len(looks) != 1:
        notes.wrong(where, f"needs exactly one of {', '.join(_LOOKS)}.")
        return None
    forward = _forward(looks[0], fields[looks[0]], f"{where}.{looks[0]}", forward_axis, notes)
    if time_s is None or position_m is None or forward is None:
        return None
    return time_s, position_m, forward


def _forward(name: str, value: object, where: str, forward_axis: str, notes: Notes) -> Floats | None:
    if name == "heading_deg":
        heading = read_number(value, where, notes, -360.0, 360.0)
        return None if heading is None else forwards_of_headings(heading)
    numbers = read_numbers(value, where, notes, 4 if name == "quaternion_xyzw" else 2, MAX_METRES)
    if numbers is None:
        return None
    if not numbers.any():
        notes.wrong(where, "is all zeros, which is no direction.")
        return None
    return forwards_of_quaternions(numbers, forward_axis) if name == "quaternion_xyzw" else numbers


def _object(value: object, where: str, notes: Notes) -> SceneObject | None:
    fields = read_fields(value, where, notes, _OBJECT)
    if fields is None:
        return None
    name = read_text(fields.get("name"), f"{where}.name", notes)
    known_by = [way for way in _KNOWN_BY if way in fields]
    if len(known_by) != 1:
        notes.wrong(where, f"needs exactly one of {', '.join(_KNOWN_BY)}.")
        return None
    if name is None:
        return None
    readers = {"position_m": _standing, "path": _moving, "tracks": _tracked}
    return readers[known_by[0]](name, fields, where, notes)


def _standing(name: str, fields: dict[str, object], where: str, notes: Notes) -> SceneObject | None:
    position_m = read_numbers(fields["position_m"], f"{where}.position_m", notes, 2, MAX_METRES)
    if position_m is None or not _says(fields, True, where, notes):
        return None
    return SceneObject(name=name, is_static=True, position_m=position_m)


def _moving(name: str, fields: dict[str, object], where: str, notes: Notes) -> SceneObject | None:
    places = _rows(fields["path"], f"{where}.path", notes, lambda item, there: _place(item, there, notes))
    places = _by_time(places, f"{where}.path", notes, lambda row: row[0], is_unique=True)
    if not places:
        notes.wrong(f"{where}.path", "holds no usable place.")
    if not places or not _says(fields, False, where, notes):
        return None
    return SceneObject(
        name=name,
        is_static=False,
        path_times_s=np.array([place[0] for place in places], dtype=np.float64),
        path_positions_m=np.array([place[1] for place in places], dtype=np.float64),
    )


def _tracked(name: str, fields: dict[str, object], where: str, notes: Notes) -> SceneObject | None:
    is_static = fields.get("is_static")
    if not isinstance(is_static, bool):
        notes.wrong(f"{where}.is_static", "must be true or false for an object that is known from tracks.")
        return None
    tracks = _rows(fields["tracks"], f"{where}.tracks", notes, lambda item, there: _track(item, there, notes))
    return SceneObject(name=name, is_static=is_static, tracks=tuple(tracks))


def _says(fields: dict[str, object], expected: bool, where: str, notes: Notes) -> bool:
    """Whether `is_static`, which may be left out here, does not contradict."""
    said = fields.get("is_static", expected)
    if said is expected:
        return True
    notes.wrong(f"{where}.is_static", f"must be {str(expected).lower()} here, not {shown(said)}.")
    return False


def _place(value: object, where: str, notes: Notes) -> tuple[float, Floats] | None:
    fields = read_fields(value, where, notes, _PLACE)
    if fields is None:
        return None
    time_s = _time(fields, where, notes)
    position_m = read_numbers(fields.get("position_m"), f"{where}.position_m", notes, 2, MAX_METRES)
    return None if time_s is None or position_m is None else (time_s, position_m)


def _track(value: object, where: str, notes: Notes) -> Track | None:
    fields = read_fields(value, where, notes, _TRACK)
    if fields is None:
        return None
    source = read_word(fields.get("source"), f"{where}.source", notes, [source.value for source in TrackSource])
    label = read_text(fields["label"], f"{where}.label", notes) if "label" in fields else ""
    points = _rows(fields.get("points"), f"{where}.points", notes, lambda item, there: _point(item, there, notes))
    points = _by_time(points, f"{where}.points", notes, lambda row: row[0], is_unique=False)
    if source is None:
        return None
    columns = np.array(points, dtype=np.float64).reshape(-1, len(_POINT))
    return Track(
        source=TrackSource(source),
        label=label or "",
        times_s=columns[:, 0],
        azimuths_deg=wrapped_deg(columns[:, 1]),
        distances_m=columns[:, 2],
        confidences=columns[:, 3],
    )


def _point(value: object, where: str, notes: Notes) -> tuple[float, float, float, float] | None:
    """Time, azimuth, distance and confidence, NaN for what is not given."""
    fields = read_fields(value, where, notes, _POINT)
    if fields is None:
        return None
    limits = {"azimuth_deg": (-360.0, 360.0), "distance_m": (0.0, MAX_METRES), "confidence": (-1e9, 1e9)}
    time_s = _time(fields, where, notes)
    given = {
        name: read_number(fields[name], f"{where}.{name}", notes, *limits[name]) for name in limits if name in fields
    }
    if time_s is None or None in given.values():
        return None
    azimuth_deg, distance_m, confidence = (given.get(name) for name in limits)
    nan = float("nan")
    return (
        time_s,
        nan if azimuth_deg is None else azimuth_deg,
        nan if distance_m is None else distance_m,
        nan if confidence is None else confidence,
    )
