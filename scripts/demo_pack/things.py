"""Objects in hands: cups, coins, tiles, hammers, pouring, steps and ropes."""

from __future__ import annotations

import numpy as np

from demo_pack.dsp import Mono, curve, event, modes, noise, samples, swell, texture, times_s, wander, whistling
from demo_pack.stage import Stereo, canvas, place, scattered


def cup(rng: np.random.Generator) -> Mono:
    """China set down on china, an event."""
    pitch_hz = float(rng.uniform(1500, 2800))
    parts = [
        (pitch_hz * ratio, fall, gain) for ratio, fall, gain in ((1, 0.14, 1.0), (1.57, 0.1, 0.8), (2.43, 0.07, 0.6))
    ]
    return modes(0.25, [*parts, (320, 0.03, 0.5)])


def glass(rng: np.random.Generator) -> Mono:
    """A spoon against a small tea glass, an event."""
    pitch_hz = float(rng.uniform(2600, 3600))
    return modes(0.5, [(pitch_hz, 0.45, 1.0), (pitch_hz * 1.86, 0.25, 0.5), (pitch_hz * 2.91, 0.15, 0.3)])


def stirring(rng: np.random.Generator, strokes: int = 9) -> Mono:
    """Sugar stirred into a tea glass, an event."""
    bed = canvas(0.17 * strokes + 0.5)
    for number in range(strokes):
        place(bed, glass(rng), 0.17 * number + rng.uniform(0, 0.03), rng.uniform(-8, 0))
    return event(bed[:, 0])


