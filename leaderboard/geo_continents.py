"""The view of errors by continent. No gradio."""

from __future__ import annotations

from collections.abc import Mapping

from leaderboard.notes import JsonValue
from leaderboard.tables.answers import Answers
from leaderboard.tables.measure_continents import continent_of_metric, header_of, measure_continents
from leaderboard.tables.metrics import Metric
from leaderboard.tables.table import TableRules, figure_table
from leaderboard.tables.view import figure_view
from soundmark.types import worded

NOTE = worded("board_note_continents")


def continents_view(answers: Answers, classes: Mapping[str, str], rules: TableRules) -> list[JsonValue]:
    """A view of `components.ranking_table`: who answered by the continent of the recording; none without continents.

    Args:
        answers: that count.
        classes: what classes of people are called.
        rules: what stands in the table.
    """
    measured = measure_continents(answers)
    if len(measured) == 1:
        return []
    view = figure_view(
        figure_table(answers, measured, rules),
        classes,
        name="continents",
        label="Error by continent",
        caption="Errors and points by the continent of the recording, with 95 % intervals",
        notes=[NOTE],
    )
    metrics = {one.metric.name: one.metric for one in measured}
    columns = view["columns"]
    return [{**view, "columns": [_column(one, metrics) for one in columns]}] if isinstance(columns, list) else []


def _column(column: Mapping[str, object], metrics: Mapping[str, Metric]) -> JsonValue:
    """The column under the header of its kind, with its continent alone as its own."""
    metric = metrics.get(str(column["id"]))
    header = "" if metric is None else header_of(metric)
    if metric is None or not header:
        return column
    return {**column, "label": continent_of_metric(metric), "name": metric.label, "unit": "", "group": header}
