"""Whom to play against; kept by the browser."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def opponent_picker(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The choice. Its value is described in `static/opponent_picker.js`; what was chosen travels in the ticket.

    Args:
        value: who is offered.
        elem_id: as for every Gradio component.
    """
    return widget(
        value,
        template='<div class="sm-opponents" hidden></div>',
        mount="SoundmarkOpponents.mount",
        scripts=component_assets("opponent_picker", "opponent_picker.js", "opponent_picker.css"),
        elem_id=elem_id,
    )
