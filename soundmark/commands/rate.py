"""`rate`: ratings of models by votes, from any table of them."""

from __future__ import annotations

import argparse
import json
import math
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from soundmark.commands.options import Commands, a_path
from soundmark.settings import Settings

if TYPE_CHECKING:
    from leaderboard.ratings.vote_report import VoteReport
    from leaderboard.ratings.vote_table import VoteTable

MAX_ROUNDS = 100_000
FRAGILE_FIRST = 10
"""Each neighbour takes several new fits: seconds for a hundred models."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    rate = commands.add_parser(
        "rate",
        help="rate models by votes",
        description="Rate models by a table with model_a, model_b and winner: CSV, Parquet, JSON lines or a JSON "
        "array. winner is a, b, tie or both_bad, in one of their usual spellings, or the name of the model that won.",
    )
    rate.add_argument("votes", metavar="VOTES", type=a_path)
    rate.add_argument("--ties", choices=("half", "davidson", "dropped"), default="half", help="how a tie counts")
    rate.add_argument(
        "--both-bad", choices=("tie", "left_out"), default="tie", help="how a vote that both are bad counts"
    )
    rate.add_argument(
        "--rounds", type=_rounds, default=1000, metavar="N", help="draws for the intervals; 0: none, by formula"
    )
    rate.add_argument("--cluster", choices=("voter", "question"), help="draw whole voters or questions, not votes")
    rate.add_argument("--style", action="store_true", help="also with the style of answers taken out")
    rate.add_argument("--elo", action="store_true", help="also Elo's rating, battle by battle")
    rate.add_argument(
        "--fragility", type=_number, nargs="?", const=FRAGILE_FIRST, metavar="N",
        help=f"also how few votes decide the order of the first N neighbours ({FRAGILE_FIRST} unless told)",
    )  # fmt: skip
    rate.add_argument(
        "--agree", type=_choice, nargs=2, metavar="COLUMN=VALUE",
        help="also how far two groups of voters agree, as responder_kind=human responder_kind=model",
    )  # fmt: skip
    rate.add_argument(
        "--only", type=_choice, action="append", default=[], metavar="COLUMN=VALUE", help="only these votes; may repeat"
    )
    rate.add_argument("--since", type=_time, metavar="TIME", help="only votes from then on, as 2026-03-01")
    rate.add_argument("--until", type=_time, metavar="TIME", help="only votes before then")
    rate.add_argument("--withdrawals", type=a_path, metavar="FILE", help="the log's table of what was taken back")
    rate.add_argument("--with-failed", action="store_true", help="count votes that failed a check, too")
    rate.add_argument(
        "--anchor", type=_anchor, action="append", default=[], metavar="NAME=POINTS", help="shift the scale to it"
    )
    rate.add_argument("--json", action="store_true", help="print JSON")
    rate.set_defaults(run=_rate)


def _rounds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= MAX_ROUNDS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {MAX_ROUNDS:,}")
    return int(text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 999")
    return int(text)


def _choice(text: str) -> tuple[str, str]:
    from leaderboard.ratings.raw_votes import LABELS

    column, sign, value = text.partition("=")
    if not sign or column not in LABELS:
        raise argparse.ArgumentTypeError(f"{text!r} is not COLUMN=VALUE, where COLUMN is {', '.join(LABELS)}")
    return column, value


def _anchor(text: str) -> tuple[str, float]:
    from leaderboard.ratings.names import model_name

    name, _, points = text.rpartition("=")
    try:
        value = float(points)
        cleaned = model_name(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=POINTS, for instance gpt-4o=1000") from error
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} needs a number of points, for instance 1000")
    return cleaned, value


def _time(text: str) -> datetime:
    try:
        when = datetime.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no time as 2026-03-01 or 2026-03-01T12:00+02:00") from error
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _rate(options: argparse.Namespace, _: Settings) -> int:
    from leaderboard.ratings.elo import online_elo
    from leaderboard.ratings.fragility import fragilities
    from leaderboard.ratings.outcomes import BothBad, Ties
    from leaderboard.ratings.position import position_bias
    from leaderboard.ratings.rate import rate
    from leaderboard.ratings.rating_text import (
        as_json,
        comparison_text,
        fragility_text,
        position_text,
        style_text,
        table_text,
    )
    from leaderboard.ratings.style_control import control_style
    from leaderboard.ratings.table import RatingRules
    from leaderboard.ratings.voter_groups import VoterGroup, compare_groups

    votes, report, groups = _votes(options)
    rules = RatingRules(
        ties=Ties(options.ties),
        both_bad=BothBad(options.both_bad),
        rounds=options.rounds,
        anchors=dict(options.anchor),
    )
    by = options.cluster or ""
    counts = votes.counts()
    table = rate(counts, rules, votes.clusters(by) if by else None, by)
    control = control_style(votes, rules, by) if options.style else None
    elo = online_elo(votes) if options.elo else None
    fragile = fragilities(counts, rules, first=options.fragility) if options.fragility else None
    bias = position_bias(counts, rules)
    compared = None
    if groups is not None:
        first, second = (VoterGroup(*one) for one in options.agree)
        compared = compare_groups(groups, first, second, rules)
    if options.json:
        found = as_json(table, report, bias, elo=elo, control=control, fragile=fragile, groups=compared)
        print(json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False))
        return 1 if report.wrong else 0
    print(report.text(), file=sys.stderr)
    extra = {} if control is None else {"style-free": {name: found[0] for name, found in control.ratings.items()}}
    if elo is not None:
        extra["elo"] = elo
    print(table_text(table, extra))
    parts = [position_text(bias)]
    parts += [style_text(control)] if control is not None else []
    parts += [fragility_text(fragile)] if fragile else []
    parts += [comparison_text(compared)] if compared is not None else []
    print("", *parts, sep="\n")
    return 1 if report.wrong else 0


def _votes(options: argparse.Namespace) -> tuple[VoteTable, VoteReport, VoteTable | None]:
    """The votes that are asked for, what became of the file's rows, and those of the two groups to compare."""
    from leaderboard.ratings.raw_votes import CHECKS, LABELS, STYLE_COLUMNS
    from leaderboard.ratings.vote_check import checked_votes
    from leaderboard.ratings.vote_files import read_raw_votes
    from leaderboard.ratings.vote_table import VoteFilter
    from leaderboard.ratings.vote_values import cell_text

    labels: dict[str, set[str]] = {}
    for column, value in options.only:
        labels.setdefault(column, set()).add(value)
    wanted = {"vote_id", "responder_kind", *CHECKS, *(label for label in LABELS if label in labels)}
    wanted |= set(STYLE_COLUMNS) if options.style else set()
    agree = [] if options.agree is None else options.agree
    wanted |= {"battle_id", *(column for column, _ in agree)} if agree else set()
    wanted |= {options.cluster} if options.cluster else set()
    wanted |= {"time"} if options.elo or options.since or options.until else set()
    withdrawn: list[str] = []
    if options.withdrawals is not None:
        taken = read_raw_votes(options.withdrawals, {"withdrawn_id"}, needed=("withdrawn_id",))
        withdrawn = [cell_text(value) for value in taken.columns["withdrawn_id"].values]
    raw = read_raw_votes(options.votes, wanted)
    responders = labels.pop("responder_kind", {"human"})
    votes, report = checked_votes(
        raw, withdrawn=withdrawn, with_failed=options.with_failed, responders=frozenset(responders)
    )
    chosen = VoteFilter(
        labels={column: frozenset(values) for column, values in labels.items()},
        since=options.since,
        until=options.until,
    )
    groups = None
    if agree:
        kinds = {*responders, *(value for column, value in agree if column == "responder_kind")}
        groups, _ = checked_votes(raw, withdrawn=withdrawn, with_failed=options.with_failed, responders=kinds)
        groups = groups.chosen(chosen)
    return votes.chosen(chosen), report, groups
