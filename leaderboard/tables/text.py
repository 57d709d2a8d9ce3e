"""A table as text for a terminal, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from leaderboard.intervals import Interval
from leaderboard.tables.answers import Origin
from leaderboard.tables.estimates import Estimate
from leaderboard.tables.labels import detail_of, label_of, shown_value
from leaderboard.tables.metrics import Metric
from leaderboard.tables.table import FigureRow, FigureTable
from soundmark.store.own_answers import harmless

NONE = "-"


def as_text(table: FigureTable, classes: Mapping[str, str]) -> str:
    """One line a row: figure, interval, and how many answers it is of. Columns in which nothing stands are left out."""
    metrics = _present(table)
    heads = ["", "", "answers", *(_head(metric) for _, metric in metrics)]
    lines = [
        [
            label_of(row.key, classes),
            _detail(row, table.questions),
            f"{row.answers:,}",
            *(_cell(metric, row.figures[place], row.answers) for place, metric in metrics),
        ]
        for row in table.rows
    ]
    widths = [max(len(line[column]) for line in [heads, *lines]) for column in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in [heads, *lines]
    )


def _detail(row: FigureRow, questions: int) -> str:
    origin = [row.key.origin.value] if row.key.origin is Origin.IMPORTED else []
    return ", ".join(filter(None, [*origin, detail_of(row, questions)]))


def _present(table: FigureTable) -> list[tuple[int, Metric]]:
    return [
        (place, metric)
        for place, metric in enumerate(table.metrics)
        if any(row.figures[place].value for row in table.rows)
    ]


def _head(metric: Metric) -> str:
    return f"{metric.name} ({metric.unit})" if metric.unit else metric.name


def _cell(metric: Metric, figure: Estimate, answers: int) -> str:
    if figure.value is None:
        return NONE
    ends = figure.interval
    said = f"{shown_value(metric, figure.value):.{metric.digits}f}"
    if ends is not None:
        said += " [{:.{d}f}, {:.{d}f}]".format(
            *(shown_value(metric, end) for end in (ends.low, ends.high)), d=metric.digits
        )
    return said if figure.n == answers else f"{said} n={figure.n}"


def as_csv(table: FigureTable, classes: Mapping[str, str]) -> str:
    """A line a row, and for each figure its value, both ends of its interval and its n, unrounded; shares 0 to 1.

    A text that a spreadsheet could take for a formula gets an apostrophe before it.
    """
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(
        ["who", "label", "setting", "prompt", "origin", "answers", "questions", "is_partial", "is_provisional"]
        + [f"{metric.name}{end}" for metric in table.metrics for end in ("", "_low", "_high", "_n")]
    )
    for record in records(table, classes):
        writer.writerow([_safe(value) for value in record.values()])
    return sheet.getvalue()


def _safe(value: object) -> object:
    if isinstance(value, str):
        return harmless(value)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value


def records(table: FigureTable, classes: Mapping[str, str]) -> list[dict[str, object]]:
    """A flat record for each row, as in the CSV."""
    found = []
    for row in table.rows:
        record = _who(row, classes)
        for metric, figure in zip(table.metrics, row.figures, strict=True):
            low, high = _ends(figure.interval)
            record |= {
                metric.name: figure.value,
                f"{metric.name}_low": low,
                f"{metric.name}_high": high,
                f"{metric.name}_n": figure.n,
            }
        found.append(record)
    return found


def _who(row: FigureRow, classes: Mapping[str, str]) -> dict[str, object]:
    """Who answered, how they were asked, and how much of it there is."""
    return {
        "who": row.key.who.value,
        "label": label_of(row.key, classes),
        "setting": row.key.setting,
        "prompt": row.key.prompt,
        "origin": row.key.origin.value,
        "answers": row.answers,
        "questions": row.questions,
        "is_partial": row.is_partial,
        "is_provisional": row.is_provisional,
    }


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def as_json(table: FigureTable, classes: Mapping[str, str]) -> dict[str, object]:
    """The table as an object of JSON, figures unrounded and shares 0 to 1."""
    return {
        "questions": table.questions,
        "left_out": {"repeats": table.repeats, "damaged": table.damaged, "players_not_shown": table.hidden_players},
        "metrics": [
            {"name": one.name, "label": one.label, "unit": "share" if one.percent else one.unit, "is": one.definition()}
            for one in table.metrics
        ],
        "rows": [_row(row, table.metrics, classes) for row in table.rows],
    }


def _row(row: FigureRow, metrics: Sequence[Metric], classes: Mapping[str, str]) -> dict[str, object]:
    def figure(one: Estimate) -> dict[str, object]:
        return {
            "value": one.value,
            "n": one.n,
            "interval_95": None if one.interval is None else list(_ends(one.interval)),
        }

    return {
        **_who(row, classes),
        "id": row.key.name,
        "figures": {metric.name: figure(one) for metric, one in zip(metrics, row.figures, strict=True)},
    }
