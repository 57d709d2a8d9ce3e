"""What goes into a pack: clips with their rows, and what its README says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.types import SoundmarkError


class PackWriteError(SoundmarkError):
    """A pack that cannot be written or pushed; the text says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackClip:
    """A row of a pack that is to be written.

    Attributes:
        path: the recording.
        columns: of its row in metadata.csv but file_name, in the words of docs/packs.md (latitude, longitude, licence,
            source, question, ...); further ones become tags.
        start_s, end_s: the part of the recording that is used, in seconds; without them all of it.
    """

    path: Path
    columns: Mapping[str, str] = field(default_factory=dict)
    start_s: float | None = None
    end_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PackAbout:
    """What the README of a pack says.

    Attributes:
        title: one line.
        licence: of the set as a whole, as the Hub names licences (cc-by-4.0, cc0-1.0, other, ...).
        provenance: who recorded or collected the recordings, where they are from, and how they were curated: Markdown.
        languages: BCP 47 codes of questions or speech.
        steps: what was done, one line each (filters with thresholds, taggers, ...).
    """

    title: str
    licence: str
    provenance: str
    languages: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A clip that is not in the pack, and a sentence why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPack:
    """What became of the clips.

    Attributes:
        folder: of the pack.
        n_rows: rows of metadata.csv.
        file_names: of each clip that was given, its path in the pack; '' where it is left out.
        left_out: clips that gave no row.
        warnings: sentences for the person who publishes the pack, for instance about clips that models may have been
            trained on.
    """

    folder: Path
    n_rows: int
    file_names: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    warnings: tuple[str, ...]
