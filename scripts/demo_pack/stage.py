"""The stereo stage: placing sounds in time and width, rooms, and things that move past."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from demo_pack.dsp import Mono, amplitude, convolved, filtered, noise, rolloff, samples, texture, times_s

Stereo = NDArray[np.float64]
"""Shape (n, 2): left, right."""


def canvas(seconds: float) -> Stereo:
    """Silence to paint on."""
    return np.zeros((samples(seconds), 2))


def panned(sound: Mono, pan: float) -> Stereo:
    """A mono sound at -1 (left) to 1 (right) with equal power.

    By level alone: a delay between the ears would tear holes into the sound where both sides are played as one.
    """
    angle = (pan + 1) * np.pi / 4
    return np.stack([sound * np.cos(angle), sound * np.sin(angle)], axis=1) * 2**0.5


def place(bed: Stereo, sound: Mono | Stereo, at_s: float, gain_db: float = 0.0, pan: float = 0.0) -> None:
    """Add a sound to the bed in place; what reaches past the end is dropped."""
    both = panned(sound, pan) if sound.ndim == 1 else sound
    start = max(samples(at_s), 0)
    room = max(min(len(both), len(bed) - start), 0)
    bed[start : start + room] += amplitude(gain_db) * both[:room]


def wide(make: Callable[[], Mono], width: float = 0.6) -> Stereo:
    """Two draws of the same texture as left and right, alike by 1 - width."""
    first, second = make(), make()
    return np.stack([first, (1 - width) * first + np.sqrt(1 - (1 - width) ** 2) * second], axis=1)


def scattered(rng: np.random.Generator, seconds: float, every_s: float, first_s: float = 0.3) -> Iterable[float]:
    """Times of something that happens about every so many seconds, never in a strict beat."""
    at_s = first_s + rng.uniform(0, every_s * 0.6)
    while at_s < seconds - 0.2:
        yield at_s
        at_s += every_s * rng.uniform(0.6, 1.4)


def passing(sound: Mono, from_pan: float, to_pan: float, near_at: float = 0.5) -> Stereo:
    """A sound that comes, is loudest and passes `near_at` of its length, and goes to the other side."""
    share = np.linspace(0, 1, len(sound))
    distance = 1 + (6 * (share - near_at)) ** 2
    pan = from_pan + (to_pan - from_pan) / (1 + np.exp(-10 * (share - near_at)))
    angle = (pan + 1) * np.pi / 4
    edges = np.minimum(np.minimum(share, 1 - share) * 8, 1)
    moved = 2**0.5 * sound / distance * edges
    return np.stack([moved * np.cos(angle), moved * np.sin(angle)], axis=1)


def _room_response(rng: np.random.Generator, decay_s: float, bright_hz: float) -> Mono:
    """An exponentially falling noise tail whose high part dies faster, after a few early reflections."""
    seconds = decay_s * 1.2
    t = times_s(seconds)
    low = noise(rng, seconds, 120, bright_hz / 3) * np.exp(-6.91 * t / decay_s)
    high = noise(rng, seconds, bright_hz / 3, bright_hz) * np.exp(-6.91 * t / (0.55 * decay_s))
    tail = (low + 0.7 * high) * np.minimum(t / 0.02, 1)
    tail[rng.integers(samples(0.005), samples(0.045), 6)] += rng.uniform(-6, 6, 6)
    return np.asarray(tail / np.sqrt(np.sum(tail**2)))


def reverberant(
    sound: Stereo, rng: np.random.Generator, decay_s: float, wet_db: float, bright_hz: float = 6000.0
) -> Stereo:
    """The sound in a room: `decay_s` is its RT60, `wet_db` the level of the tail against the direct sound."""
    mixed = sound.copy()
    for side in (0, 1):
        response = _room_response(rng, decay_s, bright_hz)
        mixed[:, side] += amplitude(wet_db) * convolved(sound.mean(axis=1) * 0.6 + sound[:, side] * 0.4, response)
    return mixed


def echoed(sound: Stereo, delay_s: float, gain_db: float, repeats: int = 2) -> Stereo:
    """The sound with echoes that swap sides and lose treble, as from a hillside or a loudspeaker down the street."""
    mixed, reflection = sound.copy(), sound
    dull = rolloff(0.4)
    for count in range(1, repeats + 1):
        reflection = np.stack([filtered(reflection[:, side], dull) for side in (1, 0)], axis=1)
        place(mixed, reflection, delay_s * count, gain_db * count)
    return mixed


def level(sound: Stereo) -> Stereo:
    """A stereo texture scaled to RMS 1 over both sides."""
    flat = texture(sound.reshape(-1))
    return flat.reshape(sound.shape)
