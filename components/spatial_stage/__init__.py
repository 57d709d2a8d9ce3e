"""A scene in space: hear it, see where its sound comes from, and after the answer see it from above."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget

SCRIPTS = (
    "series.js",
    "shapes.js",
    "peak_map.js",
    "sound.js",
    "follow.js",
    "playback.js",
    "polar.js",
    "timeline.js",
    "labels.js",
    "top_map.js",
    "panel.js",
    "spatial_stage.js",
    "spatial_stage.css",
)


def spatial_stage(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The stage. Its value, to which the browser adds what was heard, is described in `static/spatial_stage.js`.

    It draws what is in the value and nothing else: while a question is open, leave map, truth and own answer out. A
    value with the same round replaces what is drawn and keeps the place in the sound.
    """
    return widget(
        value,
        template='<div class="sm-stage"></div>',
        mount="SoundmarkStage.mount",
        events=["switch"],
        scripts=[*component_assets("clip_player", "heard.js"), *component_assets("spatial_stage", *SCRIPTS)],
        elem_id=elem_id,
    )
