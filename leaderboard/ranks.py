"""Who has a rank, and which."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

PROVISIONAL_BELOW = 10
"""Fewer answers than this say little: such a row has no rank."""

KeyT = TypeVar("KeyT", bound=Hashable)


def ranks_of(ordered: Sequence[tuple[KeyT, float | None]]) -> dict[KeyT, int]:
    """1 + the number of better ones, for each key.

    Args:
        ordered: (key, figure) of those that compete, best first; equal figures share a rank.
    """
    ranks: dict[KeyT, int] = {}
    for position, (key, figure) in enumerate(ordered):
        is_tie = position > 0 and figure == ordered[position - 1][1]
        ranks[key] = ranks[ordered[position - 1][0]] if is_tie else position + 1
    return ranks


def bests_of(contested: Sequence[Mapping[str, float]]) -> list[frozenset[str]]:
    """For each row the columns in which no other row has more.

    Args:
        contested: of each row the figures that can be best, by column; none for a row that does not compete.
    """
    most: dict[str, float] = {}
    for figures in contested:
        for column, figure in figures.items():
            most[column] = max(figure, most.get(column, figure))
    return [frozenset(name for name, figure in figures.items() if figure == most[name]) for figures in contested]
