"""A photo, or a line on what was brought in place of one."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def photo(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The photo. Its value is described in `static/photo.js`."""
    return widget(
        value,
        template='<figure class="sm-photo" hidden></figure>',
        mount="SoundmarkPhoto.mount",
        scripts=component_assets("photo", "photo.js", "photo.css"),
        elem_id=elem_id,
    )