def clatter(rng: np.random.Generator, seconds: float, every_s: float = 0.8) -> Stereo:
    """Tables being laid, served and cleared."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, every_s):
        pan = float(rng.uniform(-0.9, 0.9))
        for number in range(int(rng.integers(1, 4))):
            place(bed, cup(rng), at_s + number * rng.uniform(0.06, 0.16), rng.uniform(-14, 0), pan)
    return bed


def pouring(rng: np.random.Generator, seconds: float = 2.6) -> Mono:
    """A cup being filled from high up, an event: the note of the air in it climbs."""
    pitch = curve(seconds, (0, 480), (0.6, 850), (1, 1900))
    gurgle = whistling(rng, pitch, 180) * wander(rng, seconds, 18, 0.3, 1.0)
    splash = noise(rng, seconds, 1200, 9000, 0.4)
    return event((gurgle + 0.35 * splash) * swell(seconds, 0.15, 0.2))


def roasting(rng: np.random.Generator, seconds: float) -> Mono:
    """A texture of beans shaken in a pan."""
    shake = (0.5 + 0.5 * np.sin(2 * np.pi * 1.7 * times_s(seconds))) ** 2
    return texture(noise(rng, seconds, 1200, 7000) * shake * wander(rng, seconds, 40, 0.2, 1.0))


def pounding(rng: np.random.Generator, seconds: float, every_s: float = 0.62) -> Mono:
    """A wooden pestle in a mortar, an event."""
    bed, at_s = canvas(seconds), 0.2
    while at_s < seconds:
        thud = modes(0.2, [(145 * rng.uniform(0.95, 1.05), 0.16, 1.0), (330, 0.1, 0.6), (890, 0.05, 0.35)])
        place(bed, thud, at_s, rng.uniform(-3, 0))
        at_s += every_s * rng.uniform(0.94, 1.06)
    return event(bed[:, 0])


def copper_blow(pitch_hz: float) -> Mono:
    """One hammer blow on a copper bowl, an event."""
    ratios = (
        (1.0, 0.22, 0.8),
        (1.83, 0.2, 0.9),
        (2.74, 0.16, 1.0),
        (4.11, 0.1, 0.9),
        (6.3, 0.06, 0.8),
        (9.1, 0.03, 0.6),
    )
    return modes(0.5, [(pitch_hz * ratio, fall, gain) for ratio, fall, gain in ratios])


def coppersmiths(rng: np.random.Generator, seconds: float, pitches_hz: tuple[float, ...] = (620, 840, 1090)) -> Stereo:
    """Several smiths, each with his own bowl and his own beat."""
    bed = canvas(seconds)
    for number, pitch_hz in enumerate(pitches_hz):
        pan = -0.7 + 1.4 * number / max(len(pitches_hz) - 1, 1)
        at_s, beat_s = float(rng.uniform(0, 0.6)), float(rng.uniform(0.26, 0.42))
        while at_s < seconds:
            for stroke in range(int(rng.integers(5, 12))):
                drift = rng.uniform(0.985, 1.015)
                place(bed, copper_blow(pitch_hz * drift), at_s, (0 if stroke % 3 == 0 else -5) - 3 * number, pan)
                at_s += beat_s * float(rng.uniform(0.95, 1.05))
            at_s += float(rng.uniform(0.3, 1.2))
    return bed


def tiles(rng: np.random.Generator, seconds: float, every_s: float = 0.55) -> Stereo:
    """Game tiles clacked on a table, and once washed with both hands."""
    bed = canvas(seconds)

    def tile() -> Mono:
        pitch_hz = float(rng.uniform(1700, 3200))
        return modes(0.06, [(pitch_hz, 0.035, 1.0), (pitch_hz * 1.7, 0.02, 0.8), (420, 0.02, 0.5)])

    for at_s in scattered(rng, seconds, every_s):
        place(bed, tile(), at_s, rng.uniform(-9, 0), rng.uniform(-0.5, 0.5))
    for at_s in np.sort(rng.uniform(0.2, 2.4, 110)):
        place(bed, tile(), float(at_s), rng.uniform(-18, -6), rng.uniform(-0.6, 0.6))
    return bed


def coins(rng: np.random.Generator) -> Mono:
    """A few coins in a dish, an event."""
    bed = canvas(1.0)
    for at_s in np.sort(rng.uniform(0, 0.6, 5)):
        pitch_hz = float(rng.uniform(4200, 7600))
        place(bed, modes(0.3, [(pitch_hz, 0.2, 1.0), (pitch_hz * 1.37, 0.14, 0.6)]), float(at_s), rng.uniform(-8, 0))
    return event(bed[:, 0])


def steps(rng: np.random.Generator, seconds: float, every_s: float = 0.56, pitch_hz: float = 190) -> Mono:
    """Somebody walking on stone, an event: heel, then sole."""
    bed, at_s = canvas(seconds), float(rng.uniform(0.1, 0.4))
    while at_s < seconds:
        heel = modes(0.08, [(pitch_hz * rng.uniform(0.9, 1.1), 0.05, 1.0), (860, 0.03, 0.7), (2400, 0.015, 0.4)])
        place(bed, heel, at_s, rng.uniform(-3, 0))
        place(bed, noise(rng, 0.05, 800, 5000) * swell(0.05, 0.005, 0.04), at_s + 0.09, -26)
        at_s += every_s * float(rng.uniform(0.95, 1.05))
    return event(bed[:, 0])


def snow_steps(rng: np.random.Generator, seconds: float, every_s: float = 0.7) -> Mono:
    """Somebody walking on cold dry snow, an event: each step squeaks."""
    bed, at_s = canvas(seconds), 0.3
    while at_s < seconds:
        grain = noise(rng, 0.26, 900, 6000) * wander(rng, 0.26, 90, 0.0, 1.0) ** 2
        squeak = whistling(rng, curve(0.26, (0, 900), (1, 1500)), 260)
        place(bed, (grain + 0.4 * squeak) * swell(0.26, 0.06, 0.12), at_s, rng.uniform(-4, 0))
        at_s += every_s * float(rng.uniform(0.94, 1.06))
    return event(bed[:, 0])


def halyard(rng: np.random.Generator, seconds: float) -> Mono:
    """A rope that beats on a metal mast in the wind, an event."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, 0.5):
        pitch_hz = 760 * float(rng.uniform(0.99, 1.01))
        parts = [(pitch_hz, 0.25, 1.0), (pitch_hz * 2.76, 0.15, 0.6), (pitch_hz * 5.4, 0.08, 0.3)]
        place(bed, modes(0.3, parts), at_s, rng.uniform(-18, 0))
    return event(bed[:, 0])


def flags(rng: np.random.Generator, seconds: float) -> Mono:
    """A texture of cloth flapping on a line."""
    beat = np.abs(np.sin(np.pi * np.cumsum(wander(rng, seconds, 3, 2, 13)) / samples(1))) ** 3
    return texture(noise(rng, seconds, 120, 2200, 0.7) * beat * wander(rng, seconds, 0.7, 0.2, 1.0))


def creaks(rng: np.random.Generator, seconds: float) -> Stereo:
    """Old timber under strain."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, 2.6):
        length_s = float(rng.uniform(0.5, 0.9))
        grip = wander(rng, length_s, 5, 30, 75)
        clicks = np.diff(np.floor(np.cumsum(grip) / samples(1)), prepend=0.0)
        wood = modes(0.03, [(510, 0.03, 1.0), (1130, 0.02, 0.6), (1790, 0.015, 0.4)])
        creak = np.convolve(clicks, wood)[: len(clicks)]
        place(bed, event(creak) * swell(length_s, 0.1, 0.15), at_s, rng.uniform(-8, 0), rng.uniform(-0.7, 0.7))
    return bed
