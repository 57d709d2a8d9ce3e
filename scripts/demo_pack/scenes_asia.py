"""The sound beds of the Asian clips, without speech."""

from __future__ import annotations

import numpy as np

from demo_pack import birds, insects, street, things, weather
from demo_pack.beasts import hooves
from demo_pack.dsp import curve, modes, noise, sine, swell
from demo_pack.percussion import skin
from demo_pack.stage import Stereo, canvas, place, reverberant, scattered, wide
from demo_pack.strings import REST, Note, bar, bent_pluck, fiddle, gong, pitch_of, singing_bowl, tune
from demo_pack.winds import long_trumpet, overtone_singing


def ferry_quay(rng: np.random.Generator, seconds: float) -> Stereo:
    """A ferry about to leave: engine, horn, gulls, water, sugar stirred in small glasses."""
    bed = canvas(seconds)
    place(bed, wide(lambda: street.diesel(rng, seconds), 0.3), 0, -13)
    place(bed, wide(lambda: weather.lapping(rng, seconds)), 0, -18)
    place(bed, street.ship_horn(rng, 3.2, 118), 0.5, -1, 0.3)
    for at_s in scattered(rng, seconds, 2.6, 1.5):
        place(bed, birds.gull(rng), at_s, float(rng.uniform(-15, -7)), float(rng.uniform(-0.9, 0.9)))
    bed = reverberant(bed, rng, 1.4, -10, 3500)
    place(bed, things.stirring(rng), 4.0, -11, -0.5)
    place(bed, things.stirring(rng, 7), 9.2, -11, -0.4)
    return bed


_KOTO: tuple[Note, ...] = (
    (0, 1), (1, 1), (5, 2), (7, 1), (8, 1), (12, 2), (8, 0.5), (7, 0.5), (5, 1), (1, 2), (0, 1), (7, 1), (12, 1),
    (13, 1), (12, 3),
)  # fmt: skip


def temple_garden(rng: np.random.Generator, seconds: float) -> Stereo:
    """Late summer in a temple garden: cicadas, water into a stone basin, a long zither, the great bell."""
    bed = canvas(seconds)
    place(bed, gong(rng, 110, 8.0), 0.5, -4, -0.4)
    zither = tune(
        _KOTO, 293.7, 0.62, lambda pitch_hz, _s: bent_pluck(rng, pitch_hz, 1.9, float(rng.choice([0, 0, 0.6, 1.0])))
    )
    place(bed, zither, 1.4, -6, 0.2)
    bed = reverberant(bed, rng, 1.3, -9)
    place(bed, wide(lambda: weather.stream(rng, seconds, 30)), 0, -27)
    place(bed, wide(lambda: insects.cicada_drone(rng, seconds, 6200)), 0, -31)
    for at_s, pan in ((0.1, 0.7), (3.9, -0.7), (7.6, 0.5), (10.9, -0.5)):
        place(bed, insects.min_min_cicada(rng), at_s, -13, pan)
    return bed


def subway_arrival(rng: np.random.Generator, seconds: float) -> Stereo:
    """A platform with glass doors: a bright jingle, a train that rolls in, ticket gates."""
    bed = canvas(seconds)
    place(bed, wide(lambda: street.hall_air(rng, seconds)), 0, -15)
    jingle = street.chime((784.0, 1046.5, 1318.5, 1568.0, 1318.5, 1568.0, 2093.0), 0.21, 0.8)
    place(bed, jingle, 0.4, -2)
    run = street.train_run(rng, 6.0, 0.0, 900) * curve(6.0, (0, 0.05), (0.5, 1.0), (0.8, 0.6), (1, 0.02))[:, None]
    place(bed, run, 3.0, -9)
    place(bed, street.brake_squeal(rng, 1.8), 6.9, -20)
    place(bed, street.door_beeps(1480, 5, 0.3), seconds - 2.9, -14, 0.4)
    for at_s in scattered(rng, seconds, 1.6):
        place(bed, street.door_beeps(2350, 1, 0.16), at_s, -16, 0.8)
    return reverberant(bed, rng, 1.5, -6, 5000)


