"""A list of answers that one person gave: which question, what became of it, when."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def answer_list(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The list. Its value is described in `static/answer_list.js`."""
    return widget(
        value,
        template='<div class="sm-answer-list" hidden></div>',
        mount="SoundmarkAnswerList.mount",
        scripts=component_assets("answer_list", "answer_list.js", "answer_list.css"),
        elem_id=elem_id,
    )
