"""Four-legged neighbours: sheep, dogs, howling monkeys, hooves and the bells that cattle wear."""

from __future__ import annotations

import numpy as np

from demo_pack.dsp import Mono, curve, event, formants, modes, noise, swell, times_s, voiced, wander
from demo_pack.stage import canvas, place


def sheep(rng: np.random.Generator, pitch_hz: float = 190) -> Mono:
    """One bleat, an event: a nasal vowel with a strong quaver."""
    seconds = float(rng.uniform(0.6, 1.1))
    t = times_s(seconds)
    quaver = np.sin(2 * np.pi * 8.5 * t)
    pitch = pitch_hz * curve(seconds, (0, 1.0), (0.2, 1.12), (1, 0.86)) * (1 + 0.025 * quaver)
    bleat = voiced(pitch, formants((650, 130, 1), (1700, 220, 0.8), (2600, 300, 0.4)), 6000)
    return event(bleat * (0.7 + 0.3 * quaver) * swell(seconds, 0.06, 0.25))


def bark(rng: np.random.Generator, pitch_hz: float = 380) -> Mono:
    """One bark of a dog, an event."""
    pitch = pitch_hz * curve(0.2, (0, 0.7), (0.3, 1.25), (1, 0.6))
    throat = voiced(pitch, formants((700, 250, 1), (1400, 350, 0.7), (2600, 500, 0.3)), 6000)
    return event((throat + 0.2 * noise(rng, 0.2, 500, 4000)) * swell(0.2, 0.015, 0.12))


def dog_howl(rng: np.random.Generator, pitch_hz: float = 480) -> Mono:
    """One long howl of a sledge dog, an event of about 2.5 s."""
    seconds = float(rng.uniform(2.0, 3.0))
    pitch = pitch_hz * curve(seconds, (0, 0.7), (0.18, 1.1), (0.6, 1.0), (1, 0.68))
    pitch = pitch * (1 + 0.012 * wander(rng, seconds, 7, -1, 1))
    vowel = formants((520, 160, 1), (950, 220, 0.45), (2700, 400, 0.08))
    return event(voiced(pitch, vowel, 5000) * swell(seconds, 0.25, 0.7))


def howler_roar(rng: np.random.Generator) -> Mono:
    """A roar of a howling monkey, an event of about 3 s: breath and voice through a hollow throat bone."""
    seconds = float(rng.uniform(2.6, 3.6))
    pitch = curve(seconds, (0, 62), (0.3, 92), (0.75, 86), (1, 58)) * (1 + 0.08 * wander(rng, seconds, 30, -1, 1))
    voice = voiced(pitch, formants((430, 110, 1), (820, 160, 0.6), (1500, 300, 0.25)), 4000)
    breath = noise(rng, seconds, 280, 1000, 0.4)
    return event((voice + 0.16 * breath) * wander(rng, seconds, 9, 0.6, 1.0) * swell(seconds, 0.7, 0.9))


def cow_bell(rng: np.random.Generator, pitch_hz: float) -> Mono:
    """One clonk of a riveted sheet-metal bell, an event."""
    parts = [
        (1.0, 0.4, 0.8),
        (1.52, 0.35, 0.9),
        (2.31, 0.3, 1.0),
        (3.42, 0.2, 0.8),
        (4.86, 0.14, 0.6),
        (6.9, 0.08, 0.4),
    ]
    return modes(0.8, [(pitch_hz * ratio * rng.uniform(0.99, 1.01), fall, gain) for ratio, fall, gain in parts])


def herd_bells(rng: np.random.Generator, seconds: float, pitches_hz: tuple[float, ...]) -> Mono:
    """Grazing animals whose bells ring in little bursts, an event."""
    bed = canvas(seconds)
    for pitch_hz in pitches_hz:
        at_s = float(rng.uniform(0, 0.8))
        while at_s < seconds:
            for _ in range(int(rng.integers(1, 5))):
                place(bed, cow_bell(rng, pitch_hz), at_s, rng.uniform(-12, 0))
                at_s += float(rng.uniform(0.22, 0.55))
            at_s += float(rng.uniform(0.6, 2.2))
    return event(bed[:, 0])


def hooves(rng: np.random.Generator, seconds: float, steps_per_s: float = 4.4) -> Mono:
    """A horse trotting over grass and stones, an event."""
    bed, at_s, number = canvas(seconds), 0.1, 0
    while at_s < seconds - 0.1:
        thud = modes(0.12, [(95 * rng.uniform(0.9, 1.1), 0.12, 1.0), (410, 0.05, 0.5), (900, 0.03, 0.25)])
        place(bed, thud + 0.06 * noise(rng, 0.12, 500, 4000) * swell(0.12, 0.002, 0.1), at_s, rng.uniform(-4, 0))
        at_s += (0.42 if number % 2 else 0.58) * 2 / steps_per_s
        number += 1
    return event(bed[:, 0])
