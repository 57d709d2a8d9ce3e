"""Sound beds of everyday life for the Traditional Chinese questions."""

from __future__ import annotations

import numpy as np

from demo_pack.beasts import bark
from demo_pack.birds import rooster, sparrows
from demo_pack.dsp import Mono, curve, event, modes, noise, samples, sine, swell, texture, times_s
from demo_pack.insects import cicada_drone
from demo_pack.percussion import skin, slap, small_cymbal
from demo_pack.stage import Stereo, canvas, level, passing, place, reverberant, scattered, wide
from demo_pack.street import bell_tremble, chime, door_beeps, doors, hall_air, scooter, traffic, train_run
from demo_pack.strings import Note, bar, church_bell, tune
from demo_pack.things import coins, roasting, steps, tiles
from demo_pack.weather import rain, thunder

_FUR_ELISE: tuple[Note, ...] = (
    (7, 1), (6, 1), (7, 1), (6, 1), (7, 1), (2, 1), (5, 1), (3, 1), (0, 3), (-9, 1), (-5, 1), (0, 1), (2, 3), (-5, 1),
    (-1, 1), (2, 1), (3, 3), (-5, 1), (7, 1), (6, 1), (7, 1), (6, 1), (7, 1), (2, 1), (5, 1), (3, 1), (0, 3), (-9, 1),
    (-5, 1), (0, 1), (2, 3), (-5, 1), (3, 1), (2, 1), (0, 3),
)  # fmt: skip
"""Beethoven, bagatelle WoO 59 (1810), first bars, in semitones above A4 and semiquavers."""

_WESTMINSTER: tuple[Note, ...] = (
    (4, 1), (0, 1), (2, 1), (-5, 2), (-5, 1), (2, 1), (4, 1), (0, 2), (4, 1), (2, 1), (0, 1), (-5, 2), (-5, 1), (2, 1),
    (4, 1), (0, 2),
)  # fmt: skip
"""The Westminster Quarters (1793) in the order in which school chimes have them."""


def _square_tone(pitch_hz: float, seconds: float) -> Mono:
    """A note of a cheap tone generator under a truck's horn loudspeaker, an event."""
    length_s = seconds + 0.12
    t = times_s(length_s)
    tone = sum(np.sin(2 * np.pi * pitch_hz * odd * t) / odd for odd in (1, 3, 5, 7) if pitch_hz * odd < 9000)
    return event(np.asarray(tone) * np.exp(-2.5 * t) * swell(length_s, 0.004, 0.1))


def melody_truck(rng: np.random.Generator, seconds: float) -> Stereo:
    """An electronic melody from a loudspeaker that comes nearer, an engine, a dog far away."""
    melody = tune(_FUR_ELISE, 880.0, 0.21, _square_tone)[: samples(seconds)]
    bed = 0.18 * level(traffic(rng, seconds))
    place(bed, melody * curve(len(melody) / samples(1), (0, 0.25), (0.6, 1), (1, 1))[: len(melody), None], 0.3, -5)
    place(bed, bark(rng), seconds * 0.7, -16, -0.7)
    return reverberant(bed, rng, 0.8, -9)


def shop_door(rng: np.random.Generator, seconds: float) -> Stereo:
    """A sliding door, a two-tone door chime, refrigerators."""
    bed = 0.16 * wide(lambda: texture(noise(rng, seconds, 60, 900, 0.8) + 0.3 * noise(rng, seconds, 900, 5000)))
    place(bed, doors(rng), 0.1, -8)
    place(bed, chime((988, 784, 988, 1175), 0.2, 0.9), 0.5, -5)
    place(bed, coins(rng), seconds - 2.0, -10, 0.4)
    return reverberant(bed, rng, 0.5, -12)


def fare_gate(rng: np.random.Generator, seconds: float) -> Stereo:
    """Steps in a hall and a card reader: once one beep and a flap, then two low beeps and no flap."""
    bed = 0.16 * wide(lambda: hall_air(rng, seconds))
    place(bed, steps(rng, seconds * 0.5), 0, -9, -0.2)
    place(bed, door_beeps(2000, 1, 0.2), 1.5, -4)
    place(bed, doors(rng), 1.8, -6)
    place(bed, door_beeps(700, 3, 0.25), 4.0, -3)
    return reverberant(bed, rng, 1.0, -10)


