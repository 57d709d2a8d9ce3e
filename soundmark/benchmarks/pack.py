"""A benchmark that was read."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias

from soundmark.audio.errors import shown
from soundmark.benchmarks.clips import ClipSource, LocalClips
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.report import PackReport
from soundmark.types import ChoiceTruth, GeoTruth, Question, QuestionId, SpatialTruth, TruthT_co

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class Unheard(Generic[TruthT_co]):
    """A question that nobody can be asked, because its recording is missing or cannot be used; and why, in words."""

    question: Question[TruthT_co]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack(Generic[TruthT_co]):
    """The questions of a folder or of a published benchmark, and the report on what does not play.

    Attributes:
        benchmark: name in the log, of a-z, 0-9, '.', '_' and '-'.
        revision: of a folder, 12 hex digits that change with any playable recording or its truth; of a published
            benchmark, the pinned revision of its source.
        title: for people.
        questions: in the order of the table.
        is_synthetic: some of the recordings were made by a program.
        unheard: questions of a folder that are none of `questions`, because their recordings cannot be heard: a run of
            a model over the pack counts them as errors.
        clips: gets the recordings onto this machine.
        notice: a sentence for whoever runs the app, for instance that this is another state of the benchmark.
        notice_key: key of a text of the page that players should see, for instance that this is the demo.
        blocks: the recordings of which questions arrive together, as a name for each question; empty when every
            recording arrives alone.
        later: gives the list that takes this one's place once it has arrived, None until then.
        earlier: the list that was played until this one arrived, so that its games can be finished.
    """

    benchmark: str
    revision: str
    title: str
    questions: tuple[Question[TruthT_co], ...]
    report: PackReport
    is_synthetic: bool
    unheard: tuple[Unheard[TruthT_co], ...] = ()
    clips: ClipSource = field(default_factory=LocalClips)
    notice: str = ""
    notice_key: str = ""
    blocks: Mapping[QuestionId, str] = field(default_factory=dict)
    later: Callable[[], Pack[TruthT_co] | None] | None = field(default=None, repr=False, compare=False)
    earlier: Pack[TruthT_co] | None = field(default=None, repr=False, compare=False)
    _by_id: Mapping[str, Question[TruthT_co]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {one.question_id: one for one in self.questions})

    def question(self, question_id: str) -> Question[TruthT_co] | None:
        """The question with that id; None when the pack has none."""
        return self._by_id.get(question_id)

    def newest(self) -> Pack[TruthT_co]:
        """The list that has taken this one's place, else this one."""
        return (None if self.later is None else self.later()) or self

    def edition(self, benchmark: str, revision: str) -> Pack[TruthT_co] | None:
        """The list of that name and revision, of this one and those before it; None when it is none of them."""
        if (self.benchmark, self.revision) == (benchmark, revision):
            return self
        return None if self.earlier is None else self.earlier.edition(benchmark, revision)


GeoPack: TypeAlias = Pack[GeoTruth]
ChoicePack: TypeAlias = Pack[ChoiceTruth]
SpatialPack: TypeAlias = Pack[SpatialTruth]


def benchmark_name(name: str | None, folder_name: str) -> str:
    """The name given, or one made of the folder's name.

    Raises:
        PackError: when the name given cannot stand in the log.
    """
    if name is None:
        letters = unicodedata.normalize("NFKD", folder_name).encode("ascii", "ignore").decode().lower()
        return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:64].strip("-") or "pack"
    if not _NAME.fullmatch(name):
        raise PackError(f"{shown(name)} cannot be the name of a benchmark. Use a-z, 0-9, '.', '_' and '-'.")
    return name


def revision_of(identities: Iterable[tuple[str, str, float, float] | tuple[str, str, str, str]]) -> str:
    """The first 12 hex digits of the SHA-256 over the sorted identities of what plays.

    Each is (file name, SHA-256 of its bytes, latitude, longitude), or for other questions (file name, SHA-256 of its
    bytes, question id, question and answer as JSON).
    """
    listed = json.dumps(sorted(identities), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(listed.encode("ascii")).hexdigest()[:12]
