"""Folder packs: a folder of recordings with a metadata.csv becomes a benchmark."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from soundmark.audio.decode import DEFAULT_MAX_DURATION_S
from soundmark.benchmarks.audit import Progress, audit
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.files import OutsideError, PackFiles
from soundmark.benchmarks.metadata import Metadata, Row, read_metadata
from soundmark.benchmarks.pack import GeoPack, Pack, benchmark_name, revision_of
from soundmark.benchmarks.report import Finding, FindingKind, PackReport
from soundmark.benchmarks.verdict import Verdict
from soundmark.types import Clip, GeoQuestion, GeoTruth, Question, QuestionId, QuestionKind

PROMPT = "Where was this recorded?"


@dataclass(frozen=True, slots=True)
class _Match:
    """A row and the file it means."""

    row: Row
    name: PurePosixPath


def read_pack(
    folder: Path,
    *,
    name: str | None = None,
    audit_cache: Path | None = None,
    max_duration_s: float = DEFAULT_MAX_DURATION_S,
    on_progress: Progress | None = None,
) -> GeoPack:
    """Read a folder pack. Whatever is wrong with single rows and files is reported, and the rest plays.

    Args:
        folder: holds metadata.csv, with the columns file_name (a path inside the folder), latitude and longitude
            (decimal degrees, WGS-84), and if wanted continent, country, city, category, has_speech, licence, source
            and is_synthetic; further columns become tags.
        name: of the benchmark; by default made of the folder's name.
        audit_cache: JSON file, one a pack, that spares decoding unchanged files again.
        max_duration_s: longest recording accepted. The default takes the 180 s of the published benchmarks.
        on_progress: told (files done, files in all) while they are decoded.

    Raises:
        PackError: when no question comes of the folder, or its table cannot be used at all.
    """
    benchmark = benchmark_name(name, folder.resolve().name)
    metadata = read_metadata(folder)
    files = PackFiles(folder)
    matches, unmatched = _match(metadata, files)
    verdicts = audit(
        {match.name: files.path(match.name) for match in matches},
        max_duration_s=max_duration_s,
        cache_path=audit_cache,
        on_progress=on_progress,
    )
    playable = [match for match in matches if verdicts[match.name].fault is None]
    revision = revision_of(_identity(match, verdicts[match.name]) for match in playable)
    report = PackReport(
        n_rows=metadata.n_rows,
        n_playable=len(playable),
        left_out=(
            *metadata.left_out,
            *unmatched,
            *_faults(matches, verdicts, max_duration_s),
            *_without_row(metadata, matches, files),
        ),
        notes=_notes(metadata, playable, verdicts),
    )
    if not playable:
        raise PackError(f"Nothing in the folder {folder.resolve().name} can be played.\n{report.text()}")
    return Pack(
        benchmark=benchmark,
        revision=revision,
        title=folder.resolve().name,
        questions=tuple(_question(m, verdicts[m.name], files.path(m.name), benchmark, revision) for m in playable),
        report=report,
        is_synthetic=any(match.row.is_synthetic for match in playable),
    )


def _match(metadata: Metadata, files: PackFiles) -> tuple[list[_Match], list[Finding]]:
    matches: dict[PurePosixPath, _Match] = {}
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
        elif found in matches:
            left_out.append(Finding(FindingKind.BAD_NAME, written, "another row means the same file"))
        else:
            matches[found] = _Match(row, found)
    return list(matches.values()), left_out


def _faults(matches: list[_Match], verdicts: dict[PurePosixPath, Verdict], max_duration_s: float) -> list[Finding]:
    details = {FindingKind.TOO_LONG: f"over {max_duration_s:g} s", FindingKind.MISSING: "it cannot be opened"}
    judged = [(match.name, verdicts[match.name].fault) for match in matches]
    return [Finding(fault, str(name), details.get(fault, "")) for name, fault in judged if fault is not None]


def _without_row(metadata: Metadata, matches: list[_Match], files: PackFiles) -> list[Finding]:
    left = files.audio - metadata.mentioned - {match.name for match in matches}
    return [Finding(FindingKind.NO_ROW, str(name)) for name in sorted(left)]


def _notes(metadata: Metadata, playable: list[_Match], verdicts: dict[PurePosixPath, Verdict]) -> tuple[Finding, ...]:
    """Remarks on what plays; those on rows that were left out for another reason are dropped."""
    names = {str(match.row.file_name) for match in playable}
    notes = [note for note in metadata.notes if str(PurePosixPath(note.subject)) in names]
    first_with: dict[str, PurePosixPath] = {}
    for match in playable:
        verdict = verdicts[match.name]
        first = first_with.setdefault(verdict.sha256, match.name)
        if first != match.name:
            notes.append(Finding(FindingKind.SAME_SOUND, str(match.name), str(first)))
        if not verdict.extension_matches:
            notes.append(Finding(FindingKind.MISLABELLED, str(match.name)))
        if verdict.n_bad_samples:
            notes.append(Finding(FindingKind.REPAIRED, str(match.name), f"{verdict.n_bad_samples} samples"))
    return tuple(notes)


def _identity(match: _Match, verdict: Verdict) -> tuple[str, str, float, float]:
    place = match.row.place
    return (str(match.name), verdict.sha256, place.latitude_deg, place.longitude_deg)


def _question(match: _Match, verdict: Verdict, path: Path, benchmark: str, revision: str) -> GeoQuestion:
    row = match.row
    return Question(
        question_id=QuestionId(str(match.name)),
        benchmark=benchmark,
        revision=revision,
        kind=QuestionKind.GEO,
        prompt=PROMPT,
        clip=Clip(
            path=path,
            sha256=verdict.sha256,
            licence=row.licence,
            source=row.source,
            is_synthetic=row.is_synthetic,
        ),
        truth=GeoTruth(place=row.place, continent=row.continent, country=row.country, city=row.city),
        tags=dict(row.tags),
    )
