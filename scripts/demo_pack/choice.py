"""What a choice question and the clip it asks about are made from."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from demo_pack.clip import Scene
from demo_pack.voices import Line

Wording = tuple[str, str]
"""A text in the language of the question, and in English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceQuestion:
    """One question with one right and three wrong options.

    Attributes:
        question: what is asked.
        right: the option that is true.
        wrong: three options that are not.
        category: what the question is about.
        hop_type: Single-hop when hearing is enough, Multi-hop when it takes a further step.
    """

    question: Wording
    right: Wording
    wrong: tuple[Wording, Wording, Wording]
    category: str
    hop_type: str = "Single-hop"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceClip:
    """One clip and what is asked about it.

    Attributes:
        title: its name in the generator; not published.
        language: of the questions, BCP 47.
        clip_language: of what is said, BCP 47; zxx when nothing is said.
        seconds: length.
        scene: the sound bed.
        heard: the bed in a few words, for the credit line.
        questions: what is asked.
        lines: what is said, in order.
        start_s: when the first line may begin.
        crowd_db: how loud a crowd of the same language is against the bed; None for no crowd.
        above_bed_db: how far speech stands above the bed in the band of speech.
    """

    title: str
    language: str
    clip_language: str
    seconds: float
    scene: Scene
    heard: str
    questions: tuple[ChoiceQuestion, ...]
    lines: tuple[Line, ...] = ()
    start_s: float = 0.8
    crowd_db: float | None = None
    above_bed_db: float = 10.0

    @property
    def seed(self) -> int:
        """A seed of its own, so that a change to one clip leaves the others as they are."""
        return zlib.crc32(f"{self.language}/{self.title}".encode())

    @property
    def languages(self) -> tuple[str, ...]:
        """espeak-ng's names of the languages spoken, each once."""
        return tuple(dict.fromkeys(line.voice.language for line in self.lines))

    @property
    def source(self) -> str:
        """The credit line."""
        spoken = f"espeak-ng voice {', '.join(self.languages)}; " if self.lines else ""
        return f"Synthesised by Soundmark ({spoken}{self.heard})"
