"""What is done with each recording, in whichever process: decode once, let filters, taggers and fingerprint listen."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.audio.decode import DEFAULT_MAX_DURATION_S, decode
from soundmark.audio.errors import AudioError, shown
from soundmark.audio.sound import Sound
from soundmark.curation.batch.clips import ClipFile
from soundmark.curation.batch.record import ClipRecord, Fault, Heard
from soundmark.curation.filters.measure import measure
from soundmark.curation.filters.settings import SpectrumSettings
from soundmark.curation.near_duplicates import fingerprint, fingerprint_text
from soundmark.curation.segments import Segment, SegmentError, SegmentSettings, find_segments, read_part
from soundmark.curation.tags import Tagger

VERSION = 2
"""Of the values: a change in how they are counted raises it, so that no run mixes old ones with new ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipTask:
    """Work that can be sent to another process or machine, which sees the folder under the same path.

    Attributes:
        folder: of the recordings.
        spectrum: settings of the filters.
        taggers: those that listen; a file of tags need not.
        max_duration_s: longest recording accepted, in seconds; one that is cut into segments may have any length.
        segments: how recordings are cut at their pauses; None leaves them whole.
        fingerprints: whether the records tell what near duplicates are found by (20 kB for 30 s).
    """

    folder: Path
    spectrum: SpectrumSettings = field(default_factory=SpectrumSettings)
    taggers: tuple[Tagger, ...] = ()
    max_duration_s: float = DEFAULT_MAX_DURATION_S
    segments: SegmentSettings | None = None
    fingerprints: bool = False

    @property
    def digest(self) -> str:
        """12 hex digits of all that records depend on but the file."""
        said = {
            "version": VERSION,
            "spectrum": dataclasses.asdict(self.spectrum),
            "taggers": [tagger.provenance for tagger in self.taggers],
            "max_duration_s": self.max_duration_s,
            "segments": None if self.segments is None else dataclasses.asdict(self.segments),
            "fingerprints": self.fingerprints,
        }
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:12]

    def __call__(self, file: ClipFile) -> ClipRecord:
        """Listen to a file. What is wrong with it becomes its record; what is wrong with a tagger is raised.

        Raises:
            TagsError: when a tagger cannot be used at all.
        """
        try:
            heard = tuple(self._listen(file.name, part, sound) for part, sound in self._parts(file.name))
        except AudioError as error:
            fault = Fault(reason=error.reason.value, message=str(error))
        except SegmentError as error:  # the file was changed between two looks at it
            fault = Fault(reason="no_segment", message=str(error))
        except (ArithmeticError, LookupError, MemoryError, OSError, RuntimeError, TypeError, ValueError) as error:
            # What decoders raise that were handed a file nobody thought of. It must not end a run of thousands.
            name = shown(Path(file.name).name)
            message = f"{name} could not be decoded ({type(error).__name__}: {shown(str(error))}). Convert it to flac."
            fault = Fault(reason="decoder", message=message)
        else:
            if heard:
                return ClipRecord(file=file, task=self.digest, heard=heard)
            fault = self._without_segment(file.name)
        return ClipRecord(file=file, task=self.digest, fault=fault)

    def _parts(self, name: str) -> Iterator[tuple[Segment | None, Sound]]:
        """The recording as a whole, or one segment after the other."""
        path = self.folder / name
        if self.segments is None:
            yield None, decode(path, max_duration_s=self.max_duration_s)
            return
        for segment in find_segments(path, self.segments):
            yield segment, read_part(path, segment.start_s, segment.end_s)

    def _listen(self, name: str, part: Segment | None, sound: Sound) -> Heard:
        tags: dict[str, dict[str, float]] = {}
        for tagger in self.taggers:
            shares = tagger.tag(name, sound)
            if shares is not None:
                tags[tagger.provenance] = dict(shares.by_category)
        return Heard(
            values=measure(sound, self.spectrum),
            tags=tags,
            fingerprint=fingerprint_text(fingerprint(sound)) if self.fingerprints else "",
            start_s=None if part is None else part.start_s,
            end_s=None if part is None else part.end_s,
        )

    def _without_segment(self, name: str) -> Fault:
        cut = self.segments or SegmentSettings()
        message = (
            f"{shown(Path(name).name)} holds no part of {cut.min_s:g} to {cut.max_s:g} s without a pause of "
            f"{cut.max_pause_s:g} s. Leave it out, or allow shorter segments."
        )
        return Fault(reason="no_segment", message=message)
