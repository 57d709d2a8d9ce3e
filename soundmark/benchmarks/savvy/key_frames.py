"""Annotated moments: who spoke from where (`speech_gt_keyframes`), and where objects were (`vis_gt_keyframes`)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from soundmark.audio.errors import shown
from soundmark.benchmarks.report import Finding
from soundmark.benchmarks.savvy.frames import read_frames, summary
from soundmark.benchmarks.savvy.json_files import Json, JsonDocument
from soundmark.benchmarks.savvy.trajectories import FRAMES_PER_SECOND
from soundmark.benchmarks.savvy.values import azimuth_of_text, flag_of, metres_of, object_of, pair_of, text_of
from soundmark.spatial.scene import Floats

SPEECH_FRAMES_PER_SECOND = 4.0
"""Key / 4 is the time in seconds; entry k has the camera of trajectory frame 5 k."""

_Pair = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpeechFrames:
    """Moments at which the other person speaks, with the true place.

    Attributes:
        times_s: shape (n,), increasing.
        azimuths_deg, distances_m: shape (n,), of the speaker from the camera, as published.
        camera_m, camera_forwards, speaker_m, speaker_forwards: shape (n, 2), world.
        is_key: shape (n,), bool.
        sentences, speakers: n texts; a speaker is 'rec1' or 'rec2'.
        labels: n published sectors, narrower than quadrants: 9 degrees to the left still is 'front'.
    """

    times_s: Floats
    azimuths_deg: Floats
    distances_m: Floats
    camera_m: Floats
    camera_forwards: Floats
    speaker_m: Floats
    speaker_forwards: Floats
    is_key: np.typing.NDArray[np.bool_]
    sentences: tuple[str, ...]
    speakers: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenObject:
    """An object of the home at the moments at which it was annotated.

    Attributes:
        name: as annotated; 'guest' is the other person.
        times_s: shape (n,), increasing.
        azimuths_deg, distances_m: shape (n,), from the camera, as published.
        positions_m: shape (n, 2), world.
    """

    name: str
    times_s: Floats
    azimuths_deg: Floats
    distances_m: Floats
    positions_m: Floats


@dataclass(frozen=True, slots=True)
class _Speech:
    azimuth_deg: float
    distance_m: float
    pairs: tuple[_Pair, _Pair, _Pair, _Pair]
    is_key: bool
    texts: tuple[str, str, str]


def parse_speech_frames(document: JsonDocument, name: str) -> tuple[SpeechFrames, tuple[Finding, ...]]:
    """Read the speech key frames of a recording; entries that are wrong are left out and told.

    Raises:
        ValueError: when the file holds no object.
    """
    frames, findings = read_frames(document, name, _speech)
    entries = list(frames.values())
    pairs = np.array([entry.pairs for entry in entries], dtype=np.float64).reshape(len(entries), 4, 2)
    sentences, speakers, labels = (tuple(entry.texts[place] for entry in entries) for place in range(3))
    return SpeechFrames(
        times_s=np.array(list(frames), dtype=np.float64) / SPEECH_FRAMES_PER_SECOND,
        azimuths_deg=np.array([entry.azimuth_deg for entry in entries], dtype=np.float64),
        distances_m=np.array([entry.distance_m for entry in entries], dtype=np.float64),
        camera_m=pairs[:, 0],
        camera_forwards=pairs[:, 1],
        speaker_m=pairs[:, 2],
        speaker_forwards=pairs[:, 3],
        is_key=np.array([entry.is_key for entry in entries], dtype=np.bool_),
        sentences=sentences,
        speakers=speakers,
        labels=labels,
    ), findings


def _speech(value: Json) -> _Speech:
    fields = object_of(value, "the entry")
    names = ("mic_loc", "mic_forward_vec", "sounding_loc", "sounding_forward_vec")
    camera, forward, speaker, speaker_forward = (pair_of(fields.get(name), name) for name in names)
    content, speaker_name, label = (
        text_of(fields.get(name), name) for name in ("content", "sounding_object", "direction")
    )
    return _Speech(
        azimuth_deg=azimuth_of_text(fields.get("angle"), "angle"),
        distance_m=metres_of(fields.get("distance"), "distance"),
        pairs=(camera, forward, speaker, speaker_forward),
        is_key=flag_of(fields.get("is_key_frame")) is True,
        texts=(content, speaker_name, label),
    )


_Sight = tuple[float, float, float, float]


def parse_seen_objects(document: JsonDocument, name: str) -> tuple[tuple[SeenObject, ...], tuple[Finding, ...]]:
    """Read the visual key frames of a recording: {frame: {object: {angle, distance, sound_loc}}}, 20 frames a second.

    Raises:
        ValueError: when the file holds no object.
    """
    faults: list[str] = []
    frames, findings = read_frames(document, name, lambda value: _sights(value, faults))
    by_name: dict[str, dict[int, _Sight]] = {}
    for frame, sights in frames.items():
        for label, sight in sights.items():
            by_name.setdefault(label, {})[frame] = sight
    return tuple(_seen(label, sights) for label, sights in by_name.items()), (
        *findings,
        *summary(name, "object", faults),
    )


def _sights(value: Json, faults: list[str]) -> dict[str, _Sight]:
    usable: dict[str, _Sight] = {}
    for label, sight in object_of(value, "the frame").items():
        try:
            fields = object_of(sight, "the object")
            x, y = pair_of(fields.get("sound_loc"), "sound_loc")
            azimuth_deg = azimuth_of_text(fields.get("angle"), "angle")
            usable[text_of(label, "the name")] = (azimuth_deg, metres_of(fields.get("distance"), "distance"), x, y)
        except ValueError as error:
            faults.append(f"{shown(label)}: {error}")
    return usable


def _seen(name: str, sights: dict[int, _Sight]) -> SeenObject:
    columns = np.array(list(sights.values()), dtype=np.float64)
    return SeenObject(
        name=name,
        times_s=np.array(list(sights), dtype=np.float64) / FRAMES_PER_SECOND,
        azimuths_deg=columns[:, 0],
        distances_m=columns[:, 1],
        positions_m=columns[:, 2:],
    )
