"""`python -m soundmark <command>`: one function a command, each thin."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from soundmark import __version__
from soundmark.settings import Settings, SettingsError, read_settings
from soundmark.types import SoundmarkError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit code: 0 for done, 2 for something the person can mend."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options, read_settings()))
    except SoundmarkError as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m soundmark", description="People and models listen to the same sounds."
    )
    parser.add_argument("--version", action="version", version=f"soundmark {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")

    play = commands.add_parser("play", help="start the app")
    play.add_argument("--clips", type=Path, metavar="DIR", help="a folder of sounds with a metadata.csv")
    play.add_argument("--data", type=Path, metavar="DIR", help="where answers are kept")
    play.add_argument("--open", action="store_true", help="open the page in the browser")
    play.set_defaults(run=_play)

    check = commands.add_parser("check", help="say what is wrong with a folder of sounds")
    check.add_argument("--clips", type=Path, metavar="DIR", required=True)
    check.set_defaults(run=_check)

    export = commands.add_parser("export", help="write the answers as Parquet files")
    export.add_argument("--to", type=Path, metavar="DIR", required=True)
    export.add_argument("--data", type=Path, metavar="DIR", help="where answers are kept")
    export.set_defaults(run=_export)
    return parser


def _play(options: argparse.Namespace, settings: Settings) -> int:
    changes: dict[str, object] = {"open_browser": options.open or settings.open_browser}
    if options.clips is not None:
        changes["clips_dir"] = options.clips.expanduser().resolve()
    # By name: the composition root lies above this package, and nothing here may depend on it.
    app = importlib.import_module("app")
    return int(app.main(dataclasses.replace(_with_data(options, settings), **changes)))  # type: ignore[arg-type]


def _check(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.benchmarks import read_pack

    pack = read_pack(options.clips.expanduser().resolve())
    print(pack.report.text())
    return 0


def _export(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.store.export import export
    from soundmark.store.journal import Journal

    path = _with_data(options, settings).data_dir / "journal.sqlite"
    if not path.is_file():
        raise SettingsError(f"There is no {path.name} in {path.parent}. Name the app's data folder with --data.")
    journal = Journal(path)
    try:
        counts = export(journal, options.to.expanduser().resolve())
    finally:
        journal.close()
    for table, count in counts.items():
        print(f"{table}: {count} rows" if count else f"{table}: no rows yet, no file written")
    return 0


def _with_data(options: argparse.Namespace, settings: Settings) -> Settings:
    if options.data is None:
        return settings
    return dataclasses.replace(settings, data_dir=options.data.expanduser().resolve())
