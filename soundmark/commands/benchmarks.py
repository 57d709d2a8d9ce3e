"""`benchmarks list`, `check` and `fetch`: the published benchmarks, read as their authors published them."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Mapping

from soundmark.benchmarks.clips import ByteProgress
from soundmark.benchmarks.entry import BLANK, AnyPack, Counts
from soundmark.commands.mapped import add_map_options, check_mapped, fetch_mapped, is_dataset
from soundmark.commands.options import Commands, a_path, add_data_option, positive, with_data
from soundmark.games.opening import access_of
from soundmark.settings import Settings
from soundmark.variables import SettingsError
from soundmark.wording import n_of

LABELS_SHOWN = 12
FAILURES_IN_A_ROW = 5
"""So many clips in a row that cannot be had mean that none can."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the commands."""
    benchmarks = commands.add_parser("benchmarks", help="list, check or fetch the published benchmarks")
    topics = benchmarks.add_subparsers(required=True, metavar="topic")

    listed = topics.add_parser("list", help="which there are, and what their authors allow")
    listed.set_defaults(run=_list)

    check = topics.add_parser("check", help="read every row, count, and say what is wrong")
    check.add_argument("name", metavar="NAME")
    check.add_argument("--source", type=a_path, metavar="PATH", help="a copy of the published files on this machine")
    add_map_options(check)
    add_data_option(check)
    check.set_defaults(run=_check)

    fetch = topics.add_parser("fetch", help="get the recordings, for use without network")
    fetch.add_argument("name", metavar="NAME")
    fetch.add_argument("--limit", type=positive, metavar="N", help="only the first N questions")
    add_map_options(fetch, has_limit=True)
    add_data_option(fetch)
    fetch.set_defaults(run=_fetch)


def _list(_: argparse.Namespace, __: Settings) -> int:
    from soundmark.benchmarks.published import PUBLISHED

    for benchmark in PUBLISHED:
        print(f"{benchmark.name}: {benchmark.title} ({benchmark.kind} questions), {benchmark.homepage}")
        print(f"    {benchmark.licence}")
    return 0


def _check(options: argparse.Namespace, settings: Settings) -> int:
    if is_dataset(options):
        return check_mapped(options, settings)
    from soundmark.benchmarks.published import published

    benchmark = published(options.name)
    if options.source is not None:
        pack = benchmark.read(options.source.resolve())
    else:
        pack = _opened(options.name, with_data(options, settings))
    print(f"{pack.title}, revision {pack.revision}")
    if pack.notice:
        print(pack.notice)
    print(f"Questions: {len(pack.questions)}")
    for line in counted_lines(benchmark.counts(pack)):
        print(line)
    print(pack.report.text())
    return 1 if pack.report.left_out else 0


def counted_lines(counts: Counts) -> list[str]:
    """One line for each thing that is counted, with the most frequent labels."""
    return [f"{what} ({_n_labels(numbers)}): {_labels(list(numbers.items()))}" for what, numbers in counts.items()]


def _n_labels(numbers: Mapping[str, int]) -> int:
    return sum(label != BLANK for label in numbers)


def _labels(numbers: list[tuple[str, int]]) -> str:
    listed = ", ".join(f"{label} {number}" for label, number in numbers[:LABELS_SHOWN])
    n_more = len(numbers) - LABELS_SHOWN
    return f"{listed} and {n_more} more" if n_more > 0 else listed


def _fetch(options: argparse.Namespace, settings: Settings) -> int:
    if is_dataset(options):
        return fetch_mapped(options, settings)
    pack = _opened(options.name, with_data(options, settings))
    wanted = list(itertools.islice(pack.questions, options.limit))
    n_had, n_failed = fetch_clips(pack, len(wanted))
    print(f"{n_had} of {n_of(len(wanted), 'recording is', 'recordings are')} on this machine.")
    if n_failed and n_had + n_failed < len(wanted):
        print(f"Stopped after {FAILURES_IN_A_ROW} failures in a row. Run the command again to go on.", file=sys.stderr)
    return 1 if n_failed else 0


def fetch_clips(pack: AnyPack, n_wanted: int) -> tuple[int, int]:
    """Fetch the recordings of the first questions; what cannot be had is said on stderr and passed over.

    Returns:
        Recordings that are on this machine now, and recordings that could not be had.
    """
    from soundmark.benchmarks.clips import ClipUnavailable

    n_had = n_failed = failures_in_a_row = 0
    for number, question in enumerate(pack.questions[:n_wanted], start=1):
        try:
            if pack.clips.at_hand(question.clip) is None:
                pack.clips.fetch(question.clip, _progress(f"{number} of {n_wanted}"))
                print(f"{number} of {n_wanted}", file=sys.stderr)
            n_had += 1
            failures_in_a_row = 0
        except ClipUnavailable as error:
            print(f"{number} of {n_wanted}, {question.question_id}: {error}", file=sys.stderr)
            n_failed += 1
            failures_in_a_row += 1
            if failures_in_a_row == FAILURES_IN_A_ROW:
                break
    return n_had, n_failed


def _progress(what: str) -> ByteProgress:
    """Says how far a recording is, on a line that is written over and over; nothing when nobody watches."""
    watched = sys.stderr.isatty()

    def tell(done_bytes: int, all_bytes: int | None) -> None:
        if watched:
            of_all = "" if all_bytes is None else f" of {all_bytes / 1e6:.1f}"
            print(f"{what}: {done_bytes / 1e6:.1f}{of_all} MB", end="\r", file=sys.stderr, flush=True)

    return tell


def _opened(name: str, settings: Settings) -> AnyPack:
    from soundmark.benchmarks.published import published

    benchmark = published(name)
    if benchmark.open is None:
        raise SettingsError(
            f"{benchmark.title} cannot be fetched. Get it from {benchmark.homepage}, and name your copy."
        )
    return benchmark.open(access_of(settings))
