"""A sentence that comes and goes: plain text, whatever it holds."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def note(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The sentence {text: ...}; without text nothing is seen."""
    return widget(
        value,
        template='<p class="sm-note" role="status" hidden></p>',
        mount="SoundmarkNote.mount",
        scripts=component_assets("note", "note.js"),
        elem_id=elem_id,
    )
