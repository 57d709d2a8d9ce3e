"""What the owner of a deployment sees: where the log stands, errors, models, reports, hidden uploads, limits."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import widget

ACTED = "act"
"""The event of a pressed button; the widget's value then holds what was pressed."""


def owner_board(*, elem_id: str | None = None) -> gr.HTML:
    """The board, empty at first. Its value is described in `static/owner_board.js`."""
    return widget(
        None,
        template='<div class="sm-owner"></div>',
        mount="SoundmarkOwnerBoard.mount",
        scripts=component_assets("owner_board", "owner_board.js", "owner_board.css"),
        events=[ACTED],
        elem_id=elem_id,
    )
