"""From a folder of recordings to the clips of a pack, with a report."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from soundmark.audio.errors import shown
from soundmark.curation.batch import RESULTS_NAME, Batch, BatchError, Heard, ResultsFile, run_batch
from soundmark.curation.curated import CuratedClip, clip_of
from soundmark.curation.filters.thresholds import Filter
from soundmark.curation.near_duplicates import Fingerprint, fingerprint_of_text, near_duplicates_among
from soundmark.curation.report import Summary, write_report
from soundmark.curation.rules import CurationRules, NearDuplicateRule
from soundmark.curation.tags.speech import SpeechDetector


@dataclass(frozen=True, slots=True, kw_only=True)
class Curated:
    """What became of a folder.

    Attributes:
        summary: counts.
        clips: those that are kept, in the order of the recordings.
        page: the report.
    """

    summary: Summary
    clips: tuple[CuratedClip, ...]
    page: Path


def report_folder(out: Path) -> Path:
    """Results and report stand beside the pack and not in it: they name what was dropped, and are not published."""
    return out.with_name(f"{out.name}-curation")


def check_folders(recordings: Path, out: Path) -> None:
    """Refuse folders in one another: a second run would listen to the pack of the first.

    Raises:
        BatchError: with a sentence.
    """
    recordings, out = recordings.resolve(), out.resolve()
    beside = report_folder(out)
    if any(one.is_relative_to(recordings) or recordings.is_relative_to(one) for one in (out, beside)):
        raise BatchError(f"{shown(out.name)} and {shown(recordings.name)} lie in one another. Name a folder beside it.")


def curate(batch: Batch, out: Path, rules: CurationRules, stream: TextIO) -> Curated:
    """Listen to what is new, judge all, and write the report; the pack is not written yet.

    Args:
        batch: recordings, and what is done with them.
        out: folder of the pack; results and report go beside it.
        rules: what is kept.
        stream: for progress.

    Raises:
        SoundmarkError: when the run cannot begin or go on.
    """
    folder = report_folder(out)
    summary = Summary(thresholds=rules.thresholds, spectrum=batch.task.spectrum, is_cut=batch.task.segments is not None)
    fingerprints: dict[str, Fingerprint] = {}
    with ResultsFile(folder) as results:
        run_batch(batch, results, stream)
        clips = list(_kept(batch, results, rules, summary, fingerprints))
    if rules.near_duplicates is not NearDuplicateRule.OFF:
        clips = _without_duplicates(clips, fingerprints, rules, summary, stream)
    page = write_report(summary, folder, batch.task.folder)
    return Curated(summary=summary, clips=tuple(clips), page=page)


def _kept(
    batch: Batch, results: ResultsFile, rules: CurationRules, summary: Summary, fingerprints: dict[str, Fingerprint]
) -> Iterator[CuratedClip]:
    """What passes the filters and is localizable; fingerprints of it are put where they are wanted."""
    detectors = frozenset(each.provenance for each in batch.task.taggers if isinstance(each, SpeechDetector))
    for record in results.records(batch.task.digest, batch.files):
        for heard in summary.add(record):
            clip = clip_of(record.file, heard, rules.tag_file, detectors)
            if rules.localizable is not None:
                value = rules.localizable.value(clip.name, clip.shares)
                if not rules.localizable.keeps(value):
                    summary.drop(heard, Filter.NOT_LOCALIZABLE)
                    continue
                clip = dataclasses.replace(clip, localizability=value)
            if heard.fingerprint:
                fingerprints[clip.name] = _fingerprint(heard, clip.name)
            yield clip


def _fingerprint(heard: Heard, name: str) -> Fingerprint:
    try:
        return fingerprint_of_text(heard.fingerprint)
    except ValueError as error:
        raise BatchError(
            f"{RESULTS_NAME} is damaged where {shown(name)} stands ({error}). Delete it, and begin anew."
        ) from error


def _without_duplicates(
    clips: list[CuratedClip],
    fingerprints: dict[str, Fingerprint],
    rules: CurationRules,
    summary: Summary,
    stream: TextIO,
) -> list[CuratedClip]:
    """The clips without those that are there twice, or all of them where they are to be reported only."""
    if len(clips) > 1:
        stream.write(f"Looking for near duplicates among {len(clips)} clips.\n")
    found = near_duplicates_among([clip.candidate(rules.carried) for clip in clips], fingerprints)
    summary.near_duplicates = found
    if rules.near_duplicates is not NearDuplicateRule.DROP:
        return clips
    spare = found.spare
    for clip in clips:
        if clip.name in spare:
            summary.drop(clip.heard, Filter.NEAR_DUPLICATE)
    return [clip for clip in clips if clip.name not in spare]
