"""Saves a text, or bytes, as a file on the person's own disk; the server keeps no copy and serves no address."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def save_file(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """A widget without a look. A value {key, name, text} or {key, name, base64} with a new key starts the download."""
    return widget(
        value,
        template='<span class="sm-save" hidden></span>',
        mount="SoundmarkSaveFile.mount",
        scripts=component_assets("save_file", "save_file.js"),
        elem_id=elem_id,
    )
