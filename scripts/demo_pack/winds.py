"""Blown instruments and the singing throat."""

from __future__ import annotations

import numpy as np

from demo_pack.dsp import (
    Mono,
    curve,
    event,
    formants,
    noise,
    rolloff,
    samples,
    sine,
    swell,
    times_s,
    voiced,
    wander,
    whistling,
)
from demo_pack.stage import Stereo, canvas, place
from demo_pack.strings import Note, pitch_of


def pan_pipe(rng: np.random.Generator, pitch_hz: float, seconds: float) -> Mono:
    """A cane tube blown over its edge, an event: a chiff, a near-sine and much breath."""
    pitch = pitch_hz * curve(seconds, (0, 0.985), (0.1, 1.0), (0.9, 1.0), (1, 0.99))
    tone = sine(pitch) + 0.16 * sine(3 * pitch) + 0.05 * sine(2 * pitch)
    breath = (
        0.22 * whistling(rng, pitch, 150)
        + 0.08 * whistling(rng, 3 * pitch, 400)
        + 0.03 * noise(rng, seconds, 800, 8000)
    )
    chiff = noise(rng, seconds, 900, 6000) * np.exp(-times_s(seconds) / 0.025) * 0.18
    return event((tone + breath) * swell(seconds, 0.05, 0.09) + chiff)


def bagpipe(notes: list[Note], tonic_hz: float, beat_s: float) -> Stereo:
    """A chanter that never stops, cut by grace notes, over two tenor drones and a bass drone."""
    seconds = sum(beats for _, beats in notes) * beat_s
    bed = canvas(seconds)
    reed = formants((900, 500, 0.8), (2100, 800, 1.0), (3800, 1200, 0.5))
    for ratio, gain_db, pan in ((0.25, -3.0, -0.4), (0.4995, -8.0, 0.0), (0.501, -8.0, 0.4)):
        drone = voiced(np.full(samples(seconds), tonic_hz * ratio), formants((450, 300, 1), (1300, 600, 0.5)), 4500)
        place(bed, drone * swell(seconds, 0.4, 0.1), 0, gain_db, pan)
    pitch = np.full(samples(seconds), tonic_hz)
    at_s = 0.0
    for semitones, beats in notes:
        start, stop = samples(at_s), samples(at_s + beats * beat_s)
        pitch[start:stop] = pitch_of(tonic_hz, semitones)
        pitch[start : start + samples(0.035)] = pitch_of(tonic_hz, 14)
        at_s += beats * beat_s
    place(bed, voiced(pitch, reed, 9000) * swell(seconds, 0.4, 0.1), 0, -2, 0.05)
    return bed


def alphorn(pitch_hz: float, seconds: float) -> Mono:
    """A long wooden horn, an event: the sound grows brighter as it grows louder."""
    pitch = pitch_hz * curve(seconds, (0, 0.97), (0.08, 1.0), (1, 1.0))
    soft = voiced(pitch, formants((350, 220, 1.0), (750, 250, 0.3)), 3000)
    bright = voiced(pitch, formants((420, 260, 1.0), (950, 350, 0.6), (1800, 500, 0.2)), 4500)
    share = curve(seconds, (0, 0), (0.3, 0.8), (0.7, 0.8), (1, 0))
    return event((soft * (1 - share) + bright * share) * swell(seconds, 0.12, 0.22))


def free_reed(pitch_hz: float, seconds: float) -> Mono:
    """A square-built button squeezebox, an event: two reeds an octave apart, dry and pressing."""
    reed = formants((750, 450, 1.0), (1700, 600, 0.6), (3200, 900, 0.35))
    steady = np.full(samples(seconds), pitch_hz)
    tone = voiced(steady, reed, 8000) + 0.55 * voiced(steady * 2.002, reed, 8000)
    return event(tone * swell(seconds, 0.03, 0.05) * curve(seconds, (0, 0.75), (0.25, 1.0), (1, 0.8)))


