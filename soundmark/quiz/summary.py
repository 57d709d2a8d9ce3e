"""The result of a game, broken down as the benchmark's paper does it. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from soundmark.scoring.choice import macro_mean
from soundmark.scoring.figures import Figure, mean_of_means, share_figure
from soundmark.scoring.proportion import wilson_interval
from soundmark.store.schema import ChoiceRow
from soundmark.types import Status

JsonValue = Mapping[str, object]
GROUP_COLUMNS = {"language": "language", "hop_type": "hop_type", "category": "category"}
FEWEST_PERSONS = 5
"""With fewer, draws of persons are too much alike for an interval of what people answer."""
MACRO_MEAN = "macro_mean"
"""Stands in place of a group's value for the plain mean over its values."""


def breakdown(rows: Sequence[ChoiceRow], groups: Mapping[str, Sequence[str]]) -> list[JsonValue]:
    """Accuracy by group, with 95 % Wilson intervals: right answers among those in which a choice was taken.

    A passed round is no wrong one, so that it counts here no more than one whose clip could not be played.

    Args:
        rows: the rounds of a game.
        groups: column -> its values in the order in which they are shown; others follow.
    """
    counted = [row for row in rows if row.status is Status.OK]
    found: list[JsonValue] = []
    for group, order in groups.items():
        values = [getattr(row, GROUP_COLUMNS[group]) or "" for row in counted]
        shown = [*(value for value in order if value in values), *sorted(set(values) - {"", *order})]
        for value in shown:
            right = [row.correct is True for row, own in zip(counted, values, strict=True) if own == value]
            low, high = wilson_interval(sum(right), len(right))
            found.append(
                {"group": group, "value": value, "right": sum(right), "n": len(right), "low": low, "high": high}
            )
    return found


def macro_mean_part(rows: Sequence[ChoiceRow], group: str) -> JsonValue | None:
    """The plain mean of the accuracies over the values of a group, as papers give it over languages.

    Returns:
        A part as of `breakdown`, with the mean as `share`; `low` and `high` of its bootstrap interval are None while a
        value has a single answer. None for fewer than two values.
    """
    counted = [row for row in rows if row.status is Status.OK and getattr(row, GROUP_COLUMNS[group])]
    labels = [str(getattr(row, GROUP_COLUMNS[group])) for row in counted]
    if len(set(labels)) < 2:
        return None
    mean = macro_mean(np.array([float(row.correct is True) for row in counted]), labels)
    low, high = mean.interval or (None, None)
    return {"group": group, "value": MACRO_MEAN, "share": mean.value, "n": mean.n, "low": low, "high": high}


def with_people(
    parts: Sequence[JsonValue], rows: Sequence[ChoiceRow], others: Sequence[Sequence[ChoiceRow]]
) -> list[JsonValue]:
    """The parts of a breakdown with how other people answered the same questions.

    Args:
        parts: of `breakdown` and `macro_mean_part`.
        rows: the rounds of a game.
        others: other people's answers to the question of each of them.

    Returns:
        A part gets `people` where somebody else has taken a choice: `share` and `n` of answers, and `low` and `high` of
        the bootstrap interval over persons, None for fewer than `FEWEST_PERSONS`.
    """
    shown: dict[str, list[str]] = {}
    for part in parts:
        if part["value"] != MACRO_MEAN:
            shown.setdefault(str(part["group"]), []).append(str(part["value"]))
    taken = [(own, one) for own, found in zip(rows, others, strict=True) for one in found if one.status is Status.OK]
    return [{**part, **_people(part, shown[str(part["group"])], taken)} for part in parts]


def _people(part: JsonValue, values: Sequence[str], taken: Sequence[tuple[ChoiceRow, ChoiceRow]]) -> JsonValue:
    column = GROUP_COLUMNS[str(part["group"])]
    wanted = values if part["value"] == MACRO_MEAN else [str(part["value"])]
    by_value = [[one for own, one in taken if getattr(own, column) == value] for value in wanted]
    right = [[one.correct is True for one in found] for found in by_value]
    persons = [[one.responder_id or one.response_id for one in found] for found in by_value]
    figure: Figure = mean_of_means(right, persons) if len(wanted) > 1 else share_figure(right[0], persons[0])
    if figure.value is None:
        return {}
    is_sure = len({one for found in persons for one in found}) >= FEWEST_PERSONS
    low, high = (figure.low, figure.high) if is_sure else (None, None)
    return {"people": {"share": figure.value, "n": figure.n, "low": low, "high": high}}


def with_macro_mean(published: JsonValue, values: Sequence[str]) -> JsonValue:
    """A row of a paper with the plain mean of its figures for these values, where it has them all."""
    shares = published["shares"]
    if not isinstance(shares, Mapping) or not values or not set(values) <= set(shares):
        return published
    return {**published, "shares": {**shares, MACRO_MEAN: sum(shares[value] for value in values) / len(values)}}
