"""`python -m soundmark <command>`: finds the command and says what went wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from soundmark import __version__
from soundmark.audio.errors import shown
from soundmark.commands import (
    arena,
    benchmarks,
    curate,
    deploy,
    evaluate,
    import_predictions,
    judge,
    judge_referral,
    leaderboard,
    localizability,
    log,
    models,
    parse,
    play,
    questions,
    rate,
    score,
    spatial_locate,
    spatial_scene,
)
from soundmark.commands.described import DescribedParser
from soundmark.settings import read_settings
from soundmark.types import SoundmarkError

GROUPS = (
    play, log, benchmarks, score, parse, rate, arena, spatial_locate, spatial_scene,
    models, evaluate, import_predictions, judge, judge_referral, leaderboard,
    localizability, questions, deploy, curate,
)  # fmt: skip

STOPPED = 130
"""What shells report of a command that was ended by Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        The exit code: 0 for done, 1 for not all of it, 2 for something the person can mend, 130 when it was stopped.
    """
    options = parser().parse_args(arguments)
    try:
        status = int(options.run(options, read_settings()))
        sys.stdout.flush()
        return status
    except SoundmarkError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever reads the output, as `head` does, has had enough; what is still in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(_system_trouble(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED


def _system_trouble(error: OSError) -> str:
    """What the system says, where no command has words of its own for it."""
    if error.filename is None:
        return f"The system refuses what was asked: {error.strerror or error}."
    name = shown(Path(str(error.filename)).name)
    return f"{name} cannot be used: {error.strerror or error}. Name another file or folder, or mend this one."


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    whole = DescribedParser(
        prog="python -m soundmark",
        description="People and models listen to the same sounds.",
        epilog="`python -m soundmark COMMAND --help` says more of each, and docs/researchers.md names its page.",
    )
    whole.add_argument("--version", action="version", version=f"soundmark {__version__}")
    commands = whole.add_subparsers(required=True, metavar="command")
    for group in GROUPS:
        group.add(commands)
    return whole
