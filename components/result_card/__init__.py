"""The card after an answer: how far, how many points, how others did, and whom to thank for the sound."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def result_card(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The card. Its value is described in `static/result_card.js`."""
    return widget(
        value,
        template='<div class="sm-card sm-result"></div>',
        mount="SoundmarkResultCard.mount",
        scripts=[
            *component_assets("choice_card", "turn.js"),
            *component_assets("result_card", "result_card.js", "result_card.css"),
        ],
        elem_id=elem_id,
    )