def metro(rng: np.random.Generator, seconds: float) -> Stereo:
    """Inside an electric train that slows down, a station chime, and door beeps at the end."""
    slowing = curve(seconds, (0, 1), (0.5, 0.7), (0.85, 0.25), (1, 0.2))[:, None]
    bed = 0.4 * level(train_run(rng, seconds, 0.7, 340)) * slowing
    place(bed, chime((659, 784, 988, 1319), 0.3, 1.0), 0.3, -6)
    place(bed, doors(rng), seconds - 3.2, -6)
    place(bed, door_beeps(1800, 5, 0.35), seconds - 2.3, -8)
    return bed


def crossing(rng: np.random.Generator, seconds: float) -> Stereo:
    """A warning bell beside the road, then a train that rushes past."""
    bed = 0.12 * level(traffic(rng, seconds))
    for number, at_s in enumerate(np.arange(0.2, seconds - 0.6, 0.42)):
        place(bed, modes(0.5, [(1040 if number % 2 else 830, 0.4, 1.0), (2310, 0.2, 0.4)]), float(at_s), -10, 0.3)
    train_s = seconds - 4.5
    body = train_run(rng, train_s, 0.35, 200).mean(axis=1)
    place(bed, passing(2.2 * texture(body), -1, 1), 4.0, -4)
    return bed


def radio_pips(rng: np.random.Generator, seconds: float) -> Stereo:
    """A radio set: faint hiss, five short pips and a long one."""
    bed = 0.02 * wide(lambda: noise(rng, seconds, 300, 6000, 0.5))
    for number in range(6):
        length_s = 0.9 if number == 5 else 0.12
        pip = sine(np.full(samples(length_s), 1000.0 if number < 5 else 2000.0)) * swell(length_s, 0.005, 0.01)
        place(bed, pip, 6.8 + number, -8)
    return bed


def studio(rng: np.random.Generator, seconds: float) -> Stereo:
    """A jingle of bars and a quiet studio."""
    bed = 0.05 * wide(lambda: noise(rng, seconds, 100, 2500, 0.8))
    place(bed, tune(((0, 1), (4, 1), (7, 1), (12, 2)), 523.0, 0.2, lambda hz, s: bar(hz, 1.2)), 0.2, -6)
    return bed


def _burst(rng: np.random.Generator, seconds: float = 2.6) -> Mono:
    """A firework: a whistle that climbs, a bang and crackling, an event."""
    bed = canvas(seconds)
    rise = sine(curve(0.7, (0, 700), (1, 2300))) * swell(0.7, 0.1, 0.1)
    place(bed, rise, 0, -20)
    bang = noise(rng, 1.2, 40, 1800, 0.7) * np.exp(-times_s(1.2) / 0.16)
    place(bed, event(bang), 0.75)
    for at_s in rng.uniform(1.0, seconds - 0.2, 45):
        place(bed, slap(rng, 1500), float(at_s), rng.uniform(-30, -16))
    return event(bed[:, 0])


def fireworks(rng: np.random.Generator, seconds: float) -> Stereo:
    """A crowd out of doors, and after six seconds fireworks over it."""
    bed = 0.15 * wide(lambda: noise(rng, seconds, 200, 1800, 0.5))
    for at_s in scattered(rng, seconds - 6.3, 0.6, 0.0):
        place(bed, _burst(rng), 6.1 + at_s, rng.uniform(-7, 0), rng.uniform(-0.8, 0.8))
    return reverberant(bed, rng, 1.5, -8)


def tile_table(rng: np.random.Generator, seconds: float) -> Stereo:
    """Game tiles washed and clacked in a room."""
    return reverberant(0.06 * wide(lambda: hall_air(rng, seconds)) + tiles(rng, seconds, 0.5), rng, 0.4, -12)


def temple_parade(rng: np.random.Generator, seconds: float) -> Stereo:
    """Big drums, cymbals and a gong in a march, with strings of firecrackers."""
    bed = 0.1 * level(traffic(rng, seconds))
    beat_s = 0.26
    for step in range(int(seconds / beat_s)):
        at_s = step * beat_s
        if step % 8 in {0, 3, 4, 6, 7}:
            place(bed, skin(88, 0.6), at_s, 0 if step % 8 in {0, 4} else -5, -0.3)
        if step % 2 == 0:
            place(bed, small_cymbal(rng, damped=step % 4 == 2), at_s, -9, 0.4)
        if step % 8 == 0:
            place(bed, church_bell(310, 2.0), at_s, -9, 0.1)
    for first_s in (3.0, 8.0):
        for at_s in first_s + np.sort(rng.uniform(0, 2.0, 90)):
            place(bed, slap(rng, float(rng.uniform(500, 1400))), float(at_s), rng.uniform(-12, -3), 0.6)
    return reverberant(bed, rng, 0.7, -10)


