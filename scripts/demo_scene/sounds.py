"""What each object of the scene sounds like before it is in the room: dry, mono, the whole length of the scene."""

from __future__ import annotations

import numpy as np
from demo_pack.dsp import (
    SAMPLE_RATE_HZ,
    Mono,
    amplitude,
    band,
    event,
    filtered,
    noise,
    samples,
    sine,
    swell,
    texture,
    times_s,
    wander,
)
from demo_pack.strings import bar, tune
from demo_pack.voices import Voice, speak
from demo_pack.weather import stream

from demo_scene.layout import EVENTS, SECONDS

_SEED = 20_250
_SPEAKER = Voice(language="en-gb", variant="f3", pitch=52, speed_wpm=165)
SPOKEN = {
    "greeting": "Good morning! How did you sleep?",
    "plants": "I will quickly water the plants, by the window.",
    "coffee": "The coffee is ready. Come and sit down with me.",
}
_TOP_HZ = 7000.0
"""Nothing sounds above this: a lossless file of seven channels stays small."""


class SceneSoundError(Exception):
    """A sound that does not fit into the time of its event."""


def dry_sounds() -> dict[str, Mono]:
    """The sound of each object, level as at one metre."""
    sounds = {target: np.zeros(samples(SECONDS)) for target in (*{item.target for item in EVENTS}, "refrigerator")}
    rng = np.random.default_rng(_SEED)
    for item in EVENTS:
        made = _of_event(item.name, item.end_s - item.start_s, rng)
        start = samples(item.start_s)
        if start + len(made) > samples(item.end_s):
            raise SceneSoundError(
                f"The sound of {item.name} lasts {len(made) / SAMPLE_RATE_HZ:.2f} s; its event has "
                f"{item.end_s - item.start_s:.2f} s. Make the event longer."
            )
        sounds[item.target][start : start + len(made)] += made
    sounds["refrigerator"] += _hum(rng)
    return {target: filtered(sound, band(70, _TOP_HZ, 6)) for target, sound in sorted(sounds.items())}


def _of_event(name: str, seconds: float, rng: np.random.Generator) -> Mono:
    if name == "beeps":
        return _beeps(seconds, rng)
    if name == "melody":
        notes = ((0, 1), (4, 1), (7, 1), (9, 2), (7, 1), (4, 1), (5, 1), (2, 1), (0, 3))
        played = tune(notes, 523.25, 0.24, lambda hz, s: bar(hz, 0.8)).mean(axis=1)[: samples(seconds)]
        # A badly tuned radio: tones alone have no clear direction in a room, their hiss has.
        return (0.5 * event(played) + 0.07 * noise(rng, seconds, 500, 8000, 0.3)) * swell(seconds, 0.01, 0.4)
    if name == "tap":
        splash = 0.08 * (texture(stream(rng, seconds, 90)) + 0.7 * noise(rng, seconds, 700, 8000, 0.6))
        return splash * swell(seconds, 0.1, 0.1)
    return 0.8 * speak(_SPEAKER, SPOKEN[name])


def _beeps(seconds: float, rng: np.random.Generator) -> Mono:
    """A rasping buzzer: a pure tone alone has no clear direction in a room."""
    sound = np.zeros(samples(seconds))
    for number in range(4):
        t = times_s(0.3)
        pitch = np.full(len(t), 980.0)
        tone = sum(sine(odd * pitch) / odd for odd in (1, 3, 5, 7))
        beep = (event(np.asarray(tone)) + 0.4 * noise(rng, 0.3, 600, 8000, 0.2)) * swell(0.3, 0.002, 0.02)
        start = samples(0.05 + 0.48 * number)
        sound[start : start + len(beep)] += 0.3 * event(beep)
    return sound


def _hum(rng: np.random.Generator) -> Mono:
    """A compressor: mains hum, its overtones and a little air, far below everything else."""
    t = times_s(SECONDS)
    tones = sum(np.sin(2 * np.pi * 100 * number * t + number) / number for number in (1, 2, 3, 5, 8))
    air = noise(rng, SECONDS, 150, 3000, 0.9) * wander(rng, SECONDS, 0.5, 0.8, 1.0)
    return np.asarray(amplitude(-36) * (texture(np.asarray(tones)) + 0.7 * air))
