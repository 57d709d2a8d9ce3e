"""`questions`: drafts of a model, an editing table for people, the leakage filter, and two reviewers' agreement."""

from __future__ import annotations

import argparse
import sys

from soundmark.commands.curate_pack import add_pack_options
from soundmark.commands.evaluate import usd
from soundmark.commands.options import Commands, a_path, add_data_option, positive
from soundmark.settings import Settings


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the commands."""
    questions = commands.add_parser("questions", help="make four-choice questions about recordings")
    topics = questions.add_subparsers(required=True, metavar="topic")
    _add_draft(topics)
    _add_leakage(topics)
    _add_review(topics)
    check = topics.add_parser("check", help="say what is wrong in an editing table")
    check.add_argument("table", type=a_path, metavar="TABLE", help="the editing table, .csv or .jsonl")
    check.add_argument("--json", action="store_true", help="print one JSON object instead of sentences")
    check.set_defaults(run=_check)
    _add_pack(topics)


def _add_pack(topics: Commands[argparse.ArgumentParser]) -> None:
    pack = topics.add_parser("pack", help="write a pack of recordings with the questions that are kept")
    pack.add_argument("table", type=a_path, metavar="TABLE", help="the editing table, .csv or .jsonl")
    pack.add_argument("--clips", type=a_path, metavar="DIR", required=True, help="the recordings; they are only read")
    pack.add_argument("--to", type=a_path, metavar="OUT", required=True, help="folder of the pack, beside DIR")
    add_pack_options(pack)
    pack.add_argument("--json", action="store_true", help="print one JSON object instead of sentences")
    pack.set_defaults(run=_pack)


def _add_draft(topics: Commands[argparse.ArgumentParser]) -> None:
    draft = topics.add_parser("draft", help="have a model draft questions from descriptors")
    draft.add_argument("descriptors", type=a_path, metavar="FILE", help="csv or jsonl: file_name, description, ...")
    draft.add_argument("--to", type=a_path, metavar="TABLE", required=True, help="the editing table, .csv or .jsonl")
    draft.add_argument("--per-clip", type=positive, default=4, metavar="N", help="questions a recording; default 4")
    draft.add_argument("--language", default="en", metavar="CODE", help="where a row names none; default en")
    _add_model_options(draft)
    draft.set_defaults(run=_draft)


def _add_leakage(topics: Commands[argparse.ArgumentParser]) -> None:
    leakage = topics.add_parser("leakage", help="find questions that are answered without hearing")
    leakage.add_argument("table", type=a_path, metavar="TABLE", help="the editing table, .csv or .jsonl")
    leakage.add_argument("--to", type=a_path, metavar="TABLE", required=True, help="the table with what was found")
    leakage.add_argument("--replace", action="store_true", help="write over --to if it is there")
    heard = leakage.add_mutually_exclusive_group(required=True)
    heard.add_argument("--transcripts", type=a_path, metavar="FILE", help="csv or jsonl: file_name, transcript")
    heard.add_argument("--transcriber", metavar="NAME", help="a transcribing model of models.toml; needs --clips")
    leakage.add_argument("--clips", type=a_path, metavar="DIR", help="where the recordings are")
    leakage.add_argument("--samples", type=positive, default=5, metavar="N", help="answers a question; default 5")
    leakage.add_argument(
        "--alpha", type=_probability, default=0.05, metavar="P", help="level of the test; default 0.05"
    )
    leakage.add_argument("--rule", choices=["t", "binomial"], default="t", help="the p-value that decides; default t")
    leakage.add_argument(
        "--order",
        choices=["shuffled", "table"],
        default="shuffled",
        help="of options, in each sample; default shuffled",
    )
    _add_model_options(leakage)
    leakage.set_defaults(run=_leakage)


def _add_review(topics: Commands[argparse.ArgumentParser]) -> None:
    review = topics.add_parser("review", help="sheets for two reviewers, and how far they agree")
    review.add_argument("table", type=a_path, metavar="TABLE", help="the editing table, .csv or .jsonl")
    what = review.add_mutually_exclusive_group(required=True)
    what.add_argument("--sheets", type=a_path, metavar="DIR", help="write reviewer_1.csv and reviewer_2.csv there")
    what.add_argument("--by", type=a_path, nargs=2, metavar=("FIRST", "SECOND"), help="the two sheets, filled in")
    review.add_argument("--per-language", type=positive, metavar="N", help="only so many questions of each language")
    review.add_argument("--seed", type=int, default=0, metavar="N", help="draws which; default 0")
    review.add_argument("--json", action="store_true", help="print one JSON object instead of sentences")
    review.set_defaults(run=_review)


def _add_model_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", required=True, metavar="NAME", help="as models.toml names it")
    parser.add_argument("--max-usd", type=usd, metavar="X", help="never spend more")
    parser.add_argument("--resume", action="store_true", help="go on; nothing that was answered is asked again")
    parser.add_argument("--new", action="store_true", help="begin anew though there is an unfinished run")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of sentences")
    add_data_option(parser)


def _probability(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number between 0 and 1")
    return value


def _check(options: argparse.Namespace, _: Settings) -> int:
    from soundmark.commands.questions_tell import tell_table
    from soundmark.curation.questions.table import read_table

    return tell_table(read_table(options.table), as_json=options.json)


def _pack(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.commands.questions_pack import pack

    try:
        return pack(options, settings)
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
        return 1


def _draft(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.commands.questions_run import draft

    return draft(options, settings)


def _leakage(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.commands.questions_run import leakage

    return leakage(options, settings)


def _review(options: argparse.Namespace, _: Settings) -> int:
    from soundmark.commands.questions_tell import tell_compared, tell_sheets
    from soundmark.curation.questions.cells import check_free
    from soundmark.curation.questions.review import compare, read_review, sample_of, write_sheet
    from soundmark.curation.questions.table import read_table

    table = read_table(options.table)
    if options.by is not None:
        first, second = (read_review(path, table.kept) for path in options.by)
        names = [path.name for path in options.by]
        problems = [(name, one) for name, found in zip(names, (first, second), strict=True) for one in found.problems]
        return tell_compared(compare(table.kept, first, second), problems, as_json=options.json)
    drafts = sample_of(table.kept, options.per_language, options.seed)
    paths = [options.sheets / f"reviewer_{number}.csv" for number in (1, 2)]
    for path in paths:
        check_free(path)
    for path in paths:
        write_sheet(path, drafts)
    return tell_sheets(table, len(drafts), paths, as_json=options.json)
