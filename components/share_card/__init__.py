"""The card at the end of a game: every round, the total, and a text to share."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def share_card(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The card. Its value is described in `static/share_card.js`."""
    return widget(
        value,
        template='<div class="sm-card sm-share"></div>',
        mount="SoundmarkShareCard.mount",
        scripts=component_assets("share_card", "share_card.js", "share_card.css"),
        elem_id=elem_id,
    )
