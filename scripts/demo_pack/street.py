"""Vehicles, rails, ships, horns, chimes and loudspeaker tones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from demo_pack.dsp import (
    Mono,
    curve,
    event,
    filtered,
    formants,
    modes,
    noise,
    samples,
    sine,
    swell,
    texture,
    times_s,
    voiced,
    wander,
)
from demo_pack.stage import Stereo, canvas, passing, place, scattered, wide


def traffic(rng: np.random.Generator, seconds: float) -> Stereo:
    """The body of a busy road: low rumble and tyres, and cars that pass."""
    bed = 0.5 * wide(lambda: noise(rng, seconds, 40, 400, 0.8) + 0.35 * noise(rng, seconds, 400, 3000, 0.7), 0.6)
    for at_s in scattered(rng, seconds, 2.2, -1.0):
        length_s = float(rng.uniform(2.5, 4.0))
        tyres = noise(rng, length_s, 90, 2500, 0.6)
        side = float(rng.choice([-0.9, 0.9]))
        place(bed, passing(tyres, side, -side), at_s, rng.uniform(-6, 2))
    return bed


def scooter(rng: np.random.Generator, seconds: float = 3.2, pitch_hz: float = 88) -> Stereo:
    """A small two-stroke engine that passes, its note falling as it goes by."""
    pitch = pitch_hz * curve(seconds, (0, 1.05), (0.42, 1.1), (0.58, 0.94), (1, 0.98))
    pitch = pitch * (1 + 0.02 * wander(rng, seconds, 12, -1, 1))
    engine = voiced(pitch, formants((260, 120, 1), (700, 250, 0.8), (1600, 500, 0.5), (3200, 900, 0.2)), 7000)
    rattle = noise(rng, seconds, 500, 5000, 0.6) * (0.5 + 0.5 * np.sin(2 * np.pi * np.cumsum(pitch) / 48_000))
    side = float(rng.choice([-0.9, 0.9]))
    return passing(event(engine + 0.06 * rattle), side, -side)


def horn(pitch_hz: float, seconds: float, second_ratio: float = 1.26) -> Mono:
    """A car or scooter horn of two discs, an event."""
    spectrum = formants((900, 500, 0.6), (2200, 900, 1.0), (3600, 900, 0.4))
    tone = voiced(np.full(samples(seconds), pitch_hz), spectrum) + voiced(
        np.full(samples(seconds), pitch_hz * second_ratio), spectrum
    )
    return event(tone * swell(seconds, 0.012, 0.03))


def horns(rng: np.random.Generator, seconds: float, every_s: float, pitches_hz: Sequence[float]) -> Stereo:
    """Impatient drivers: single, double and triple hoots from all sides."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, every_s):
        pitch_hz, pan = float(rng.choice(pitches_hz)), float(rng.uniform(-0.9, 0.9))
        gain_db = float(rng.uniform(-14, 0))
        for number in range(int(rng.choice([1, 2, 2, 3]))):
            length_s = float(rng.uniform(0.09, 0.3))
            place(bed, horn(pitch_hz, length_s), at_s + 0.24 * number, gain_db, pan)
    return bed


def diesel(rng: np.random.Generator, seconds: float, firing_hz: float = 22) -> Mono:
    """A texture of a slow ship's or bus's engine: low knocks in a row."""
    pitch = firing_hz * (1 + 0.01 * wander(rng, seconds, 1.5, -1, 1))
    knock = voiced(pitch, formants((70, 35, 1), (190, 70, 0.5), (520, 200, 0.12)), 1200)
    return texture(texture(knock) + 0.4 * noise(rng, seconds, 60, 900, 0.8))


def ship_horn(rng: np.random.Generator, seconds: float = 3.5, pitch_hz: float = 112) -> Mono:
    """A ferry's horn, an event: low, brassy and a little unsteady."""
    tone = np.zeros(samples(seconds))
    for ratio, gain in ((1.0, 1.0), (1.26, 0.7)):
        pitch = pitch_hz * ratio * curve(seconds, (0, 0.94), (0.06, 1), (0.92, 1), (1, 0.96))
        tone += gain * voiced(
            pitch * (1 + 0.002 * wander(rng, seconds, 8, -1, 1)), formants((330, 250, 1), (900, 400, 0.4))
        )
    return event(tone * swell(seconds, 0.2, 0.4))


def train_run(rng: np.random.Generator, seconds: float, joint_every_s: float = 0.9, motor_hz: float = 0.0) -> Stereo:
    """Inside a train: rumble, rail joints in pairs, and the motor's whine where it has one."""
    bed = wide(lambda: noise(rng, seconds, 35, 350, 0.7) + 0.3 * noise(rng, seconds, 350, 2500, 0.8), 0.7)
    knock = modes(0.2, [(85, 0.15, 1.0), (180, 0.1, 0.7), (420, 0.06, 0.4), (1100, 0.03, 0.15)])
    at_s = 0.3
    while joint_every_s > 0 and at_s < seconds:
        place(bed, knock, at_s, 6, -0.15)
        place(bed, knock, at_s + 0.2 * joint_every_s, 4, 0.15)
        at_s += joint_every_s
    if motor_hz:
        pitch = motor_hz * curve(seconds, (0, 0.6), (0.35, 1.0), (0.6, 1.0), (1, 0.55))
        place(bed, sine(pitch) + 0.4 * sine(pitch * 2.01) + 0.2 * sine(pitch * 3), 0, -7)
    return bed


