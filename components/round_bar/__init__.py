"""The bar over a round: where one is in the game, points so far, and the time that is left."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def round_bar(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The bar. Its value is described in `static/round_bar.js`; event 'timeout' when the time is up."""
    return widget(
        value,
        template='<div class="sm-bar"></div>',
        mount="SoundmarkRoundBar.mount",
        scripts=component_assets("round_bar", "round_bar.js", "round_bar.css"),
        events=["timeout"],
        elem_id=elem_id,
    )
