"""People told apart by experience: how many questions a player had answered before. The log itself tells it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from leaderboard.tables.answers import HUMAN, Answers
from leaderboard.tables.columns import Codes, Words, times_of

FROM = (0, 10, 50)
"""Questions answered before, from which on each class begins."""
NAMES: Mapping[str, str] = MappingProxyType(
    {
        "first": f"People in their first {FROM[1]} questions",
        "some": f"People in questions {FROM[1] + 1} to {FROM[2]}",
        "many": f"People after {FROM[2]} questions",
    }
)
"""Name of a class -> what its people are called."""


def experience_of(earlier: int) -> str:
    """The class of an answer.

    Args:
        earlier: how many questions of the same benchmark the player had answered before it.
    """
    return tuple(NAMES)[sum(earlier >= least for least in FROM) - 1]


def experience(answers: Answers) -> Words:
    """The class of each answer; none for those of models, and of people without an id, whose earlier ones are unknown.

    Args:
        answers: all that count. Of those that were given within one microsecond none comes before another.
    """
    is_named = np.array([*(bool(word) for word in answers.who.words), False], dtype=np.bool_)[answers.who.codes]
    places = np.flatnonzero((answers.kind == HUMAN) & is_named)
    codes = np.full(len(answers), -1, dtype=np.int64)
    if len(places):
        earlier = _earlier(answers.who.codes[places], times_of(answers.table, "answered_at")[places],
                           answers.counts[places].astype(np.int64))  # fmt: skip
        codes[places] = np.searchsorted(FROM, earlier, side="right") - 1
    return Words(codes, tuple(NAMES))


def _earlier(who: Codes, times: Codes, counted: Codes) -> Codes:
    """For each answer how many that count its player gave before."""
    order = np.lexsort((times, who))
    sorted_who, sorted_times = who[order], times[order]
    before = np.cumsum(counted[order]) - counted[order]
    is_player = np.ones(len(order), dtype=np.bool_)
    is_player[1:] = sorted_who[1:] != sorted_who[:-1]
    is_moment = is_player.copy()
    is_moment[1:] |= sorted_times[1:] != sorted_times[:-1]
    found = np.empty(len(order), dtype=np.int64)
    found[order] = before[_starts(is_moment)] - before[_starts(is_player)]
    return found


def _starts(is_start: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Codes:
    """For each place where its run begins."""
    return np.asarray(np.maximum.accumulate(np.where(is_start, np.arange(len(is_start)), 0)))
