"""The sound beds of the clips of Oceania and Antarctica, without speech."""

from __future__ import annotations

import numpy as np

from demo_pack import birds, insects, things, weather
from demo_pack.dsp import noise
from demo_pack.percussion import clap_sticks
from demo_pack.stage import Stereo, canvas, place, reverberant, scattered, wide
from demo_pack.winds import didgeridoo


def mud_pools(rng: np.random.Generator, seconds: float) -> Stereo:
    """Boiling mud and steam among tree ferns, a two-voiced forest bird."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, 0.16):
        place(bed, weather.mud_plop(rng), at_s, float(rng.uniform(-15, -2)), float(rng.uniform(-0.8, 0.8)))
    place(bed, wide(lambda: weather.steam(rng, seconds)), 0, -26)
    for at_s, pan in ((0.6, 0.6), (5.4, 0.6), (10.2, -0.5)):
        place(bed, birds.bell_bird(rng), at_s, -6, pan)
    return reverberant(bed, rng, 0.6, -12)


def red_desert(rng: np.random.Generator, seconds: float) -> Stereo:
    """Dry country: a hollow-log drone, two sticks, flies."""
    beat_s = 0.56
    bed = canvas(seconds)
    place(bed, didgeridoo(rng, seconds - 0.4, 69.3, beat_s), 0.2, -3)
    at_s = 0.2 + 4 * beat_s
    while at_s < seconds - 0.8:
        place(bed, clap_sticks(), at_s, -5, 0.5)
        at_s += beat_s
    bed = reverberant(bed, rng, 0.35, -15)
    place(bed, insects.flies(rng, seconds), 0, -17)
    place(bed, wide(lambda: noise(rng, seconds, 100, 1500, 0.6)), 0, -36)
    return bed


def laughing_gums(rng: np.random.Generator, seconds: float) -> Stereo:
    """Gum trees at first light: kookaburras laughing in turn, a caroling magpie, cicadas warming up."""
    bed = canvas(seconds)
    place(bed, birds.kookaburra(rng, 5.2), 0.4, 0, -0.4)
    place(bed, birds.kookaburra(rng, 4.6), 4.1, -4, 0.6)
    place(bed, birds.kookaburra(rng, 4.8), seconds - 5.4, -1, 0.1)
    for at_s in scattered(rng, seconds, 2.6, 1.0):
        notes = []
        for _ in range(4):
            start_hz = float(rng.uniform(900, 1700))
            notes.append((start_hz, start_hz * float(rng.uniform(0.8, 1.35)), 0.2, 0.03))
        place(bed, birds.song(notes), at_s, -14, float(rng.uniform(-0.9, 0.9)))
    bed = reverberant(bed, rng, 0.9, -10)
    place(bed, wide(lambda: insects.cicada_drone(rng, seconds, 4600)), 0, -30)
    return bed


def polar_station(rng: np.random.Generator, seconds: float) -> Stereo:
    """A hut at the ice: a gale that howls at the eaves, a rope against the mast, penguins complaining below."""
    bed = canvas(seconds)
    place(bed, wide(lambda: weather.wind(rng, seconds, 420, 0.75)), 0, -9)
    place(bed, wide(lambda: weather.howl(rng, seconds), 0.4), 0, -17)
    place(bed, things.halyard(rng, seconds), 0, -10, 0.6)
    for at_s in scattered(rng, seconds, 2.3, 0.5):
        place(
            bed,
            birds.penguin_bray(rng, float(rng.uniform(330, 430))),
            at_s,
            float(rng.uniform(-14, -7)),
            float(rng.uniform(-0.9, 0.3)),
        )
    for at_s in (5.1, 11.3):
        place(bed, weather.ice_crack(rng), at_s, -8, -0.5)
    return bed
