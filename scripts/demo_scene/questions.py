"""Questions about a scene in the six templates of SAVVY-Bench, and their truth from the scene's geometry.

Direction: 0 degrees in front, positive to the right (SAVVY, appendix C.3). Three options: behind from 120 degrees on,
else left or right. Four options: behind from 90 degrees on, left below 0. Distance: in the horizontal plane, metres.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from demo_scene.layout import TRAJECTORY_HZ, Asked, Floats, Layout

SIMPLE, HARD = ("left", "right", "back"), ("front-left", "front-right", "back-left", "back-right")
LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Truth:
    """The right direction and distance; the direction is NaN where a distance is asked between two objects."""

    azimuth_deg: float
    distance_m: float


def truth_of(layout: Layout, asked: Asked) -> Truth:
    """The truth: poses and positions averaged over the trajectory's samples in [start, end) of the event."""
    event = layout.event_of(asked)
    at_s = np.arange(round(event.start_s * TRAJECTORY_HZ), round(event.end_s * TRAJECTORY_HZ)) / TRAJECTORY_HZ
    target = layout.positions_m(event.target, at_s)[:, :2].mean(axis=0)
    if asked.task.endswith("ego"):
        origin, forward = layout.wearer_positions_m(at_s).mean(axis=0), layout.wearer_forwards(at_s).mean(axis=0)
    else:
        origin = np.array(layout.static_m[asked.reference][:2])
        forward = np.array(layout.static_m[asked.facing][:2]) - origin if asked.facing else np.full(2, np.nan)
    return Truth(azimuth_deg(target - origin, forward), float(np.hypot(*(target - origin))))


def azimuth_deg(offset: Floats, forward: Floats) -> float:
    """Direction of an offset for who looks along `forward`: 0 in front, positive to the right, degrees."""
    right = forward[1] * offset[0] - forward[0] * offset[1]
    return float(np.degrees(np.arctan2(right, offset @ forward)))


def options_of(asked: Asked) -> tuple[str, ...]:
    """The options of a direction question in their fixed order; none for a distance."""
    return {"simple": SIMPLE, "hard": HARD, "": ()}[asked.level]


def answer_of(layout: Layout, asked: Asked) -> str:
    """The right letter, or metres with two decimals."""
    truth = truth_of(layout, asked)
    if not asked.level:
        return f"{truth.distance_m:.2f}"
    left = truth.azimuth_deg < 0
    if asked.level == "simple":
        return "C" if abs(truth.azimuth_deg) >= 120 else "A" if left else "B"
    return LETTERS[2 * (abs(truth.azimuth_deg) >= 90) + (not left)]


def wording_of(layout: Layout, asked: Asked) -> str:
    """The question in English."""
    event = layout.event_of(asked)
    when = f"when they {event.called}" if event.is_speech else f"while the {event.called} is heard"
    what = "the other person" if event.is_speech else "the source of the sound"
    if asked.task == "distance_ego":
        return f"You wear the glasses. How many metres away from you, along the floor, is {what} {when}?"
    if asked.task == "distance_exo":
        return f"How many metres, along the floor, lie between the {asked.reference} and {what} {when}?"
    place = (
        "You wear the glasses."
        if asked.task == "direction_ego"
        else f"Imagine you stand by the {asked.reference} and face the {asked.facing}."
    )
    choice = {
        "simple": "to your left, to your right, or behind you (120 degrees or more to either side)",
        "hard": "in front on your left, in front on your right, behind on your left, or behind on your right",
    }[asked.level]
    return f"{place} Where is {what} {when}: {choice}?"
