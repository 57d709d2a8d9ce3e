"""`score`: the figures of a published file of predictions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping

from soundmark.benchmarks.entry import Figure, Figures, ScoreReport
from soundmark.commands.options import Commands, a_path, add_data_option, with_data
from soundmark.games.opening import access_of
from soundmark.settings import Settings
from soundmark.variables import SettingsError


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    score = commands.add_parser("score", help="score a file of predictions as published, and corrected")
    score.add_argument("name", metavar="NAME", help="of the benchmark")
    score.add_argument("predictions", metavar="PREDICTIONS", type=a_path)
    score.add_argument("--source", type=a_path, metavar="PATH", help="a copy of the benchmark's files on this machine")
    score.add_argument("--json", action="store_true", help="print JSON")
    add_data_option(score)
    score.set_defaults(run=_score)


def _score(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.benchmarks.published import published

    benchmark = published(options.name)
    if benchmark.score is None:
        raise SettingsError(f"No form of prediction files of {benchmark.title} is known.")
    source = None if options.source is None else options.source.resolve()
    predictions = options.predictions.resolve()
    report = benchmark.score(predictions, source, access_of(with_data(options, settings)))
    for remark in report.remarks:
        print(remark, file=sys.stderr)
    print(json.dumps(report.sections, indent=2, allow_nan=False) if options.json else report_table(report))
    return 0


def report_table(report: ScoreReport) -> str:
    """The sections side by side, a line for each figure; groups of figures, such as intervals, are left to the JSON."""
    flat = {section: _single(figures) for section, figures in report.sections.items()}
    names = list(dict.fromkeys(name for figures in flat.values() for name in figures))
    rows = [["", *flat], *([name, *(_text(figures.get(name)) for figures in flat.values())] for name in names)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(flat) + 1)]
    return "\n".join(_line(row, widths) for row in rows)


def _line(row: list[str], widths: list[int]) -> str:
    first, *others = row
    right = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
    return "  ".join([first.ljust(widths[0]), *right])


def _single(figures: Figures) -> dict[str, Figure]:
    return {name: value for name, value in figures.items() if not isinstance(value, Mapping)}


def _text(value: Figure) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)
