"""The same map as a web page to download: with folium, whose background loads from the internet when it is opened."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.geo_map import TRUTH_COLOUR, look_of, said
from leaderboard.notes import ENGLISH, Speaker
from leaderboard.tables.labels import plain
from leaderboard.tables.trips import Trips, arcs
from soundmark.types import worded_as

if TYPE_CHECKING:
    from folium import GeoJson

Feature = dict[str, object]
MAX_LABEL_CHARS = 80
OF_SCRIPTS = {"`": "&#96;", "$": "&#36;", "\\": "&#92;", "{": "&#123;", "}": "&#125;"}
"""What could end or fill a text of a script; folium writes texts into both HTML and scripts."""


def as_markup(text: str) -> str:
    """A text as HTML that shows it and does nothing, in a page and in a template text of a script."""
    return "".join(OF_SCRIPTS.get(letter, letter) for letter in html.escape(plain(text), quote=True))


def map_page(trips: Trips, label: str, words: Speaker = ENGLISH) -> str:
    """A web page with truths, guesses and lines, each to be switched on and off.

    It holds no text that is not escaped. Leaflet and the tiles of OpenStreetMap are loaded by whoever opens it.

    Args:
        trips: whose answers, and which.
        label: whose, as text.
        words: say what stands on the map.
    """
    import folium

    colour, _ = look_of(trips.who)
    whose = label[:MAX_LABEL_CHARS]
    texts = [as_markup(text) for text in said(trips, words)]
    has_guess = trips.has_guess
    paths = arcs(trips.truths[has_guess], trips.guesses[has_guess])
    lines = [_feature("LineString", np.round(path[:, ::-1], 4).tolist(), "") for path in paths]
    # A guess stands at the end of its line, which may lie in the next copy of the world.
    guesses = [
        _feature("Point", np.round(path[-1, ::-1], 5).tolist(), texts[place])
        for place, path in zip(np.flatnonzero(has_guess).tolist(), paths, strict=True)
    ]
    truths = [
        _feature("Point", np.round(point[::-1], 5).tolist(), text)
        for point, text in zip(trips.truths, texts, strict=True)
    ]
    found = folium.Map(location=(20, 10), zoom_start=2, tiles="OpenStreetMap", world_copy_jump=False)
    # folium asks for jQuery, Bootstrap and icons too, from four more servers; this map needs none of them.
    found.default_js = [(name, url) for name, url in found.default_js if name == "leaflet"]
    found.default_css = [(name, url) for name, url in found.default_css if name == "leaflet_css"]
    if lines:
        lines_of = worded_as("Lines from the true place to the guess of {who}", "map_lines_of", who=whose)
        folium.GeoJson(
            {"type": "FeatureCollection", "features": lines}, name=as_markup(words.note(lines_of)),
            style_function=lambda _: {"color": colour, "weight": 1.5, "opacity": 0.4},
        ).add_to(found)  # fmt: skip
        hollow = worded_as("Guesses of {who} (hollow)", "map_guesses_hollow", who=whose)
        _points(as_markup(words.note(hollow)), guesses, colour, fill_opacity=0.1).add_to(found)
    if truths:
        filled = worded_as("True places (filled)", "map_truths_filled")
        _points(as_markup(words.note(filled)), truths, TRUTH_COLOUR, fill_opacity=0.85).add_to(found)
    folium.LayerControl(collapsed=False).add_to(found)
    return str(found.get_root().render())


def _feature(kind: str, coordinates: object, said_of_it: str) -> Feature:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": {"said": said_of_it}}


def _points(name: str, features: list[Feature], colour: str, *, fill_opacity: float) -> GeoJson:
    import folium

    return folium.GeoJson(
        {"type": "FeatureCollection", "features": features},
        name=name,
        marker=folium.CircleMarker(
            radius=5, color=colour, weight=2, fill=True, fill_color=colour, fill_opacity=fill_opacity
        ),
        popup=folium.GeoJsonPopup(fields=["said"], labels=False, localize=False),
    )
