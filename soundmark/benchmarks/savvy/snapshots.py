"""What models and segmentation saw: Snapshot Descriptor outputs (`sd_output_v2`) and `detection.json`.

Models write these files, so that every second value may be of another type than its neighbour: directions and
distances as numbers or texts, times as '0:48' or '00:48', objects missing or null.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from soundmark.audio.errors import shown
from soundmark.benchmarks.report import Finding
from soundmark.benchmarks.savvy.frames import read_frames, summary
from soundmark.benchmarks.savvy.json_files import Json, JsonDocument, JsonObject
from soundmark.benchmarks.savvy.trajectories import FRAMES_PER_SECOND
from soundmark.benchmarks.savvy.values import (
    azimuth_of_text,
    clock_of,
    flag_of,
    list_of,
    metres_of,
    number_of,
    object_of,
    text_of,
)
from soundmark.spatial.scene import Track, TrackSource

ROLES = {
    "sounding_object": "target",
    "reference_object": "reference",
    "stand_by_object": "reference",
    "facing_object": "facing",
    "facing_direction": "facing",
}
"""Published names of the three objects -> what they are in a question; models other than Gemini use the second ones."""

_Sighting = tuple[float, float, float, float]
"""Time in seconds, azimuth in degrees, distance in metres, confidence."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SnapshotObject:
    """An object as a model described it.

    Attributes:
        role: 'target', 'reference' or 'facing'.
        name: '' for a target, which has only a description.
        description: in the model's words; also the label of its tracks.
        is_static: as the model says; None where it does not.
        track: where the model saw it; None where it gave no key frames.
    """

    role: str
    name: str
    description: str
    is_static: bool | None
    track: Track | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Snapshot:
    """A model's description of one question's event.

    Attributes:
        model: name of the file it stands in.
        event, mode: in the model's words; mode is 'egocentric' or 'allocentric'.
        start_s, end_s: when the event is, in whole seconds; None where it cannot be told.
        objects: in the order of the roles.
        prediction: the model's own answer as text; None where it gave none.
        verdicts: by published object name what a judge said of it, 'correct' or 'incorrect'.
    """

    model: str
    event: str
    mode: str
    start_s: float | None
    end_s: float | None
    objects: tuple[SnapshotObject, ...]
    prediction: str | None
    verdicts: dict[str, str]

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The tracks of all objects that have one."""
        return tuple(item.track for item in self.objects if item.track is not None)


def parse_snapshot(value: Json, model: str) -> tuple[Snapshot, tuple[Finding, ...]]:
    """Read one question's output; what is wrong with single objects is told, and the rest kept.

    Raises:
        ValueError: when it is no object.
    """
    fields = object_of(value, "the output")
    faults: list[str] = []
    objects: list[SnapshotObject] = []
    for key, role in ROLES.items():
        if fields.get(key) is None:
            continue
        try:
            objects.append(_object(object_of(fields[key], key), role, key, faults))
        except ValueError as error:
            faults.append(f"{key}: {error}")
    snapshot = Snapshot(
        model=model,
        event=_said(fields, "event", faults),
        mode=_said(fields, "mode", faults),
        start_s=_moment(fields, "start_time", faults),
        end_s=_moment(fields, "end_time", faults),
        objects=tuple(objects),
        prediction=_prediction(fields.get("prediction")),
        verdicts=_verdicts(fields.get("judge_res")),
    )
    return snapshot, summary(model, "part", faults)


def _object(fields: JsonObject, role: str, key: str, faults: list[str]) -> SnapshotObject:
    description = text_of(fields.get("description"), "description")
    sightings: list[_Sighting] = []
    for time, value in object_of(fields.get("key_frames") or {}, "key_frames").items():
        try:
            seen = object_of(value, "the key frame")
            azimuth_deg = azimuth_of_text(seen.get("direction"), "direction")
            distance_m = metres_of(seen.get("distance"), "distance")
            sightings.append((clock_of(time, "the time"), azimuth_deg, distance_m, float("nan")))
        except ValueError as error:
            faults.append(f"{key} at {shown(time)}: {error}")
    return SnapshotObject(
        role=role,
        name=text_of(fields.get("object_name"), "object_name"),
        description=description,
        is_static=flag_of(fields.get("is_static")),
        track=_track(TrackSource.SNAPSHOT, description, sightings) if sightings else None,
    )


def _track(source: TrackSource, label: str, sightings: list[_Sighting]) -> Track:
    columns = np.array(sorted(sightings, key=lambda sighting: sighting[0]), dtype=np.float64)
    return Track(
        source=source,
        label=label,
        times_s=columns[:, 0],
        azimuths_deg=columns[:, 1],
        distances_m=columns[:, 2],
        confidences=columns[:, 3],
    )


def _said(fields: JsonObject, name: str, faults: list[str]) -> str:
    try:
        return text_of(fields.get(name), name)
    except ValueError as error:
        faults.append(str(error))
        return ""


def _moment(fields: JsonObject, name: str, faults: list[str]) -> float | None:
    if fields.get(name) in (None, ""):
        return None
    try:
        return clock_of(fields[name], name)
    except ValueError as error:
        faults.append(str(error))
        return None


def _prediction(value: Json) -> str | None:
    if isinstance(value, str):
        return value
    return None if value is None or isinstance(value, bool | list | dict) else str(value)


def _verdicts(value: Json) -> dict[str, str]:
    found: dict[str, str] = {}
    if isinstance(value, Mapping):
        for key, verdict in value.items():
            status = verdict.get("status") if isinstance(verdict, Mapping) else None
            if key in ROLES and status in ("correct", "incorrect"):
                found[key] = str(status)
    return found


def parse_detections(document: JsonDocument, name: str) -> tuple[tuple[Track, ...], tuple[Finding, ...]]:
    """Read `detection.json` of one question.

    It holds {frame: {description: {det_conf, direction, distance}}}, 20 frames a second. The confidence is the mean
    of `det_conf`, as the published pipeline takes it.

    Returns:
        One track a description, and what was left out.

    Raises:
        ValueError: when the file holds no object.
    """
    faults: list[str] = []
    frames, findings = read_frames(document, name, lambda value: _detected(value, faults))
    by_label: dict[str, list[_Sighting]] = {}
    for frame, objects in frames.items():
        for label, (azimuth_deg, distance_m, confidence) in objects.items():
            sighting = (frame / FRAMES_PER_SECOND, azimuth_deg, distance_m, confidence)
            by_label.setdefault(label, []).append(sighting)
    tracks = tuple(_track(TrackSource.SEGMENTATION, label, seen) for label, seen in by_label.items())
    return tracks, (*findings, *summary(name, "object", faults))


def _detected(value: Json, faults: list[str]) -> dict[str, tuple[float, float, float]]:
    usable: dict[str, tuple[float, float, float]] = {}
    for label, seen in object_of(value, "the frame").items():
        try:
            fields = object_of(seen, "the object")
            confidences = [number_of(part, "det_conf") for part in list_of(fields.get("det_conf"), "det_conf")]
            usable[text_of(label, "the description")] = (
                azimuth_of_text(fields.get("direction"), "direction"),
                metres_of(fields.get("distance"), "distance"),
                float(np.mean(confidences)) if confidences else float("nan"),
            )
        except ValueError as error:
            faults.append(f"{shown(label)}: {error}")
    return usable
