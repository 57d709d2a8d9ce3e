"""The sound beds of the clips of both Americas, without speech."""

from __future__ import annotations

import numpy as np

from demo_pack import beasts, birds, insects, street, things, weather
from demo_pack.dsp import curve, noise
from demo_pack.percussion import bow_string, iron, pattern, shaker, skin, slap
from demo_pack.stage import Stereo, canvas, place, reverberant, scattered, wide
from demo_pack.strings import REST, Note, pitch_of, pluck, steel_pan, strum, tune
from demo_pack.winds import free_reed, organ_pipe, pan_pipe


def express_subway(rng: np.random.Generator, seconds: float) -> Stereo:
    """An old subway platform: wheels screaming in a curve, a falling door chime, steel columns shaking."""
    bed = canvas(seconds)
    run = street.train_run(rng, 6.5, 0.42) * curve(6.5, (0, 0.1), (0.3, 1.0), (0.7, 0.7), (1, 0.04))[:, None]
    place(bed, run, 0, -7)
    place(bed, street.brake_squeal(rng, 3.2), 2.2, -15, 0.3)
    place(bed, street.doors(rng), 5.4, -3)
    place(bed, street.chime((659.3, 523.3), 0.55, 1.2, 0.2), seconds - 4.2, -4)
    away = street.train_run(rng, 3.2, 0.5, 230) * curve(3.2, (0, 0), (1, 1))[:, None]
    place(bed, away, seconds - 3.0, -9)
    place(bed, wide(lambda: street.hall_air(rng, seconds)), 0, -15)
    place(bed, things.steps(rng, seconds, 0.45), 0, -11, -0.5)
    return reverberant(bed, rng, 1.9, -6, 4500)


_WALTZ: tuple[Note, ...] = (
    (7, 1), (12, 1), (16, 1), (14, 2), (11, 1), (12, 2), (9, 1), (7, 3), (5, 1), (9, 1), (14, 1), (12, 2), (9, 1),
    (11, 2), (7, 1), (12, 3),
)  # fmt: skip


def evening_plaza(rng: np.random.Generator, seconds: float) -> Stereo:
    """A plaza at dusk: a worn street organ in three-four time, a food cart's steam whistle, birds going to roost."""
    bed = canvas(seconds)
    organ = tune(_WALTZ, 392.0, 0.31, lambda pitch_hz, length_s: organ_pipe(rng, pitch_hz, length_s))
    low = tune(
        [(0, 1), (REST, 2), (7, 1), (REST, 2)] * 4,
        98.0,
        0.31,
        lambda pitch_hz, length_s: organ_pipe(rng, pitch_hz, length_s),
    )
    place(bed, organ, 0.4, -7, 0.5)
    place(bed, low, 0.4, -9, 0.5)
    place(bed, street.steam_whistle(rng, 3.2), seconds - 4.6, -5, -0.6)
    place(bed, birds.sparrows(rng, seconds, 0.22), 0, -19)
    place(bed, 0.14 * street.traffic(rng, seconds), 0, 0)
    return reverberant(bed, rng, 0.9, -9)


def sledge_dogs(rng: np.random.Generator, seconds: float) -> Stereo:
    """Chained sledge dogs above a frozen bay: howls, barks, boots on snow, ice under strain."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, 1.3, -0.2):
        howl = beasts.dog_howl(rng, float(rng.uniform(390, 620)))
        place(bed, howl, at_s, float(rng.uniform(-15, -3)), float(rng.uniform(-0.9, 0.9)))
    for at_s in scattered(rng, seconds, 1.6):
        place(
            bed,
            beasts.bark(rng, float(rng.uniform(300, 520))),
            at_s,
            float(rng.uniform(-16, -6)),
            float(rng.uniform(-0.9, 0.9)),
        )
    bed = reverberant(bed, rng, 1.2, -11)
    for at_s in (3.2, 9.6):
        place(bed, weather.ice_crack(rng), at_s, -10, float(rng.uniform(-0.6, 0.6)))
    place(bed, things.snow_steps(rng, seconds), 0, -22, -0.2)
    place(bed, wide(lambda: weather.wind(rng, seconds, 380, 0.6)), 0, -22)
    return bed


def loon_lake(rng: np.random.Generator, seconds: float) -> Stereo:
    """Night at a lake: a fire, small frogs, a diver's wail over the water and another that laughs back."""
    bed = canvas(seconds)
    place(bed, birds.loon(rng), 1.0, -5, -0.4)
    place(bed, birds.loon(rng, tremolo=True), 6.3, -9, 0.6)
    place(bed, birds.loon(rng), seconds - 4.0, -9, -0.6)
    bed = reverberant(bed, rng, 2.6, -4, 3000)
    place(bed, wide(lambda: weather.fire(rng, seconds), 0.5), 0, -17)
    for at_s in scattered(rng, seconds, 0.22):
        place(
            bed,
            insects.peeper(float(rng.uniform(2700, 3050))),
            at_s,
            float(rng.uniform(-30, -20)),
            float(rng.uniform(-1, 1)),
        )
    place(bed, wide(lambda: weather.lapping(rng, seconds)), 0, -25)
    return bed


