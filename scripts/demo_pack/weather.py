"""Water, wind, rain, thunder, fire and ice."""

from __future__ import annotations

import numpy as np

from demo_pack.dsp import (
    Mono,
    band,
    convolved,
    curve,
    event,
    filtered,
    formants,
    impulses,
    modes,
    noise,
    samples,
    sine,
    texture,
    times_s,
    wander,
    whistling,
)
from demo_pack.stage import Stereo, canvas, place, wide


def surf(rng: np.random.Generator, seconds: float, period_s: float = 5.0) -> Stereo:
    """Waves that rise as a rumble, break, and draw back hissing. RMS about 1."""
    bed = 0.12 * wide(lambda: noise(rng, seconds, 80, 2500, 0.6))
    at_s = -0.6 * period_s
    while at_s < seconds:
        size, pan = rng.uniform(0.6, 1.1), rng.uniform(-0.5, 0.5)
        rumble = noise(rng, 6.0, 50, 500, 0.4) * curve(6.0, (0, 0), (0.32, 1), (0.5, 0.35), (1, 0))
        hiss = noise(rng, 6.0, 900, 9000, 0.5) * curve(6.0, (0, 0), (0.22, 0.08), (0.37, 1), (0.55, 0.45), (1, 0))
        wave = size * (rumble + 0.9 * hiss)
        skip = samples(max(-at_s, 0))
        place(bed, wave[skip:], max(at_s, 0), pan=pan)
        at_s += period_s * rng.uniform(0.75, 1.25)
    return bed


def rain(rng: np.random.Generator, seconds: float, drops_per_s: float = 400) -> Mono:
    """A texture of rain in the open: a hiss with single drops in it."""
    total = noise(rng, seconds, 1500, 13000, 0.5)
    for low_hz in np.geomspace(700, 5000, 8):
        drop = noise(rng, 0.008, low_hz, low_hz * 2.5) * np.exp(-times_s(0.008) / 0.0015)
        total += 0.9 * convolved(impulses(rng, seconds, drops_per_s / 8, 1.1), drop)
    return texture(total)


def roof_rain(rng: np.random.Generator, seconds: float, drops_per_s: float = 250) -> Mono:
    """A texture of rain on sheet iron: every drop rings the roof."""
    total = 0.5 * noise(rng, seconds, 300, 6000, 0.8)
    for frequency_hz in np.geomspace(330, 2600, 12) * rng.uniform(0.94, 1.06, 12):
        splash = noise(rng, 0.05, 600, 6000) * np.exp(-times_s(0.05) / 0.003)
        ring = 0.8 * modes(0.05, [(frequency_hz, 0.03, 1.0), (frequency_hz * 1.63, 0.02, 0.6)]) + 0.25 * splash
        total += convolved(impulses(rng, seconds, drops_per_s / 12, 1.0), ring)
    return texture(total)


def wind(rng: np.random.Generator, seconds: float, centre_hz: float = 350, gust: float = 0.8) -> Mono:
    """A texture of wind whose pitch rises as it blows harder; `gust` 0 is steady, 1 dies between gusts."""
    force = wander(rng, seconds, 0.45, 1 - gust, 1.0) * wander(rng, seconds, 2.2, 0.7, 1.0)
    total = 0.5 * noise(rng, seconds, 40, 250, 0.8) * force
    for share in np.geomspace(0.4, 3.0, 6):
        centre = centre_hz * share
        weight = np.exp(-(((np.log2(share) - 1.6 * (force - 0.6)) / 0.9) ** 2))
        total += noise(rng, seconds, centre * 0.7, centre * 1.4) * weight * force
    return texture(total)


def howl(rng: np.random.Generator, seconds: float, low_hz: float = 350, high_hz: float = 900) -> Mono:
    """A texture of wind whistling at an edge: a narrow band that glides up and down."""
    pitch = wander(rng, seconds, 0.7, low_hz, high_hz)
    strength = np.clip(wander(rng, seconds, 0.6, -0.4, 1.0), 0, 1)
    return texture(whistling(rng, pitch, 40) * strength + 0.5 * whistling(rng, pitch * 1.52, 70) * strength**2)


