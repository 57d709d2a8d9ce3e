"""Truths and guesses on one map: AGL1K's figure 9 with the answers beside. The coastlines come from the install."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.notes import ENGLISH, Speaker
from leaderboard.tables.columns import Floats
from leaderboard.tables.groups import Who
from leaderboard.tables.labels import plain
from leaderboard.tables.trips import Trips, arcs
from soundmark.types import worded_as

if TYPE_CHECKING:
    import plotly.graph_objects as go

BASEMAP = Path(__file__).resolve().parent.parent / "components" / "world_map" / "static" / "basemap-110m.json"
TRUTH_COLOUR = "#009E73"
LOOKS = {Who.MODEL: ("#CC79A7", "diamond"), Who.BASELINE: ("#7A7A7A", "x")}
PEOPLE_LOOK = ("#0072B2", "circle")
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
_CLEAR, _LAND, _COAST = "rgba(0,0,0,0)", "rgba(127,151,171,0.28)", "rgba(127,151,171,0.7)"  # on light and on dark
FEW = 150
"""More answers than these have smaller marks."""
SOUTH_DEG, NORTH_DEG = -60.0, 84.0
"""What is shown at first: no sound of a list was recorded on the ice."""


def look_of(who: Who) -> tuple[str, str]:
    """Colour and mark of the answers of somebody, as everywhere on the page."""
    return LOOKS.get(who, PEOPLE_LOOK)


@cache
def coastlines() -> tuple[list[float | None], list[float | None]]:
    """Longitudes and latitudes of the land's rings, None between two. What runs on across 180 degrees comes twice."""
    found = json.loads(BASEMAP.read_text(encoding="utf-8"))
    longitudes: list[float | None] = []
    latitudes: list[float | None] = []
    for feature in found["features"]:
        shape = feature["geometry"]
        polygons = shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]]
        for ring in (ring for polygon in polygons for ring in polygon):
            xs, ys = [float(point[0]) for point in ring], [float(point[1]) for point in ring]
            for shift in [0, *([-360] if max(xs) > 180 else []), *([360] if min(xs) < -180 else [])]:
                longitudes += [*(x + shift for x in xs), None]
                latitudes += [*ys, None]
    return longitudes, latitudes


def map_figure(trips: Trips, label: str, words: Speaker = ENGLISH) -> go.Figure:
    """The map: a star for each place where a sound was recorded, a mark for each guess, and a line between the two.

    Args:
        trips: whose answers, and which.
        label: whose, as text.
        words: say what stands on the map.
    """
    import plotly.graph_objects as go

    colour, mark = look_of(trips.who)
    has_guess = trips.has_guess
    size = 8 if len(trips) <= FEW else 6
    x, y = coastlines()
    figure = go.Figure()
    figure.add_scatter(
        x=x, y=y, mode="lines", fill="toself", fillcolor=_LAND, line={"color": _COAST, "width": 0.6},
        hoverinfo="skip", showlegend=False,
    )  # fmt: skip
    lines = _drawn(arcs(trips.truths[has_guess], trips.guesses[has_guess]))
    figure.add_scatter(
        x=lines[0], y=lines[1], mode="lines", line={"color": colour, "width": 1.2}, hoverinfo="skip",
        opacity=min(0.8, max(0.25, 40 / max(1, len(trips)))),
        name=words.note(worded_as("From the true place to the guess", "map_lines")),
    )  # fmt: skip
    texts = said(trips, words)
    guesses_of = escape(words.note(worded_as("Guesses of {who}", "map_guesses", who=plain(label))))
    guesses = np.flatnonzero(has_guess).tolist()
    figure.add_scatter(
        x=trips.guesses[has_guess, 1].tolist(), y=trips.guesses[has_guess, 0].tolist(), mode="markers",
        marker={"color": colour, "symbol": mark, "size": size, "opacity": 0.75},
        text=[escape(texts[place]) for place in guesses], hoverinfo="text", name=guesses_of,
    )  # fmt: skip
    figure.add_scatter(
        x=trips.truths[:, 1].tolist(), y=trips.truths[:, 0].tolist(), mode="markers",
        marker={"color": TRUTH_COLOUR, "symbol": "star", "size": size + 2},
        text=[escape(text) for text in texts], hoverinfo="text",
        name=words.note(worded_as("True places", "map_truths")),
    )  # fmt: skip
    return _laid_out(figure)


def said(trips: Trips, words: Speaker = ENGLISH) -> list[str]:
    """A line on each answer, as text: its question, where that was recorded, and how far away the guess is."""
    found = []
    for number, place, km in zip(trips.numbers, trips.places, trips.km.tolist(), strict=True):
        away = worded_as("{km} km away", "geo_km_away", km=f"{km:,.0f}")
        distance = words.note(worded_as("no place answered", "map_no_place") if np.isnan(km) else away)
        question = words.note(worded_as("Question {id}", "board_question", id=number))
        found.append(f"{question}{f' ({plain(place)[:80]})' if place else ''}: {distance}")
    return found


def _drawn(paths: Floats) -> tuple[Sequence[float | None], Sequence[float | None]]:
    """Longitudes and latitudes of lines within -180 to 180 degrees, None where a line ends or leaves the map."""
    longitudes: list[float | None] = []
    latitudes: list[float | None] = []
    for path in paths:
        wrapped = (path[:, 1] + 180.0) % 360.0 - 180.0
        pieces = np.flatnonzero(np.abs(np.diff(wrapped)) > 180.0) + 1
        for xs, ys in zip(np.split(wrapped, pieces), np.split(path[:, 0], pieces), strict=True):
            longitudes += [*np.round(xs, 2).tolist(), None]
            latitudes += [*np.round(ys, 2).tolist(), None]
    return longitudes, latitudes


def _laid_out(figure: go.Figure) -> go.Figure:
    figure.update_layout(
        paper_bgcolor=_CLEAR, plot_bgcolor=_CLEAR, font={"family": _FONT, "size": 14}, height=440,
        margin={"l": 4, "r": 4, "t": 10, "b": 10}, dragmode="pan", hovermode="closest",
        legend={"orientation": "h", "y": -0.02, "yanchor": "top"},
    )  # fmt: skip
    figure.update_xaxes(range=[-180, 180], showgrid=False, zeroline=False, showticklabels=False, constrain="domain")
    figure.update_yaxes(
        range=[SOUTH_DEG, NORTH_DEG], showgrid=False, zeroline=False, showticklabels=False, constrain="domain",
        scaleanchor="x", scaleratio=1, constraintoward="top",
    )  # fmt: skip
    return figure
