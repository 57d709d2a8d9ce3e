"""Birds: syllables made of gliding harmonics, strung into songs and calls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from demo_pack.dsp import Mono, curve, event, formants, noise, rolloff, samples, sine, swell, times_s, voiced, wander
from demo_pack.stage import Stereo, canvas, place, scattered

Syllable = tuple[float, float, float, float]
"""Start Hz, end Hz, length in s, silence after it in s."""


def whistle(start_hz: float, end_hz: float, seconds: float, trill_hz: float = 0.0, depth: float = 0.06) -> Mono:
    """A nearly pure gliding tone, with a trill if asked for; an event."""
    pitch = curve(seconds, (0, start_hz), (0.3, (start_hz + end_hz) / 2 * 1.04), (1, end_hz))
    pitch = pitch * (1 + (depth if trill_hz else 0.0) * np.sin(2 * np.pi * trill_hz * times_s(seconds)))
    tone = sine(pitch) + 0.12 * sine(2 * pitch) + 0.04 * sine(3 * pitch)
    return event(tone * swell(seconds, min(0.03, seconds / 3), min(0.05, seconds / 2)))


def song(syllables: Sequence[Syllable]) -> Mono:
    """Whistled syllables one after the other, an event."""
    bed = canvas(sum(length + rest for _, _, length, rest in syllables) + 0.05)
    at_s = 0.0
    for start_hz, end_hz, length_s, rest_s in syllables:
        place(bed, whistle(start_hz, end_hz, length_s), at_s)
        at_s += length_s + rest_s
    return event(bed[:, 0])


def thrush_verse(rng: np.random.Generator, low_hz: float = 1700, high_hz: float = 3200) -> Mono:
    """A mellow verse of five to seven fluted notes and a squeaky end, as garden thrushes sing."""
    notes: list[Syllable] = []
    for _ in range(int(rng.integers(4, 7))):
        start = float(rng.uniform(low_hz, high_hz))
        notes.append((start, start * float(rng.uniform(0.75, 1.3)), float(rng.uniform(0.12, 0.3)), 0.05))
    for _ in range(3):
        notes.append((float(rng.uniform(4500, 6500)), float(rng.uniform(3500, 6500)), 0.05, 0.02))
    return song(notes)


def sparrows(rng: np.random.Generator, seconds: float, every_s: float = 0.35) -> Stereo:
    """A hedge full of small chirping birds."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, every_s):
        start = float(rng.uniform(2800, 4600))
        chirp = whistle(start, start * float(rng.uniform(0.6, 1.25)), float(rng.uniform(0.06, 0.14)), 55, 0.05)
        place(bed, chirp, at_s, rng.uniform(-16, 0), rng.uniform(-0.9, 0.9))
    return bed


def gull(rng: np.random.Generator) -> Mono:
    """A gull's 'kyow' three to six times, faster towards the end; an event."""
    bed, at_s = canvas(3.2), 0.0
    for number in range(int(rng.integers(3, 7))):
        length_s = 0.42 - 0.03 * number
        top = float(rng.uniform(1000, 1150))
        pitch = curve(length_s, (0, top * 0.62), (0.25, top), (0.6, top * 0.9), (1, top * 0.6))
        cry = voiced(pitch, formants((1300, 500, 1), (2800, 500, 0.7), (4600, 900, 0.25)), 9000)
        place(bed, cry * swell(length_s, 0.05, 0.12), at_s, rng.uniform(-3, 0))
        at_s += length_s + 0.12
    return event(bed[:, 0])


def crow(rng: np.random.Generator) -> Mono:
    """A house crow's hoarse 'kaa, kaa'; an event."""
    bed = canvas(1.3)
    for at_s in (0.0, 0.5):
        pitch = curve(0.32, (0, 430), (0.4, 520), (1, 440)) * (1 + 0.05 * wander(rng, 0.32, 90, -1, 1))
        caw = voiced(pitch, formants((1500, 350, 1), (2600, 500, 0.6)), 7000) + 0.25 * noise(rng, 0.32, 1000, 4000)
        place(bed, caw * swell(0.32, 0.03, 0.1), at_s)
    return event(bed[:, 0])


def rooster(rng: np.random.Generator) -> Mono:
    """A cock's four-part crow; an event."""
    pitch = curve(2.0, (0, 520), (0.08, 640), (0.2, 600), (0.28, 820), (0.4, 760), (0.5, 980), (0.75, 900), (1, 560))
    throat = formants((900, 300, 1), (1900, 400, 0.9), (3300, 600, 0.4))
    loud = curve(
        2.0, (0, 0), (0.04, 1), (0.15, 0.7), (0.17, 0.1), (0.24, 1), (0.36, 0.15), (0.44, 1), (0.85, 0.6), (1, 0)
    )
    return event(voiced(pitch * (1 + 0.012 * wander(rng, 2.0, 40, -1, 1)), throat, 9000) * loud)


