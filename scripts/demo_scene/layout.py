"""The room, what stands in it, what happens when, and how the two people move.

World: x and y horizontal, counter-clockwise, z up, metres, origin in a corner of the floor. Times in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SECONDS = 22.0
ROOM_M = (6.4, 5.2, 2.7)
EYE_HEIGHT_M = 1.6
TRAJECTORY_HZ = 20
TALKER = "other person"

STATIC_M = {
    "refrigerator": (0.5, 4.7, 0.8),
    "microwave oven": (2.6, 4.8, 1.2),
    "radio": (5.9, 4.4, 1.1),
    "kitchen sink": (0.45, 1.0, 1.0),
}
"""What stands still: where its sound comes from."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that sounds.

    Attributes:
        name: in the generator and the scene.
        target: the object that sounds.
        start_s, end_s: when.
        topic: what is talked about, or the name of the sound.
        called: the same as a question says it: "when they ...", or "while the ... is heard".
        is_speech: whether somebody talks.
    """

    name: str
    target: str
    start_s: float
    end_s: float
    topic: str
    called: str
    is_speech: bool = False


EVENTS = (
    Event("greeting", TALKER, 0.5, 3.0, "how somebody slept", "ask how you slept", is_speech=True),
    Event("beeps", "microwave oven", 4.0, 6.0, "buzzer", "buzzer"),
    Event("plants", TALKER, 7.0, 10.0, "watering the plants", "speak of watering the plants", is_speech=True),
    Event("melody", "radio", 11.0, 14.0, "melody", "melody"),
    Event("tap", "kitchen sink", 15.0, 17.0, "running water", "running water"),
    Event("coffee", TALKER, 18.0, 21.0, "coffee being ready", "say that the coffee is ready", is_speech=True),
)

_WEARER_M = (
    (0.0, 1.6, 1.5), (3.5, 1.6, 1.5), (7.5, 3.9, 1.7), (10.0, 4.1, 1.9), (14.0, 4.1, 2.0), (17.5, 3.2, 3.3),
    (22.0, 3.0, 3.1),
)  # fmt: skip
"""When the wearer is where: (s, x, y)."""
_WEARER_HEADING_DEG = (
    (0.0, 80.0), (3.0, 75.0), (4.0, 20.0), (6.5, 10.0), (8.0, 75.0), (9.5, 80.0), (11.0, 250.0), (13.5, 245.0),
    (15.0, 85.0), (17.0, 90.0), (18.2, 250.0), (22.0, 265.0),
)  # fmt: skip
"""Where the wearer looks: (s, degrees counter-clockwise from the x axis). The head turns more than the body walks."""
_TALKER_M = (
    (0.0, 3.3, 0.4), (3.0, 3.2, 0.4), (6.5, 5.3, 3.0), (10.5, 5.4, 1.0), (14.0, 4.0, 0.8), (18.0, 1.6, 1.2),
    (22.0, 1.2, 2.2),
)  # fmt: skip
"""When the other person is where: (s, x, y)."""


def _eased(knots: Sequence[Sequence[float]], column: int, at_s: Floats) -> Floats:
    """A curve through (time, value...) knots that starts and stops gently at each of them."""
    times = np.array([knot[0] for knot in knots])
    values = np.array([knot[column] for knot in knots])
    index = np.clip(np.searchsorted(times, at_s, side="right") - 1, 0, len(times) - 2)
    share = np.clip((at_s - times[index]) / (times[index + 1] - times[index]), 0, 1)
    ease = share * share * (3 - 2 * share)
    return np.asarray(values[index] * (1 - ease) + values[index + 1] * ease)


def wearer_positions_m(at_s: Floats) -> Floats:
    """Where the wearer's device is, shape (n, 2)."""
    return np.stack([_eased(_WEARER_M, 1, at_s), _eased(_WEARER_M, 2, at_s)], axis=1)


def wearer_forwards(at_s: Floats) -> Floats:
    """Unit vectors of where the wearer looks, shape (n, 2)."""
    heading = np.radians(_eased(_WEARER_HEADING_DEG, 1, at_s))
    return np.stack([np.cos(heading), np.sin(heading)], axis=1)


def positions_m(target: str, at_s: Floats) -> Floats:
    """Where an object is, shape (n, 3); the talker's mouth is at 1.55 m."""
    if target in STATIC_M:
        return np.tile(np.array(STATIC_M[target]), (len(at_s), 1))
    flat = np.stack([_eased(_TALKER_M, 1, at_s), _eased(_TALKER_M, 2, at_s)], axis=1)
    return np.concatenate([flat, np.full((len(at_s), 1), 1.55)], axis=1)
