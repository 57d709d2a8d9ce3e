"""Any dataset of the Hub as a benchmark, once somebody says which columns hold what."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from soundmark.audio.errors import shown
from soundmark.benchmarks.choice_rows import choice_row
from soundmark.benchmarks.clips import ClipFile
from soundmark.benchmarks.columns import kind_of
from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch import FetchError, FetchReason, FileCache, HubClips, HubDataset
from soundmark.benchmarks.fetch.hub_errors import offline_error
from soundmark.benchmarks.geo_rows import geo_row
from soundmark.benchmarks.hub_stream import HubStream, open_hub_stream
from soundmark.benchmarks.json_table import record_of
from soundmark.benchmarks.mapped_audio import audio_bytes, audio_path, path_in_dataset
from soundmark.benchmarks.mapping import AUDIO, OWN_NAMES, ColumnMap, by_own_names
from soundmark.benchmarks.metadata import RowReader
from soundmark.benchmarks.pack import ChoicePack, GeoPack, Pack, SpatialPack, benchmark_name
from soundmark.benchmarks.report import Finding, FindingKind, PackReport
from soundmark.benchmarks.rows import RowContent, RowError, text_digest
from soundmark.benchmarks.spatial_rows import spatial_row
from soundmark.types import ChoiceTruth, Clip, GeoTruth, Question, QuestionId, QuestionKind, SpatialTruth, TruthT_co

MAX_ROWS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedDataset:
    """A dataset of the Hub and what its columns mean.

    Attributes:
        name: owner/name.
        columns: which of its columns hold what; `OWN_NAMES` when they are called as folder packs call them.
        config, split: of the dataset; may be '' where it has only one.
        revision: a branch, tag or commit; what it means is looked up once and kept.
        kind: of its questions; by default what the names in the mapping say.
    """

    name: str
    columns: ColumnMap
    config: str = ""
    split: str = ""
    revision: str = "main"
    kind: QuestionKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedRow:
    """A row that gave a question.

    Attributes:
        question: that it gave.
        written: its values under our names, the audio left out.
        place: configuration, split and number of the row, as the name of a file.
        audio_path: what the row calls its sound; '' when it does not.
        clips: get the sound.
    """

    question: Question[GeoTruth | ChoiceTruth | SpatialTruth]
    written: Mapping[str, object]
    place: str
    audio_path: str
    clips: HubClips

    def clip(self) -> ClipFile:
        """The sound.

        Raises:
            FetchError: when it cannot be had.
        """
        return self.clips.fetch_plainly(self.question.clip)


TakeRow = Callable[[MappedRow], None]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A dataset that is being read: at which commit, from which stream, and whether the clips of rows are kept."""

    source: MappedDataset
    commit: str
    stream: HubStream
    limit: int
    clips: HubClips
    keep_clips: bool
    take: TakeRow | None

    def place(self, number: int) -> str:
        """Names a row of the dataset."""
        return "-".join(part for part in (self.source.config, self.stream.split, str(number)) if part)


def read_mapped(
    source: MappedDataset,
    access: Access,
    *,
    limit: int = MAX_ROWS,
    keep_clips: bool = False,
    take: TakeRow | None = None,
) -> GeoPack | ChoicePack | SpatialPack:
    """Read a dataset as it streams from the Hub, at a pinned commit; nothing is decoded.

    Rows become questions by the rules of folder packs (docs/packs.md). The audio is a struct of bytes and path, as the
    `Audio` feature of `datasets` has it, or the path of a file in the same dataset. Addresses are refused.

    Args:
        source: the dataset.
        access: which Hub to ask, and where to keep what was fetched.
        limit: rows to read at most.
        keep_clips: put audio that rows bring along into the cache, so that it can be played.
        take: is given every row that gave a question. When it finds no more room (`FetchReason.DISK`) the reading ends
            there; a row whose sound it cannot have at all is left out.

    Raises:
        FetchError: when the Hub cannot be asked, or does not give the dataset.
        PackError: when the mapping does not fit its columns, or no question comes of it.
    """
    if source.columns != OWN_NAMES:
        _kind(source, "--map")  # what is wrong with it is said before anything is fetched
    if access.offline:
        raise offline_error(source.name)
    folder = access.cache_dir / "mapped" / source.name.replace("/", "--")
    dataset = HubDataset(
        source.name,
        revision=source.revision,
        state_dir=folder,
        token=access.hub_token,
        endpoint=access.hub_endpoint,
    )
    commit = dataset.commit()
    stream = open_hub_stream(source.name, commit, config=source.config, split=source.split, token=access.hub_token)
    if source.columns == OWN_NAMES:
        source = replace(source, columns=by_own_names(stream.columns))
    _check_columns(source, stream)
    kind = _kind(source, source.name)
    cache = FileCache(folder / "clips", max_bytes=access.clip_cache_bytes)
    reading = _Reading(source, commit, stream, limit, HubClips(dataset, cache), keep_clips, take)
    if kind is QuestionKind.GEO:
        return _pack(reading, geo_row, kind)
    if kind is QuestionKind.CHOICE:
        return _pack(reading, choice_row, kind)
    return _pack(reading, spatial_row, kind)


