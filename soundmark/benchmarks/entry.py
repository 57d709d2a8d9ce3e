"""What the product knows of a published benchmark: what it is, and how it is read, counted, fetched and scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from soundmark.benchmarks.pack import Pack
from soundmark.secret import Secret
from soundmark.types import ChoiceTruth, GeoTruth, QuestionKind, SpatialTruth

AnyPack: TypeAlias = Pack[GeoTruth | ChoiceTruth | SpatialTruth]
"""A pack of any kind of question: `GeoPack`, `ChoicePack` and `SpatialPack` are all of them such packs."""

Counts: TypeAlias = Mapping[str, Mapping[str, int]]
"""What is counted -> label -> number of questions, the labels in the order in which they are shown."""

Figure: TypeAlias = float | int | str | bool | list[float] | None
"""A value of a score report, fit for JSON: no NaN; a list is an interval [low, high]."""

Figures: TypeAlias = Mapping[str, Figure | Mapping[str, Figure]]

BLANK = "blank"
DEFAULT_CLIP_CACHE_BYTES = 2_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What opening a benchmark from where its authors put it needs.

    Attributes:
        cache_dir: where fetched files are kept; each benchmark makes a folder of its own in it.
        clip_cache_bytes: room for the recordings of each benchmark.
        offline: use what is on this machine only.
        revisions: by name of a benchmark, the revision of its source to read in place of the pinned one.
        media_dirs: by name of a benchmark, the folder of the user's own recordings, where they may not be fetched.
        hub_endpoint: the Hub to talk to; '' for huggingface.co.
        hub_token: for gated datasets; empty without one.
    """

    cache_dir: Path
    clip_cache_bytes: int = DEFAULT_CLIP_CACHE_BYTES
    offline: bool = False
    revisions: Mapping[str, str] = field(default_factory=dict)
    media_dirs: Mapping[str, Path] = field(default_factory=dict)
    hub_endpoint: str = ""
    hub_token: Secret = field(default_factory=lambda: Secret(""))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReport:
    """The figures of a file of predictions.

    Attributes:
        sections: section, as `as_published` and `corrected`, -> name of a figure, with its unit -> value. Sections
            share their names, so that they stand side by side.
        remarks: sentences on what could not be read or computed.
    """

    sections: Mapping[str, Figures]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedBenchmark:
    """One published benchmark.

    Attributes:
        name: in commands and in the log.
        title: for people.
        kind: of its questions.
        licence: a sentence on what its authors allow.
        homepage: address of its authors' page.
        read: reads the published files from a path of this machine, without network. Raises `PackError`.
        counts: counts questions by what the benchmark's authors publish counts of.
        open: gets the published files, from the cache when they are there, and reads them; the pack's `clips` fetch
            the recordings. None when the benchmark can only be read from a copy. Raises `SoundmarkError`.
        score: (file of predictions, the benchmark's own files or None, access to cached ones) -> report. It does not
            use the network. None when there are no published prediction files. Raises `SoundmarkError`.
    """

    name: str
    title: str
    kind: QuestionKind
    licence: str
    homepage: str
    read: Callable[[Path], AnyPack]
    counts: Callable[[AnyPack], Counts]
    open: Callable[[Access], AnyPack] | None = None
    score: Callable[[Path, Path | None, Access], ScoreReport] | None = None


def count_tag(pack: AnyPack, tag: str) -> dict[str, int]:
    """How many questions have each value of a tag, the most frequent first; questions without it count as blank."""
    found = Counter(question.tags.get(tag, "") for question in pack.questions)
    blank = found.pop("", 0)
    ordered = dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
    return ordered | ({BLANK: blank} if blank else {})
