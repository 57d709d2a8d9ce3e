"""A clip's bed, crowd and speech brought together: speech over its bed, one loudness for all clips, no clipping."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from demo_pack.clip import Recipe
from demo_pack.dsp import SAMPLE_RATE_HZ, Mono, amplitude, band, filtered, samples, swell
from demo_pack.loudness import levelled
from demo_pack.stage import Stereo, canvas, level, place
from demo_pack.voices import murmur, voiced_line

TARGET_LUFS = -19.0
CEILING_DBFS = -3.0
"""Low enough that what Opus adds to a peak stays under -1 dBFS."""
LOW_RATE_CEILING_DBFS = -5.0
"""The same for 40 kbit/s, where Opus adds more."""

_FADE_IN_S, _FADE_OUT_S = 0.15, 0.8
_SPEECH_BAND_HZ = (300.0, 3400.0)
_FRAME_S = 0.05
_TAIL_S = 1.5
_QUIET_FRAME_DB = -25.0


class MixError(Exception):
    """A plan that does not fit its own length."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A spoken line, scaled, and when it begins and its words end."""

    sound: Stereo
    start_s: float
    end_s: float


def rendered(plan: Recipe, ceiling_dbfs: float = CEILING_DBFS) -> Stereo:
    """The finished clip before encoding, the same for the same plan.

    Raises:
        MixError: when the lines are longer than the clip.
        VoiceError: when espeak-ng cannot speak.
    """
    bed, speech = stems(plan)
    mixed = bed + speech
    mixed *= swell(len(mixed) / SAMPLE_RATE_HZ, _FADE_IN_S, _FADE_OUT_S)[:, None]
    return levelled(mixed, TARGET_LUFS, ceiling_dbfs)


def stems(plan: Recipe) -> tuple[Stereo, Stereo]:
    """The bed and the speech, before levelling."""
    rng = np.random.default_rng(plan.seed)
    bed = level(plan.scene(rng, plan.seconds))
    if plan.crowd_db is not None:
        texts = tuple(line.text for line in plan.lines)
        crowd = level(murmur(rng, plan.seconds, plan.languages[0], texts))
        bed = level(bed + amplitude(plan.crowd_db) * crowd)
    speech = canvas(plan.seconds)
    for line in _placed_lines(rng, plan, bed):
        place(speech, line.sound, line.start_s)
    return bed, speech


def _placed_lines(rng: np.random.Generator, plan: Recipe, bed: Stereo) -> list[Placed]:
    placed: list[Placed] = []
    at_s = plan.start_s
    for number, line in enumerate(plan.lines):
        at_s += line.wait_s if number else 0.0
        sound = voiced_line(rng, line)
        end_s = at_s + len(sound) / SAMPLE_RATE_HZ - _TAIL_S
        if end_s > plan.seconds - _FADE_OUT_S:
            raise MixError(f"The lines of {plan.title} end at {end_s:.1f} s of {plan.seconds} s. Make the clip longer.")
        under = bed[samples(at_s) : samples(end_s)]
        placed.append(Placed(sound * _speech_gain(sound, under, plan.above_bed_db), at_s, end_s))
        at_s = end_s
    return placed


def _speech_gain(sound: Stereo, under: Stereo, above_bed_db: float) -> float:
    """The factor that puts the speech so far above the bed under it, both in the band of speech."""
    spoken = speech_band_power(sound[: len(under)])
    active = spoken > np.max(spoken) * 10 ** (_QUIET_FRAME_DB / 10)
    bed_power = float(np.mean(speech_band_power(under)[active[: len(spoken)]]))
    return float(np.sqrt(bed_power / np.mean(spoken[active])) * amplitude(above_bed_db))


def speech_band_power(sound: Stereo) -> Mono:
    """Mean power of both sides between 300 and 3,400 Hz in frames of 50 ms."""
    frame = samples(_FRAME_S)
    count = len(sound) // frame
    shape = band(*_SPEECH_BAND_HZ, order=4)
    total = sum(filtered(sound[:, side], shape)[: count * frame] ** 2 for side in (0, 1))
    return np.asarray(np.reshape(total, (count, frame)).mean(axis=1))
