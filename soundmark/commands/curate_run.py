"""What `curate` does: listen, judge, report, write, send."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.commands.curate import THRESHOLDS
from soundmark.commands.curate_pack import about_of, check_target, push_and_tell, say, write_and_tell
from soundmark.settings import Settings
from soundmark.variables import SettingsError
from soundmark.wording import n_of

if TYPE_CHECKING:
    from soundmark.curation.batch import Batch
    from soundmark.curation.pack import PackAbout
    from soundmark.curation.pipeline import Curated
    from soundmark.curation.rules import CurationRules, Localizable
    from soundmark.curation.segments import SegmentSettings
    from soundmark.curation.tags import Tagger


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Run the command. Returns the exit code: 1 where something could not be used, or nothing is kept."""
    from soundmark.curation.pipeline import check_folders, curate
    from soundmark.curation.report import text_lines

    folder, out = options.folder.resolve(), options.to.resolve()
    check_folders(folder, out)
    batch = _batch(options, folder)
    rules = _rules(options, folder)
    about = about_of(options, out, _steps(options, batch, rules))
    if not options.report_only:
        check_target(options, settings, out)
    elif options.push is not None:
        raise SettingsError("--report-only writes no pack, so that there is none to --push. Leave one of them out.")
    _remark(batch, rules)
    found = curate(batch, out, rules, sys.stderr)
    say([_fault_said(shown(name), fault.message) for name, fault in found.summary.faults])
    print("\n".join(text_lines(found.summary)))
    print(f"Report: {found.page}")
    status = 1 if found.summary.n_faults else 0
    if options.report_only:
        return status
    status = max(status, _write(found, out, about, batch, rules))
    if found.clips:
        push_and_tell(options, settings, out)
    return status


def _fault_said(name: str, message: str) -> str:
    """What is wrong with a recording, which is named once; a message names a file without its folder."""
    return message if message.startswith(name) else f"{name}: {message}"


