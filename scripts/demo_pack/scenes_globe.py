"""Places to talk in, for the questions in six languages."""

from __future__ import annotations

import numpy as np

from demo_pack.birds import gull, sparrows
from demo_pack.dsp import modes, noise, texture
from demo_pack.stage import Stereo, canvas, level, place, reverberant, scattered, wide
from demo_pack.street import bicycle_bell, chime, hall_air, horns, ship_horn, traffic, train_run
from demo_pack.things import clatter, roasting, steps
from demo_pack.weather import rain, roof_rain, surf


def station(rng: np.random.Generator, seconds: float) -> Stereo:
    """A railway station: a chime, a train that rolls in, steps."""
    bed = 0.25 * wide(lambda: hall_air(rng, seconds)) + 0.12 * level(train_run(rng, seconds, 0.8, 180))
    place(bed, chime((523, 659, 784), 0.35, 1.2), 0.2, -8)
    place(bed, steps(rng, seconds), 0, -17, -0.6)
    return reverberant(bed, rng, 1.6, -8)


def quiet_room(rng: np.random.Generator, seconds: float) -> Stereo:
    """A room with ventilation, a clock, somebody walking past outside."""
    bed = 0.2 * wide(lambda: hall_air(rng, seconds))
    for at_s in np.arange(0.3, seconds - 0.2, 0.5):
        place(bed, modes(0.03, [(2600, 0.02, 1.0), (4100, 0.01, 0.5)]), float(at_s), -30, 0.5)
    place(bed, steps(rng, seconds * 0.4), 0, -24, -0.7)
    return reverberant(bed, rng, 0.4, -12)


def class_room(rng: np.random.Generator, seconds: float) -> Stereo:
    """A bell in a corridor, chairs, birds outside the window."""
    bed = 0.12 * wide(lambda: hall_air(rng, seconds)) + 0.03 * level(sparrows(rng, seconds))
    for at_s in scattered(rng, seconds, 1.8):
        place(bed, texture(noise(rng, 0.25, 150, 900)), at_s, rng.uniform(-38, -30), rng.uniform(-0.8, 0.8))
    return reverberant(bed, rng, 0.7, -9)


def harbour(rng: np.random.Generator, seconds: float) -> Stereo:
    """Water, gulls, a ship's horn."""
    bed = 0.3 * level(surf(rng, seconds, 4.0))
    for at_s in scattered(rng, seconds, 3.0):
        place(bed, gull(rng), at_s, rng.uniform(-14, -8), rng.uniform(-0.9, 0.9))
    place(bed, ship_horn(rng, 2.5), 0.1, -8, -0.4)
    return bed


def market(rng: np.random.Generator, seconds: float) -> Stereo:
    """An open market by a road: traffic, a bicycle bell, crates."""
    bed = 0.2 * level(traffic(rng, seconds)) + 0.08 * level(clatter(rng, seconds, 1.2))
    place(bed, bicycle_bell(rng), 0.4 * seconds, -12, 0.6)
    return bed


def food_centre(rng: np.random.Generator, seconds: float) -> Stereo:
    """Many tables, plates, something frying."""
    frying = noise(rng, seconds, 2500, 10000)
    bed = 0.15 * level(clatter(rng, seconds, 0.5)) + 0.05 * np.stack([frying, frying], axis=1)
    bed += 0.04 * wide(lambda: roasting(rng, seconds))
    return reverberant(bed, rng, 0.9, -10)


def busy_street(rng: np.random.Generator, seconds: float) -> Stereo:
    """A jam: engines and horns on all sides."""
    return 0.2 * level(traffic(rng, seconds)) + 0.12 * level(horns(rng, seconds, 1.2, (420, 510, 360)))


def wet_street(rng: np.random.Generator, seconds: float) -> Stereo:
    """Heavy rain and cars on a wet road."""
    return 0.25 * wide(lambda: rain(rng, seconds, 600)) + 0.12 * level(traffic(rng, seconds))


def tin_roof(rng: np.random.Generator, seconds: float) -> Stereo:
    """Rain on a roof, from below it."""
    return 0.3 * wide(lambda: roof_rain(rng, seconds, 300)) + 0.05 * wide(lambda: hall_air(rng, seconds))


def train_inside(rng: np.random.Generator, seconds: float) -> Stereo:
    """Riding in a train."""
    bed = canvas(seconds)
    bed += 0.3 * level(train_run(rng, seconds, 0.8, 260))
    place(bed, chime((784, 659), 0.4, 1.0), 0.3, -10)
    return bed
