"""Speech by espeak-ng, made a little less even, and how near or far it sounds.

Needs the program `espeak-ng` (1.51 was used). Its output does not depend on a clock or on chance.
"""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import soundfile

from demo_pack.dsp import SAMPLE_RATE_HZ, Mono, band, event, filtered, formants, resampled, wander
from demo_pack.stage import Stereo, canvas, echoed, panned, place, reverberant

_TIMEOUT_S = 30


class VoiceError(Exception):
    """espeak-ng is not there, or did not speak."""


class Style(StrEnum):
    """How a line reaches the listener."""

    NEAR = "near"
    CALL = "call"
    HALL = "hall"
    LOUDSPEAKER = "loudspeaker"
    MEGAPHONE = "megaphone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """A speaker.

    Attributes:
        language: espeak-ng's name of the language.
        variant: espeak-ng's voice variant, such as f2 or m3.
        pitch: espeak-ng's pitch, 0 to 99.
        speed_wpm: words a minute.
        size: length of the throat against the usual one; below 1 is a smaller person.
    """

    language: str
    variant: str = "m3"
    pitch: int = 45
    speed_wpm: int = 150
    size: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Something said: who, what, how far away, from which side (-1 to 1), after how much silence."""

    voice: Voice
    text: str
    style: Style = Style.NEAR
    pan: float = 0.0
    wait_s: float = 0.6


def speak(voice: Voice, text: str) -> Mono:
    """The text spoken, an event without silence around it.

    Raises:
        VoiceError: when espeak-ng is missing, fails, or does not know the language.
    """
    program = shutil.which("espeak-ng")
    if program is None:
        raise VoiceError("The program espeak-ng was not found. Install it (Debian: apt-get install espeak-ng).")
    speed_wpm = str(round(voice.speed_wpm * voice.size))
    name = f"{voice.language}+{voice.variant}"
    command = [program, "-b", "1", "-v", name, "-s", speed_wpm, "-p", str(voice.pitch), "--stdin", "--stdout"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise VoiceError(f"espeak-ng with voice {name} did not end within {_TIMEOUT_S} s. Say less.") from error
    if done.returncode != 0 or not done.stdout:
        said = done.stderr.decode(errors="replace").strip()
        raise VoiceError(f"espeak-ng could not speak with voice {name}: {said or 'no sound came'}.")
    raw, rate_hz = soundfile.read(io.BytesIO(done.stdout), dtype="float64")
    return _trimmed(resampled(np.asarray(raw), SAMPLE_RATE_HZ / rate_hz * voice.size))


def _trimmed(sound: Mono) -> Mono:
    """Without the silence before and after."""
    loud = np.flatnonzero(np.abs(sound) > 0.01 * np.max(np.abs(sound), initial=1e-9))
    if len(loud) == 0:
        raise VoiceError("espeak-ng gave silence: the voice does not know the script of this text.")
    return event(sound[loud[0] : loud[-1] + 1])


def humanised(rng: np.random.Generator, sound: Mono) -> Mono:
    """The same speech with a pitch and pace that drift by about one per cent, and an ebb in loudness."""
    seconds = len(sound) / SAMPLE_RATE_HZ
    pace = 1 + 0.014 * wander(rng, seconds, 3.0, -1, 1)[: len(sound)]
    drifted = np.interp(np.cumsum(pace), np.arange(len(sound)), sound, right=0.0)
    return event(drifted * wander(rng, seconds, 1.5, 0.75, 1.0)[: len(sound)])


def voiced_line(rng: np.random.Generator, line: Line) -> Stereo:
    """The line as it reaches the listener, its room and echo included (1.5 s of tail)."""
    dry = humanised(rng, speak(line.voice, line.text))
    tail_s = 1.5
    if line.style is Style.LOUDSPEAKER:
        dry = event(np.tanh(2.0 * event(filtered(dry, band(350, 4200, 3)))))
    elif line.style is Style.MEGAPHONE:
        dry = event(np.tanh(4.0 * event(filtered(dry, band(550, 3400, 3)))))
    elif line.style is Style.CALL:
        dry = event(np.tanh(1.6 * filtered(dry, formants((1500, 900, 0.5), (2900, 900, 1.0), (500, 900, 0.5)))))
    else:
        dry = event(filtered(dry, band(90, 9000)))
    bed = canvas(len(dry) / SAMPLE_RATE_HZ + tail_s)
    place(bed, panned(dry, line.pan), 0)
    if line.style is Style.LOUDSPEAKER:
        return reverberant(bed, rng, 1.7, -7, 4000)
    if line.style is Style.MEGAPHONE:
        return echoed(reverberant(bed, rng, 0.5, -10), 0.19, -14, 2)
    if line.style is Style.CALL:
        return reverberant(bed, rng, 0.7, -8, 5000)
    return reverberant(bed, rng, 1.3, -9) if line.style is Style.HALL else reverberant(bed, rng, 0.3, -16)


def murmur(rng: np.random.Generator, seconds: float, language: str, texts: tuple[str, ...]) -> Stereo:
    """A crowd of the same language: many voices over one another, too far to follow."""
    bed = canvas(seconds)
    for number, variant in enumerate(("m1", "f2", "m3", "f4", "m5", "f3", "m7", "f5", "m2", "m6")):
        person = Voice(
            language=language,
            variant=variant,
            pitch=int(rng.integers(25, 75)),
            speed_wpm=int(rng.integers(130, 200)),
            size=float(rng.uniform(0.9, 1.08)),
        )
        spoken = speak(person, texts[number % len(texts)])
        gap_s = float(rng.uniform(0.1, 0.9))
        loop = np.concatenate([spoken, np.zeros(round(gap_s * SAMPLE_RATE_HZ))])
        shifted = np.roll(np.tile(loop, int(seconds * SAMPLE_RATE_HZ / len(loop)) + 2), int(rng.integers(len(loop))))
        far = filtered(shifted[: len(bed)], band(180, float(rng.uniform(1500, 3500))))
        place(
            bed, event(far) * wander(rng, seconds, 0.5, 0.3, 1.0)[: len(bed)], 0, rng.uniform(-7, 0), rng.uniform(-1, 1)
        )
    return reverberant(bed, rng, 1.2, -3, 3500)