_CALYPSO: tuple[Note, ...] = (
    (7, 1), (4, 0.5), (7, 0.5), (12, 1), (9, 1), (7, 0.5), (9, 0.5), (7, 0.5), (4, 0.5), (0, 2), (5, 1), (5, 0.5),
    (9, 0.5), (14, 1), (12, 1),
    (11, 0.5), (9, 0.5), (7, 0.5), (11, 0.5), (12, 2), (16, 0.5), (16, 0.5), (12, 0.5), (16, 0.5), (14, 1), (11, 1),
    (12, 0.5), (9, 0.5), (5, 0.5), (9, 0.5), (7, 0.5), (4, 0.5), (7, 1), (5, 0.5), (4, 0.5), (2, 0.5), (-1, 0.5),
    (0, 2),
)  # fmt: skip


def pan_yard(rng: np.random.Generator, seconds: float) -> Stereo:
    """A steel band at practice: lead, strummed chords, bass drums of oil, brake drums in the engine room."""
    beat_s = 0.44
    bars = int((seconds - 1.5) / (4 * beat_s))
    bed = canvas(seconds)
    place(bed, tune(_CALYPSO, 523.3, beat_s, lambda pitch_hz, _length_s: steel_pan(pitch_hz, 0.9)), 0.3, -3, 0.1)
    for bar_number in range(bars):
        root = (0, 0, 5, 7)[bar_number % 4] if bar_number < bars - 1 else 0
        for off_beat in (0.5, 1.5, 2.5, 3.5):
            at_s = 0.3 + (4 * bar_number + off_beat) * beat_s
            for semitones in (0, 4, 7):
                place(bed, steel_pan(pitch_of(261.6, root + semitones), 0.4), at_s, -15, -0.5)
        for step in (0.0, 1.5, 2.0, 3.0):
            place(bed, steel_pan(pitch_of(65.4, root), 0.6), 0.3 + (4 * bar_number + step) * beat_s, -5, 0.0)
    strokes = {
        "iron": (iron(900), -17.0, 0.7),
        "iron2": (iron(1250), -19.0, 0.5),
        "seeds": (shaker(rng), -16.0, -0.7),
        "conga": (skin(190, 0.3), -10.0, 0.3),
    }
    lines = {
        "iron": "X.xxX.xxX.xxX.xx",
        "iron2": "..X...X...X..xX.",
        "seeds": "xxXxxxXxxxXxxxXx",
        "conga": "X..x..X.X..x..xx",
    }
    place(bed, pattern(strokes, lines, beat_s / 4, bars), 0.3, 0)
    return reverberant(bed, rng, 0.6, -13)


def drumming_beach(rng: np.random.Generator, seconds: float) -> Stereo:
    """A city beach: surf, a musical bow, a bass drum and an iron bell from the promenade."""
    bed = 0.22 * weather.surf(rng, seconds, 5.0)
    step_s = 0.135
    strokes = {
        "surdo": (skin(74, 0.5, 0.45), -4.0, 0.2),
        "low": (bow_string(131, open_mouth=False), -4.0, -0.4),
        "high": (bow_string(147, open_mouth=True), -4.0, -0.4),
        "seeds": (shaker(rng, 0.08), -12.0, -0.3),
        "bell": (iron(820), -12.0, 0.5),
        "bell2": (iron(1180), -12.0, 0.5),
        "slap": (slap(rng), -9.0, 0.4),
    }
    lines = {
        "surdo": "....X.......X.x.",
        "low": "X.....x.X.......",
        "high": "...x.X.....x.X..",
        "seeds": "XxxXXxxXXxxXXxxX",
        "bell": "X.x...X...x.....",
        "bell2": "....x...x...X.x.",
        "slap": "..x..x.X..x..xX.",
    }
    place(bed, reverberant(pattern(strokes, lines, step_s, int(seconds / (16 * step_s)) + 1), rng, 0.7, -9), 0.2, 3)
    place(bed, birds.sparrows(rng, seconds, 0.9), 0, -24)
    return bed


_SIKU: tuple[Note, ...] = (
    (0, 1), (3, 0.5), (5, 0.5), (7, 1.5), (5, 0.5), (3, 1), (5, 0.5), (3, 0.5), (0, 2), (7, 1), (10, 0.5), (12, 0.5),
    (10, 1.5), (7, 0.5), (5, 1), (3, 1),
    (0, 1.5), (3, 0.5), (5, 1), (7, 0.5), (5, 0.5), (3, 1), (0, 1), (-2, 1), (0, 2.5),
)  # fmt: skip
_MINOR, _RELATIVE = (0, 3, 7, 12), (3, 7, 10, 15)


