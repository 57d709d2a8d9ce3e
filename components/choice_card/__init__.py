"""A multiple-choice question, and after the answer the truth and how others answered."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def choice_card(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The card. Its value is described in `static/choice_card.js`; events 'answer', 'next' and 'gone'."""
    return widget(
        value,
        template='<div class="sm-choice"></div>',
        mount="SoundmarkChoiceCard.mount",
        scripts=component_assets("choice_card", "turn.js", "choice_card.js", "choice_card.css"),
        events=["answer", "next", "gone"],
        elem_id=elem_id,
    )
