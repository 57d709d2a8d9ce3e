"""What the page shows of the arena's ratings: a value for the ranking table, and the texts around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leaderboard.notes import JsonValue, Meaning
from leaderboard.ratings.fragility import Fragility
from leaderboard.ratings.position import PositionBias
from leaderboard.ratings.table import Rating, RatingTable, Standing
from leaderboard.ratings.vote_report import VoteReport
from soundmark.models.baselines.choices import CHOICES
from soundmark.models.baselines.nearest import NEAREST
from soundmark.models.baselines.places import PLACES
from soundmark.types import Note, worded

PROVISIONAL_BELOW = 10
"""With fewer votes a model has no rank yet."""
MAX_NAME_CHARS = 80
BASELINES = frozenset({*(one.name for one in PLACES), *(one.name for one in CHOICES), NEAREST})
STANDINGS = {
    Standing.COMPARED: "",
    Standing.UNBEATEN: "unbeaten: how good is not known",
    Standing.WINLESS: "never won: how bad is not known",
    Standing.ONE_WAY: "not placed by votes",
}
REASONS = {
    "check_listened failed": "arena_out_listened",
    "check_nameless failed": "arena_out_nameless",
    "check_fresh failed": "arena_out_fresh",
    "check_pace failed": "arena_out_pace",
    "not given by human": "arena_out_judge",
}
"""Why votes are left out of ratings -> key of the page's text."""
NO_VOTES = worded("arena_no_votes")
COLUMNS_MEAN: Sequence[Meaning] = (
    (["#"], worded("columns_rank_arena")),
    (["Rating", "95 % interval"], worded("columns_rating")),
    (["not placed by votes"], worded("columns_not_placed")),
    (["Groups"], worded("columns_islands")),
    (["Votes", "Won", "Tied", "Lost", "Both bad"], worded("columns_votes")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaTable:
    """Ratings, and what was left out of them.

    Attributes:
        fragile: how few votes would change who is first.
    """

    table: RatingTable
    report: VoteReport
    position: PositionBias
    fragile: Fragility | None = None


def table_value(shown: ArenaTable) -> JsonValue:
    """The value of `components.ranking_table`."""
    rows = shown.table.ratings
    if not rows:
        return {"message": NO_VOTES, "note": _notes(shown)}
    top = max([row.high or row.rating for row in rows] + [row.rating for row in rows])
    rating: JsonValue = {
        "id": "rating",
        "label": "Rating",
        "unit": "95 % interval",
        "type": "bar",
        "max": max(top, 1.0),
    }
    counts = (("votes", "Votes"), ("won", "Won"), ("tied", "Tied"), ("lost", "Lost"), ("both_bad", "Both bad"))
    return {
        "caption": worded("arena_caption", n=f"{shown.table.n_votes:,}", models=f"{len(rows):,}"),
        "columns": [
            {"id": "rank", "label": "#", "name": "Rank", "type": "rank"},
            {"id": "who", "label": "Model", "type": "who"},
            rating,
            *({"id": name, "label": label, "type": "count"} for name, label in counts),
        ],
        "rows": [_row(row, shown.table.n_groups) for row in rows],
        "sort": {"column": "rating", "order": "descending"},
        "note": _notes(shown),
    }


def _row(row: Rating, n_groups: int) -> JsonValue:
    is_provisional = row.n_votes < PROVISIONAL_BELOW
    group = f"group {row.group}: not comparable with the others" if n_groups > 1 else ""
    words = ("provisional" if is_provisional else "", STANDINGS[row.standing], group)
    return {
        "kind": "baseline" if row.model in BASELINES else "model",
        "label": _plain(row.model) or "Without a name",
        "tag": ", ".join(filter(None, words)),
        "badge": "",
        "own": False,
        "muted": is_provisional,
        "cells": {
            "rank": None if is_provisional else row.rank,
            "rating": {
                "value": round(row.rating, 1),
                "low": None if row.low is None or row.high is None else round(row.low, 1),
                "high": None if row.low is None or row.high is None else round(row.high, 1),
            },
            "votes": row.n_votes,
            "won": row.wins,
            "tied": row.ties,
            "lost": row.losses,
            "both_bad": row.both_bad,
        },
        "best": [],
    }


def _plain(text: str) -> str:
    """A name from outside without what is not seen, and not too long."""
    return "".join(sign for sign in text[:MAX_NAME_CHARS] if sign.isprintable())


def _notes(shown: ArenaTable) -> list[Note]:
    notes = _left_out(shown.report)
    if shown.position.share is not None:
        notes += _position(shown.position)
    if shown.fragile is not None and shown.fragile.n_votes is not None:
        notes.append(_fragile(shown.fragile, shown.fragile.n_votes))
    return notes


def _left_out(report: VoteReport) -> list[Note]:
    """How many votes do not count, and why; several reasons stand as sentences of their own."""
    excluded = sum(report.excluded.values())
    if not excluded:
        return [worded("arena_none_left_out")] if report.n_votes else []
    reasons = [
        worded(REASONS[why], n=f"{count:,}") if why in REASONS else worded("arena_out_other", n=f"{count:,}", why=why)
        for why, count in report.excluded.items()
    ]
    return [worded("arena_left_out", n=f"{excluded:,}"), *reasons]


def _position(bias: PositionBias) -> list[Note]:
    """Whether the side on which an answer stood made a difference."""
    if bias.share is None or bias.interval is None:
        return []
    ends = {"low": f"{bias.interval.low:.1%}", "high": f"{bias.interval.high:.1%}"}
    notes = [worded("arena_position", share=f"{bias.share:.1%}", n=f"{bias.decided:,}", **ends)]
    if bias.points is not None and bias.points_interval is not None:
        low, high = (f"{end:+.1f}" for end in (bias.points_interval.low, bias.points_interval.high))
        notes.append(worded("arena_position_points", points=f"{bias.points:+.1f}", low=low, high=high))
    return notes


def _fragile(found: Fragility, n_votes: int) -> Note:
    return worded(
        "arena_fragile",
        n=f"{n_votes:,}",
        all=f"{found.n_all:,}",
        share=f"{found.share or 0.0:.2%}",
        ahead=_plain(found.ahead),
        behind=_plain(found.behind),
    )
