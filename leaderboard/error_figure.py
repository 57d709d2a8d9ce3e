"""The shares of error classes by model, as AGL1K's figure 7."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from leaderboard.error_cases import LABELS, ErrorShares
from leaderboard.notes import ENGLISH, Speaker
from soundmark.store.schema import ErrorType
from soundmark.types import worded_as

if TYPE_CHECKING:
    import plotly.graph_objects as go

MAX_MODELS = 6
_COLOURS = ("#CC79A7", "#56B4E9", "#E69F00", "#999999", "#8C510A", "#5E3C99")
_PATTERNS = ("", "/", ".", "x", "-", "+")
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
_CLEAR, _GRID = "rgba(0,0,0,0)", "rgba(127,151,171,0.35)"


def error_figure(found: Sequence[ErrorShares], words: Speaker = ENGLISH) -> go.Figure | None:
    """A bar for each class and model, with 95 % intervals; None before an error was sorted.

    Args:
        found: by model; those with the most sorted errors are shown.
        words: say what stands in the figure.
    """
    import plotly.graph_objects as go

    sorted_ones = [one for one in found if one.sorted_n]
    if not sorted_ones:
        return None
    shown = sorted(sorted_ones, key=lambda one: (-one.sorted_n, one.label))[:MAX_MODELS]
    names = [words.word(LABELS[kind]) for kind in ErrorType]
    figure = go.Figure()
    for one, colour, pattern in zip(shown, _COLOURS, _PATTERNS, strict=False):
        shares = [one.shares[kind] for kind in ErrorType]
        figure.add_bar(
            y=names, x=[share.share * 100 for share in shares], orientation="h",
            name=f"{escape(one.label)}, {_of(one.sorted_n, one.errors, words)}",
            marker={"color": colour, "pattern": {"shape": pattern, "fgcolor": "rgba(255,255,255,0.7)"}},
            error_x={
                "type": "data", "symmetric": False, "color": "#7A7A7A", "thickness": 1.5,
                "array": [(share.interval.high - share.share) * 100 for share in shares],
                "arrayminus": [(share.share - share.interval.low) * 100 for share in shares],
            },
            text=[_of(share.n, one.sorted_n, words) for share in shares], hovertemplate="%{y}: %{x:.0f} %, %{text}",
            textposition="none",
        )  # fmt: skip
    figure.update_layout(
        paper_bgcolor=_CLEAR, plot_bgcolor=_CLEAR,
        font={"family": _FONT, "size": 14}, height=max(420, 130 + 7 * (14 + 16 * len(shown))), barmode="group",
        margin={"l": 10, "r": 20, "t": 20, "b": 50}, legend={"orientation": "h", "y": -0.2}, showlegend=True,
    )  # fmt: skip
    figure.update_xaxes(
        title={"text": words.note(worded_as("sorted errors (%)", "figure_sorted"))}, gridcolor=_GRID,
        zerolinecolor=_GRID, rangemode="tozero",
    )  # fmt: skip
    figure.update_yaxes(autorange="reversed", automargin=True)
    return figure


def _of(n: int, every: int, words: Speaker) -> str:
    return words.note(worded_as("{n} of {all}", "figure_n_of", n=f"{n:,}", all=f"{every:,}"))
