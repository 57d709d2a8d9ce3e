"""Plucked, bowed and struck instruments that hold a pitch, and how a tune is played on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from demo_pack.dsp import (
    SAMPLE_RATE_HZ,
    Mono,
    band,
    curve,
    event,
    filtered,
    formants,
    modes,
    samples,
    swell,
    times_s,
    voiced,
)
from demo_pack.stage import Stereo, canvas, place

Note = tuple[float, float]
"""Steps of the tempered scale above the tonic, length in beats. A rest is not a number (`REST`)."""

REST = float("nan")
Player = Callable[[float, float], Mono]
"""Plays one note: pitch in Hz, length in s."""


def pitch_of(tonic_hz: float, semitones: float) -> float:
    """Equal temperament."""
    return float(tonic_hz * 2 ** (semitones / 12))


def tune(notes: Sequence[Note], tonic_hz: float, beat_s: float, play: Player) -> Stereo:
    """The notes one after another, each ringing on as long as its player lets it; high notes a little to the right."""
    bed = canvas(sum(beats for _, beats in notes) * beat_s + 3.0)
    at_s = 0.0
    for semitones, beats in notes:
        if not np.isnan(semitones):
            pan = float(np.clip((semitones - 5) / 24, -0.5, 0.5))
            place(bed, play(pitch_of(tonic_hz, semitones), beats * beat_s), at_s, 0.0, pan)
        at_s += beats * beat_s
    return bed


def pluck(rng: np.random.Generator, pitch_hz: float, seconds: float, bright: float = 0.5, fall_s: float = 2.5) -> Mono:
    """A plucked string after Karplus and Strong (1983), an event; `bright` 0 soft to 1 hard, `fall_s` to -60 dB."""
    blend = 0.5 - 0.42 * bright
    period = max(int(SAMPLE_RATE_HZ / pitch_hz - blend), 2)
    actual_hz = SAMPLE_RATE_HZ / (period + blend)
    gain = 10 ** (-3 / (fall_s * actual_hz))
    block = rng.uniform(-1, 1, period)
    width = 1 + int((1 - bright) * period * 0.12)
    block = np.convolve(np.concatenate([block, block]), np.ones(width) / width, "same")[
        period // 2 : period // 2 + period
    ]
    block = block - np.mean(block)
    blocks, last = [block], 0.0
    for _ in range(int(seconds * actual_hz) + 2):
        behind = np.concatenate([[last], block[:-1]])
        last = float(block[-1])
        block = gain * ((1 - blend) * block + blend * behind)
        blocks.append(block)
    raw = np.concatenate(blocks)
    # The loop is a whole number of samples long: reading it slightly faster or slower puts the string in tune.
    positions = np.arange(samples(seconds)) * (pitch_hz / actual_hz)
    return event(np.interp(positions, np.arange(len(raw)), raw) * swell(seconds, 0.001, min(0.08, seconds / 2)))


def harp(rng: np.random.Generator, ring_s: float = 2.2, bright: float = 0.6) -> Player:
    """A player of a harp-like instrument whose strings ring over one another."""
    return lambda pitch_hz, _seconds: pluck(rng, pitch_hz, ring_s, bright, ring_s * 1.1)


def bent_pluck(rng: np.random.Generator, pitch_hz: float, seconds: float, bend: float = 0.0) -> Mono:
    """A long-zither note whose string is pressed after the stroke, so that its pitch rises by `bend` semitones."""
    straight = pluck(rng, pitch_hz, seconds * 1.1, 0.7, 3.0)
    ratio = 2 ** (curve(seconds, (0, 0), (0.15, 0), (0.35, bend), (1, 0)) / 12)
    return event(np.interp(np.cumsum(ratio), np.arange(len(straight)), straight) * swell(seconds, 0.001, 0.1))


def strum(rng: np.random.Generator, pitches_hz: Sequence[float], seconds: float, up: bool = False) -> Mono:
    """A chord on a small double-strung lute, an event."""
    bed = canvas(seconds + 0.2)
    for number, pitch_hz in enumerate(reversed(pitches_hz) if up else pitches_hz):
        for detune in (0.998, 1.003):
            place(bed, pluck(rng, pitch_hz * detune, seconds, 0.75, 1.1), 0.012 * number)
    return event(bed[:, 0])


def bar(pitch_hz: float, ring_s: float = 2.0, beat_hz: float = 0.0) -> Mono:
    """A bronze key over a tube, an event; a twin tuned `beat_hz` higher makes the pair shimmer."""
    parts = [(pitch_hz, ring_s, 1.0), (pitch_hz * 2.71, ring_s * 0.25, 0.35), (pitch_hz * 5.15, ring_s * 0.1, 0.2)]
    if beat_hz:
        parts += [(pitch_hz + beat_hz, ring_s, 0.9)]
    return modes(ring_s, parts)


def steel_pan(pitch_hz: float, seconds: float = 0.9) -> Mono:
    """A note of a tuned oil drum, an event: the octave and twelfth bloom after the stroke."""
    t = times_s(seconds)
    tone = np.zeros_like(t)
    for number, gain, fall_s, bloom_s in (
        (1, 1.0, 1.0, 0.004),
        (2, 0.7, 0.7, 0.03),
        (3, 0.3, 0.5, 0.02),
        (4, 0.18, 0.35, 0.01),
    ):
        wobble = 1 + 0.002 * np.exp(-t / 0.05)
        tone += (
            gain
            * (1 - np.exp(-t / bloom_s))
            * np.exp(-6.91 * t / fall_s)
            * np.sin(2 * np.pi * number * pitch_hz * wobble * t)
        )
    return event(tone)


def church_bell(pitch_hz: float, ring_s: float = 5.0) -> Mono:
    """A bell by its strike note, an event; partials hum, prime, minor third, fifth, nominal and above."""
    ratios = (
        (0.5, 1.0, 0.7),
        (1.0, 0.7, 0.8),
        (1.183, 0.55, 0.9),
        (1.506, 0.35, 0.4),
        (2.0, 0.4, 1.0),
        (2.66, 0.2, 0.5),
        (3.01, 0.15, 0.4),
    )
    return modes(ring_s, [(pitch_hz * ratio, ring_s * fall, gain) for ratio, fall, gain in ratios])


def gong(rng: np.random.Generator, pitch_hz: float = 62, ring_s: float = 8.0) -> Mono:
    """A large hanging gong or temple bell, an event: deep beating partials."""
    partials = (
        (1.0, 1.0, 1.0), (1.012, 0.9, 0.6), (2.02, 0.7, 0.7), (2.94, 0.5, 0.5),
        (4.3, 0.3, 0.4), (5.9, 0.18, 0.3), (8.7, 0.1, 0.2),
    )  # fmt: skip
    parts = [(pitch_hz * r * rng.uniform(0.997, 1.003), ring_s * f, g) for r, f, g in partials]
    return modes(ring_s, parts)


def singing_bowl(pitch_hz: float, ring_s: float = 7.0) -> Mono:
    """A struck metal bowl, an event: pairs of partials a hertz apart."""
    pairs = ((1.0, 1.0, 1.0, 0.9), (2.78, 0.7, 0.5, 1.7), (5.18, 0.4, 0.25, 2.6))
    parts = [
        (pitch_hz * ratio + side * apart, ring_s * fall, gain) for ratio, fall, gain, apart in pairs for side in (0, 1)
    ]
    return modes(ring_s, parts)


def fiddle(pitch_hz: float, seconds: float) -> Mono:
    """A bowed two-string fiddle with a soft wooden body, an event."""
    t = times_s(seconds)
    pitch = pitch_hz * (1 + 0.006 * np.sin(2 * np.pi * 5.2 * t) * np.clip(t / 0.3 - 0.4, 0, 1))
    body = formants((330, 140, 1.0), (620, 180, 0.8), (1250, 350, 0.5), (2500, 700, 0.2))
    return event(filtered(voiced(pitch, body, 7000), band(90, 6000)) * swell(seconds, 0.07, 0.09))