def _kind(source: MappedDataset, named_by: str) -> QuestionKind:
    names = ["file_name", *(name for name in source.columns.names if name != AUDIO)]
    return kind_of(names, named_by, source.kind)


def _check_columns(source: MappedDataset, stream: HubStream) -> None:
    for column in source.columns.columns.values():
        if column not in stream.columns and column.partition(".")[0] not in stream.columns:
            there = ", ".join(map(shown, stream.columns[:30]))
            raise PackError(f"{source.name} has no column {shown(column)}. It has: {there}.")


def _pack(reading: _Reading, row_reader: RowReader[TruthT_co], kind: QuestionKind) -> Pack[TruthT_co]:
    questions: dict[str, Question[TruthT_co]] = {}
    left_out: list[Finding] = []
    notes: list[Finding] = []
    full = ""
    for number, row in enumerate(reading.stream.rows(reading.limit), start=1):
        subject = f"row {number}"
        try:
            written = reading.source.columns.values(row)
            content = row_reader(record_of(number, written))
            question = _question(reading, content, row, number, kind)
            if question.question_id in questions:
                raise RowError(FindingKind.REPEATED_ID, question.question_id)
            _take(reading, question, written, row, number)
        except FetchError as error:
            if error.reason is not FetchReason.DISK or not questions:
                raise
            full = f"Reading ended before row {number}. {error}"
            break
        except (RowError, ValueError) as error:
            what = error.kind if isinstance(error, RowError) else FindingKind.BAD_ROW
            left_out.append(Finding(what, subject, str(error)))
            continue
        questions[question.question_id] = question
        notes += [Finding(remark, question.question_id, detail) for remark, detail in content.remarks]
    n_rows = len(questions) + len(left_out)
    report = PackReport(n_rows=n_rows, n_playable=len(questions), left_out=tuple(left_out), notes=tuple(notes))
    if not questions:
        raise PackError(f"No question comes of {reading.source.name}.\n{report.text()}")
    return Pack(
        benchmark=benchmark_name(None, reading.source.name),
        revision=reading.commit,
        title=reading.source.name,
        questions=tuple(questions.values()),
        report=report,
        is_synthetic=any(question.clip.is_synthetic for question in questions.values()),
        clips=reading.clips,
        notice=" ".join(filter(None, (reading.stream.notice, full))),
    )


def _take(
    reading: _Reading,
    question: Question[TruthT_co],
    written: Mapping[str, object],
    row: Mapping[str, object],
    number: int,
) -> None:
    """Hand a row over.

    Raises:
        RowError: when its sound is nowhere to be had.
        FetchError: when it cannot be had now.
    """
    if reading.take is None:
        return
    try:
        reading.take(
            MappedRow(
                question=question,
                written=written,
                place=reading.place(number),
                audio_path=audio_path(row[reading.source.columns.columns[AUDIO]]),
                clips=reading.clips,
            )
        )
    except FetchError as error:
        if error.reason is FetchReason.MISSING:
            raise RowError(FindingKind.MISSING, question.clip.key) from error
        raise


def _question(
    reading: _Reading, content: RowContent[TruthT_co], row: Mapping[str, object], number: int, kind: QuestionKind
) -> Question[TruthT_co]:
    place = reading.place(number)
    question_id = content.question_id or f"{place}#{text_digest(content.prompt, content.choices)}"
    key, digest = _clip(reading, row[reading.source.columns.columns[AUDIO]], place)
    return Question(
        question_id=QuestionId(question_id),
        benchmark=benchmark_name(None, reading.source.name),
        revision=reading.commit,
        kind=kind,
        prompt=content.prompt,
        choices=content.choices,
        language=content.language,
        wordings=content.wordings,
        clip=Clip(
            path=None,
            sha256=digest,
            key=key,
            address=f"https://huggingface.co/datasets/{reading.source.name}",
            licence=content.licence,
            source=content.source or reading.source.name,
            is_synthetic=content.is_synthetic,
        ),
        truth=content.truth,
        tags=content.tags,
    )


def _clip(reading: _Reading, audio: object, place: str) -> tuple[str, str]:
    """The key of a clip and the digest of its bytes, '' where the row has only a path in the dataset.

    Raises:
        RowError: when there is no audio, or it is somewhere else.
    """
    content = audio_bytes(audio)
    if not content:
        return path_in_dataset(audio_path(audio), f"hf://datasets/{reading.source.name}@{reading.commit}/"), ""
    digest = hashlib.sha256(content).hexdigest()
    key = f"{place}-{digest[:12]}"
    if reading.keep_clips:
        reading.clips.keep(key, content)
    return key, digest