def kookaburra(rng: np.random.Generator, seconds: float = 5.0) -> Mono:
    """A laughing kingfisher: chuckles that swell into 'ha-ha-ha' and sink again; an event."""
    bed, at_s = canvas(seconds), 0.0
    while at_s < seconds - 0.2:
        share = at_s / seconds
        height = 0.55 + 0.75 * np.sin(np.pi * min(share * 1.25, 1.0)) * (1 - 0.3 * share)
        length_s = 0.075 + 0.07 * height
        low = 560 * height * float(rng.uniform(0.95, 1.05))
        pitch = curve(length_s, (0, low), (0.4, low * 1.75), (1, low * 1.15))
        syllable = voiced(pitch, formants((1150, 350, 1), (2300, 500, 0.7), (3900, 900, 0.25)), 8000)
        place(bed, syllable * swell(length_s, 0.015, 0.03), at_s, 14 * (height - 1.2))
        at_s += length_s + 0.035
    return event(bed[:, 0])


def loon(rng: np.random.Generator, tremolo: bool = False) -> Mono:
    """A diver on a lake: the long rising wail, or the wavering laugh; an event."""
    if tremolo:
        pitch = curve(1.5, (0, 780), (0.2, 1150), (0.8, 1120), (1, 900)) * (
            1 + 0.09 * np.sin(2 * np.pi * 7.5 * times_s(1.5))
        )
        return event((sine(pitch) + 0.25 * sine(2 * pitch)) * swell(1.5, 0.1, 0.3))
    pitch = curve(2.6, (0, 620), (0.16, 640), (0.24, 960), (0.66, 990), (0.74, 700), (1, 640))
    pitch = pitch * (1 + 0.004 * wander(rng, 2.6, 8, -1, 1))
    return event((sine(pitch) + 0.18 * sine(2 * pitch) + 0.06 * sine(3 * pitch)) * swell(2.6, 0.25, 0.5))


def penguin_bray(rng: np.random.Generator, pitch_hz: float = 270) -> Mono:
    """A penguin that brays like a donkey: short gasps in, one long cry out; an event of 2.6 s."""
    bed, throat = canvas(2.6), formants((850, 250, 1), (1700, 350, 0.8), (2900, 500, 0.5))
    for number in range(5):
        gasp = voiced(curve(0.13, (0, pitch_hz * 1.5), (1, pitch_hz * 1.9)), throat, 6000)
        breath = 0.5 * gasp + 0.25 * noise(rng, 0.13, 900, 4000)
        place(bed, breath * swell(0.13, 0.03, 0.05), 0.2 * number, 2.0 * number - 11)
    pitch = curve(1.3, (0, pitch_hz), (0.15, pitch_hz * 1.12), (0.8, pitch_hz * 1.05), (1, pitch_hz * 0.8))
    rough = 1 + 0.3 * np.sin(2 * np.pi * 38 * times_s(1.3)) * wander(rng, 1.3, 6, 0.2, 1)
    place(bed, voiced(pitch, throat, 7000) * rough * swell(1.3, 0.08, 0.3), 1.1)
    return event(bed[:, 0])


def bell_bird(rng: np.random.Generator) -> Mono:
    """A forest bird with two voices: bell notes, clicks and a wheeze; an event."""
    bed, at_s = canvas(3.0), 0.0
    for pitch_hz in (1480, 1480, 1970, 1320):
        note = whistle(pitch_hz, pitch_hz * 1.005, 0.28) + 0.5 * whistle(pitch_hz * 1.5, pitch_hz * 1.5, 0.28)
        place(bed, note, at_s)
        at_s += float(rng.uniform(0.3, 0.42))
    for number in range(4):
        place(bed, event(noise(rng, 0.012, 1500, 7000)), at_s + 0.09 * number, -9)
    wheeze = voiced(curve(0.4, (0, 300), (1, 420)), rolloff(0.3), 7000) * swell(0.4, 0.1, 0.2)
    place(bed, wheeze, at_s + 0.42, -14)
    return event(bed[:, 0])


def oropendola(rng: np.random.Generator) -> Mono:
    """A hanging-nest bird of rain forests: a liquid gurgle that climbs and ends in a pop; an event."""
    bed = canvas(1.6)
    for number in range(7):
        low = (500 + 120 * number) * float(rng.uniform(0.96, 1.04))
        place(bed, whistle(low * 1.5, low, 0.11, 45, 0.12), 0.13 * number, 1.2 * number - 9)
    place(bed, whistle(1100, 2900, 0.38, 24, 0.04), 0.95)
    return event(bed[:, 0])


def pigeons(rng: np.random.Generator, seconds: float) -> Stereo:
    """Cooing, and now and then wings."""
    bed = canvas(seconds)
    for at_s in scattered(rng, seconds, 2.4):
        pitch = curve(0.9, (0, 330), (0.25, 400), (0.5, 350), (1, 300)) * (
            1 + 0.03 * np.sin(2 * np.pi * 26 * times_s(0.9))
        )
        loud = curve(0.9, (0, 0), (0.15, 0.7), (0.3, 0.2), (0.55, 1), (1, 0))
        place(
            bed, event((sine(pitch) + 0.15 * sine(2 * pitch)) * loud), at_s, rng.uniform(-6, 0), rng.uniform(-0.8, 0.8)
        )
    for at_s in scattered(rng, seconds, 5.5):
        flap = np.zeros(samples(1.1))
        for number in range(9):
            start = samples(0.11 * number)
            beat = noise(rng, 0.08, 300, 3500, 0.6) * swell(0.08, 0.02, 0.05)
            flap[start : start + len(beat)] += beat
        place(bed, event(flap), at_s, -8, rng.uniform(-0.8, 0.8))
    return bed