def school_chime(rng: np.random.Generator, seconds: float) -> Stereo:
    """Sixteen bell notes from a loudspeaker in a yard, birds."""
    bed = 0.08 * level(traffic(rng, seconds)) + 0.05 * level(sparrows(rng, seconds))
    place(bed, tune(_WESTMINSTER, 392.0, 0.52, lambda hz, s: bar(hz, 1.6)), 0.3, -2)
    return reverberant(bed, rng, 1.2, -7, 4000)


def counter_hall(rng: np.random.Generator, seconds: float) -> Stereo:
    """A hall with counters, steps, and a ding-dong before a number is called."""
    bed = 0.12 * wide(lambda: hall_air(rng, seconds))
    place(bed, steps(rng, seconds), 0, -16, 0.6)
    place(bed, chime((784, 622), 0.55, 1.4), 0.4, -5)
    return reverberant(bed, rng, 1.3, -10)


def alert(rng: np.random.Generator, seconds: float) -> Stereo:
    """A telephone's piercing two-tone alert, then rattling dishes and a low rumble."""
    bed = 0.1 * wide(lambda: hall_air(rng, seconds))
    for number in range(10):
        tone = sine(np.full(samples(0.22), 960.0 if number % 2 else 853.0)) * swell(0.22, 0.01, 0.01)
        place(bed, tone, 0.3 + 0.25 * number, -7)
    shaking = 0.5 * noise(rng, seconds, 15, 90, 0.3) * curve(seconds, (0, 0), (0.3, 0), (0.45, 1), (0.9, 0.7), (1, 0))
    place(bed, shaking, 0, -3)
    for at_s in rng.uniform(0.4 * seconds, seconds - 0.5, 70):
        place(bed, modes(0.15, [(float(rng.uniform(1500, 4000)), 0.1, 1.0)]), float(at_s), rng.uniform(-26, -14),
              rng.uniform(-0.8, 0.8))  # fmt: skip
    return bed


def summer_storm(rng: np.random.Generator, seconds: float) -> Stereo:
    """Cicadas; after some seconds thunder, and the rain comes down while the cicadas fall silent."""
    singing = curve(seconds, (0, 1), (0.4, 1), (0.58, 0.05), (1, 0))[:, None]
    falling = curve(seconds, (0, 0), (0.45, 0), (0.65, 1), (1, 1))[:, None]
    bed = 0.35 * wide(lambda: cicada_drone(rng, seconds)) * singing
    bed += 0.4 * wide(lambda: rain(rng, seconds, 700)) * falling
    place(bed, thunder(rng, 5.0), 0.36 * seconds, 0, -0.4)
    return bed


def village_morning(rng: np.random.Generator, seconds: float) -> Stereo:
    """A cock crows three times over waking small birds."""
    bed = 0.12 * level(sparrows(rng, seconds, 0.4)) + 0.02 * wide(lambda: noise(rng, seconds, 100, 2000, 0.8))
    for number in range(3):
        place(bed, rooster(rng), 0.6 + 3.3 * number, -3 - 3 * (number == 1), (-0.3, 0.6, -0.2)[number])
    return reverberant(bed, rng, 0.9, -11)


def night_stall(rng: np.random.Generator, seconds: float) -> Stereo:
    """A hot iron plate that sizzles, scooters passing, coins."""
    sizzle = noise(rng, seconds, 2500, 11000) * curve(seconds, (0, 0.5), (0.2, 1), (0.5, 0.6), (0.7, 1), (1, 0.6))
    bed = 0.12 * np.stack([sizzle, 0.7 * sizzle], axis=1) + 0.05 * wide(lambda: roasting(rng, seconds))
    place(bed, scooter(rng), 2.0, -10)
    place(bed, coins(rng), seconds - 2.5, -10, 0.4)
    return bed


def phone_line(rng: np.random.Generator, seconds: float) -> Stereo:
    """A telephone that rings twice and is taken up; a quiet line."""
    bed = 0.04 * wide(lambda: noise(rng, seconds, 300, 3200, 0.3))
    for at_s in (0.2, 1.7):
        place(bed, bell_tremble(0.9, 1400, 20), at_s, -9)
    return bed