def brake_squeal(rng: np.random.Generator, seconds: float = 3.0) -> Mono:
    """Steel on steel in a curve, an event: a few high tones that come and go."""
    tone = np.zeros(samples(seconds))
    for pitch_hz in (1840, 2760, 3590, 5210):
        pitch = pitch_hz * (1 + 0.004 * wander(rng, seconds, 6, -1, 1))
        tone += sine(pitch) * wander(rng, seconds, 5, 0.0, 1.0) * (1500 / pitch_hz)
    return event((tone + 0.1 * noise(rng, seconds, 1500, 8000)) * swell(seconds, 0.9, 1.0))


def train_whistle(seconds: float = 2.2, pitch_hz: float = 311) -> Mono:
    """A diesel locomotive's far chord horn, an event."""
    tone = np.zeros(samples(seconds))
    for ratio in (1.0, 1.19, 1.5):
        tone += voiced(np.full(len(tone), pitch_hz * ratio), formants((800, 400, 1), (1700, 600, 0.5)))
    return event(tone * swell(seconds, 0.15, 0.5))


def steam_whistle(rng: np.random.Generator, seconds: float = 3.4) -> Mono:
    """A food cart's steam whistle, an event: a shrill breathy tone that climbs, holds and sinks away."""
    pitch = curve(seconds, (0, 1250), (0.18, 2050), (0.6, 2000), (1, 980)) * (
        1 + 0.004 * wander(rng, seconds, 9, -1, 1)
    )
    loud = curve(seconds, (0, 0), (0.12, 0.8), (0.5, 1), (0.8, 0.6), (1, 0))
    tone = sine(pitch) + 0.35 * sine(2 * pitch) + 0.12 * sine(3 * pitch)
    return event((tone + 0.14 * noise(rng, seconds, 1500, 9000, 0.3)) * loud)


def tram_bell() -> Mono:
    """Two strokes of a tram driver's foot gong, an event."""
    bed = canvas(1.6)
    stroke = modes(1.2, [(980, 0.9, 1.0), (1010, 0.8, 0.6), (2630, 0.5, 0.6), (4890, 0.25, 0.35)])
    for at_s in (0.0, 0.24):
        place(bed, stroke, at_s)
    return event(bed[:, 0])


def bicycle_bell(rng: np.random.Generator, pitch_hz: float = 2300) -> Mono:
    """A thumb bell that rattles two or three times, an event."""
    bed = canvas(1.5)
    stroke = modes(1.0, [(pitch_hz, 0.9, 1.0), (pitch_hz * 1.012, 0.8, 0.7), (pitch_hz * 2.71, 0.35, 0.6)])
    at_s = 0.0
    for _ in range(int(rng.integers(2, 4))):
        for tap in range(4):
            place(bed, stroke, at_s + 0.035 * tap, -3.0 * tap)
        at_s += 0.26
    return event(bed[:, 0])


def chime(pitches_hz: Sequence[float], beat_s: float, fall_s: float = 1.2, bright: float = 0.25) -> Mono:
    """A loudspeaker chime of soft bell tones, an event."""
    bed = canvas(beat_s * len(pitches_hz) + fall_s)
    for number, pitch_hz in enumerate(pitches_hz):
        parts = [
            (pitch_hz, fall_s * 1.6, 1.0),
            (pitch_hz * 2, fall_s, bright),
            (pitch_hz * 4, fall_s * 0.4, bright / 2),
        ]
        place(bed, modes(fall_s, parts), beat_s * number)
    return event(bed[:, 0])


def door_beeps(pitch_hz: float, count: int, every_s: float) -> Mono:
    """Beeps while doors close, an event."""
    bed = canvas(count * every_s + 0.1)
    beep = sine(np.full(samples(every_s * 0.5), pitch_hz)) * swell(every_s * 0.5, 0.005, 0.01)
    for number in range(count):
        place(bed, beep, every_s * number)
    return event(bed[:, 0])


def doors(rng: np.random.Generator) -> Mono:
    """Sliding doors: compressed air, a slide and a thud; an event."""
    hiss = noise(rng, 1.0, 1500, 9000, 0.2) * curve(1.0, (0, 0), (0.03, 1), (0.3, 0.3), (1, 0))
    slide = noise(rng, 1.0, 150, 1200, 0.5) * curve(1.0, (0, 0), (0.2, 0.5), (0.85, 0.7), (0.88, 0), (1, 0))
    thud = modes(0.15, [(70, 0.2, 1.0), (160, 0.12, 0.7), (480, 0.05, 0.3)])
    bed = canvas(1.1)
    place(bed, 0.3 * hiss + 0.3 * slide, 0)
    place(bed, thud, 0.87)
    return event(bed[:, 0])


def hall_air(rng: np.random.Generator, seconds: float) -> Mono:
    """A texture of a big room that is never quite silent: ventilation and distant movement."""
    slow = wander(rng, seconds, 1.2, 0.7, 1.0)
    return texture(filtered(noise(rng, seconds, 60, 1200, 0.9), formants((180, 120, 1), (520, 250, 0.5))) * slow)


def bell_tremble(seconds: float, pitch_hz: float = 1900, rate_hz: float = 17) -> Mono:
    """An electric bell whose clapper never rests, an event."""
    gate = np.abs(np.sin(np.pi * rate_hz * times_s(seconds))) ** 0.5
    tone = sine(np.full(samples(seconds), pitch_hz)) + 0.5 * sine(np.full(samples(seconds), pitch_hz * 2.76))
    return event(tone * gate * swell(seconds, 0.01, 0.3))
