"""Figures of ratings for a page or a notebook, with plotly. Names of models are text in them, never markup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.ratings.agreement import VERDICTS
from leaderboard.ratings.matrices import PairMatrices
from leaderboard.ratings.outcomes import Floats, Ints, Ties
from leaderboard.ratings.raw_votes import STYLES
from leaderboard.ratings.table import RatingTable, Standing
from leaderboard.ratings.vote_table import VoteTable
from soundmark.audio.errors import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

MODEL = "#CC79A7"
INK = "#1B2733"
GREY = "#7A7A7A"
_WIN_SCALE = ((0.0, "#D55E00"), (0.5, "#F4F0E6"), (1.0, "#0072B2"))
_COUNT_SCALE = ((0.0, "#F4F0E6"), (1.0, "#0072B2"))
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
_BINS = 30
_HISTOGRAM_PX = 84
_GAP_PX = 30
_CELLS_WITH_TEXT = 25
"""More models than this leave no room for a number in each cell."""
STYLE_TITLES: Mapping[str, str] = {
    "words": "Words",
    "list_items": "List items",
    "headers": "Headers",
    "emphases": "Bold and italic spans",
    "coordinates": "Answers with coordinates",
}


def interval_figure(table: RatingTable, group: int = 1) -> go.Figure:
    """Ratings with their 95 % intervals, the best on top; an open end is an arrow without a stop.

    Args:
        table: the ratings.
        group: which group of models that can be compared.
    """
    import plotly.graph_objects as go

    rows = [row for row in table.ratings if row.group == group]
    figure = go.Figure()
    parts = (("compared", MODEL, "diamond"), ("not placed by votes", GREY, "diamond-open"))
    for name, colour, symbol in parts:
        own = [row for row in rows if (row.standing is Standing.COMPARED) == (name == "compared")]
        if not own:
            continue
        figure.add_scatter(
            x=[row.rating for row in own],
            y=_labels([row.model for row in own]),
            mode="markers",
            name=name,
            marker={"color": colour, "symbol": symbol, "size": 11},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [0 if row.high is None else row.high - row.rating for row in own],
                "arrayminus": [0 if row.low is None else row.rating - row.low for row in own],
                "color": GREY,
                "thickness": 1.5,
            },
            customdata=[[_end(row.low), _end(row.high), row.rank or "-", row.n_votes] for row in own],
            hovertemplate="%{y}<br>%{x:.0f} points (%{customdata[0]} to %{customdata[1]})<br>rank %{customdata[2]}, "
            "%{customdata[3]} votes<extra></extra>",
        )
    figure.update_yaxes(categoryorder="array", categoryarray=_labels([row.model for row in reversed(rows)]))
    figure.update_xaxes(title="Rating (Elo points; 400 are odds of ten to one)")
    return _dressed(
        figure, "Ratings and 95 % intervals: where intervals overlap, models may be equally good", len(rows)
    )


def win_rate_figure(matrices: PairMatrices) -> go.Figure:
    """Win rates of each pair, the model of the row against that of the column (GeoArena, figure 3, left)."""
    rule = "ties left out" if matrices.rules.ties is Ties.DROPPED else "a tie is half a win"
    return _matrix(
        matrices, matrices.win_rates, f"Win rate of the row over the column ({rule})", (_WIN_SCALE, ".2f", (0.0, 1.0))
    )


def battle_count_figure(matrices: PairMatrices) -> go.Figure:
    """How many votes each win rate is made of (GeoArena, figure 3, right)."""
    rule = "ties left out" if matrices.rules.ties is Ties.DROPPED else "ties counted"
    met = np.where(matrices.battles > 0, matrices.battles, np.nan)
    top = float(matrices.battles.max(initial=1.0))
    return _matrix(
        matrices, met, f"Votes on each pair ({rule}), as in the win rates", (_COUNT_SCALE, ".0f", (0.0, top))
    )


def _matrix(
    matrices: PairMatrices,
    values: Floats,
    title: str,
    look: tuple[Sequence[tuple[float, str]], str, tuple[float, float]],
) -> go.Figure:
    import plotly.graph_objects as go

    scale, form, (low, high) = look
    labels = _labels(matrices.models)
    numbers = [[None if np.isnan(value) else float(value) for value in row] for row in values]
    figure = go.Figure(
        go.Heatmap(
            z=numbers,
            x=labels,
            y=labels,
            colorscale=[list(stop) for stop in scale],
            zmin=low,
            zmax=high,
            texttemplate=f"%{{z:{form}}}" if len(labels) <= _CELLS_WITH_TEXT else None,
            hovertemplate=f"%{{y}} and %{{x}}: %{{z:{form}}}<extra></extra>",
            hoverongaps=False,
        )
    )
    figure.update_yaxes(autorange="reversed")
    return _dressed(figure, title, len(labels))


def agreement_figure(verdicts: Ints, names: tuple[str, str]) -> go.Figure:
    """Verdicts of two groups on the same battles (GeoArena, table 4), one group a row, the other a column.

    Args:
        verdicts: battles, shape (3, 3): left, tie, right.
        names: of the groups.
    """
    import plotly.graph_objects as go

    figure = go.Figure(
        go.Heatmap(
            z=verdicts.tolist(),
            x=list(VERDICTS),
            y=list(VERDICTS),
            colorscale=[list(stop) for stop in _COUNT_SCALE],
            texttemplate="%{z}",
            hovertemplate="%{y} and %{x}: %{z} battles<extra></extra>",
        )
    )
    first, second = _labels(names)
    figure.update_yaxes(autorange="reversed", title=first)
    figure = _dressed(figure, "Verdicts of two groups on the same battles", len(VERDICTS))
    figure.update_xaxes(title=second)
    return figure


def style_figure(votes: VoteTable, feature: str, models: Sequence[str] | None = None) -> go.Figure:
    """How a style feature is distributed over each model's answers (GeoArena, figure 4).

    Args:
        votes: with style features.
        feature: one of `STYLES`.
        models: which; by default all, by name.

    Raises:
        ValueError: for another feature, or votes without any.
    """
    if feature not in STYLES or votes.style is None:
        raise ValueError(f"There is no style feature {feature!r} in these votes.")
    place = STYLES.index(feature)
    chosen = list(votes.models if models is None else models)
    values = [style_values(votes, model)[:, place] for model in chosen]
    known = [column[~np.isnan(column)] for column in values]
    figure = _shares(known, chosen) if feature == "coordinates" else _histograms(known, chosen, feature)
    figure = _dressed(
        figure, f"{STYLE_TITLES[feature]}, by model: an answer is counted in each vote on it", len(chosen)
    )
    return figure if feature == "coordinates" else figure.update_layout(height=_HISTOGRAM_PX * max(1, len(chosen)) + 90)


def _shares(values: Sequence[Floats], models: Sequence[str]) -> go.Figure:
    """One bar a model: the mean of a feature that an answer has or has not."""
    import plotly.graph_objects as go

    means = [float(column.mean()) if len(column) else None for column in values]
    figure = go.Figure(go.Bar(x=means, y=_labels(models), orientation="h", marker_color=MODEL))
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(title="Share of answers", tickformat=".0%", range=[0, 1])
    return figure


def _histograms(values: Sequence[Floats], models: Sequence[str], feature: str) -> go.Figure:
    """One histogram a model, below each other with the same bins, so that they can be compared by eye."""
    from plotly.subplots import make_subplots

    rows = max(1, len(models))
    top = max((float(column.max()) for column in values if len(column)), default=1.0)
    width = max(1.0, np.ceil(top / _BINS))
    figure = make_subplots(
        rows=rows,
        cols=1,
        shared_xaxes=True,
        shared_yaxes="all",
        vertical_spacing=_GAP_PX / (_HISTOGRAM_PX * rows + 90) if rows > 1 else 0,
        subplot_titles=_labels(models),
    )
    for row, column in enumerate(values, start=1):
        bins = {"start": -width / 2, "end": top + width, "size": width}
        figure.add_histogram(
            x=column.tolist(),
            xbins=bins,
            histnorm="probability",
            marker_color=MODEL,
            row=row,
            col=1,
            name=models[row - 1],
        )
    figure.update_layout(showlegend=False)
    figure.update_annotations(x=0, xanchor="left", font={"size": 14})
    figure.update_yaxes(tickformat=".0%", nticks=3, rangemode="tozero")
    figure.update_xaxes(title=f"{STYLE_TITLES[feature]} in an answer; height: share of the answers", row=rows, col=1)
    return figure


def style_values(votes: VoteTable, model: str) -> Floats:
    """Style features of a model's answers on both sides, shape (answers, features).

    Raises:
        ValueError: when the votes have no features, or not this model.
    """
    if votes.style is None or model not in votes.models:
        raise ValueError(f"There are no style features of {model!r}.")
    place = votes.models.index(model)
    found: Floats = np.concatenate([votes.style[votes.a == place, :, 0], votes.style[votes.b == place, :, 1]])
    return found


def _labels(names: Sequence[str]) -> list[str]:
    """Names for a figure: plotly takes some HTML in texts, so that theirs is written out."""
    return [escape(shown(name)) for name in names]


def _end(value: float | None) -> str:
    return "open" if value is None else f"{value:.0f}"


def _dressed(figure: go.Figure, title: str, n_rows: int) -> go.Figure:
    figure.update_layout(
        title={"text": title, "font": {"size": 17}},
        font={"family": _FONT, "size": 16, "color": INK},
        height=max(360, 26 * n_rows + 180),
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="rgba(0,0,0,0)",
        margin={"l": 20, "r": 20, "t": 60, "b": 50},
    )
    figure.update_xaxes(automargin=True, type=None)
    figure.update_yaxes(automargin=True)
    return figure
