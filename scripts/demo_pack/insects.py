"""Crickets, cicadas, flies and frogs."""

from __future__ import annotations

import numpy as np

from demo_pack.dsp import Mono, curve, event, noise, samples, sine, swell, texture, times_s, voiced, wander, whistling
from demo_pack.dsp import formants as resonances
from demo_pack.stage import Stereo, canvas, place, scattered


def cricket(rng: np.random.Generator, seconds: float, carrier_hz: float, chirps_per_s: float) -> Mono:
    """One field cricket, an event: chirps of three or four pulses of a pure high tone."""
    bed = canvas(seconds)
    pulse = sine(np.full(samples(0.02), carrier_hz)) * swell(0.02, 0.006, 0.012)
    at_s = float(rng.uniform(0, 1 / chirps_per_s))
    while at_s < seconds:
        for number in range(int(rng.integers(3, 5))):
            place(bed, pulse, at_s + 0.033 * number, 1.5 * number - 4)
        at_s += rng.normal(1 / chirps_per_s, 0.04 / chirps_per_s)
    return event(bed[:, 0])


def cricket_field(rng: np.random.Generator, seconds: float, carrier_hz: float = 4400, count: int = 6) -> Stereo:
    """Several crickets around the listener, near and far."""
    bed = canvas(seconds)
    for _ in range(count):
        pitch_hz = carrier_hz * float(rng.uniform(0.93, 1.07))
        chirper = cricket(rng, seconds, pitch_hz, float(rng.uniform(1.4, 2.6)))
        place(bed, chirper, 0, rng.uniform(-20, -2), rng.uniform(-0.9, 0.9))
    return bed


def trilling_insect(rng: np.random.Generator, seconds: float, carrier_hz: float, pulses_per_s: float) -> Mono:
    """A texture of a tropical katydid: a high tone cut into pulses that never stop."""
    t = times_s(seconds)
    rate = pulses_per_s * (1 + 0.03 * wander(rng, seconds, 0.5, -1, 1))
    gate = np.clip(np.sin(2 * np.pi * np.cumsum(rate) / (len(t) / seconds)), 0, 1) ** 0.7
    return texture(whistling(rng, np.full(len(t), carrier_hz), 120) * gate * wander(rng, seconds, 0.4, 0.6, 1.0))


def cicada_drone(rng: np.random.Generator, seconds: float, centre_hz: float = 5200) -> Mono:
    """A texture of many dry-country cicadas: buzzing noise that pulses and breathes."""
    t = times_s(seconds)
    buzz = noise(rng, seconds, centre_hz * 0.8, centre_hz * 1.3) * (0.6 + 0.4 * np.sin(2 * np.pi * 148 * t))
    return texture(buzz * wander(rng, seconds, 0.5, 0.45, 1.0))


def min_min_cicada(rng: np.random.Generator) -> Mono:
    """One verse of a large East Asian cicada, an event: 'meeen-min-min-min-meeeee', bright and nasal, 3.2 s."""
    seconds = 3.2
    t = times_s(seconds)
    beats = curve(
        seconds, (0, 0), (0.05, 1), (0.22, 1), (0.26, 0.25), (0.3, 1), (0.36, 0.25), (0.4, 1), (0.46, 0.25),
        (0.5, 1), (0.56, 0.25), (0.6, 1), (0.66, 0.3), (0.7, 0.9), (0.85, 0.5), (1, 0),
    )  # fmt: skip
    pitch = curve(seconds, (0, 4150), (0.7, 4200), (1, 3800))
    carrier = sine(pitch) + 0.5 * sine(pitch * 1.24) + 0.4 * whistling(rng, pitch * 0.9, 500)
    return event(carrier * (0.65 + 0.35 * np.sin(2 * np.pi * 95 * t)) * beats)


def flies(rng: np.random.Generator, seconds: float) -> Stereo:
    """A few flies that wander past, wings humming."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, 2.6):
        length_s = float(rng.uniform(0.7, 1.6))
        pitch = wander(rng, length_s, 5, 165, 215)
        hum = voiced(pitch, resonances((700, 500, 1), (2200, 900, 0.4)), 5000) * swell(length_s, 0.4, 0.5)
        place(bed, hum, at_s, rng.uniform(-8, 0), rng.uniform(-1, 1))
    return bed


def peeper(pitch_hz: float) -> Mono:
    """One call of a tiny frog, an event: a whistle that slides up."""
    return event(sine(curve(0.11, (0, pitch_hz), (1, pitch_hz * 1.13))) * swell(0.11, 0.03, 0.05))


def croak(rng: np.random.Generator, pitch_hz: float = 90, seconds: float = 0.45) -> Mono:
    """One deep frog, an event: pulses through a swollen throat."""
    t = times_s(seconds)
    source = voiced(
        wander(rng, seconds, 8, pitch_hz * 0.95, pitch_hz * 1.05), resonances((420, 110, 1), (1250, 200, 0.5))
    )
    return event(source * (0.5 + 0.5 * np.sin(2 * np.pi * 27 * t)) * swell(seconds, 0.05, 0.12))


def gecko(rng: np.random.Generator) -> Mono:
    """A large gecko, an event: a rattle and then 'to-keh' several times, slower and lower, 3.6 s."""
    bed = canvas(3.6)
    for number in range(5):
        at_s = 0.5 + 0.6 * number
        drop = 1 - 0.03 * number
        first = voiced(curve(0.1, (0, 520 * drop), (1, 700 * drop)), resonances((1100, 250, 1), (2600, 400, 0.4)))
        second = voiced(curve(0.2, (0, 560 * drop), (1, 380 * drop)), resonances((800, 200, 1), (2300, 400, 0.3)))
        place(bed, first * swell(0.1, 0.02, 0.04), at_s, -4 - 1.5 * number)
        place(bed, second * swell(0.2, 0.02, 0.1), at_s + 0.15, -1.5 * number)
    for number in range(8):
        tick = noise(rng, 0.02, 700, 2500) * swell(0.02, 0.002, 0.015)
        place(bed, event(tick), 0.05 * number, -12)
    return event(bed[:, 0])
