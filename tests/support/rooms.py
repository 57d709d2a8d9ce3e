"""Simulated rooms with a talker who moves around a wearer, by pyroomacoustics: an image-source room of others' making.

Microphones are in free field: there is no head, no second talker and no voice of the wearer. The truth of a segment is
where the talker was, computed from positions in the room and not by any formula of the product.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyroomacoustics

SAMPLE_RATE_HZ = 48_000
SEGMENT = 12_000
ROOM_M = (7.0, 6.0, 2.8)

Floats = npt.NDArray[np.float64]
Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, kw_only=True, eq=False)
class Scene:
    """A recording and its truth.

    Attributes:
        samples: float32, shape (frames, microphones), without noise.
        azimuths_deg: of each segment of 0.25 s, + right.
        distances_m: in the horizontal plane.
        active: the talker speaks in that segment.
    """

    samples: Samples
    azimuths_deg: Floats
    distances_m: Floats
    active: npt.NDArray[np.bool_]

    @property
    def counted(self) -> npt.NDArray[np.bool_]:
        """Segments that errors are counted in: the talker speaks, and is neither straight ahead nor behind."""
        return self.active & (np.abs(self.azimuths_deg) > 5) & (np.abs(self.azimuths_deg) < 175)

    def with_noise(self, snr_db: float, rng: np.random.Generator) -> Samples:
        """The recording with white noise, independent in each microphone; the SNR is that of the whole recording."""
        power = float(np.mean(self.samples**2))
        noise = rng.normal(0.0, math.sqrt(power / 10 ** (snr_db / 10)), self.samples.shape)
        return (self.samples + noise).astype(np.float32)


def speech_like(n_samples: int, rng: np.random.Generator) -> Floats:
    """Something with the texture and spectrum of speech: syllables of a gliding voice or of hiss, and pauses.

    The level falls by 10 to 15 dB an octave above 600 Hz, and nothing is left above 11 kHz.
    """
    from scipy.signal import butter, sosfilt

    speech = np.zeros(n_samples)
    at = 0
    while at < n_samples:
        stop = min(at + int(rng.uniform(0.15, 0.35) * SAMPLE_RATE_HZ), n_samples)
        kind = rng.random()
        if kind > 0.1:  # else a pause
            sound = _hiss(stop - at, rng) if kind < 0.25 else _vowel(stop - at, rng)
            sound *= rng.uniform(0.5, 1.0) * np.sin(np.linspace(0, np.pi, stop - at)) ** 0.5
            speech[at:stop] = sound / max(1e-9, float(np.sqrt(np.mean(sound**2))))
        at = stop
    limited = sosfilt(butter(4, 11_000, "low", fs=SAMPLE_RATE_HZ, output="sos"), speech)
    return np.asarray(limited / np.abs(limited).max())


def _hiss(n_samples: int, rng: np.random.Generator) -> Floats:
    from scipy.signal import butter, sosfilt

    band = butter(1, (2_000, 7_000), "band", fs=SAMPLE_RATE_HZ, output="sos")
    return 0.3 * np.asarray(sosfilt(band, rng.normal(0, 1, n_samples)))


def _vowel(n_samples: int, rng: np.random.Generator) -> Floats:
    """Pulses of the vocal cords and some breath, through a falling spectrum with three formants."""
    from scipy.signal import lfilter

    pitch_hz = rng.uniform(95, 230) * np.linspace(1, rng.uniform(0.8, 1.2), n_samples)
    pulses = np.diff(np.floor(np.cumsum(pitch_hz) / SAMPLE_RATE_HZ), prepend=0.0)
    source = lfilter([1.0], [1, -0.93], pulses + rng.normal(0, 0.01, n_samples))
    vowel = np.asarray(source)
    for formant_hz in (rng.uniform(300, 800), rng.uniform(900, 2200), rng.uniform(2400, 3400)):
        radius = math.exp(-math.pi * 120 / SAMPLE_RATE_HZ)
        angle = 2 * math.pi * formant_hz / SAMPLE_RATE_HZ
        vowel = vowel + 2 * math.sin(angle) * lfilter([1.0], [1, -2 * radius * math.cos(angle), radius**2], source)
    return vowel


def room_scene(
    positions_m: Floats,
    *,
    rt60_s: float,
    n_steps: int,
    segments_per_step: int,
    seed: int,
    room_m: tuple[float, ...] = ROOM_M,
) -> Scene:
    """A talker once around the wearer at 0.7 to 2.5 m.

    Args:
        positions_m: of the microphones, shape (m, 3), x right, y up, z forward.
        rt60_s: reverberation time by Sabine's formula.
        n_steps: places of the talker.
        segments_per_step: how many times 0.25 s at each place.
        seed: of everything that is drawn.
        room_m: length, width, height.
    """
    rng = np.random.default_rng(seed)
    wearer = np.array([rng.uniform(2.9, 4.1), rng.uniform(2.8, 3.2), 1.5])
    heading = rng.uniform(-math.pi, math.pi)
    forward = np.array([math.cos(heading), math.sin(heading), 0.0])
    right = np.array([forward[1], -forward[0], 0.0])
    up = np.array([0.0, 0.0, 1.0])
    mics = wearer + positions_m @ np.stack([right, up, forward])
    azimuths, distances = _walk(n_steps, rng)
    offsets = np.sin(azimuths)[:, None] * right + np.cos(azimuths)[:, None] * forward
    places = wearer + distances[:, None] * offsets
    inside = np.clip(places, 0.3, np.array(room_m) - 0.3)
    distances = np.linalg.norm((inside - wearer)[:, :2], axis=1)
    azimuths = np.arctan2((inside - wearer) @ right, (inside - wearer) @ forward)
    responses = _responses(mics, inside, rt60_s, room_m)
    step = segments_per_step * SEGMENT
    dry = speech_like(n_steps * step, rng)
    samples = _render(dry.reshape(n_steps, step), responses)
    level = np.sqrt(np.mean(dry.reshape(-1, SEGMENT) ** 2, axis=1))
    return Scene(
        samples=samples,
        azimuths_deg=np.repeat(np.rad2deg(azimuths), segments_per_step),
        distances_m=np.repeat(distances, segments_per_step),
        active=level > 0.3 * float(np.median(level)),
    )


def _walk(n_steps: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Azimuths all round, in radians, and distances that come and go."""
    sign, start = rng.choice([-1.0, 1.0]), rng.uniform(-math.pi, math.pi)
    azimuths = start + sign * np.linspace(0, 2 * math.pi, n_steps, endpoint=False)
    waves = np.sin(np.linspace(0, rng.uniform(2, 5) * math.pi, n_steps) + rng.uniform(0, 2 * math.pi))
    return azimuths, 1.6 + 0.9 * waves


