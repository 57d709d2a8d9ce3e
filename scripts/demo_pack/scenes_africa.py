"""The sound beds of the African clips, without speech."""

from __future__ import annotations

import numpy as np

from demo_pack import birds, street, things, weather
from demo_pack.percussion import iron, pattern, skin, slap
from demo_pack.stage import Stereo, canvas, place, reverberant, scattered, wide
from demo_pack.strings import harp, pitch_of


def honking_square(rng: np.random.Generator, seconds: float) -> Stereo:
    """A square without a gap in the traffic: horns of every pitch, a gas-bottle man beating his bottles."""
    bed = 0.2 * street.traffic(rng, seconds)
    place(bed, street.horns(rng, seconds, 0.6, (330, 370, 415, 466, 554)), 0, -1)
    place(bed, street.horns(rng, seconds, 1.1, (247, 294)), 0, -6)
    for at_s in (1.0, 4.4, 8.2, 11.0):
        for number in range(5):
            place(bed, iron(540), at_s + 0.17 * number, -9 - (0 if number % 2 else 3), 0.6)
    return reverberant(bed, rng, 0.7, -9)


def warm_lagoon(rng: np.random.Generator, seconds: float) -> Stereo:
    """A tropical shore: gentle waves, dhow timber, crows, palm leaves."""
    bed = 0.3 * weather.surf(rng, seconds, 4.2)
    place(bed, wide(lambda: weather.wind(rng, seconds, 900, 0.6)), 0, -25)
    place(bed, things.creaks(rng, seconds), 0, -13)
    for at_s in scattered(rng, seconds, 3.4, 1.0):
        place(bed, birds.crow(rng), at_s, -16, float(rng.uniform(-0.9, 0.9)))
    place(bed, birds.sparrows(rng, seconds, 0.9), 0, -22)
    return bed


def penguin_beach(rng: np.random.Generator, seconds: float) -> Stereo:
    """Braying penguins between granite boulders, cold surf, gulls."""
    bed = 0.26 * weather.surf(rng, seconds, 5.5)
    place(bed, wide(lambda: weather.wind(rng, seconds, 320, 0.5)), 0, -19)
    for at_s in scattered(rng, seconds, 1.7, -0.2):
        pitch_hz = float(rng.uniform(225, 330))
        place(bed, birds.penguin_bray(rng, pitch_hz), at_s, float(rng.uniform(-13, -1)), float(rng.uniform(-0.9, 0.9)))
    place(bed, birds.gull(rng), 6.0, -16, 0.7)
    return reverberant(bed, rng, 0.5, -12)


def coffee_ceremony(rng: np.random.Generator, seconds: float) -> Stereo:
    """Coffee made at home: beans shaken over coals, pounded, poured from high up into small cups."""
    bed = canvas(seconds)
    place(bed, things.roasting(rng, 5.0), 0, -17, -0.4)
    place(bed, things.pounding(rng, 5.0), 4.6, -4, 0.3)
    place(bed, things.pouring(rng, 2.6), seconds - 4.6, -6, 0.0)
    place(bed, things.clatter(rng, seconds, 1.5), 0, -10)
    place(bed, wide(lambda: weather.fire(rng, seconds, 8)), 0, -19)
    bed = reverberant(bed, rng, 0.4, -9)
    place(bed, birds.sparrows(rng, seconds, 0.6), 0, -24)
    return bed


_BASS = (0, None, 7, None, 5, None, 7, 12)
_TREBLE = (12, 16, 19, 16, 24, 19, 21, 16, 17, 21, 24, 21, 19, 16, 14, 16)


def harp_lute_yard(rng: np.random.Generator, seconds: float) -> Stereo:
    """A courtyard: a calabash harp-lute with a rolling bass, its descending runs, a calabash beaten, doves."""
    bed, step_s = canvas(seconds), 0.17
    play = harp(rng, 1.9, 0.55)
    run = (28, 26, 24, 21, 19, 17, 16, 14, 12)
    for step in range(int((seconds - 1.6) / step_s)):
        at_s = 0.3 + step * step_s + float(rng.uniform(-0.008, 0.008))
        bass = _BASS[(step // 2) % 8] if step % 2 == 0 else None
        if bass is not None:
            place(bed, play(pitch_of(174.6, bass), step_s), at_s, -4, -0.35)
        in_run = step % 32 >= 32 - len(run)
        if in_run:
            place(bed, play(pitch_of(174.6, run[step % 32 - 32 + len(run)]), step_s), at_s, -5, 0.35)
        elif rng.random() < 0.62:
            place(bed, play(pitch_of(174.6, _TREBLE[step % 16]), step_s), at_s, -8, 0.35)
    strokes = {"low": (skin(85, 0.4), -7.0, 0.0), "high": (slap(rng, 610), -14.0, 0.2)}
    beat = pattern(strokes, {"low": "X.....x.", "high": "...x.x.x"}, step_s, int((seconds - 3.0) / (8 * step_s)))
    place(bed, beat, 0.3 + 16 * step_s, -3)
    bed = reverberant(bed, rng, 0.5, -13)
    place(bed, birds.pigeons(rng, seconds), 0, -24)
    return bed
