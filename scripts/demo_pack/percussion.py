"""Drums, shakers, wood and iron, and the patterns they play."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from demo_pack.dsp import Mono, curve, event, modes, noise, sine, swell, times_s
from demo_pack.stage import Stereo, canvas, place


def skin(pitch_hz: float, seconds: float = 0.5, snap: float = 0.3) -> Mono:
    """A hand drum, an event: circular-membrane modes, the lowest falling a little in pitch."""
    t = times_s(seconds)
    low = sine(pitch_hz * (1 + 0.35 * np.exp(-t / 0.02))) * np.exp(-6.91 * t / seconds)
    rest = modes(
        seconds, [(pitch_hz * r, seconds * f, g) for r, f, g in ((1.59, 0.4, 0.5), (2.14, 0.3, 0.4), (2.65, 0.2, 0.3))]
    )
    return event(low + snap * rest)


def slap(rng: np.random.Generator, pitch_hz: float = 420) -> Mono:
    """A sharp hit at the rim of a hand drum, an event."""
    burst = noise(rng, 0.12, 900, 5000) * np.exp(-times_s(0.12) / 0.018)
    return event(
        0.5 * burst + modes(0.12, [(pitch_hz, 0.1, 1.0), (pitch_hz * 1.9, 0.06, 0.7), (pitch_hz * 3.1, 0.03, 0.5)])
    )


def shaker(rng: np.random.Generator, seconds: float = 0.09) -> Mono:
    """One stroke of a rattle of seeds, an event."""
    return event(noise(rng, seconds, 3500, 12000) * swell(seconds, seconds * 0.4, seconds * 0.5))


def clap_sticks() -> Mono:
    """Two hardwood sticks struck together, an event."""
    return modes(0.12, [(1180, 0.08, 1.0), (2210, 0.06, 0.7), (3650, 0.03, 0.4)])


def iron(pitch_hz: float) -> Mono:
    """A struck iron bell or brake drum, an event."""
    return modes(
        0.4,
        [(pitch_hz, 0.25, 1.0), (pitch_hz * 1.48, 0.2, 0.7), (pitch_hz * 2.7, 0.12, 0.5), (pitch_hz * 4.1, 0.06, 0.3)],
    )


def small_cymbal(rng: np.random.Generator, damped: bool = False) -> Mono:
    """A pair of thick finger cymbals, an event."""
    fall_s = 0.12 if damped else 1.1
    return modes(
        fall_s,
        [(float(rng.uniform(2400, 2450)) * r, fall_s, g) for r, g in ((1, 1.0), (1.53, 0.7), (2.41, 0.6), (3.2, 0.3))],
    )


def bow_string(pitch_hz: float, open_mouth: bool) -> Mono:
    """A struck musical bow with its gourd, an event; the gourd off the belly is brighter."""
    seconds = 0.45
    harmonics = [
        (pitch_hz * n, 0.5 / n**0.4, (1.0 if open_mouth else 0.55) / n ** (0.6 if open_mouth else 1.2))
        for n in range(1, 14)
    ]
    return event(modes(seconds, harmonics) * curve(seconds, (0, 1), (1, 0)))


def pattern(
    strokes: Mapping[str, tuple[Mono, float, float]], lines: Mapping[str, str], step_s: float, bars: int
) -> Stereo:
    """A repeated pattern of strokes.

    Args:
        strokes: for each name the sound, its gain in dB and its pan.
        lines: for each name one bar, a character a step: `X` accented, `x` plain, `.` nothing.
        step_s: seconds a step.
        bars: how often the bar is repeated.

    Returns:
        The whole pattern, with half a second after it to ring.
    """
    length = max(len(line) for line in lines.values())
    bed = canvas(length * bars * step_s + 0.5)
    gains_db = {"X": 0.0, "x": -6.0}
    for name, line in lines.items():
        sound, gain_db, pan = strokes[name]
        for step, mark in enumerate(line * bars):
            if mark in gains_db:
                place(bed, sound, step * step_s, gain_db + gains_db[mark], pan)
    return bed
