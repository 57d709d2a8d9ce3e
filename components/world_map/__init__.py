"""A world map to drop one pin on: Leaflet over coastlines of Natural Earth, all served by this app."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import gradio as gr

from components.static_files import component_assets, serve, versioned_url
from components.widget import JsonValue, widget

TEMPLATE = """
<div class="sm-map-wrap">
  <div class="sm-map" role="application" tabindex="0"
       aria-label="World map">
    <p class="sm-map-note"></p>
  </div>
  <div class="sm-map-cross" aria-hidden="true"></div>
  <div class="sm-map-below"><span class="sm-map-live" role="status" aria-live="polite"></span>
  <span class="sm-map-legend" hidden></span></div>
</div>
"""


def leaflet_folder() -> Path:
    """Leaflet's own files, from the package that ships them. Nothing of that package is imported.

    Raises:
        RuntimeError: when the package is not installed.
    """
    spec = importlib.util.find_spec("js_lib_leaflet")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("Leaflet is missing. Run: pip install -r requirements.txt")
    return Path(next(iter(spec.submodule_search_locations))) / "static" / "js_lib_leaflet"


def world_map(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The map. Its value and event are described in `static/world_map.js`.

    A click changes the value in the browser and sends nothing; an event that has the map as input gets the pin.
    Whatever arrives is what a browser sent: check all of it.
    """
    leaflet = serve(leaflet_folder())
    scripts = component_assets("world_map", "geometry.js", "basemap.js", "marks.js", "world_map.js", "world_map.css")
    coarse, fine = component_assets("world_map", "basemap-110m.json", "basemap-50m.json")
    return widget(
        value,
        template=TEMPLATE,
        mount="SoundmarkMap.mount",
        scripts=[leaflet / "leaflet.css", leaflet / "leaflet.js", *scripts],
        options={"basemap": {"coarse": versioned_url(coarse), "fine": versioned_url(fine)}},
        events=["guess", "draft"],
        elem_id=elem_id,
    )
