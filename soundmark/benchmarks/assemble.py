"""Rows of a table and files of a folder brought together as a pack."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Generic

from soundmark.benchmarks.audit import Progress, audit
from soundmark.benchmarks.disputes import apply_disputes, disputes_beside
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.files import OutsideError, PackFiles
from soundmark.benchmarks.metadata import Metadata, Row
from soundmark.benchmarks.pack import Pack, Unheard, benchmark_name, revision_of
from soundmark.benchmarks.report import Finding, FindingKind, PackReport, main_fault
from soundmark.benchmarks.rows import RowContent, text_digest
from soundmark.benchmarks.spatial_rows import SCENE_TAG
from soundmark.benchmarks.verdict import Verdict
from soundmark.types import Clip, GeoTruth, Question, QuestionId, QuestionKind, SpatialTruth, TruthT_co

_TIME_TOLERANCE_S = 0.1
"""How far a sound may end behind its clip: compressed files are cut at whole frames."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """What a caller of the readers in `folder` asked for."""

    folder: Path
    name: str | None
    audit_cache: Path | None
    max_duration_s: float
    on_progress: Progress | None


@dataclass(frozen=True, slots=True)
class _Match(Generic[TruthT_co]):
    """A row, the file it means, and the question's id."""

    row: Row[TruthT_co]
    name: PurePosixPath
    question_id: str


Verdicts = dict[PurePosixPath, Verdict]


def assemble(assembly: Assembly, metadata: Metadata[TruthT_co], kind: QuestionKind) -> Pack[TruthT_co]:
    """Find and check the files that the rows name, and make questions of those that play.

    Raises:
        PackError: when none does, or the pack's name cannot stand in the log.
    """
    title = assembly.folder.resolve().name
    benchmark = benchmark_name(assembly.name, title)
    files = PackFiles(assembly.folder)
    matches, lost, unmatched = _match(metadata, files)
    verdicts = audit(
        {match.name: files.path(match.name) for match in matches},
        max_duration_s=assembly.max_duration_s,
        cache_path=assembly.audit_cache,
        on_progress=assembly.on_progress,
    )
    broken = [match for match in matches if verdicts[match.name].fault is not None]
    sounding = [match for match in matches if verdicts[match.name].fault is None]
    late = {match.question_id: text for match in sounding if (text := _lateness(match, verdicts[match.name]))}
    playable, lost_scenes = _with_scenes([match for match in sounding if match.question_id not in late], files)
    revision = revision_of(_identity(match, verdicts[match.name]) for match in playable)
    faults = _faults(matches, verdicts, assembly.max_duration_s)
    report = PackReport(
        n_rows=metadata.n_rows,
        n_playable=len(playable),
        left_out=(
            *metadata.left_out,
            *unmatched,
            *faults,
            *(Finding(FindingKind.BAD_VALUE, question_id, text) for question_id, text in late.items()),
            *_without_row(metadata, matches, files),
        ),
        notes=(*_notes(metadata, playable, verdicts), *lost_scenes),
    )
    if not playable:
        raise PackError(f"Nothing in the folder {title} can be played.\n{report.text()}")
    ask = partial(_question, benchmark=benchmark, revision=revision, kind=kind)
    why = {finding.subject: main_fault([finding]) for finding in (*unmatched, *faults)}
    pack = Pack(
        benchmark=benchmark,
        revision=revision,
        title=title,
        questions=tuple(ask(match, _clip(match, verdicts[match.name], files)) for match in playable),
        unheard=tuple(Unheard(ask(match, _credit(match)), why[str(match.name)]) for match in (*broken, *lost)),
        report=report,
        is_synthetic=any(match.row.content.is_synthetic for match in playable),
    )
    disputes = disputes_beside(assembly.folder)
    return pack if disputes is None else apply_disputes(pack, disputes)


def _match(
    metadata: Metadata[TruthT_co], files: PackFiles
) -> tuple[list[_Match[TruthT_co]], list[_Match[TruthT_co]], list[Finding]]:
    """The rows whose files are there, those whose files are not, and what is wrong with these and others."""
    matches: dict[str, _Match[TruthT_co]] = {}
    lost: dict[str, _Match[TruthT_co]] = {}
    left_out: list[Finding] = []
    for row in metadata.rows:
        written = str(row.file_name)
        try:
            found = files.find(row.file_name)
        except OutsideError as error:
            left_out.append(Finding(FindingKind.BAD_NAME, written, str(error)))
            continue
        if found is None:
            left_out.append(Finding(FindingKind.MISSING, written))
            question_id = _question_id(row.file_name, row.content)
            lost.setdefault(question_id, _Match(row, row.file_name, question_id))
            continue
        question_id = _question_id(found, row.content)
        if question_id not in matches:
            matches[question_id] = _Match(row, found, question_id)
        elif isinstance(row.content.truth, GeoTruth):
            left_out.append(Finding(FindingKind.BAD_NAME, written, "another row means the same file"))
        else:
            left_out.append(Finding(FindingKind.REPEATED_ID, written, question_id))
    return list(matches.values()), [lost[one] for one in lost if one not in matches], left_out