def _batch(options: argparse.Namespace, folder: Path) -> Batch:
    from soundmark.curation.batch import Batch, ClipTask, Engine, list_clips
    from soundmark.curation.filters import ComplexityOf, SpectrumSettings

    spectrum = SpectrumSettings(
        n_fft=options.n_fft,
        hop=options.hop or max(1, options.n_fft // 4),
        complexity_of=ComplexityOf(options.complexity_of),
    )
    task = ClipTask(
        folder=folder,
        spectrum=spectrum,
        taggers=_taggers(options),
        max_duration_s=options.max_duration,
        segments=_segments(options),
        fingerprints=options.near_duplicates != "off",
    )
    return Batch(task=task, files=list_clips(folder), engine=Engine(options.engine), n_workers=options.workers)


def _taggers(options: argparse.Namespace) -> tuple[Tagger, ...]:
    """Those that listen; whether they can be used is found out before the first recording."""
    from soundmark.curation.tags import EfficientAt, SpeechDetector

    taggers: list[Tagger] = []
    if options.efficientat is not None:
        taggers.append(EfficientAt(options.efficientat, options.efficientat_model))
    if options.speech:
        taggers.append(SpeechDetector())
    return tuple(taggers)


def _segments(options: argparse.Namespace) -> SegmentSettings | None:
    """How recordings are cut.

    Raises:
        SettingsError: when something else that is asked for speaks of whole recordings.
        SegmentError: when the lengths make no sense.
    """
    from soundmark.audio.decode import DEFAULT_MAX_DURATION_S
    from soundmark.curation.segments import SegmentSettings

    if options.segments is None:
        return None
    if options.tags is not None:
        raise SettingsError(
            "--tags says what is heard in whole recordings, not in the parts that --segments makes. Curate with "
            "--segments first, then work out tags of the clips of that pack."
        )
    min_s, max_s = options.segments
    if max_s > DEFAULT_MAX_DURATION_S:
        raise SettingsError(f"Segments of {max_s:g} s are too long to play. Take at most {DEFAULT_MAX_DURATION_S:g} s.")
    return SegmentSettings(min_s=min_s, max_s=max_s)


def _rules(options: argparse.Namespace, folder: Path) -> CurationRules:
    from soundmark.curation.carried import read_carried
    from soundmark.curation.filters import Thresholds
    from soundmark.curation.rules import CurationRules, NearDuplicateRule
    from soundmark.curation.tags import read_tag_file

    carried = read_carried(folder)
    if options.segments is not None and "question" in carried.names:
        raise SettingsError(
            "The table beside the recordings asks about whole recordings, not about the parts that --segments makes. "
            "Cut without it, and write questions about the clips of that pack."
        )
    return CurationRules(
        thresholds=Thresholds(**{name: getattr(options, name) for name in THRESHOLDS}),
        carried=carried,
        tag_file=None if options.tags is None else read_tag_file(options.tags),
        localizable=_localizable(options),
        near_duplicates=NearDuplicateRule(options.near_duplicates),
    )


def _localizable(options: argparse.Namespace) -> Localizable | None:
    from soundmark.curation.localizability.weights import read_weights
    from soundmark.curation.rules import Localizable

    if options.weights is None:
        if options.theta != "weights":
            raise SettingsError("--theta is for localizability. Give the weights with --weights FILE.")
        return None
    if options.tags is None and options.efficientat is None:
        raise SettingsError("--weights needs tags. Give them with --tags FILE, or tag with --efficientat CHECKOUT.")
    fit = read_weights(options.weights).fit
    return Localizable(
        categories={one.category: one for one in fit.categories},
        theta=fit.rules.theta if options.theta == "weights" else options.theta,
    )


def _steps(options: argparse.Namespace, batch: Batch, rules: CurationRules) -> list[str]:
    """What was done, for the README."""
    task = batch.task
    steps = [] if task.segments is None else [_cut_said(task.segments)]
    steps += [f"{name} {getattr(options, name)}" for name in THRESHOLDS if getattr(options, name) is not None]
    frames = task.spectrum
    steps.append(f"spectra of {frames.n_fft} samples, hop {frames.hop}, complexity of {frames.complexity_of.value}")
    steps += [tagger.provenance for tagger in task.taggers]
    if rules.tag_file is not None:
        steps.append(rules.tag_file.provenance)
    if rules.localizable is not None:
        theta = rules.localizable.theta
        kept = "no clip dropped" if theta is None else f"clips above {theta:g} kept"
        steps.append(f"localizability by weights {shown(options.weights.name)}: {kept}")
    said = {"drop": "near duplicates: the best one of each group kept", "report": "near duplicates looked for and kept"}
    return [*steps, *([said[options.near_duplicates]] if options.near_duplicates in said else [])]


def _cut_said(cut: SegmentSettings) -> str:
    return (
        f"cut at pauses into {cut.min_s:g} to {cut.max_s:g} s (a pause: {cut.min_pause_s:g} s that are "
        f"{cut.pause_db:g} dB below the loud parts)"
    )


def _remark(batch: Batch, rules: CurationRules) -> None:
    """What of the tables cannot be used."""
    names = [file.name for file in batch.files]
    carried, tag_file = rules.carried, rules.tag_file
    say(carried.remarks)
    _say_unused("metadata", carried.unused(names))
    if carried.of_file:
        n_without = sum(not carried.has(name) for name in names)
        if n_without:
            print(f"Without a row in the metadata: {n_without} of {n_of(len(names), 'recording')}.", file=sys.stderr)
    if tag_file is not None:
        say(tag_file.told_bad_rows())
        _say_unused(tag_file.file_name, tag_file.unused(names))
        n_without = sum(tag_file.tag(name) is None for name in names)
        if n_without:
            print(
                f"Without tags in {tag_file.file_name}: {n_without} of {n_of(len(names), 'recording')}.",
                file=sys.stderr,
            )


def _say_unused(table: str, names: Sequence[str]) -> None:
    if names:
        print(
            f"File names of the {table} that no recording has: {len(names):,}, as {shown(names[0])}. Check them.",
            file=sys.stderr,
        )


def _write(found: Curated, out: Path, about: PackAbout, batch: Batch, rules: CurationRules) -> int:
    from soundmark.curation.index import write_index

    if not found.clips:
        what = "Look at the report, and loosen a threshold." if found.summary.n_clips else "None could be used."
        print(f"No recording is kept, so that there is no pack. {what}")
        return 1
    rows = [(clip, row) for clip in found.clips for row in clip.rows(batch.task.folder, rules.carried)]
    written = write_and_tell([row for _, row in rows], out, about, n_workers=batch.n_workers)
    placed = {clip.name: name for (clip, _), name in zip(rows, written.file_names, strict=True) if name}
    without = [clip.name for (clip, _), name in zip(rows, written.file_names, strict=True) if not name]
    left_out = [(name, each.why) for name, each in zip(without, written.left_out, strict=True)]
    say([f"{shown(name)} is not in the pack: {why}" for name, why in left_out])
    for path in write_index(found.page.parent, found.clips, placed, left_out):
        print(f"Beside it: {path}")
    print(f"Pack: {written.folder} ({n_of(written.n_rows, 'row')})")
    return 1 if written.left_out else 0
