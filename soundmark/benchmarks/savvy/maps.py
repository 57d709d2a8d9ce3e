"""The true map of a question, `gt_context_json` of the published gtavmap.json: where its objects are.

World coordinates: x and y horizontal, counter-clockwise, metres. Azimuth: 0 in front, positive to the right, degrees.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from soundmark.benchmarks.savvy.json_files import JsonObject
from soundmark.benchmarks.savvy.values import azimuth_of_text, clock_of, metres_of, object_of, pair_of, text_of

Point = tuple[float, float]

_FACING = re.compile(r"pointing from the ['\"]?reference_object['\"]? to (\S.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class MapObject:
    """An object of the map.

    Attributes:
        description: in the words of the annotation.
        position_m: world x and y.
    """

    description: str
    position_m: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneMap:
    """Where target, reference and facing object of one question are.

    Attributes:
        event: what happens.
        target: what sounds; its mean place while it does.
        reference: the camera, or the object one is imagined to stand by.
        forward: where one faces at the reference, world, not of length one; None for a distance between objects.
        facing: the object faced; None where that is the camera's own direction, or no direction is asked for.
        azimuth_deg: the target's, as published; None for a distance between objects.
        distance_m: from reference to target in the horizontal plane, as published (`gt_2d_distance`).
        listed_distance_m: the truth of a distance question in gtavmap.json itself, of two decimals and by up to some
            centimetres another than that of the benchmark's file, by which answers are scored; None for a direction.
        listed_choice: the right letter of a direction question in gtavmap.json; '' for a distance.
        context_choice: the letter that follows from the map, as published; '' for a distance. Where it is another
            than the benchmark's the item contradicts itself.
        start_s, end_s: the event's whole seconds; None where they are not told.
    """

    event: str
    target: MapObject
    reference: MapObject
    forward: Point | None
    facing: MapObject | None
    azimuth_deg: float | None
    distance_m: float
    listed_distance_m: float | None
    listed_choice: str
    context_choice: str
    start_s: float | None
    end_s: float | None


def parse_map(row: Mapping[str, object]) -> SceneMap:
    """Read the map of one item of gtavmap.json.

    Args:
        row: the item, native or with its values as strings.

    Raises:
        ValueError: with a sentence about the first value that is missing or wrong.
    """
    context = object_of(row.get("gt_context_json"), "gt_context_json")
    reference = _object(context, "reference_object")
    forward, faced = _forward(context)
    listed_choice, listed_distance_m = _truth(row.get("groundtruth"), "groundtruth", is_choice=forward is not None)
    is_choice = listed_distance_m is None
    context_choice, _ = _truth(context.get("prediction"), "prediction", is_choice=is_choice)
    start_s, end_s = _times(context)
    azimuth_deg = azimuth_of_text(context["angle"], "angle") if context.get("angle") is not None else None
    if is_choice and azimuth_deg is None:
        raise ValueError("no angle")
    return SceneMap(
        event=text_of(context.get("event"), "event"),
        target=_object(context, "sounding_object"),
        reference=reference,
        forward=forward,
        facing=_facing(reference, forward, faced),
        azimuth_deg=azimuth_deg,
        distance_m=metres_of(context.get("gt_2d_distance"), "gt_2d_distance"),
        listed_distance_m=listed_distance_m,
        listed_choice=listed_choice,
        context_choice=context_choice,
        start_s=start_s,
        end_s=end_s,
    )


def _object(context: JsonObject, key: str) -> MapObject:
    fields = object_of(context.get(key), key)
    return MapObject(
        description=text_of(fields.get("description"), f"description of {key}"),
        position_m=pair_of(fields.get("loc"), f"loc of {key}"),
    )


def _forward(context: JsonObject) -> tuple[Point | None, str]:
    """The facing vector, and the object that its description names."""
    fields = object_of(context.get("reference_forward_vector") or {}, "reference_forward_vector")
    if not fields:
        return None, ""
    vector = pair_of(fields.get("vec"), "vec of reference_forward_vector")
    if vector == (0.0, 0.0):
        raise ValueError("vec of reference_forward_vector has no length: reference and facing are at the same place")
    named = _FACING.fullmatch(text_of(fields.get("description"), "description of reference_forward_vector"))
    return vector, named[1] if named else ""


def _facing(reference: MapObject, forward: Point | None, description: str) -> MapObject | None:
    if forward is None or not description:
        return None
    x, y = reference.position_m
    return MapObject(description=description, position_m=(x + forward[0], y + forward[1]))


def _truth(value: object, name: str, *, is_choice: bool) -> tuple[str, float | None]:
    """A letter, or metres. An item with a facing vector may ask for either: a camera always faces somewhere."""
    if is_choice and isinstance(value, str) and value.strip('"') in ("A", "B", "C", "D"):
        return value.strip('"'), None
    return "", metres_of(value, name)


def _times(context: JsonObject) -> tuple[float | None, float | None]:
    fields = context.get("time range")
    if fields is None:
        return None, None
    named = object_of(fields, "time range")
    return clock_of(named.get("start_time"), "start_time"), clock_of(named.get("end_time"), "end_time")
