"""What a battle is about, found and ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from soundmark.modes.arena.asking import Ask
from soundmark.modes.arena.battle import Subject
from soundmark.modes.arena.pairing import Pair
from soundmark.modes.arena.said import Said
from soundmark.modes.arena.upload import ExhibitKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The clip or photo as the page has it.

    Attributes:
        path: of a tag-free copy in the public folder.
    """

    kind: ExhibitKind
    path: Path
    duration_s: float | None = None
    waveform: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A question with answers that are there already."""

    subject: Subject
    shown: Shown
    answers: dict[str, Said]
    barred: frozenset[Pair]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What models are to be asked."""

    subject: Subject
    shown: Shown
    ask: Ask
