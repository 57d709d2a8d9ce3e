"""What each object of a scene sounds like before it is in the room: dry, mono, the whole length of the scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from demo_pack.dsp import (
    SAMPLE_RATE_HZ,
    Mono,
    amplitude,
    band,
    event,
    filtered,
    modes,
    noise,
    samples,
    sine,
    swell,
    texture,
    times_s,
    wander,
)
from demo_pack.street import bell_tremble
from demo_pack.strings import bar, tune
from demo_pack.voices import speak
from demo_pack.weather import stream

from demo_scene.layout import SECONDS, Event, Layout

_TOP_HZ = 7000.0
"""Nothing sounds above this: a lossless file of seven channels stays small."""


class SceneSoundError(Exception):
    """A sound that does not fit into the time of its event."""


def dry_sounds(layout: Layout) -> dict[str, Mono]:
    """The sound of each object, level as at one metre.

    Raises:
        SceneSoundError: when a sound lasts longer than its event.
        VoiceError: when nobody can speak.
    """
    sounds = {target: np.zeros(samples(SECONDS)) for target in (*{item.target for item in layout.events}, layout.hums)}
    rng = np.random.default_rng(layout.seed)
    for item in layout.events:
        made = _of_event(layout, item, rng)
        start = samples(item.start_s)
        if start + len(made) > samples(item.end_s):
            raise SceneSoundError(
                f"The sound of {item.name} lasts {len(made) / SAMPLE_RATE_HZ:.2f} s; its event has "
                f"{item.end_s - item.start_s:.2f} s. Make the event longer."
            )
        sounds[item.target][start : start + len(made)] += made
    sounds[layout.hums] += _HUMS[layout.hums](rng)
    return {target: filtered(sound, band(70, _TOP_HZ, 6)) for target, sound in sorted(sounds.items())}


def _of_event(layout: Layout, item: Event, rng: np.random.Generator) -> Mono:
    if item.is_speech:
        return 0.8 * speak(layout.voice, item.spoken)
    return _MAKERS[item.name](item.end_s - item.start_s, rng)


def _melody(seconds: float, rng: np.random.Generator) -> Mono:
    """A badly tuned radio: tones alone have no clear direction in a room, their hiss has."""
    notes = ((0, 1), (4, 1), (7, 1), (9, 2), (7, 1), (4, 1), (5, 1), (2, 1), (0, 3))
    played = tune(notes, 523.25, 0.24, lambda hz, s: bar(hz, 0.8)).mean(axis=1)[: samples(seconds)]
    return (0.5 * event(played) + 0.07 * noise(rng, seconds, 500, 8000, 0.3)) * swell(seconds, 0.01, 0.4)


def _tap(seconds: float, rng: np.random.Generator) -> Mono:
    splash = 0.08 * (texture(stream(rng, seconds, 90)) + 0.7 * noise(rng, seconds, 700, 8000, 0.6))
    return splash * swell(seconds, 0.1, 0.1)


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


def _ring(seconds: float, rng: np.random.Generator) -> Mono:
    """An old telephone: two trembles of its bell, with the rattle of the clapper, which has a clear direction."""
    sound = np.zeros(samples(seconds))
    for start_s in (0.05, 1.25):
        rattle = np.abs(np.sin(np.pi * 19 * times_s(0.9))) * noise(rng, 0.9, 900, 8000, 0.2)
        tremble = (0.5 * event(bell_tremble(0.9, 1480, 19)) + event(rattle)) * swell(0.9, 0.005, 0.15)
        sound[samples(start_s) : samples(start_s) + len(tremble)] += 0.8 * event(tremble)
    return sound


def _knock(seconds: float, rng: np.random.Generator) -> Mono:
    """Knuckles on a wooden door, three and three."""
    sound = np.zeros(samples(seconds))
    for start_s in (0.1, 0.36, 0.62, 1.2, 1.46, 1.72):
        wood = modes(0.2, [(185 * rng.uniform(0.97, 1.03), 0.18, 1.0), (410, 0.1, 0.7), (1120, 0.05, 0.5)])
        skin = noise(rng, 0.2, 500, 6000, 0.5) * np.exp(-times_s(0.2) / 0.012)
        blow = event(wood + 0.9 * event(skin))
        sound[samples(start_s) : samples(start_s) + len(blow)] += 0.8 * rng.uniform(0.8, 1.0) * blow
    return sound


def _chimes(seconds: float, rng: np.random.Generator) -> Mono:
    """A clock that strikes: each bar is hit by a hammer, and the clockwork whirrs."""
    struck = tune(((4, 2), (2, 2), (0, 2), (-5, 4)), 659.25, 0.3, lambda hz, s: bar(hz, 1.2)).mean(axis=1)
    sound = np.zeros(samples(seconds))
    length = min(len(sound), len(struck))
    sound[:length] = 0.45 * event(struck)[:length]
    hammer = noise(rng, 0.06, 800, 8000, 0.3) * np.exp(-times_s(0.06) / 0.01)
    for start_s in (0.0, 0.6, 1.2, 1.8):
        sound[samples(start_s) : samples(start_s) + len(hammer)] += 0.3 * event(hammer)
    whirr = noise(rng, seconds, 700, 8000, 0.3) * (0.6 + 0.4 * np.sin(2 * np.pi * 11 * times_s(seconds)))
    return (sound + 0.05 * texture(whirr)) * swell(seconds, 0.005, 0.4)


def _bubbles(rng: np.random.Generator) -> Mono:
    """An aquarium: air that rises through water, and its pump, far below everything else."""
    pump = noise(rng, SECONDS, 90, 900, 0.9) * wander(rng, SECONDS, 0.5, 0.8, 1.0)
    return np.asarray(amplitude(-42) * (texture(stream(rng, SECONDS, 25)) + 0.5 * texture(pump)))


_MAKERS: Mapping[str, Callable[[float, np.random.Generator], Mono]] = {
    "beeps": _beeps, "melody": _melody, "tap": _tap, "ring": _ring, "knock": _knock, "chimes": _chimes,
}  # fmt: skip
_HUMS: Mapping[str, Callable[[np.random.Generator], Mono]] = {"refrigerator": _hum, "aquarium": _bubbles}
