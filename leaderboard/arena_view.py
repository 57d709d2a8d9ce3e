"""What the page shows of the arena's ratings: a value for the ranking table, and the texts around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from leaderboard.ratings.fragility import Fragility
from leaderboard.ratings.position import PositionBias
from leaderboard.ratings.rating_text import position_text
from leaderboard.ratings.table import Rating, RatingTable, Standing
from leaderboard.ratings.vote_report import VoteReport
from soundmark.models.baselines.choices import CHOICES
from soundmark.models.baselines.nearest import NEAREST
from soundmark.models.baselines.places import PLACES

JsonValue = Mapping[str, object]

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
    "check_listened failed": "hardly heard or seen",
    "check_nameless failed": "a model given away",
    "check_fresh failed": "a clip judged before",
    "check_pace failed": "too fast",
}
HEADING = """
## Arena

Which of two answers do people prefer, without knowing whose they are?
"""
EXPLANATION = f"""
A rating says how often a model's answer is preferred: 400 points more are odds of ten to one, and the mean of all is
1000. The thin line over a bar is its **95 % interval**. Two models whose lines overlap widely may well be equally good.
A model with fewer than {PROVISIONAL_BELOW} votes is *provisional* and has no rank. Preferred is not the same as right:
how far off models are stands in the other tables.
"""
COLUMNS_MEAN = """
- **#**: 1 + the number of models that are surely better, whose interval lies wholly above this one.
- **Rating**: Bradley-Terry strength on the scale of Elo, by maximum likelihood. A tie, and both bad, is half a win for
  each. A model that took all points, or none, is placed by a weak prior, and the table says so.
- **95 % interval**: from 1,000 draws of the votes; of more than 20,000 votes by the sandwich formula.
- **Groups**: models that no chain of battles connects cannot be compared, and have numbers of their own.
- **Votes**, **Won**, **Tied**, **Lost**, **Both bad**: votes that count. Those that failed a check (hardly heard, too
  fast, a clip judged before, a model given away) are kept in the log and left out; how many stands under the table.
"""


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
        return {"message": f"No votes compare two models yet. {' '.join(_notes(shown))}".strip()}
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
        "caption": f"{shown.table.n_votes:,} votes on {len(rows):,} models",
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
    group = f"group {row.group}, not comparable with the others" if n_groups > 1 else ""
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


def _notes(shown: ArenaTable) -> list[str]:
    excluded = sum(shown.report.excluded.values())
    notes = []
    if excluded:
        reasons = ", ".join(f"{REASONS.get(why, why)}: {count:,}" for why, count in shown.report.excluded.items())
        notes.append(f"{excluded:,} votes are kept in the log and left out of the ratings ({reasons}).")
    elif shown.report.n_votes:
        notes.append("No vote had to be left out.")
    if shown.position.share is not None:
        notes.append(position_text(shown.position))
    if shown.fragile is not None and shown.fragile.n_votes is not None:
        n_votes, share = shown.fragile.n_votes, shown.fragile.share or 0.0
        notes.append(
            f"Without {n_votes:,} {'vote' if n_votes == 1 else 'votes'} of {shown.fragile.n_all:,} ({share:.2%}), the "
            f"right ones, {_plain(shown.fragile.ahead)} and {_plain(shown.fragile.behind)} would change places."
        )
    return notes
