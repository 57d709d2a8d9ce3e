"""A clip that a run keeps: where it is from, its tags, and its rows in a pack."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from soundmark.curation.batch import ClipFile, Heard
from soundmark.curation.carried import Carried
from soundmark.curation.filters.values import ClipValues
from soundmark.curation.near_duplicates import Candidate
from soundmark.curation.pack import PackClip
from soundmark.curation.tags.speech import SPEECH
from soundmark.curation.tags.tag_file import TagFile

N_TAGS_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class CuratedClip:
    """A recording, or a segment of one.

    Attributes:
        file: the recording.
        heard: what was heard in it, without its fingerprint.
        shares: share of time by category, of all taggers together.
        speech_share: share of time with speech, where a detector listened.
        localizability: l_k, where weights were given.
    """

    file: ClipFile
    heard: Heard
    shares: Mapping[str, float]
    speech_share: float | None = None
    localizability: float | None = None

    @property
    def name(self) -> str:
        """The path of the recording, and the part where it is one."""
        if self.heard.start_s is None or self.heard.end_s is None:
            return self.file.name
        return f"{self.file.name} {self.heard.start_s:.2f}-{self.heard.end_s:.2f} s"

    def candidate(self, carried: Carried) -> Candidate:
        """What is to be known where clips are compared."""
        return Candidate(
            name=self.name,
            file_name=self.file.name,
            has_row=carried.has(self.file.name),
            is_lossy=self.heard.values.is_lossy,
            duration_s=self.heard.values.duration_s,
            start_s=self.heard.start_s,
            end_s=self.heard.end_s,
        )

    def rows(self, folder: Path, carried: Carried) -> tuple[PackClip, ...]:
        """Rows of a pack: what the table says stands, also where a measured column has the same name."""
        found = _measured(self.heard.values) | self._told()
        return tuple(
            PackClip(
                path=folder / self.file.name,
                columns={**found, **row},
                start_s=self.heard.start_s,
                end_s=self.heard.end_s,
            )
            for row in carried.rows(self.file.name)
        )

    def _told(self) -> dict[str, str]:
        told: dict[str, str] = {}
        top = sorted(self.shares.items(), key=lambda item: (-item[1], item[0]))[:N_TAGS_SHOWN]
        if self.shares:
            told["tags"] = "; ".join(f"{name} {share:.2f}" for name, share in top if share > 0)
        if self.speech_share is not None:
            told["speech_share"] = f"{self.speech_share:.2f}"
            told["has_speech"] = "true" if self.speech_share > 0 else "false"
        if self.localizability is not None:
            told["localizability"] = f"{self.localizability:.6g}"
        return told


def clip_of(file: ClipFile, heard: Heard, tag_file: TagFile | None, detectors: frozenset[str]) -> CuratedClip:
    """A clip with all that is known of it; the fingerprint, which is large, is left behind.

    Args:
        file: the recording.
        heard: what was heard.
        tag_file: tags that were worked out elsewhere; where they name the same category, they count.
        detectors: provenance of those taggers that tell speech only.
    """
    shares: dict[str, float] = {}
    speech_share = None
    for provenance, found in heard.tags.items():
        if provenance in detectors:
            speech_share = found.get(SPEECH, 0.0)
            shares.setdefault(SPEECH, speech_share)
        else:
            shares |= found
    told = None if tag_file is None else tag_file.tag(file.name)
    if told is not None:
        shares |= told.by_category
    return CuratedClip(
        file=file, heard=dataclasses.replace(heard, fingerprint=""), shares=shares, speech_share=speech_share
    )


def _measured(values: ClipValues) -> dict[str, str]:
    numbers = {
        "rms": values.rms_ac,
        "spectral_flatness": values.spectral_flatness,
        "clipping_ratio": values.clipping_ratio,
        "acoustic_complexity": values.acoustic_complexity,
    }
    return {name: "" if value is None else f"{value:.6g}" for name, value in numbers.items()}
