"""`benchmarks check OWNER/NAME --map ...`: a dataset of the Hub as a benchmark."""

from __future__ import annotations

import argparse

from soundmark.commands.options import positive, with_data
from soundmark.games.opening import access_of
from soundmark.settings import Settings


def add_map_options(check: argparse.ArgumentParser) -> None:
    """Declare the options that say how a dataset is read."""
    check.add_argument(
        "--map", metavar="PAIRS", help="read a Hub dataset OWNER/NAME: audio=COLUMN,question=COLUMN,answer=COLUMN,..."
    )
    check.add_argument("--config", default="", help="of that dataset, where it has several")
    check.add_argument("--split", default="", help="of that dataset, where it has several")
    check.add_argument("--revision", default="main", help="branch, tag or commit of that dataset")
    check.add_argument("--limit", type=positive, metavar="N", help="only its first N rows")


def check_mapped(options: argparse.Namespace, settings: Settings) -> int:
    """Read a dataset as the mapping says, and print its report."""
    from soundmark.benchmarks.mapped import MAX_ROWS, MappedDataset, read_mapped
    from soundmark.benchmarks.mapping import parse_map

    source = MappedDataset(
        name=options.name,
        columns=parse_map(options.map),
        config=options.config,
        split=options.split,
        revision=options.revision,
    )
    pack = read_mapped(source, access_of(with_data(options, settings)), limit=options.limit or MAX_ROWS)
    print(f"{pack.title}, revision {pack.revision}")
    if pack.notice:
        print(pack.notice)
    print(f"Questions: {len(pack.questions)} ({pack.questions[0].kind})")
    print(pack.report.text())
    return 1 if pack.report.left_out else 0
