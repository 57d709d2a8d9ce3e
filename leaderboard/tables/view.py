"""A table of figures as the ranking table of the page shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leaderboard.tables.answers import Origin
from leaderboard.tables.estimates import Estimate
from leaderboard.tables.groups import Who
from leaderboard.tables.labels import detail_of, label_of, page_footnotes, shown_value, toggles_of
from leaderboard.tables.metrics import Better, Metric
from leaderboard.tables.table import FigureRow, FigureTable

JsonValue = Mapping[str, object]

MARKS = {Who.MODEL: "model", Who.BASELINE: "baseline"}
RANKED = frozenset({Who.PLAYER, Who.MODEL})


def figure_view(
    table: FigureTable,
    classes: Mapping[str, str],
    *,
    name: str,
    label: str,
    caption: str | JsonValue,
    group: str = "From the answers here",
    published: Sequence[JsonValue] = (),
    notes: Sequence[JsonValue] = (),
) -> dict[str, object]:
    """A view of `components.ranking_table`.

    Args:
        table: the figures.
        classes: what classes of people are called.
        name: of the view in links.
        label: of the view in the list of views.
        caption: over the table, as a fixed text or as one of the page's sentences.
        group: in the list of views.
        published: rows of a paper, as `published_rows` gives them.
        notes: sentences under the table, before those on what is left out.
    """
    shown = [place for place, metric in enumerate(table.metrics) if _is_shown(table, place, metric, published)]
    best = _best(table)
    rows = [_row(row, table, shown, classes, best) for row in table.rows]
    return {
        "id": name,
        "label": label,
        "group": group,
        "caption": caption,
        "columns": [
            {"id": "who", "label": "Who", "type": "who"},
            {"id": "answers", "label": "Answers", "type": "count"},
            *(_column(table.metrics[place]) for place in shown),
        ],
        "rows": sorted([*rows, *published], key=lambda row: _main(row, table.metrics)),
        "toggles": toggles_of(
            {
                "people": any(row.key.who not in MARKS for row in table.rows),
                "single": any(row.key.who is Who.PLAYER for row in table.rows),
                "models": any(row.key.who in MARKS for row in table.rows),
                "imported": any(row.key.origin is Origin.IMPORTED for row in table.rows),
                "published": bool(published),
            }
        ),
        "sort": {"column": "", "order": "descending"},
        "note": [*notes, *page_footnotes(table.repeats, table.damaged, table.hidden_players)],
        "defs": [[metric.label, metric.definition()] for place, metric in enumerate(table.metrics) if place in shown],
        "file": f"soundmark-{name}",
    }


def published_rows(
    records: Sequence[Mapping[str, str]], metrics: Sequence[Metric], *, source: str, scale: float = 1.0
) -> list[JsonValue]:
    """Rows of a paper for the metrics that it has.

    Args:
        records: of its table.
        metrics: of the table that they stand in.
        source: which table it is.
        scale: by which shares of the file are multiplied to be per cent.
    """
    found: list[JsonValue] = []
    for record in records:
        label = record.get("model") or record.get("method") or ""
        category = record.get("group") or record.get("category") or label
        is_people = category.startswith("Human")
        is_baseline = category in ("baseline", "Random") or category.startswith("Chance")
        cells: dict[str, object] = {"answers": None}
        for metric in metrics:
            text = record.get(metric.name) or ""
            value = float(text) * (scale if metric.percent else 1.0) if text else None
            cells[metric.name] = None if value is None else {"value": value, "low": None, "high": None}
        found.append(
            {
                "kind": "human" if is_people else "baseline" if is_baseline else "model",
                "label": label,
                "tag": source,
                "badge": "published",
                "published": True,
                "people": is_people,
                "models": not is_people,
                "own": False,
                "muted": False,
                "cells": cells,
                "best": [],
            }
        )
    return found


def _main(row: JsonValue, metrics: Sequence[Metric]) -> tuple[bool, float, str]:
    cells = row["cells"]
    cell = cells.get(metrics[0].name) if isinstance(cells, Mapping) and metrics else None
    value = cell["value"] if isinstance(cell, Mapping) else None
    return (row.get("provisional") is True, float("inf") if value is None else -float(value), str(row["label"]))


def _is_shown(table: FigureTable, place: int, metric: Metric, published: Sequence[JsonValue]) -> bool:
    """A rate that is 0 for everybody says nothing; nor does a figure that nobody has."""
    present = [row.figures[place].value for row in table.rows if row.figures[place].value is not None]
    is_rate = metric.name.endswith("_rate")
    in_paper = any(isinstance(row["cells"], Mapping) and row["cells"].get(metric.name) for row in published)
    return in_paper or (any(present) if is_rate else bool(present))


def _column(metric: Metric) -> JsonValue:
    return {
        "id": metric.name,
        "label": metric.label,
        "unit": metric.unit,
        "type": "figure",
        "digits": metric.digits,
        "better": metric.better.value,
    }


def _best(table: FigureTable) -> list[float | None]:
    """The best value of each metric among players and models with enough answers."""
    found: list[float | None] = []
    for place, metric in enumerate(table.metrics):
        values = [row.figures[place].value for row in table.rows if _competes(row)]
        kept = [value for value in values if value is not None]
        pick = {Better.MORE: max, Better.LESS: min}.get(metric.better)
        found.append(pick(kept) if kept and pick and not metric.name.endswith("_rate") else None)
    return found


def _competes(row: FigureRow) -> bool:
    return row.key.who in RANKED and not row.is_provisional and not row.is_partial


def _row(
    row: FigureRow,
    table: FigureTable,
    shown: Sequence[int],
    classes: Mapping[str, str],
    best: Sequence[float | None],
) -> JsonValue:
    is_best = [
        table.metrics[place].name
        for place in shown
        if _competes(row) and row.figures[place].value and row.figures[place].value == best[place]
    ]
    return {
        "kind": "you" if row.is_own else MARKS.get(row.key.who, "human"),
        "label": label_of(row.key, classes, own=row.is_own),
        "tag": detail_of(row, table.questions),
        "badge": "imported" if row.key.origin is Origin.IMPORTED else "",
        "single": row.key.who is Who.PLAYER,
        "imported": row.key.origin is Origin.IMPORTED,
        "people": row.key.who not in MARKS,
        "models": row.key.who in MARKS,
        "own": row.is_own,
        "muted": row.is_provisional or row.is_partial,
        "provisional": row.is_provisional,
        "cells": {"answers": row.answers}
        | {table.metrics[place].name: _cell(table.metrics[place], row.figures[place]) for place in shown},
        "best": is_best,
    }


def _cell(metric: Metric, figure: Estimate) -> JsonValue | None:
    if figure.value is None:
        return None
    ends = figure.interval
    return {
        "value": shown_value(metric, figure.value),
        "low": None if ends is None else shown_value(metric, ends.low),
        "high": None if ends is None else shown_value(metric, ends.high),
        "n": figure.n,
    }
