"""The end of a quiz game: the result, broken down, beside published figures, and a text to share."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def quiz_summary(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The summary. Its value is described in `static/quiz_summary.js`."""
    return widget(
        value,
        template='<div class="sm-card sm-share sm-quiz-summary"></div>',
        mount="SoundmarkQuizSummary.mount",
        scripts=[
            *component_assets("share_card", "share_card.js", "share_card.css"),
            *component_assets("quiz_summary", "quiz_summary.js", "quiz_summary.css"),
        ],
        elem_id=elem_id,
    )
