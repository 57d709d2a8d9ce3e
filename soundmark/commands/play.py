"""`play` and `check`: start the app, and say what is wrong with a folder of sounds."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import sys

from soundmark.commands.mapped import add_map_options, choice_of
from soundmark.commands.options import Commands, a_path, add_data_option, with_data
from soundmark.settings import Settings
from soundmark.types import QuestionKind
from soundmark.variables import SettingsError


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the commands."""
    play = commands.add_parser("play", help="start the app")
    play.add_argument(
        "--clips", type=a_path, metavar="DIR", help="a folder of sounds with a table, metadata.csv: places or questions"
    )
    play.add_argument("--dataset", metavar="OWNER/NAME", help="a dataset of the Hub; --map says what its columns hold")
    add_map_options(play)
    add_data_option(play)
    play.add_argument("--open", action="store_true", help="open the page in the browser")
    play.set_defaults(run=_play)

    check = commands.add_parser("check", help="say what is wrong with a folder of sounds")
    check.add_argument("--clips", type=a_path, metavar="DIR", required=True, help="the folder, with its metadata.csv")
    check.add_argument(
        "--kind", choices=["geo", "choice", "spatial"], help="of its questions; by default what the columns say"
    )
    check.set_defaults(run=_check)


def _play(options: argparse.Namespace, settings: Settings) -> int:
    changes: dict[str, object] = {"open_browser": options.open or settings.open_browser}
    if options.clips is not None:
        changes |= {"clips_dir": options.clips.resolve(), "clips_dataset": None}
    if options.dataset is None and options.map is not None:
        raise SettingsError("--map says what the columns of a dataset hold. Name it with --dataset OWNER/NAME.")
    if options.dataset is not None:
        if options.clips is not None:
            raise SettingsError("Both --clips and --dataset are given. Give the one that is to be played.")
        changes |= {"clips_dir": None, "clips_dataset": choice_of(options.dataset, options)}
    # By name: the composition root lies above this package, and nothing here may depend on it.
    app = importlib.import_module("app")
    return int(app.main(dataclasses.replace(with_data(options, settings), **changes)))  # type: ignore[arg-type]


def _check(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.benchmarks import read_any_pack

    kind = None if options.kind is None else QuestionKind(options.kind)
    pack = read_any_pack(options.clips.resolve(), kind=kind)
    print(pack.report.text())
    if not pack.report.left_out:
        return 0
    print("Something was left out. Mend what is listed, or take it out of the folder and its table.", file=sys.stderr)
    return 1
