"""`benchmarks check|fetch OWNER/NAME --map ...`, `play --dataset`: a dataset of the Hub as a benchmark."""

from __future__ import annotations

import argparse
import shlex
import sys

from soundmark.commands.options import positive, with_data
from soundmark.games.opening import access_of
from soundmark.settings import DatasetChoice, Settings
from soundmark.variables import HUB_NAME
from soundmark.wording import n_of


def add_map_options(command: argparse.ArgumentParser, *, has_limit: bool = False) -> None:
    """Declare the options that say how a dataset is read.

    Args:
        command: that reads it.
        has_limit: it has an option --limit already.
    """
    command.add_argument(
        "--map", metavar="PAIRS", help="read a Hub dataset OWNER/NAME: audio=COLUMN,question=COLUMN,answer=COLUMN,..."
    )
    command.add_argument("--config", default="", help="of that dataset, where it has several")
    command.add_argument("--split", default="", help="of that dataset, where it has several")
    command.add_argument("--revision", default="main", help="branch, tag or commit of that dataset")
    if not has_limit:
        command.add_argument("--limit", type=positive, metavar="N", help="only its first N rows")


def is_dataset(options: argparse.Namespace) -> bool:
    """Whether the benchmark that is named is a dataset of the Hub."""
    if options.map is not None:
        return True
    return HUB_NAME.fullmatch(options.name) is not None and getattr(options, "source", None) is None


def choice_of(name: str, options: argparse.Namespace) -> DatasetChoice:
    """The dataset that is meant; without a mapping the names of its columns say what they hold."""
    return DatasetChoice(
        name=name,
        columns=options.map or "",
        config=options.config,
        split=options.split,
        revision=options.revision,
        limit=options.limit or 0,
    )


def check_mapped(options: argparse.Namespace, settings: Settings) -> int:
    """Read a dataset as the mapping says, and print its report."""
    from soundmark.benchmarks.mapped import MAX_ROWS, read_mapped
    from soundmark.games.own_dataset import mapped_dataset

    source = mapped_dataset(choice_of(options.name, options))
    pack = read_mapped(source, access_of(with_data(options, settings)), limit=options.limit or MAX_ROWS)
    print(f"{pack.title}, revision {pack.revision}")
    if pack.notice:
        print(pack.notice)
    print(f"Questions: {len(pack.questions)} ({pack.questions[0].kind})")
    print(pack.report.text())
    return 1 if pack.report.left_out else 0


def fetch_mapped(options: argparse.Namespace, settings: Settings) -> int:
    """Fetch a dataset into a folder pack, and say where it is."""
    from soundmark.benchmarks.mapped_folder import DEFAULT_ROWS, fetch_folder
    from soundmark.games.own_dataset import mapped_dataset

    def tell(n_questions: int) -> None:
        print(n_of(n_questions, "question"), end="\r", file=sys.stderr, flush=True)

    fetched = fetch_folder(
        mapped_dataset(choice_of(options.name, options)),
        access_of(with_data(options, settings)),
        limit=options.limit or DEFAULT_ROWS,
        on_progress=tell if sys.stderr.isatty() else None,
    )
    print(f"{options.name} is in {fetched.path}")
    print(f"Play it with: python -m soundmark play --clips {shlex.quote(str(fetched.path))}")
    if fetched.notice:
        print(fetched.notice)
    if fetched.report is None:
        return 0
    print(fetched.report.text())
    return 1 if fetched.report.left_out else 0
