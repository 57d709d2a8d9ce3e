"""Figures of localizability, with plotly. Names of categories and judges are text in them, never markup."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.curation.localizability.agreement import Agreement
from soundmark.curation.localizability.fit import Fit, Side
from soundmark.curation.localizability.score import ClipScore, GroupScore, top_categories

if TYPE_CHECKING:
    import plotly.graph_objects as go

INFORMATIVE, MISLEADING, GREY, INK = "#0072B2", "#D55E00", "#7A7A7A", "#1B2733"
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
_CLEAR, _GRID = "rgba(0,0,0,0)", "rgba(127,151,171,0.35)"
_BINS = 40
_MEASURES = (("Cosine of a clip's contributions", INFORMATIVE, ""), ("Pearson r over categories", "#009E73", "/"),
             ("Top categories in common", "#CC79A7", "."))  # fmt: skip


def category_figure(fit: Fit, n: int = 10) -> go.Figure:
    """The n categories of each side with the greatest slopes (AGL1K, figure 3), with their standard errors."""
    import plotly.graph_objects as go

    figure = go.Figure()
    order: list[str] = []
    for side, colour, pattern in ((Side.POSITIVE, INFORMATIVE, ""), (Side.NEGATIVE, MISLEADING, "/")):
        own = top_categories(fit.categories, side, n)
        slopes = [one.near if side is Side.POSITIVE else one.far for one in own]
        labels = [f"{_label(one.category)} ({slope.n_clips:,})" for one, slope in zip(own, slopes, strict=True)]
        order += labels if side is Side.POSITIVE else labels[::-1]
        figure.add_bar(
            x=[one.weight for one in own], y=labels, orientation="h", name=f"{side.value} ({len(own)})",
            marker={"color": colour, "pattern": {"shape": pattern}},
            error_x={"type": "data", "array": [slope.standard_error or 0.0 for slope in slopes], "color": INK},
            hovertemplate="%{y}: %{x:.3f}<extra></extra>",
        )  # fmt: skip
    figure.update_yaxes(categoryorder="array", categoryarray=order[::-1])
    return _laid_out(
        figure, "Categories that tell most, and that mislead most", "slope (contribution per whole clip of it)",
        "category (clips)", rows=len(order),
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
            x=pairs, y=found, name=name, marker={"color": colour, "pattern": {"shape": pattern}},
            text=["-" if value is None else f"{value:.2f}" for value in found], textposition="outside",
        )  # fmt: skip
    lowest = min((value for found in values for value in found if value is not None), default=0.0)
    figure.update_yaxes(range=[min(0.0, lowest * 1.15), 1.12])
    return _laid_out(figure, "How far judges agree", "judges", "agreement (1: alike)")


def group_figure(groups: Sequence[GroupScore], what: str = "continent") -> go.Figure:
    """Mean localizability of each group with its 95 % interval (AGL1K, figure 11)."""
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
        figure, f"Localizability by {escape(what)}", "mean localizability", f"{escape(what)} (clips)", rows=len(groups)
    )


def distribution_figure(scores: Sequence[ClipScore], theta: float) -> go.Figure:
    """How many clips have which localizability, and where theta is."""
    import numpy as np
    import plotly.graph_objects as go

    counts, edges = np.histogram([score.value for score in scores], bins=_BINS)
    figure = go.Figure()
    figure.add_bar(
        x=((edges[:-1] + edges[1:]) / 2).tolist(), y=counts.tolist(), width=np.diff(edges).tolist(),
        marker={"color": INFORMATIVE}, showlegend=False,
    )  # fmt: skip
    figure.add_vline(x=theta, line={"color": MISLEADING, "dash": "dash"}, annotation={"text": f"theta = {theta:g}"})
    figure.update_layout(bargap=0.05)
    return _laid_out(figure, "Localizability of clips", "localizability", "clips")


def _label(name: str) -> str:
    """A name for a figure: plotly takes some HTML in texts, so that theirs is written out."""
    return escape(shown(name))


def _laid_out(figure: go.Figure, title: str, x: str, y: str, *, rows: int = 0) -> go.Figure:
    figure.update_layout(
        title={"text": title, "font": {"size": 17}}, font={"family": _FONT, "size": 14, "color": INK},
        paper_bgcolor=_CLEAR, plot_bgcolor=_CLEAR, height=max(420, 26 * rows + 180),
        margin={"l": 20, "r": 20, "t": 60, "b": 50}, legend={"orientation": "h", "y": -0.2},
    )  # fmt: skip
    figure.update_xaxes(title={"text": x}, gridcolor=_GRID, zerolinecolor=_GRID, automargin=True)
    figure.update_yaxes(title={"text": y}, gridcolor=_GRID, zerolinecolor=_GRID, automargin=True)
    return figure
