"""What a clip of the pack is made from."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from demo_pack.stage import Stereo
from demo_pack.voices import Line

Scene = Callable[[np.random.Generator, float], Stereo]
"""Makes so many seconds of sound bed, the same for the same generator state."""


class Recipe(Protocol):
    """What the mixer has to know of a clip, whatever is asked about it. `ClipPlan` tells what each part means."""

    @property
    def title(self) -> str:
        """What a fault calls the clip."""

    @property
    def seconds(self) -> float: ...  # noqa: D102

    @property
    def scene(self) -> Scene: ...  # noqa: D102

    @property
    def lines(self) -> tuple[Line, ...]: ...  # noqa: D102

    @property
    def start_s(self) -> float: ...  # noqa: D102

    @property
    def crowd_db(self) -> float | None: ...  # noqa: D102

    @property
    def above_bed_db(self) -> float: ...  # noqa: D102

    @property
    def seed(self) -> int: ...  # noqa: D102

    @property
    def languages(self) -> tuple[str, ...]: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the listener is meant to look for the clip; names in English, degrees WGS-84."""

    city: str
    country: str
    continent: str
    latitude_deg: float
    longitude_deg: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipPlan:
    """One clip.

    Attributes:
        place: the place it hints at.
        category: one of Human sounds, Music, Animal, Nature, Things, Transport.
        seconds: length.
        scene: the sound bed.
        heard: the bed in a few words, for the credit line.
        lines: what is said, in order; empty for a clip without speech.
        start_s: when the first line may begin.
        crowd_db: how loud a crowd of the same language is against the bed; None for no crowd.
        above_bed_db: how far speech stands above the bed in the band of speech.
    """

    place: Place
    category: str
    seconds: float
    scene: Scene
    heard: str
    lines: tuple[Line, ...] = ()
    start_s: float = 0.8
    crowd_db: float | None = None
    above_bed_db: float = 8.0

    @property
    def title(self) -> str:
        """The city."""
        return self.place.city

    @property
    def seed(self) -> int:
        """A seed of its own, so that a change to one clip leaves the others as they are."""
        return zlib.crc32(f"{self.place.city}/{self.heard}".encode())

    @property
    def has_speech(self) -> bool:
        """Whether a line is spoken (a crowd alone does not count)."""
        return bool(self.lines)

    @property
    def languages(self) -> tuple[str, ...]:
        """espeak-ng's names of the languages spoken, each once."""
        return tuple(dict.fromkeys(line.voice.language for line in self.lines))

    @property
    def source(self) -> str:
        """The credit line."""
        spoken = f"espeak-ng voice {', '.join(self.languages)}; " if self.lines else ""
        return f"Synthesised by Soundmark ({spoken}{self.heard})"