def thunder(rng: np.random.Generator, seconds: float = 6.0) -> Mono:
    """One roll of thunder, an event: a crack and rolling low noise."""
    roll = noise(rng, seconds, 25, 180, 0.6) * wander(rng, seconds, 4, 0.2, 1.0)
    roll *= curve(seconds, (0, 0), (0.03, 1), (0.25, 0.6), (1, 0))
    crack = noise(rng, seconds, 120, 2500, 0.9) * curve(seconds, (0, 0), (0.01, 1), (0.08, 0.2), (0.3, 0.04), (1, 0))
    return event(roll + 0.6 * crack)


def stream(rng: np.random.Generator, seconds: float, bubbles_per_s: float = 45) -> Mono:
    """A texture of running water: a soft hiss and many small rising bubbles."""
    total = 0.35 * noise(rng, seconds, 300, 5000, 0.7)
    bed = canvas(seconds)
    for at_s in rng.uniform(0, seconds, int(bubbles_per_s * seconds)):
        place(bed, bubble(rng.uniform(500, 2600), 0.05), float(at_s), rng.uniform(-16, 0))
    return texture(total / 2 + 1.4 * bed[:, 0])


def bubble(start_hz: float, seconds: float, rise: float = 1.5) -> Mono:
    """One bubble, an event: a sine that rises as it dies."""
    t = times_s(seconds)
    return event(
        sine(curve(seconds, (0, start_hz), (1, start_hz * rise))) * np.exp(-5 * t / seconds) * (1 - t / seconds)
    )


def mud_plop(rng: np.random.Generator) -> Mono:
    """One bubble of hot mud bursting, an event: a low, wet double plop."""
    seconds = float(rng.uniform(0.16, 0.3))
    plop = bubble(float(rng.uniform(110, 260)), seconds, 2.4)
    splat = noise(rng, seconds, 300, 1800, 0.8) * np.exp(-times_s(seconds) / 0.02)
    return event(plop + 0.12 * splat)


def steam(rng: np.random.Generator, seconds: float) -> Mono:
    """A texture of steam leaving the ground under pressure."""
    return texture(noise(rng, seconds, 1500, 9000, 0.3) * wander(rng, seconds, 3, 0.5, 1.0))


def lapping(rng: np.random.Generator, seconds: float) -> Mono:
    """A texture of small waves against a hull or a stone."""
    slap = np.clip(wander(rng, seconds, 2.4, -0.5, 1.0), 0, 1) ** 1.5
    gurgle = filtered(rng.standard_normal(samples(seconds)), formants((420, 60, 1), (900, 120, 0.6), (1700, 250, 0.3)))
    return texture(texture(gurgle) * slap + 0.15 * noise(rng, seconds, 150, 3000, 0.8))


def fire(rng: np.random.Generator, seconds: float, cracks_per_s: float = 14) -> Mono:
    """A texture of burning wood: soft breath and dry cracks."""
    breath = noise(rng, seconds, 60, 700, 0.9) * wander(rng, seconds, 6, 0.5, 1.0)
    crack = noise(rng, 0.03, 900, 8000, 0.5) * np.exp(-times_s(0.03) / 0.004)
    cracks = convolved(impulses(rng, seconds, cracks_per_s, 1.1), crack)
    fine = convolved(impulses(rng, seconds, cracks_per_s * 8, 0.8), crack[: samples(0.006)])
    return texture(texture(breath) * 0.5 + 0.35 * cracks + 0.12 * fine)


def ice_crack(rng: np.random.Generator) -> Mono:
    """Lake or sea ice under strain, an event: a pew that falls fast, as high waves run ahead in a plate."""
    seconds = 0.9
    t = times_s(seconds)
    pew = sine(260 + 2600 * np.exp(-t / 0.07)) * np.exp(-t / 0.16)
    snap = noise(rng, seconds, 400, 6000) * np.exp(-t / 0.01)
    return event(filtered(pew + 0.3 * snap, band(150, 6000)))