def highland_pipes(rng: np.random.Generator, seconds: float) -> Stereo:
    """A stony square high in the mountains: panpipes, a small strummed lute, a deep drum, thin wind."""
    beat_s = 0.46
    bed = canvas(seconds)
    place(bed, tune(_SIKU, 440.0, beat_s, lambda pitch_hz, length_s: pan_pipe(rng, pitch_hz, length_s)), 0.4, -6, -0.1)
    for beat in range(int((seconds - 1.2) / beat_s)):
        chord = _RELATIVE if (beat // 4) % 2 else _MINOR
        pitches_hz = [pitch_of(440.0, semitones) for semitones in chord]
        place(bed, strum(rng, pitches_hz, 0.5), 0.4 + beat * beat_s, -15, 0.5)
        place(bed, strum(rng, pitches_hz, 0.3, up=True), 0.4 + (beat + 0.66) * beat_s, -18, 0.5)
        if beat % 2 == 0:
            place(bed, skin(72, 0.5, 0.15), 0.4 + beat * beat_s, -8, -0.4)
    bed = reverberant(bed, rng, 1.1, -9)
    place(bed, wide(lambda: weather.wind(rng, seconds, 420, 0.7)), 0, -25)
    return bed


def flooded_forest(rng: np.random.Generator, seconds: float) -> Stereo:
    """Dawn in a rain forest: howling monkeys, hanging-nest birds, frogs, insects that never stop, drops from leaves."""
    bed = canvas(seconds)
    for at_s, pan in ((0.4, -0.5), (3.1, -0.3), (6.2, -0.5), (9.4, 0.1)):
        place(bed, beasts.howler_roar(rng), at_s, -3, pan)
    for at_s in scattered(rng, seconds, 2.4, 1.0):
        place(bed, birds.oropendola(rng), at_s, float(rng.uniform(-14, -5)), float(rng.uniform(-0.9, 0.9)))
    bed = reverberant(bed, rng, 1.4, -7, 3500)
    place(bed, wide(lambda: insects.trilling_insect(rng, seconds, 5900, 38)), 0, -30)
    place(bed, insects.trilling_insect(rng, seconds, 7300, 11), 0, -32, 0.6)
    for at_s in scattered(rng, seconds, 0.55):
        place(
            bed,
            insects.peeper(float(rng.uniform(1500, 1950))),
            at_s,
            float(rng.uniform(-20, -11)),
            float(rng.uniform(-1, 1)),
        )
    for at_s in scattered(rng, seconds, 0.6):
        place(
            bed,
            weather.bubble(float(rng.uniform(700, 1500)), 0.07),
            at_s,
            float(rng.uniform(-20, -10)),
            float(rng.uniform(-1, 1)),
        )
    return bed


_TANGO: tuple[Note, ...] = (
    (7, 0.5), (8, 0.5), (7, 1), (3, 0.5), (2, 0.5), (0, 1), (REST, 0.5), (0, 0.25), (2, 0.25), (3, 0.5), (5, 0.5),
    (7, 2), (8, 0.5), (7, 0.5), (5, 1),
    (2, 0.5), (-1, 0.5), (5, 1), (3, 0.5), (2, 0.5), (0, 1), (REST, 0.5), (12, 0.5), (11, 0.5), (12, 0.5), (8, 1),
    (7, 0.5), (5, 0.5),
    (3, 1), (2, 0.5), (-1, 0.5), (0, 0.5), (7, 0.5), (0, 1),
)  # fmt: skip


def tango_corner(rng: np.random.Generator, seconds: float) -> Stereo:
    """A street corner: a squeezebox in a minor key over plucked bass and marked chords, dancing shoes, cups."""
    beat_s = 0.48
    bed = canvas(seconds)
    place(bed, tune(_TANGO, 293.7, beat_s, free_reed), 0.4, -5, 0.15)
    for beat in range(int((seconds - 1.4) / beat_s)):
        root = (0, 0, 5, -5)[(beat // 4) % 4]
        at_s = 0.4 + beat * beat_s
        place(bed, pluck(rng, pitch_of(73.4, root if beat % 2 == 0 else root + 7), 0.5, 0.3, 1.2), at_s, -5, -0.2)
        for semitones in (12, 15, 19):
            place(bed, free_reed(pitch_of(146.8, root + semitones), 0.13), at_s, -17, -0.35)
    place(bed, things.steps(rng, seconds, beat_s * 1.0, 240), 0, -11, 0.6)
    place(bed, things.clatter(rng, seconds, 1.8), 0, -14)
    bed = reverberant(bed, rng, 0.8, -11)
    place(bed, wide(lambda: noise(rng, seconds, 80, 900, 0.8)), 0, -29)
    return bed
