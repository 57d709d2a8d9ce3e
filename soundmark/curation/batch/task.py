"""What is done with each recording, in whichever process: decode once, let the filters and the taggers listen."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.audio.decode import DEFAULT_MAX_DURATION_S, decode
from soundmark.audio.errors import AudioError, shown
from soundmark.curation.batch.clips import ClipFile
from soundmark.curation.batch.record import ClipRecord, Fault
from soundmark.curation.filters.measure import measure
from soundmark.curation.filters.settings import SpectrumSettings
from soundmark.curation.tags import Tagger

VERSION = 1
"""Of the values: a change in how they are counted raises it, so that no run mixes old ones with new ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipTask:
    """Work that can be sent to another process or machine, which sees the folder under the same path.

    Attributes:
        folder: of the recordings.
        spectrum: settings of the filters.
        taggers: those that listen; a file of tags need not.
        max_duration_s: longest recording accepted, in seconds.
    """

    folder: Path
    spectrum: SpectrumSettings = field(default_factory=SpectrumSettings)
    taggers: tuple[Tagger, ...] = ()
    max_duration_s: float = DEFAULT_MAX_DURATION_S

    @property
    def digest(self) -> str:
        """12 hex digits of all that records depend on but the file."""
        said = {
            "version": VERSION,
            "spectrum": dataclasses.asdict(self.spectrum),
            "taggers": [tagger.provenance for tagger in self.taggers],
            "max_duration_s": self.max_duration_s,
        }
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:12]

    def __call__(self, file: ClipFile) -> ClipRecord:
        """Listen to a file. What is wrong with it becomes its record; what is wrong with a tagger is raised.

        Raises:
            TagsError: when a tagger cannot be used at all.
        """
        try:
            return self._heard(file)
        except AudioError as error:
            fault = Fault(reason=error.reason.value, message=str(error))
        except (ArithmeticError, LookupError, MemoryError, OSError, RuntimeError, TypeError, ValueError) as error:
            # What decoders raise that were handed a file nobody thought of. It must not end a run of thousands.
            name = shown(Path(file.name).name)
            message = f"{name} could not be decoded ({type(error).__name__}: {shown(str(error))}). Convert it to flac."
            fault = Fault(reason="decoder", message=message)
        return ClipRecord(file=file, task=self.digest, fault=fault)

    def _heard(self, file: ClipFile) -> ClipRecord:
        sound = decode(self.folder / file.name, max_duration_s=self.max_duration_s)
        values = measure(sound, self.spectrum)
        tags: dict[str, dict[str, float]] = {}
        for tagger in self.taggers:
            shares = tagger.tag(file.name, sound)
            if shares is not None:
                tags[tagger.provenance] = dict(shares.by_category)
        return ClipRecord(file=file, task=self.digest, values=values, tags=tags)
