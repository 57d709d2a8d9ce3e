"""From a folder of recordings to the clips of a pack, with a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from soundmark.audio.errors import shown
from soundmark.curation.batch import Batch, BatchError, ClipRecord, ResultsFile, run_batch
from soundmark.curation.carried import Carried
from soundmark.curation.filters.thresholds import Thresholds
from soundmark.curation.filters.values import ClipValues
from soundmark.curation.pack import PackClip
from soundmark.curation.report import Summary, write_report
from soundmark.curation.tags.tag_file import TagFile

N_TAGS_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Curated:
    """What became of a folder.

    Attributes:
        summary: counts.
        clips: rows of the pack, in the order of the recordings.
        page: the report.
    """

    summary: Summary
    clips: tuple[PackClip, ...]
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
    if out.is_relative_to(recordings) or recordings.is_relative_to(out):
        raise BatchError(f"{shown(out.name)} and {shown(recordings.name)} lie in one another. Name a folder beside it.")


def curate(
    batch: Batch, out: Path, *, thresholds: Thresholds, carried: Carried, tag_file: TagFile | None, stream: TextIO
) -> Curated:
    """Listen to what is new, judge all, and write the report; the pack is not written yet.

    Args:
        batch: recordings, and what is done with them.
        out: folder of the pack; results and report go beside it.
        thresholds: what is kept.
        carried: rows of the table beside the recordings.
        tag_file: tags that were worked out elsewhere.
        stream: for progress.

    Raises:
        SoundmarkError: when the run cannot begin or go on.
    """
    folder = report_folder(out)
    summary = Summary(thresholds=thresholds, spectrum=batch.task.spectrum)
    clips: list[PackClip] = []
    with ResultsFile(folder) as results:
        run_batch(batch, results, stream)
        for record in results.records(batch.task.digest, batch.files):
            if summary.add(record):
                clips += _clips_of(record, batch.task.folder, carried, tag_file)
    page = write_report(summary, folder, batch.task.folder)
    return Curated(summary=summary, clips=tuple(clips), page=page)


def _clips_of(record: ClipRecord, folder: Path, carried: Carried, tag_file: TagFile | None) -> Iterator[PackClip]:
    if record.values is None:
        return
    found = _measured(record.values) | _tagged(record, tag_file)
    for row in carried.rows(record.file.name):
        # What the table says stands, also where a measured column has the same name.
        yield PackClip(path=folder / record.file.name, columns={**found, **row})


def _measured(values: ClipValues) -> dict[str, str]:
    numbers = {
        "rms": values.rms_ac,
        "spectral_flatness": values.spectral_flatness,
        "clipping_ratio": values.clipping_ratio,
        "acoustic_complexity": values.acoustic_complexity,
    }
    return {name: "" if value is None else f"{value:.6g}" for name, value in numbers.items()}


def _tagged(record: ClipRecord, tag_file: TagFile | None) -> dict[str, str]:
    shares: dict[str, float] = {}
    for found in record.tags.values():
        shares |= found
    told = None if tag_file is None else tag_file.tag(record.file.name)
    if told is not None:
        shares |= told.by_category
    top = sorted(shares.items(), key=lambda item: (-item[1], item[0]))[:N_TAGS_SHOWN]
    return {"tags": "; ".join(f"{name} {share:.2f}" for name, share in top if share > 0)} if shares else {}
