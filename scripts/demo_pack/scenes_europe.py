"""The sound beds of the European clips, without speech."""

from __future__ import annotations

import numpy as np

from demo_pack import beasts, birds, street, things, weather
from demo_pack.dsp import modes, noise, samples
from demo_pack.stage import Stereo, canvas, echoed, place, reverberant, scattered, wide
from demo_pack.strings import REST, Note, church_bell, tune
from demo_pack.winds import alphorn, bagpipe


def market_hall(rng: np.random.Generator, seconds: float) -> Stereo:
    """An iron market hall: echo, steps, coins, crates, a cart on tiles."""
    bed = wide(lambda: street.hall_air(rng, seconds))
    bed *= 0.5
    place(bed, things.steps(rng, seconds, 0.5), 0, -8, -0.5)
    place(bed, things.steps(rng, seconds, 0.62, 160), 0, -12, 0.6)
    for at_s in scattered(rng, seconds, 3.4):
        place(bed, things.coins(rng), at_s, -6, float(rng.uniform(-0.5, 0.5)))
    for at_s in scattered(rng, seconds, 4.5):
        crate = noise(rng, 0.25, 90, 1500, 0.8) * np.exp(-np.arange(samples(0.25)) / samples(0.03))
        place(bed, crate, at_s, -4, float(rng.uniform(-0.8, 0.8)))
    place(bed, birds.sparrows(rng, seconds, 0.8), 0, -17)
    return reverberant(bed, rng, 2.2, -3, 5000)


def northern_tram(rng: np.random.Generator, seconds: float) -> Stereo:
    """Inside a tram that starts, runs and slows; its gong; two soft tones before the stop is called."""
    bed = 0.55 * street.train_run(rng, seconds, 1.1, 420)
    place(bed, street.chime((659.3, 523.3), 0.42), 0.6, 2)
    place(bed, street.tram_bell(), 7.6, 1, -0.3)
    place(bed, street.doors(rng), seconds - 2.2, 0, 0.5)
    return reverberant(bed, rng, 0.35, -12)


_CARILLON: tuple[Note, ...] = (
    (12, 1), (7, 1), (9, 1), (4, 1), (5, 1), (9, 1), (7, 2), (12, 1), (14, 1), (16, 1), (12, 1), (14, 1), (7, 1),
    (12, 3),
)  # fmt: skip


def canal_bicycles(rng: np.random.Generator, seconds: float) -> Stereo:
    """A quay: bicycle bells and chains, water at the stones, a tower playing its bells some streets away."""
    tower = tune(_CARILLON, 659.3, 0.62, lambda pitch_hz, _seconds: church_bell(pitch_hz, 2.6))
    bed = canvas(seconds)
    place(bed, tower, 0.4, -5, -0.3)
    bed = reverberant(bed, rng, 2.0, -4, 3500)
    place(bed, wide(lambda: weather.lapping(rng, seconds)), 0, -16)
    place(bed, wide(lambda: noise(rng, seconds, 60, 900, 0.8)), 0, -21)
    for at_s, pan, pitch_hz in ((0.5, -0.7, 2150.0), (3.6, 0.6, 2620.0), (8.3, -0.2, 2380.0), (10.9, 0.8, 1990.0)):
        place(bed, street.bicycle_bell(rng, pitch_hz), at_s, -1, pan)
    for at_s in scattered(rng, seconds, 3.5):
        tick = modes(0.02, [(3100, 0.012, 1.0), (5200, 0.01, 0.7)])
        for number in range(16):
            place(bed, tick, at_s + 0.06 * number, -18 - abs(number - 8), (number - 8) / 9)
    return bed


def deep_metro(rng: np.random.Generator, seconds: float) -> Stereo:
    """A deep metro: doors slam, a heavy old train howls away through the tunnel."""
    bed = canvas(seconds)
    place(bed, wide(lambda: street.hall_air(rng, seconds)), 0, -14)
    place(bed, street.doors(rng), 4.4, 2)
    place(bed, street.chime((392.0, 493.9, 587.3), 0.25, 0.9, 0.15), 0.3, -2)
    run = 0.6 * street.train_run(rng, seconds - 5.4, 0.55, 690)
    ramp = np.clip(np.linspace(0.1, 2.4, len(run)), 0, 1)[:, None]
    place(bed, run * ramp, 5.4, 0)
    return reverberant(bed, rng, 1.6, -8, 4000)


def wet_sheep_hill(rng: np.random.Generator, seconds: float) -> Stereo:
    """A green hill in drizzle: sheep, a lamb, a dog, wind in the hedge, a blackbird that does not mind."""
    bed = wide(lambda: weather.rain(rng, seconds, 160))
    bed *= 0.22
    place(bed, wide(lambda: weather.wind(rng, seconds, 260, 0.5)), 0, -13)
    for number, at_s in enumerate(scattered(rng, seconds, 1.7)):
        pitch_hz = 330.0 if number % 3 == 2 else float(rng.uniform(150, 215))
        place(bed, beasts.sheep(rng, pitch_hz), at_s, float(rng.uniform(-10, 0)), float(rng.uniform(-0.9, 0.9)))
    for number in range(3):
        place(bed, beasts.bark(rng), 6.2 + 0.45 * number, -9, 0.7)
    place(bed, birds.thrush_verse(rng), 2.0, -14, -0.6)
    place(bed, birds.thrush_verse(rng), 9.0, -14, -0.6)
    return reverberant(bed, rng, 0.5, -14)


_PIPE_TUNE: list[Note] = [
    (0, 1), (4, 0.5), (7, 0.5), (9, 1), (7, 1), (4, 0.75), (2, 0.25), (0, 0.5), (2, 0.5), (4, 1), (2, 1),
    (0, 1), (4, 0.5), (7, 0.5), (9, 0.75), (10, 0.25), (9, 0.5), (7, 0.5), (12, 0.75), (9, 0.25), (7, 0.5), (4, 0.5),
    (2, 1), (0, 2),
]  # fmt: skip


def pipes_in_rain(rng: np.random.Generator, seconds: float) -> Stereo:
    """A piper on wet cobbles between tall houses."""
    bed = canvas(seconds)
    place(bed, bagpipe(_PIPE_TUNE, 466.2, (seconds - 0.6) / sum(beats for _, beats in _PIPE_TUNE)), 0.3, -6)
    bed = reverberant(bed, rng, 1.3, -7, 5500)
    place(bed, wide(lambda: weather.rain(rng, seconds, 250)), 0, -23)
    place(bed, things.steps(rng, seconds), 0, -14, -0.6)
    return bed


_HORN_CALL: tuple[Note, ...] = (
    (0, 2),
    (7, 1),
    (12, 2),
    (16, 1),
    (12, 1),
    (7, 2),
    (REST, 1),
    (12, 1),
    (16, 1),
    (19, 2),
    (12, 1),
    (7, 1),
    (0, 3),
)


def alpine_pasture(rng: np.random.Generator, seconds: float) -> Stereo:
    """A high meadow: cattle bells near, a wooden horn far off and its echo from the other side, a brook."""
    call = echoed(tune(_HORN_CALL, 174.6, 0.62, alphorn), 0.85, -7, 2)
    bed = canvas(seconds)
    place(bed, call, 0.6, -20, 0.2)
    bed = reverberant(bed, rng, 2.4, -6, 2500)
    place(bed, beasts.herd_bells(rng, seconds, (420, 510)), 0, 0, -0.6)
    place(bed, beasts.herd_bells(rng, seconds, (615, 780)), 0, -4, 0.5)
    place(bed, wide(lambda: weather.stream(rng, seconds)), 0, -24)
    return bed
