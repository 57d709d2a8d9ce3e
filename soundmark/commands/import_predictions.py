"""`import-predictions`: published answers of models become rows of the log."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime

from soundmark.commands.options import Commands, a_path, add_data_option, with_data
from soundmark.commands.score import report_table
from soundmark.games.opening import access_of
from soundmark.settings import Settings
from soundmark.variables import SettingsError
from soundmark.wording import n_of

MAX_NAME_CHARS = 120


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    imports = commands.add_parser("import-predictions", help="log published answers of a model, marked as imported")
    imports.add_argument("name", metavar="BENCHMARK")
    imports.add_argument("predictions", metavar="FILE", type=a_path)
    imports.add_argument("--model", required=True, type=_name, metavar="NAME", help="whose answers they are")
    imports.add_argument(
        "--setting", default="audio", choices=["audio", "transcript", "blind"], help="what it was given; default audio"
    )
    imports.add_argument(
        "--source", type=a_path, metavar="PATH", help="a copy of the benchmark's files on this machine"
    )
    add_data_option(imports)
    imports.set_defaults(run=_import)


def _import(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.benchmarks.published import published
    from soundmark.evaluation.figures import report_of
    from soundmark.evaluation.imports import ImportWish, read_import, write_import
    from soundmark.store.journal import Journal

    benchmark = published(options.name)
    settings = with_data(options, settings)
    if options.source is not None:
        pack = benchmark.read(options.source.resolve())
    elif benchmark.open is not None:
        pack = benchmark.open(access_of(settings))
    else:
        raise SettingsError(f"Name a copy of {benchmark.title} with --source.")
    wish = ImportWish(
        path=options.predictions.resolve(),
        model=options.model,
        setting=options.setting,
        deployment=settings.deployment,
        now=datetime.now(UTC),
    )
    found = read_import(wish, pack.questions)
    journal = Journal(settings.data_dir / "journal.sqlite")
    try:
        n_new = write_import(found, journal)
    finally:
        journal.close()
    report = report_of(found.answers)
    for remark in (*found.remarks, *report.remarks):
        print(remark, file=sys.stderr)
    print(report_table(report))
    already = len(found.answers) - n_new
    print(
        f"New in the log: {n_of(n_new, 'answer')} of {options.model}"
        + (f"; there before: {already:,}" if already else "")
    )
    return 0


def _name(text: str) -> str:
    """A model's name, for argparse.

    Raises:
        argparse.ArgumentTypeError: when it is blank, long, or cannot be shown on one line.
    """
    name = text.strip()
    if not (name and name.isprintable() and len(name) <= MAX_NAME_CHARS):
        raise argparse.ArgumentTypeError(
            f"{text[:20]!r} is no name of a model. Write 1 to {MAX_NAME_CHARS} characters on one line."
        )
    return name
