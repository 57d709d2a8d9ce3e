"""`python -m soundmark <command>`: finds the command and says what went wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from soundmark import __version__
from soundmark.commands import log, play, spatial_scene
from soundmark.settings import read_settings
from soundmark.types import SoundmarkError

GROUPS = (play, log, spatial_scene)


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
    for group in GROUPS:
        group.add(commands)
    return parser
