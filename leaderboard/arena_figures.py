"""Figures of the arena's ratings as the page shows them: the words stand beside them, and a phone has room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboard.arena_view import BASELINES
from leaderboard.notes import ENGLISH, Speaker
from soundmark.types import worded_as

if TYPE_CHECKING:
    import plotly.graph_objects as go

LABEL_CHARS = 20
"""Of a name beside a figure; the whole of it is told of whatever is pointed at."""
CELL_PX = 30
"""Height of a row of a matrix."""
BUTTONS = ("zoom", "pan", "select", "lasso", "zoomIn", "zoomOut", "autoScale", "resetScale")


def for_page(figure: go.Figure | None, *, is_percent: bool = False, words: Speaker = ENGLISH) -> go.Figure | None:
    """The figure without title and titles of axes, with short names, and numbers for names below a matrix.

    Args:
        figure: one of `ratings.figures`; None stays None.
        is_percent: cells of a matrix are shares, and said in per cent.
        words: say the names of baselines.
    """
    if figure is None:
        return None
    figure.update_layout(
        title=None,
        font={"size": 13},
        margin={"l": 8, "r": 12, "t": 26, "b": 30},
        dragmode=False,
        modebar={"remove": list(BUTTONS), "bgcolor": "rgba(0,0,0,0)"},
        legend={"orientation": "h", "y": -0.14, "x": 0},
    )
    figure.update_xaxes(title=None, tickangle=0, nticks=6, fixedrange=True)
    figure.update_yaxes(title=None, fixedrange=True)
    if figure.data and figure.data[0].type == "heatmap":
        _matrix(figure, words, is_percent=is_percent)
    elif figure.data and figure.data[0].type == "scatter":
        _shorten_rows(figure, list(figure.layout.yaxis.categoryarray), words)
        for one in figure.data:
            _say_intervals(one, words)
    for one in figure.layout.annotations:
        one.text = _said(one.text, words)
    return figure


def _matrix(figure: go.Figure, words: Speaker, *, is_percent: bool) -> None:
    """Rows with number and name, columns with the same numbers: long names below would leave no room for cells."""
    cells = figure.data[0]
    names = list(cells.y)
    if is_percent:
        text = [["" if value is None else f"{100 * value:.0f}" for value in row] for row in cells.z]
        cells.update(text=text, texttemplate="%{text}" if cells.texttemplate else None)
    cells.update(showscale=not cells.texttemplate)
    cells.hovertemplate = cells.hovertemplate.replace(" and ", " / ").replace(" battles", "")
    figure.update_xaxes(showgrid=False, zeroline=False)
    figure.update_yaxes(showgrid=False, zeroline=False)
    if names != list(cells.x) or len(names) < 2 or names == ["left", "tie", "right"]:
        figure.update_xaxes(ticktext=["A", "=", "B"], tickvals=list(cells.x))
        figure.update_yaxes(ticktext=["A", "=", "B"], tickvals=names)
    else:
        figure.update_xaxes(ticktext=[str(place) for place in range(1, len(names) + 1)], tickvals=names, side="top")
        numbered = [f"{_said(name, words)}  {place}" for place, name in enumerate(names, start=1)]
        figure.update_yaxes(ticktext=numbered, tickvals=names)
    figure.update_layout(height=CELL_PX * len(names) + 80)


def _shorten_rows(figure: go.Figure, names: list[str], words: Speaker) -> None:
    figure.update_yaxes(tickvals=names, ticktext=[_said(name, words) for name in names])
    figure.update_layout(height=CELL_PX * len(names) + 110)


def _say_intervals(points: go.Scatter, words: Speaker) -> None:
    """What kind of models they are, and what is told of each that is pointed at."""
    is_open = words.note(worded_as("open", "figure_open"))
    points.name = words.word(points.name)
    points.customdata = [[is_open if part == "open" else part for part in row] for row in points.customdata]
    points.hovertemplate = (
        f"%{{y}}<br>%{{x:.0f}} (%{{customdata[0]}} \u2013 %{{customdata[1]}})<br>{words.word('Rank')}: "
        f"%{{customdata[2]}}, {words.word('Votes')}: %{{customdata[3]}}<extra></extra>"
    )


def _said(name: str, words: Speaker) -> str:
    return words.word(name) if name in BASELINES else short(name)


def short(name: str) -> str:
    """A name that leaves room for a figure; one with references to characters is cut between them."""
    from html import escape, unescape

    plain = unescape(name)
    return name if len(plain) <= LABEL_CHARS else escape(f"{plain[: LABEL_CHARS - 1]}…")