def organ_pipe(rng: np.random.Generator, pitch_hz: float, seconds: float) -> Mono:
    """A pipe of a street organ that has been out of tune for years, an event."""
    detuned = np.full(samples(seconds), pitch_hz * float(rng.uniform(0.988, 1.012)))
    tone = sine(detuned) + 0.3 * sine(2 * detuned) + 0.35 * sine(3 * detuned) + 0.12 * sine(5 * detuned)
    chiff = noise(rng, seconds, 1500, 7000) * np.exp(-times_s(seconds) / 0.02) * 0.08
    return event(tone * swell(seconds, 0.025, 0.04) + chiff)


def didgeridoo(rng: np.random.Generator, seconds: float, pitch_hz: float = 69, beat_s: float = 0.56) -> Mono:
    """A hollow-log drone, an event: the player's mouth moves its bright band in a rhythm, with breaths and hoots."""
    t = times_s(seconds)
    beat = t / beat_s
    mouth = 0.5 + 0.5 * np.sin(2 * np.pi * beat + 1.2 * np.sin(np.pi * beat))
    band_hz = 650 + 1150 * mouth * wander(rng, seconds, 1.2, 0.5, 1.0)
    pitch = np.full(len(t), pitch_hz) * (1 + 0.006 * wander(rng, seconds, 6, -1, 1))
    phase = 2 * np.pi * np.cumsum(pitch) / samples(1)
    drone = np.zeros_like(t)
    for number in range(1, 80):
        harmonic_hz = number * pitch_hz
        moving = 1.4 / (1 + ((harmonic_hz - band_hz) / 170) ** 2)
        fade = 1 / (1 + (harmonic_hz / 2600) ** 4)
        drone += fade * (1.6 / number + 0.28 * moving) * np.sin(number * phase + number**2)
    pulse = 0.62 + 0.38 * np.clip(np.sin(2 * np.pi * beat + 0.6), -0.4, 1)
    total = event(drone * pulse)
    for start in np.arange(4 * beat_s, seconds - 1.0, 8 * beat_s):
        hoot = voiced(curve(0.35, (0, 190), (0.5, 260), (1, 205)), formants((520, 200, 1), (1300, 300, 0.5)), 4000)
        place_at = samples(float(start))
        total[place_at : place_at + len(hoot)] += 0.35 * hoot * swell(0.35, 0.06, 0.12)
    return event(total * swell(seconds, 0.5, 0.6))


def overtone_singing(rng: np.random.Generator, harmonics: list[tuple[int, float]], pitch_hz: float = 146) -> Mono:
    """One throat, two notes, an event: a pressed drone of which one harmonic at a time is made to whistle."""
    seconds = sum(length_s for _, length_s in harmonics)
    number = np.concatenate([np.full(samples(length_s), float(chosen)) for chosen, length_s in harmonics])
    number = np.convolve(np.pad(number, 1500, mode="edge"), np.hanning(3001) / np.sum(np.hanning(3001)), "valid")
    t = np.arange(len(number)) / samples(1)
    pitch = pitch_hz * (
        1 + 0.005 * np.sin(2 * np.pi * 5.5 * t) + 0.003 * wander(rng, len(number) / samples(1), 7, -1, 1)
    )
    phase = 2 * np.pi * np.cumsum(pitch) / samples(1)
    voice = np.zeros_like(t)
    for harmonic in range(1, 50):
        steady = 0.5 / harmonic**0.7 / (1 + (harmonic * pitch_hz / 1500) ** 3)
        whistle = 1.0 / (1 + ((harmonic - number) / 0.28) ** 2)
        voice += (steady + whistle) * np.sin(harmonic * phase + harmonic**2)
    edges = swell(len(number) / samples(1), 0.3, 0.6)
    return event(voice[: samples(seconds)] * edges[: samples(seconds)])


def long_trumpet(pitch_hz: float, seconds: float) -> Mono:
    """A monastery's telescoping trumpet far away, an event: a low growl."""
    pitch = pitch_hz * curve(seconds, (0, 0.9), (0.1, 1.0), (0.85, 1.0), (1, 0.93))
    return event(voiced(pitch, rolloff(0.9), 1800) * swell(seconds, 0.5, 0.7))
