"""Questions about the scene in the six templates of SAVVY-Bench, and their truth from the scene's geometry.

Direction: 0 degrees in front, positive to the right (SAVVY, appendix C.3). Three options: behind from 120 degrees on,
else left or right. Four options: behind from 90 degrees on, left below 0. Distance: in the horizontal plane, metres.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from demo_scene.layout import (
    EVENTS,
    STATIC_M,
    TRAJECTORY_HZ,
    Event,
    Floats,
    positions_m,
    wearer_forwards,
    wearer_positions_m,
)

SIMPLE, HARD = ("left", "right", "back"), ("front-left", "front-right", "back-left", "back-right")
LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question before it is worded: which event, from where, about what.

    Attributes:
        event: name of the event.
        task: direction_ego, direction_exo, distance_ego or distance_exo.
        level: simple (three options) or hard (four); empty for distances.
        reference: the object one stands by, for exo questions.
        facing: the object one faces, for exo directions.
    """

    event: str
    task: str
    level: str = ""
    reference: str = ""
    facing: str = ""


ASKED = (
    Asked("greeting", "direction_ego", "hard"),
    Asked("greeting", "distance_exo", reference="refrigerator"),
    Asked("beeps", "direction_ego", "simple"),
    Asked("beeps", "direction_exo", "hard", "kitchen sink", "radio"),
    Asked("beeps", "distance_ego"),
    Asked("plants", "direction_ego", "hard"),
    Asked("plants", "direction_exo", "simple", "microwave oven", "refrigerator"),
    Asked("plants", "distance_exo", reference="radio"),
    Asked("melody", "direction_ego", "simple"),
    Asked("melody", "distance_ego"),
    Asked("melody", "direction_exo", "simple", "kitchen sink", "refrigerator"),
    Asked("tap", "direction_ego", "hard"),
    Asked("tap", "direction_exo", "hard", "microwave oven", "radio"),
    Asked("tap", "distance_exo", reference="microwave oven"),
    Asked("coffee", "direction_ego", "simple"),
    Asked("coffee", "direction_exo", "hard", "microwave oven", "refrigerator"),
    Asked("coffee", "direction_exo", "simple", "refrigerator", "kitchen sink"),
    Asked("coffee", "distance_ego"),
)


@dataclass(frozen=True, slots=True)
class Truth:
    """The right direction and distance; the direction is NaN where a distance is asked between two objects."""

    azimuth_deg: float
    distance_m: float


def event_of(asked: Asked) -> Event:
    """The event a question is about."""
    return next(item for item in EVENTS if item.name == asked.event)


def truth_of(asked: Asked) -> Truth:
    """The truth: poses and positions averaged over the trajectory's samples in [start, end) of the event."""
    event = event_of(asked)
    at_s = np.arange(round(event.start_s * TRAJECTORY_HZ), round(event.end_s * TRAJECTORY_HZ)) / TRAJECTORY_HZ
    target = positions_m(event.target, at_s)[:, :2].mean(axis=0)
    if asked.task.endswith("ego"):
        origin, forward = wearer_positions_m(at_s).mean(axis=0), wearer_forwards(at_s).mean(axis=0)
    else:
        origin = np.array(STATIC_M[asked.reference][:2])
        forward = np.array(STATIC_M[asked.facing][:2]) - origin if asked.facing else np.full(2, np.nan)
    return Truth(azimuth_deg(target - origin, forward), float(np.hypot(*(target - origin))))


def azimuth_deg(offset: Floats, forward: Floats) -> float:
    """Direction of an offset for who looks along `forward`: 0 in front, positive to the right, degrees."""
    right = forward[1] * offset[0] - forward[0] * offset[1]
    return float(np.degrees(np.arctan2(right, offset @ forward)))


def options_of(asked: Asked) -> tuple[str, ...]:
    """The options of a direction question in their fixed order; none for a distance."""
    return {"simple": SIMPLE, "hard": HARD, "": ()}[asked.level]


def answer_of(asked: Asked) -> str:
    """The right letter, or metres with two decimals."""
    truth = truth_of(asked)
    if not asked.level:
        return f"{truth.distance_m:.2f}"
    left = truth.azimuth_deg < 0
    if asked.level == "simple":
        return "C" if abs(truth.azimuth_deg) >= 120 else "A" if left else "B"
    return LETTERS[2 * (abs(truth.azimuth_deg) >= 90) + (not left)]


def wording_of(asked: Asked) -> str:
    """The question in English."""
    event = event_of(asked)
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