def _responses(mics: Floats, places: Floats, rt60_s: float, room_m: tuple[float, ...]) -> list[list[Floats]]:
    """Room responses by microphone, then place."""
    absorption, max_order = pyroomacoustics.inverse_sabine(rt60_s, room_m)
    room = pyroomacoustics.ShoeBox(
        room_m,
        fs=SAMPLE_RATE_HZ,
        materials=pyroomacoustics.Material(absorption),
        max_order=min(max_order, 14),
        use_rand_ism=False,
    )
    room.add_microphone_array(mics.T)
    for place in places:
        room.add_source(place)
    room.compute_rir()
    responses: list[list[Floats]] = room.rir
    return responses


def _render(dry_steps: Floats, responses: list[list[Floats]]) -> Samples:
    """Each step through the response of its place; tails run on into the next steps."""
    from scipy.signal import fftconvolve

    n_steps, step = dry_steps.shape
    longest = max(len(response) for row in responses for response in row)
    out = np.zeros((n_steps * step + longest, len(responses)))
    for mic, row in enumerate(responses):
        for k, response in enumerate(row):
            wet = fftconvolve(dry_steps[k], response)
            out[k * step : k * step + len(wet), mic] += wet
    out = out[: n_steps * step]
    samples: Samples = (0.3 * out / np.abs(out).max()).astype(np.float32)
    return samples