def _question_id(name: PurePosixPath, content: RowContent[TruthT_co]) -> str:
    """The row's own id; else the file's name, with a digest of the question where a clip may have several."""
    truth = content.truth
    if isinstance(truth, GeoTruth):
        return str(name)
    asked_at = (truth.start_s, truth.end_s) if isinstance(truth, SpatialTruth) else ()
    return content.question_id or f"{name}#{text_digest(content.prompt, content.choices, *asked_at)}"


def _lateness(match: _Match[TruthT_co], verdict: Verdict) -> str:
    """Why the times of a spatial question do not fit its clip, '' when they do."""
    truth = match.row.content.truth
    if isinstance(truth, SpatialTruth):
        for column, time_s in (("start_s", truth.start_s), ("end_s", truth.end_s)):
            if time_s is not None and time_s > verdict.duration_s + _TIME_TOLERANCE_S:
                return f"{column} {time_s:g} lies behind the end of the clip at {verdict.duration_s:.1f} s"
    return ""


def _with_scenes(
    matches: Sequence[_Match[TruthT_co]], files: PackFiles
) -> tuple[list[_Match[TruthT_co]], list[Finding]]:
    """The matches, without the names of scene files that are not in the folder."""
    kept: list[_Match[TruthT_co]] = []
    lost: list[Finding] = []
    for match in matches:
        tags = match.row.content.tags
        scene = tags.get(SCENE_TAG)
        is_spatial = isinstance(match.row.content.truth, SpatialTruth)
        if is_spatial and scene is not None and not files.holds(PurePosixPath(scene)):
            lost.append(Finding(FindingKind.BAD_VALUE, str(match.name), f"there is no scene {scene}"))
            content = replace(match.row.content, tags={name: tags[name] for name in tags if name != SCENE_TAG})
            kept.append(replace(match, row=replace(match.row, content=content)))
        else:
            kept.append(match)
    return kept, lost


def _faults(matches: Sequence[_Match[TruthT_co]], verdicts: Verdicts, max_duration_s: float) -> list[Finding]:
    details = {FindingKind.TOO_LONG: f"over {max_duration_s:g} s", FindingKind.MISSING: "it cannot be opened"}
    judged = [(name, verdicts[name].fault) for name in dict.fromkeys(match.name for match in matches)]
    return [Finding(fault, str(name), details.get(fault, "")) for name, fault in judged if fault is not None]


def _without_row(
    metadata: Metadata[TruthT_co], matches: Sequence[_Match[TruthT_co]], files: PackFiles
) -> list[Finding]:
    left = files.audio - metadata.mentioned - {match.name for match in matches}
    return [Finding(FindingKind.NO_ROW, str(name)) for name in sorted(left)]


def _notes(
    metadata: Metadata[TruthT_co], playable: Sequence[_Match[TruthT_co]], verdicts: Verdicts
) -> tuple[Finding, ...]:
    """Remarks on what plays; those on rows that were left out for another reason are dropped."""
    names = {str(match.row.file_name) for match in playable}
    notes = [note for note in metadata.notes if str(PurePosixPath(note.subject)) in names]
    first_with: dict[str, PurePosixPath] = {}
    for name in dict.fromkeys(match.name for match in playable):
        verdict = verdicts[name]
        first = first_with.setdefault(verdict.sha256, name)
        if first != name:
            notes.append(Finding(FindingKind.SAME_SOUND, str(name), str(first)))
        if not verdict.extension_matches:
            notes.append(Finding(FindingKind.MISLABELLED, str(name)))
        if verdict.n_bad_samples:
            notes.append(Finding(FindingKind.REPAIRED, str(name), f"{verdict.n_bad_samples} samples"))
    return tuple(notes)


def _identity(match: _Match[TruthT_co], verdict: Verdict) -> tuple[str, str, float, float] | tuple[str, str, str, str]:
    content = match.row.content
    truth = content.truth
    if isinstance(truth, GeoTruth):
        return (str(match.name), verdict.sha256, truth.place.latitude_deg, truth.place.longitude_deg)
    asked = json.dumps([content.prompt, content.choices, asdict(truth)], sort_keys=True)
    return (str(match.name), verdict.sha256, match.question_id, asked)


def _clip(match: _Match[TruthT_co], verdict: Verdict, files: PackFiles) -> Clip:
    return replace(_credit(match), path=files.path(match.name), sha256=verdict.sha256)


def _credit(match: _Match[TruthT_co]) -> Clip:
    """The clip of a row, without its file."""
    content = match.row.content
    return Clip(path=None, licence=content.licence, source=content.source, is_synthetic=content.is_synthetic)


def _question(
    match: _Match[TruthT_co], clip: Clip, *, benchmark: str, revision: str, kind: QuestionKind
) -> Question[TruthT_co]:
    content = match.row.content
    return Question(
        question_id=QuestionId(match.question_id),
        benchmark=benchmark,
        revision=revision,
        kind=kind,
        prompt=content.prompt,
        choices=content.choices,
        language=content.language,
        wordings=dict(content.wordings),
        clip=clip,
        truth=content.truth,
        tags=dict(content.tags),
    )
