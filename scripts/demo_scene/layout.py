"""What a simulated scene is made of: a room, what stands in it, what happens when, how two people move, what is asked.

World: x and y horizontal, counter-clockwise, z up, metres, origin in a corner of the floor. Times in seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from demo_pack.voices import Voice
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Knots = Sequence[tuple[float, ...]]

SECONDS = 22.0
"""Of every scene."""
EYE_HEIGHT_M = 1.6
MOUTH_HEIGHT_M = 1.55
TRAJECTORY_HZ = 20
TALKER = "other person"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that sounds.

    Attributes:
        name: in the generator and the scene.
        target: the object that sounds.
        start_s, end_s: when.
        topic: what is talked about, or the name of the sound.
        called: the same as a question says it: "when they ...", or "while the ... is heard".
        spoken: the words, when somebody talks; empty for a sound.
    """

    name: str
    target: str
    start_s: float
    end_s: float
    topic: str
    called: str
    spoken: str = ""

    @property
    def is_speech(self) -> bool:
        """Whether somebody talks."""
        return bool(self.spoken)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A scene.

    Attributes:
        stem: of its files.
        title: for people.
        seed: of its sounds.
        seen_seed: put before what seeds the noise of its tracks.
        room_m: length, width and height.
        reverberation_s: by Sabine's formula.
        static_m: what stands still, and where its sound comes from.
        hums: the object that is heard all the time.
        voice: of the other person.
        events: in the order of time.
        wearer_m: when the wearer is where, (s, x, y).
        wearer_heading_deg: where the wearer looks, (s, degrees counter-clockwise from the x axis). The head turns more
            than the body walks.
        talker_m: when the other person is where, (s, x, y).
        asked: the questions.
    """

    stem: str
    title: str
    seed: int
    seen_seed: str
    room_m: tuple[float, float, float]
    reverberation_s: float
    static_m: Mapping[str, tuple[float, float, float]]
    hums: str
    voice: Voice
    events: tuple[Event, ...]
    wearer_m: Knots
    wearer_heading_deg: Knots
    talker_m: Knots
    asked: tuple[Asked, ...]

    @property
    def recording(self) -> str:
        """Name of the recording's file."""
        return f"{self.stem}.flac"

    def event_of(self, asked: Asked) -> Event:
        """The event that a question is about."""
        return next(item for item in self.events if item.name == asked.event)

    def wearer_positions_m(self, at_s: Floats) -> Floats:
        """Where the wearer's device is, shape (n, 2)."""
        return np.stack([_eased(self.wearer_m, 1, at_s), _eased(self.wearer_m, 2, at_s)], axis=1)

    def wearer_forwards(self, at_s: Floats) -> Floats:
        """Unit vectors of where the wearer looks, shape (n, 2)."""
        heading = np.radians(_eased(self.wearer_heading_deg, 1, at_s))
        return np.stack([np.cos(heading), np.sin(heading)], axis=1)

    def positions_m(self, target: str, at_s: Floats) -> Floats:
        """Where an object is, shape (n, 3); the talker is where their mouth is."""
        if target in self.static_m:
            return np.tile(np.array(self.static_m[target]), (len(at_s), 1))
        flat = np.stack([_eased(self.talker_m, 1, at_s), _eased(self.talker_m, 2, at_s)], axis=1)
        return np.concatenate([flat, np.full((len(at_s), 1), MOUTH_HEIGHT_M)], axis=1)


def _eased(knots: Knots, column: int, at_s: Floats) -> Floats:
    """A curve through (time, value...) knots that starts and stops gently at each of them."""
    times = np.array([knot[0] for knot in knots])
    values = np.array([knot[column] for knot in knots])
    index = np.clip(np.searchsorted(times, at_s, side="right") - 1, 0, len(times) - 2)
    share = np.clip((at_s - times[index]) / (times[index + 1] - times[index]), 0, 1)
    ease = share * share * (3 - 2 * share)
    return np.asarray(values[index] * (1 - ease) + values[index + 1] * ease)
