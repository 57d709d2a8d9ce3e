"""Figures of localizability, with plotly. Names of categories and judges are text in them, never markup."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.curation.localizability.agreement import Agreement
from soundmark.curation.localizability.fit import Fit, Floats, Side
from soundmark.curation.localizability.score import ClipScore, GroupScore, top_categories

if TYPE_CHECKING:
    import plotly.graph_objects as go

INFORMATIVE, MISLEADING, GREY, INK = "#0072B2", "#D55E00", "#7A7A7A", "#1B2733"
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
_CLEAR, _GRID = "rgba(0,0,0,0)", "rgba(127,151,171,0.35)"
_BINS = 40
_MAX_LABEL_CHARS = 32
_MEASURES = (("Cosine of a clip's contributions", INFORMATIVE, ""), ("Pearson r over categories", "#009E73", "/"),
             ("Top categories in common", "#CC79A7", "."))  # fmt: skip


def category_figure(fit: Fit, n: int = 10) -> go.Figure:
    """The n categories of each side with the greatest slopes (AGL1K, figure 3), with their standard errors."""
    import plotly.graph_objects as go

    figure = go.Figure()
    labels: list[str] = []
    for side, colour, pattern in ((Side.POSITIVE, INFORMATIVE, ""), (Side.NEGATIVE, MISLEADING, "/")):
        own = top_categories(fit.categories, side, n)
        own = own if side is Side.POSITIVE else own[::-1]
        slopes = [one.near if side is Side.POSITIVE else one.far for one in own]
        figure.add_bar(
            x=[one.weight for one in own], y=[len(labels) + row for row in range(len(own))], orientation="h",
            name=f"{side.value} ({len(own)})", marker={"color": colour, "pattern": {"shape": pattern}},
            error_x={"type": "data", "array": [slope.standard_error or 0.0 for slope in slopes], "color": INK},
            customdata=[_label(one.category) for one in own], hovertemplate="%{customdata}: %{x:.3f}<extra></extra>",
        )  # fmt: skip
        labels += [f"{_label(one.category)} ({slope.n_clips:,})" for one, slope in zip(own, slopes, strict=True)]
    # Rows are numbered, for two long names can look alike when they are cut.
    figure.update_yaxes(autorange="reversed", tickvals=list(range(len(labels))), ticktext=labels)
    return _laid_out(
        figure, "Categories that tell most, and that mislead most", "slope", "category (clips)", rows=len(labels),
    )  # fmt: skip


def agreement_figure(agreements: Sequence[Agreement]) -> go.Figure:
    """Agreement of every two judges by three measures (AGL1K, figure 10), categories by their mean contribution."""
    import plotly.graph_objects as go

    pairs = [" / ".join(_label(judge) for judge in one.judges) for one in agreements]
    values = (
        [one.cosine.value for one in agreements],
        [one.by_mean.pearson for one in agreements],
        [one.by_mean.top_overlap for one in agreements],
    )
    figure = go.Figure()
    for (name, colour, pattern), found in zip(_MEASURES, values, strict=True):
        figure.add_bar(
            x=list(range(len(pairs))), y=found, name=name, marker={"color": colour, "pattern": {"shape": pattern}},
            text=["-" if value is None else f"{value:.2f}" for value in found], textposition="outside",
        )  # fmt: skip
    figure.update_xaxes(tickvals=list(range(len(pairs))), ticktext=pairs)
    lowest = min((value for found in values for value in found if value is not None), default=0.0)
    figure.update_yaxes(range=[min(0.0, lowest * 1.15), 1.12])
    return _laid_out(figure, "How far judges agree", "judges", "agreement (1: alike)")


def continent_figure(groups: Sequence[GroupScore]) -> go.Figure:
    """Mean localizability of each continent with its 95 % interval (AGL1K, figure 11)."""
    import plotly.graph_objects as go

    labels = [f"{_label(group.name)} ({group.mean.n:,})" for group in groups]
    means = [group.mean.value or 0.0 for group in groups]
    ends = [(group.mean.low, group.mean.high) for group in groups]
    figure = go.Figure()
    figure.add_bar(
        x=means, y=labels, orientation="h", marker={"color": INFORMATIVE}, showlegend=False,
        error_x={
            "type": "data", "symmetric": False, "color": INK,
            "array": [0.0 if high is None else high - mean for mean, (_, high) in zip(means, ends, strict=True)],
            "arrayminus": [0.0 if low is None else mean - low for mean, (low, _) in zip(means, ends, strict=True)],
        },
        hovertemplate="%{y}: %{x:.3f}<extra></extra>",
    )  # fmt: skip
    figure.update_yaxes(autorange="reversed")
    return _laid_out(
        figure, "Localizability by continent", "mean localizability", "continent (clips)", rows=len(groups)
    )


def distribution_figure(scores: Sequence[ClipScore], theta: float) -> go.Figure:
    """How many clips have which localizability, and where theta is."""
    import numpy as np
    import plotly.graph_objects as go

    values = np.array([score.value for score in scores])
    edges = _edges(values, theta)
    # A clip at theta is not above it: bins hold their upper edge, which numpy's do when all is turned round.
    counts = np.histogram(-np.clip(values, edges[0], edges[-1]), bins=-edges[::-1])[0][::-1]
    figure = go.Figure()
    figure.add_bar(
        x=((edges[:-1] + edges[1:]) / 2).tolist(), y=counts.tolist(), width=np.diff(edges).tolist(),
        marker={"color": INFORMATIVE}, showlegend=False,
    )  # fmt: skip
    figure.add_vline(x=theta, line={"color": MISLEADING, "dash": "dash"}, annotation={"text": f"theta = {theta:g}"})
    figure = _laid_out(figure, "Localizability of clips", "localizability", "clips")
    room = (edges[-1] - edges[0]) * 0.05
    figure.update_xaxes(range=[min(edges[0], theta) - room, max(edges[-1], theta) + room])
    return figure


def _edges(values: Floats, theta: float) -> Floats:
    """Edges of about 40 bins, one of which is theta, so that no bin holds clips of both kinds."""
    import numpy as np

    low, high = (float(values.min()), float(values.max())) if len(values) else (theta, theta)
    width = (high - low) / _BINS or 1.0
    first, last = math.ceil((low - theta) / width) - 1, math.ceil((high - theta) / width)
    found: Floats = theta + width * np.arange(first, max(last, first + 1) + 1, dtype=np.float64)
    return found


def _label(name: str) -> str:
    """A name for a figure: plotly takes some HTML in texts, so that theirs is written out."""
    text = shown(name)
    return escape(text if len(text) <= _MAX_LABEL_CHARS else text[: _MAX_LABEL_CHARS - 1] + "…")


def _laid_out(figure: go.Figure, title: str, x: str, y: str, *, rows: int = 0) -> go.Figure:
    figure.update_layout(
        title={"text": title, "font": {"size": 17}}, font={"family": _FONT, "size": 14, "color": INK},
        paper_bgcolor=_CLEAR, plot_bgcolor=_CLEAR, height=max(420, 26 * rows + 180),
        margin={"l": 10, "r": 10, "t": 90, "b": 40}, bargap=0.08,
        legend={"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom"},
    )  # fmt: skip
    figure.update_xaxes(title={"text": x}, gridcolor=_GRID, zerolinecolor=_GRID, automargin=True)
    figure.update_yaxes(title={"text": y}, gridcolor=_GRID, zerolinecolor=_GRID, automargin=True)
    return figure
