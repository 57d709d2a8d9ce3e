"""Answers become a table: a row for whoever answered, a column for each figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.ranks import PROVISIONAL_BELOW
from leaderboard.tables.answers import HUMAN, Answers
from leaderboard.tables.columns import Codes, Floats, Mask
from leaderboard.tables.estimates import Estimate, figures_of, with_intervals
from leaderboard.tables.groups import Classes, Group, GroupKey, Who, groups_of, player_numbers, players_of
from leaderboard.tables.metrics import Measured, Metric

PARTIAL_BELOW = 0.95
"""A model that answered a smaller share of the questions has a partial row: it may have had the easy ones."""


def is_partial(answered: int, questions: int) -> bool:
    """Whether so many different questions of a benchmark are a part of it only."""
    return answered < PARTIAL_BELOW * questions


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """A row.

    Attributes:
        figures: in the order of the table's metrics.
        answers: answers that count.
        questions: different questions among them.
        is_partial: a model or baseline that answered a part of the benchmark only.
        is_own: this row is the viewer's.
    """

    key: GroupKey
    figures: tuple[Estimate, ...]
    answers: int
    questions: int
    is_partial: bool = False
    is_own: bool = False

    @property
    def is_provisional(self) -> bool:
        """Too few answers to say much."""
        return self.answers < PROVISIONAL_BELOW


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureTable:
    """The rows by their first figure, best first, provisional ones after all others.

    Attributes:
        questions: of the benchmark; of the log, where the benchmark is not at hand.
        hidden_players: players beyond those shown.
        repeats, damaged: see `leaderboard.tables.answers.Answers`.
    """

    metrics: tuple[Metric, ...]
    rows: tuple[FigureRow, ...]
    questions: int
    hidden_players: int = 0
    repeats: int = 0
    damaged: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """What stands in a table.

    Attributes:
        classes: by which people are told apart; None for not at all.
        questions: of the benchmark; None where it is not at hand.
        shown_players: no more players than this, those with enough answers first, and the viewer in any case.
        own_id: the viewer's `responder_id`.
        has_intervals: whether intervals are worked out.
    """

    classes: Classes | None = None
    questions: int | None = None
    shown_players: int = 20
    own_id: str | None = None
    has_intervals: bool = True


def figure_table(answers: Answers, measured: Sequence[Measured], rules: TableRules) -> FigureTable:
    """The table of answers.

    Args:
        answers: that count.
        measured: the metrics, of which rows are ordered by the first.
        rules: what stands in it.
    """
    questions = rules.questions or len(np.unique(answers.question.codes[answers.counts]))
    shown, n_players = _shown_players(answers, measured, rules)
    groups = [*groups_of(answers, rules.classes), *players_of(answers, shown)]
    rows = [_row(group, answers, measured, rules, questions) for group in groups]
    return FigureTable(
        metrics=tuple(one.metric for one in measured),
        rows=tuple(sorted(rows, key=_order)),
        questions=questions,
        hidden_players=n_players - len(shown),
        repeats=answers.repeats,
        damaged=answers.damaged,
    )


def _row(group: Group, answers: Answers, measured: Sequence[Measured], rules: TableRules, questions: int) -> FigureRow:
    counted = answers.counts[group.places]
    if rules.has_intervals:
        figures = with_intervals(measured, group.places, group.clusters)
    else:
        figures = figures_of(measured, group.places)
    answered = len(np.unique(answers.question.codes[group.places[counted]]))
    is_contestant = group.key.who in (Who.MODEL, Who.BASELINE)
    return FigureRow(
        key=group.key,
        figures=tuple(figures),
        answers=int(counted.sum()),
        questions=answered,
        is_partial=is_contestant and is_partial(answered, questions),
        is_own=group.key.who is Who.PLAYER and group.key.name == rules.own_id,
    )


def _order(row: FigureRow) -> tuple[bool, float, int, GroupKey]:
    value = row.figures[0].value
    return (row.is_provisional, math.inf if value is None else -value, -row.answers, row.key)


def _shown_players(answers: Answers, measured: Sequence[Measured], rules: TableRules) -> tuple[list[int], int]:
    """The numbers of the players that are shown, and how many there are."""
    numbers, names = player_numbers(answers)
    values, _ = means_by(measured[:1] if measured[0].values is not None else measured, numbers, len(names))
    answered = np.bincount(numbers[(numbers >= 0) & answers.counts], minlength=len(names))
    present = np.flatnonzero(np.bincount(numbers[numbers >= 0], minlength=len(names)))
    main = np.nan_to_num(values[present, 0], nan=-np.inf)
    order = np.lexsort((present, -answered[present], -main, answered[present] < PROVISIONAL_BELOW))
    shown = [int(number) for number in present[order[: rules.shown_players]]]
    if rules.own_id in names and (own := names.index(rules.own_id)) in present and own not in shown:
        shown.append(own)
    return shown, len(present)


def means_by(measured: Sequence[Measured], numbers: Codes, n: int) -> tuple[Floats, Codes]:
    """Means of all metrics but quantiles for many rows at once, and how many answers each is of.

    Args:
        measured: the metrics.
        numbers: for each answer which row it belongs to, shape (answers,); -1 for none.
        n: how many rows there are.

    Returns:
        Two arrays of shape (n, metrics), the means NaN where nothing counts.
    """
    columns: dict[str, tuple[Floats, Codes]] = {}
    belongs = numbers >= 0
    for one in measured:
        if one.values is not None:
            kept = belongs & ~np.isnan(one.values)
            counts = np.bincount(numbers[kept], minlength=n)
            sums = np.bincount(numbers[kept], one.values[kept], n)
            with np.errstate(invalid="ignore"):
                columns[one.metric.name] = (sums / counts, counts)
    for one in measured:
        if one.values is None:
            parts = [columns[name] for name in one.metric.parts]
            present = np.stack([counts > 0 for _, counts in parts])
            total = np.where(present, np.stack([np.nan_to_num(values) for values, _ in parts]), 0.0).sum(axis=0)
            with np.errstate(invalid="ignore"):
                mean = total / present.sum(axis=0)
            columns[one.metric.name] = (mean, np.stack([counts for _, counts in parts]).sum(axis=0))
    kept_names = [one.metric.name for one in measured]
    return (
        np.stack([columns[name][0] for name in kept_names], axis=1),
        np.stack([columns[name][1] for name in kept_names], axis=1),
    )


def answered_by_both(answers: Answers) -> Mask:
    """Which answers are to a question that a person and a model answered, so that both are asked alike."""
    n = len(answers.question.words)
    counted = answers.counts
    by_people = np.bincount(answers.question.codes[counted & (answers.kind == HUMAN)], minlength=n) > 0
    by_models = np.bincount(answers.question.codes[counted & answers.of_models], minlength=n) > 0
    return np.asarray((by_people & by_models)[answers.question.codes])


def only(measured: Sequence[Measured], mask: Mask) -> list[Measured]:
    """The metrics of some of the answers."""
    return [replace(one, values=None if one.values is None else one.values[mask]) for one in measured]