def tea_house(rng: np.random.Generator, seconds: float) -> Stereo:
    """A tea garden: game tiles, lids on cups, caged birds, the ping of the ear cleaner's tuning fork."""
    bed = canvas(seconds)
    place(bed, things.tiles(rng, seconds), 0, -5, 0.2)
    place(bed, things.clatter(rng, seconds, 1.1), 0, -9)
    place(bed, birds.sparrows(rng, seconds, 0.5), 0, -17)
    for at_s in (2.8, 7.4, 11.2):
        place(bed, modes(2.5, [(1320, 2.4, 1.0), (1327, 2.2, 0.6), (8250, 0.3, 0.2)]), at_s, -10, -0.7)
    place(bed, things.pouring(rng, 2.2), 5.0, -14, 0.5)
    return reverberant(bed, rng, 0.6, -10)


def motorbike_street(rng: np.random.Generator, seconds: float) -> Stereo:
    """Hundreds of small motorbikes, their beeping, a cock in a back yard."""
    bed = 0.14 * street.traffic(rng, seconds)
    for at_s in scattered(rng, seconds, 0.75, -0.5):
        place(
            bed,
            street.scooter(rng, float(rng.uniform(2.2, 3.4)), float(rng.uniform(62, 110))),
            at_s,
            float(rng.uniform(-8, 0)),
        )
    place(bed, street.horns(rng, seconds, 0.75, (523, 587, 622, 698)), 0, 0)
    place(bed, birds.rooster(rng), 8.8, -3, 0.8)
    return reverberant(bed, rng, 0.6, -11)


def railway_hall(rng: np.random.Generator, seconds: float) -> Stereo:
    """A vast railway station: three notes from the loudspeakers, an engine's horn, crows in the girders."""
    bed = canvas(seconds)
    place(bed, wide(lambda: street.hall_air(rng, seconds)), 0, -11)
    place(bed, street.chime((523.3, 659.3, 784.0), 0.5, 1.5, 0.4), 0.4, 0)
    place(bed, street.train_whistle(), 9.4, -9, -0.7)
    place(bed, street.diesel(rng, seconds, 13), 0, -15, -0.6)
    for at_s in scattered(rng, seconds, 3.2, 2.5):
        place(bed, birds.crow(rng), at_s, -14, float(rng.uniform(-0.9, 0.9)))
    return reverberant(bed, rng, 2.4, -4, 4000)


def copper_bazaar(rng: np.random.Generator, seconds: float) -> Stereo:
    """A vaulted bazaar where copper is beaten."""
    bed = canvas(seconds)
    place(bed, things.coppersmiths(rng, seconds), 0, 0)
    place(bed, things.steps(rng, seconds), 0, -16, -0.3)
    place(bed, birds.pigeons(rng, seconds), 0, -20)
    place(bed, things.stirring(rng, 6), 6.4, -14, 0.6)
    return reverberant(bed, rng, 1.7, -9, 4500)


_KOTEKAN = (0, 1, 3, 1, 0, 3, 7, 3, 8, 7, 3, 7, 8, 3, 1, 3)


