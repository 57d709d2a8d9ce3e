"""A question about where something is: a direction on a dial of sectors, or a distance in metres."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def spatial_answer(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The card. Its value is described in `static/spatial_answer.js`; events 'answer' and 'next'."""
    scripts = ("dial.js", "metres.js", "spatial_answer.js", "spatial_answer.css")
    return widget(
        value,
        template='<div class="sm-choice sm-where"></div>',
        mount="SoundmarkSpatialAnswer.mount",
        scripts=[
            *component_assets("choice_card", "turn.js", "choice_card.css"),
            *component_assets("spatial_answer", *scripts),
        ],
        events=["answer", "next"],
        elem_id=elem_id,
    )
