"""What several commands share."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path

from soundmark.settings import Settings
from soundmark.variables import SettingsError, path_of

Commands = argparse._SubParsersAction  # argparse has no public name for what `add_subparsers` returns


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Let a command be pointed at another data folder."""
    parser.add_argument("--data", type=a_path, metavar="DIR", help="where answers are kept")


def with_data(options: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with the data folder that `--data` names, if it names one."""
    if options.data is None:
        return settings
    return dataclasses.replace(settings, data_dir=options.data.resolve())


def a_path(text: str) -> Path:
    """A file or a folder, for argparse; `~` at its beginning is a home folder.

    Raises:
        argparse.ArgumentTypeError: for what cannot be one.
    """
    if not text.strip() or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text[:80]!r} names no file and no folder")
    try:
        return path_of(text)
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """A whole number of 1 or more, for argparse.

    Raises:
        argparse.ArgumentTypeError: for anything else.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)