def metallophone_gathering(rng: np.random.Generator, seconds: float) -> Stereo:
    """Bronze keys tuned in shimmering pairs, two parts interlocked, a great gong at the turn; night insects around."""
    bed, step_s = canvas(seconds), 0.15
    for step in range(int((seconds - 2.0) / step_s)):
        at_s = 0.3 + step * step_s
        semitones = _KOTEKAN[step % len(_KOTEKAN)]
        upper = bar(pitch_of(554.4, semitones), 0.7, 7.0)
        place(bed, upper, at_s, -9 + rng.uniform(-1, 1), -0.6 if step % 2 else 0.6)
        if step % 4 == 0:
            place(bed, bar(pitch_of(277.2, _KOTEKAN[(step // 2) % 16]), 1.8, 6.0), at_s, -6, 0.2)
        if step % 8 == 4:
            place(bed, modes(0.3, [(620, 0.25, 1.0), (1530, 0.1, 0.5)]), at_s, -14, -0.2)
        if step % 32 == 0:
            place(bed, gong(rng, 66, 5.0), at_s, 0)
        if step % 2 == 0:
            place(bed, skin(150 if step % 16 < 10 else 210, 0.3), at_s, -12, 0.1)
    bed = reverberant(bed, rng, 1.0, -11)
    place(bed, insects.cricket_field(rng, seconds, 5200, 4), 0, -27)
    place(bed, insects.gecko(rng), max(seconds - 4.2, 0), -15, 0.8)
    return bed


def prayer_square(rng: np.random.Generator, seconds: float) -> Stereo:
    """A round square under flags: bowls struck, small bells, pigeons rising, a long trumpet far away."""
    bed = canvas(seconds)
    for at_s, pitch_hz, pan in ((0.3, 196.0, 0.0), (4.6, 294.0, -0.5), (7.2, 262.0, 0.5), (10.4, 196.0, 0.0)):
        place(bed, singing_bowl(pitch_hz, 6.5), at_s, -2, pan)
    place(bed, long_trumpet(58.0, 5.0), 5.5, -19, 0.4)
    for at_s in scattered(rng, seconds, 1.9):
        pitch_hz = float(rng.uniform(2300, 3100))
        place(
            bed,
            modes(0.9, [(pitch_hz, 0.8, 1.0), (pitch_hz * 2.4, 0.4, 0.4)]),
            at_s,
            -18,
            float(rng.uniform(-0.9, 0.9)),
        )
    bed = reverberant(bed, rng, 1.6, -9)
    place(bed, birds.pigeons(rng, seconds), 0, -13)
    place(bed, wide(lambda: things.flags(rng, seconds)), 0, -32)
    return bed


_STEPPE_OVERTONES = [
    (8, 1.2),
    (9, 0.5),
    (10, 0.8),
    (12, 1.4),
    (10, 0.5),
    (9, 0.5),
    (8, 0.9),
    (6, 0.9),
    (8, 0.5),
    (9, 0.5),
    (12, 1.0),
    (10, 0.6),
    (9, 0.6),
    (8, 1.9),
]
_STEPPE_FIDDLE: tuple[Note, ...] = (
    (0, 1.5), (3, 0.5), (5, 1), (7, 2), (10, 1), (7, 1), (5, 1), (3, 1), (0, 2), (REST, 0.5), (7, 1), (10, 0.5),
    (12, 2), (10, 1), (7, 1), (5, 0.5), (3, 0.5), (0, 3),
)  # fmt: skip


def steppe_singer(rng: np.random.Generator, seconds: float) -> Stereo:
    """Open grassland: one man sings two notes, a two-stringed fiddle, a horse, wind."""
    bed = canvas(seconds)
    place(bed, overtone_singing(rng, _STEPPE_OVERTONES, 146.8), 0.8, -3, -0.1)
    place(bed, tune(_STEPPE_FIDDLE, 146.8, 0.56, fiddle), 0.8, -12, 0.3)
    bed = reverberant(bed, rng, 0.7, -14)
    place(bed, wide(lambda: weather.wind(rng, seconds, 300, 0.7)), 0, -24)
    away = hooves(rng, seconds, 5.0) * curve(seconds, (0, 1.0), (0.5, 0.3), (0.8, 0.4), (1, 1.0))
    place(bed, away, 0, -15, 0.7)
    return bed


def night_ponds(rng: np.random.Generator, seconds: float) -> Stereo:
    """Warm rain on an iron roof, frogs in the fields, far thunder."""
    bed = canvas(seconds)
    place(bed, wide(lambda: weather.roof_rain(rng, seconds)), 0, -14)
    place(bed, weather.thunder(rng, 6.0), 1.2, -2, -0.3)
    for at_s in scattered(rng, seconds, 0.5):
        place(
            bed,
            insects.croak(rng, float(rng.uniform(70, 150))),
            at_s,
            float(rng.uniform(-16, -4)),
            float(rng.uniform(-0.9, 0.9)),
        )
    bell = sine(curve(0.1, (0, 2900), (1, 2950))) * swell(0.1, 0.02, 0.06)
    for at_s in scattered(rng, seconds, 0.4):
        place(bed, bell, at_s, float(rng.uniform(-24, -14)), float(rng.uniform(-1, 1)))
    place(bed, noise(rng, seconds, 60, 400, 0.8), 0, -26)
    return bed
