"""What a player wants to be asked, and may tell of themselves; kept by the browser."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def about_you(options: JsonValue, *, elem_id: str | None = None) -> gr.HTML:
    """The form. `options` is described in `static/about_you.js`; what was chosen travels in the browser's ticket."""
    return widget(
        None,
        template='<div class="sm-about"></div>',
        mount="SoundmarkAboutYou.mount",
        scripts=component_assets("about_you", "about_you.js", "about_you.css"),
        options=options,
        elem_id=elem_id,
    )
