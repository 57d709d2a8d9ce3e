"""Votes of this deployment's log."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum

import numpy as np

from leaderboard.ratings.raw_votes import CHECKS, LABELS, STYLE_COLUMNS, RawVotes, coded
from leaderboard.ratings.vote_check import checked_votes
from leaderboard.ratings.vote_report import VoteReport
from leaderboard.ratings.vote_table import VoteTable
from soundmark.store.tables.arena import VoteRow

_COLUMNS = {
    "vote_id": "vote_id",
    "battle_id": "battle_id",
    "model_a": "model_a",
    "model_b": "model_b",
    "winner": "vote",
    "voter": "responder_id",
    "question": "question_id",
    "time": "voted_at",
    **{name: name for name in (*LABELS, *CHECKS, *STYLE_COLUMNS) if name in VoteRow.__dataclass_fields__},
}


def votes_of_log(
    rows: Iterable[VoteRow], *, with_failed: bool = False, responders: Collection[str] = ("human",)
) -> tuple[VoteTable, VoteReport]:
    """Votes as the log has them; rows that cannot be used are named by their place, from 1.

    Args:
        rows: without those that were taken back, as `AllRows.rows` gives them.
        with_failed: count votes that failed a check all the same.
        responders: whose votes: people's, unless told otherwise.

    Raises:
        RatingError: when there are too many models.
    """
    found = list(rows)
    columns = {meaning: coded(_plain(getattr(row, name)) for row in found) for meaning, name in _COLUMNS.items()}
    raw = RawVotes(np.arange(1, len(found) + 1), columns)
    return checked_votes(raw, with_failed=with_failed, responders=responders)


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return value.isoformat() if hasattr(value, "isoformat") else value
