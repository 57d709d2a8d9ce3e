"""The scene as JSON: once as it is, and once as a camera's object finders might have seen it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np

from demo_scene.layout import SECONDS, TALKER, TRAJECTORY_HZ, Asked, Floats, Layout
from demo_scene.questions import HARD, SIMPLE
from demo_scene.tracks import visual_track

_SOURCES = ("sd", "seg")


def true_scene_text(layout: Layout) -> str:
    """Objects with their true places and paths."""
    standing = [{"name": name, "position_m": [x, y]} for name, (x, y, _) in layout.static_m.items()]
    at_s = _frame_times_s()
    places = np.round(layout.positions_m(TALKER, at_s)[:, :2], 4).tolist()
    path = [{"time_s": time_s, "position_m": place} for time_s, place in zip(at_s.tolist(), places, strict=True)]
    return _scene_text(layout, layout.title, [*standing, {"name": TALKER, "path": path}])


def seen_scene_text(layout: Layout) -> str:
    """Objects known from simulated visual tracks only."""
    objects = [
        {
            "name": name,
            "is_static": name != TALKER,
            "tracks": [
                {"source": source, "label": name, "points": visual_track(layout, source, name)} for source in _SOURCES
            ],
        }
        for name in (*layout.static_m, TALKER)
    ]
    return _scene_text(layout, f"{layout.title}, as a camera might have seen it", objects)


def _frame_times_s() -> Floats:
    return np.arange(round(SECONDS * TRAJECTORY_HZ)) / TRAJECTORY_HZ


def _scene_text(layout: Layout, name: str, objects: Sequence[Mapping[str, object]]) -> str:
    at_s = _frame_times_s()
    frames = zip(
        at_s.tolist(),
        np.round(layout.wearer_positions_m(at_s), 4).tolist(),
        np.round(layout.wearer_forwards(at_s), 5).tolist(),
        strict=True,
    )
    scene = {
        "format": "soundmark-scene",
        "version": 1,
        "name": name,
        "trajectory": [
            {"time_s": time_s, "position_m": place, "forward": forward} for time_s, place, forward in frames
        ],
        "objects": objects,
        "events": [
            {
                "id": item.name,
                "kind": "speech" if item.is_speech else "sound",
                "text": item.topic,
                "source": item.target,
                "start_s": item.start_s,
                "end_s": item.end_s,
            }
            for item in layout.events
        ],
        "questions": [_question(layout, f"q{number:02d}", asked) for number, asked in enumerate(layout.asked, start=1)],
    }
    # A line for each frame, point and question: a person can read it, and a change is seen where it is.
    return json.dumps(scene, separators=(",", ":")).replace("},{", "},\n{") + "\n"


def _question(layout: Layout, question_id: str, asked: Asked) -> dict[str, object]:
    event = layout.event_of(asked)
    ask, frame = asked.task.split("_")
    fields: dict[str, object] = {
        "id": question_id,
        "frame": {"ego": "egocentric", "exo": "allocentric"}[frame],
        "ask": ask,
        "target": event.target,
        "start_s": event.start_s,
        "end_s": event.end_s,
    }
    if asked.level:
        fields["n_options"] = len(SIMPLE if asked.level == "simple" else HARD)
    if asked.reference:
        fields["reference"] = asked.reference
    if asked.facing:
        fields["facing"] = asked.facing
    return fields
