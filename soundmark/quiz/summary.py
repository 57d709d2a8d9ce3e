"""The result of a game, broken down as the benchmark's paper does it. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from soundmark.scoring.proportion import wilson_interval
from soundmark.store.schema import ChoiceRow
from soundmark.types import Status

JsonValue = Mapping[str, object]
GROUP_COLUMNS = {"language": "language", "hop_type": "hop_type", "category": "category"}


def breakdown(rows: Sequence[ChoiceRow], groups: Sequence[str]) -> list[JsonValue]:
    """Right answers by group, with 95 % Wilson intervals: the share of the rounds that were answered or passed.

    Args:
        rows: answered rounds; those whose clip could not be played are left out.
        groups: columns to break down by; the values of the first group come first.
    """
    counted = [row for row in rows if row.status is not Status.ERROR]
    found: list[JsonValue] = []
    for group in groups:
        values = [getattr(row, GROUP_COLUMNS[group]) or "" for row in counted]
        for value in sorted(set(values) - {""}):
            right = [row.correct is True for row, own in zip(counted, values, strict=True) if own == value]
            low, high = wilson_interval(sum(right), len(right))
            found.append(
                {"group": group, "value": value, "right": sum(right), "n": len(right), "low": low, "high": high}
            )
    return found
