"""`locate`: where the sound of each segment of a recording comes from."""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.commands.options import Commands, a_path
from soundmark.settings import Settings
from soundmark.types import SoundmarkError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from soundmark.spatial.arrays import MicrophoneArray
    from soundmark.spatial.distance import DistanceModel
    from soundmark.spatial.locate import Located, LocateSettings
    from soundmark.spatial.located_rows import Row


class LocateError(SoundmarkError):
    """Options of `locate` that do not fit; the text says what to do."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    locate = commands.add_parser(
        "locate", help="say where the sound of a multi-microphone recording comes from, segment by segment"
    )
    locate.add_argument("file", type=a_path, metavar="FILE", help="wav, flac or other file with 2 channels or more")
    locate.add_argument("--array", metavar="NAME|JSON", help="aria_cad (default), aria_paper, or a JSON file")
    locate.add_argument(
        "--mics",
        metavar="3,4,5,6",
        help="those to use; default: all, or 3,4,5,6 with --paper",
    )
    locate.add_argument("--channel-map", metavar="0,1,2,...", help="the microphone of each channel of the file")
    locate.add_argument("--paper", action="store_true", help="the published procedure; default --array aria_paper")
    locate.add_argument("--json", action="store_true", help="one JSON object a segment")
    locate.add_argument("--segment", type=_number, metavar="SECONDS", help="length of a segment; default 0.25")
    locate.add_argument("--high-pass", type=_number, metavar="HZ", help="remove what is lower; 0 for nothing")
    locate.add_argument("--band", metavar="LOW-HIGH", help="frequencies used, in Hz; default 300-8000")
    locate.add_argument("--distances", type=a_path, metavar="CSV", help="known distances: columns time_s, distance_m")
    locate.add_argument("--k", type=_number, metavar="M2", help="the room's constant K, where it is known")
    locate.set_defaults(run=_locate)


def _locate(options: argparse.Namespace, _: Settings) -> int:
    from soundmark.audio.blocks import BlockReader
    from soundmark.spatial.array_file import named_array
    from soundmark.spatial.locate import locate
    from soundmark.spatial.located_rows import rows

    settings = _settings(options)
    array = named_array(options.array or ("aria_paper" if options.paper else "aria_cad"))
    with BlockReader(options.file) as reader:
        found = locate(
            reader.blocks(),
            reader.sample_rate_hz,
            reader.n_channels,
            array,
            channel_map=_names(options.channel_map),
            mics=_mics(options, array, reader.n_channels),
            settings=settings,
        )
        if reader.ends_early:
            print(
                f"{reader.name} ends earlier than its header says, or is damaged there; what is before was used.",
                file=sys.stderr,
            )
    model = _model(options, found)
    try:
        for row in rows(found, model, paper=options.paper):
            print(json.dumps(row, allow_nan=False) if options.json else _line(row))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` has
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - for the flush at exit
    for note in (*found.notes, *([] if model is None else [_about(model)])):
        print(note, file=sys.stderr)
    return 0


def _line(row: Row) -> str:
    """A row for people: the five columns, and the two candidates where there are two."""
    cells = [f"{row['start_s']:9.2f} s"]
    for key, unit, width in (("azimuth_deg", "°", 6), ("confidence", "", 6), ("cdr", "", 9), ("distance_m", " m", 8)):
        value, digits = row[key], 0 if key == "azimuth_deg" else 2
        cells.append((f"{value:.{digits}f}{unit}" if isinstance(value, float) else "-").rjust(width))
    candidates = row["candidates_deg"]
    if row["found"] == "ambiguous" and isinstance(candidates, list):
        cells.append("either " + " or ".join(f"{deg:.0f}°" for deg in candidates))
    return "  ".join(cells)


def _settings(options: argparse.Namespace) -> LocateSettings:
    from soundmark.spatial.locate import LocateSettings

    settings = LocateSettings.paper() if options.paper else LocateSettings()
    if options.segment is not None:
        settings = replace(settings, segments=replace(settings.segments, segment_s=options.segment))
    if options.high_pass is not None:
        settings = replace(settings, segments=replace(settings.segments, high_pass_hz=options.high_pass or None))
    if options.band is not None:
        settings = replace(settings, srp=replace(settings.srp, band_hz=_band(options.band)))
    return settings


def _model(options: argparse.Namespace, found: Located) -> DistanceModel | None:
    """The model of distance that the options allow; none when no distance is known."""
    from soundmark.spatial.distance import Calibration, calibrate, model_of_k

    if options.k is not None and options.distances is not None:
        raise LocateError("Give either --k or --distances.")
    if options.k is not None:
        return model_of_k(options.k)
    if options.distances is None:
        return None
    times_s, distances_m = _known_distances(options.distances)
    method = Calibration.PUBLISHED if options.paper else Calibration.LOG_FIT
    return calibrate(found.cdrs_at(times_s), distances_m, method)


def _about(model: DistanceModel) -> str:
    factor = math.exp(model.spread)
    if not model.n_points:
        return f"Distances from the K given; expect them to be off by a factor of {factor:.2f}."
    return (
        f"Distances from {model.n_points} known ones: off by a factor of {factor:.2f}. "
        f"Always saying {model.constant_m:.2f} m is off by a factor of {math.exp(model.constant_spread):.2f}."
    )


def _known_distances(path: Path) -> tuple[list[float], list[float]]:
    """Times and distances of a CSV file; lines without both are reported and left out."""
    from soundmark.spatial.arrays import shown

    label = shown(path.name, 60)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file)
            if not {"time_s", "distance_m"} <= set(table.fieldnames or ()):
                raise LocateError(f"{label} needs the columns time_s and distance_m.")
            lines = [(table.line_num, row["time_s"], row["distance_m"]) for row in table]
    except (OSError, UnicodeDecodeError, csv.Error, ValueError) as error:
        raise LocateError(f"{label} cannot be read as a CSV file in UTF-8. Check its name and content.") from error
    times_s, distances_m = [], []
    for number, time_text, distance_text in lines:
        time_s, distance_m = _float(time_text), _float(distance_text)
        if time_s is None or distance_m is None or time_s < 0 or not 0 < distance_m < 1000:
            needed = "a time from 0 s and a distance above 0 m are needed"
            print(f"{label}, line {number}: {needed}; left out.", file=sys.stderr)
            continue
        times_s.append(time_s)
        distances_m.append(distance_m)
    return times_s, distances_m


def _float(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _number(text: str) -> float:
    value = _float(text)
    if value is None or value < 0:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number from 0")
    return value


def _band(text: str) -> tuple[float, float]:
    low, _, high = text.partition("-")
    low_hz, high_hz = _float(low), _float(high)
    if low_hz is None or high_hz is None or not 0 <= low_hz < high_hz:
        raise LocateError("The band must be two frequencies in Hz such as 300-8000.")
    return low_hz, high_hz


def _mics(options: argparse.Namespace, array: MicrophoneArray, n_channels: int) -> Sequence[str] | None:
    """The microphones to use; SAVVY's four for its procedure, unless others are named."""
    from soundmark.spatial.arrays import BUILT_IN, PAPER_MICS

    if options.paper and options.mics is None and array.name in BUILT_IN and n_channels == array.n_mics:
        return PAPER_MICS
    return _names(options.mics)


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",")]
