"""A table of who did how well, with bars, intervals and marks, to sort by any column."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def ranking_table(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The table. Its value is described in `static/ranking_table.js`."""
    return widget(
        value,
        template='<div class="sm-ranking"><p class="sm-ranking-message">Counting the answers\u2026</p></div>',
        mount="SoundmarkRankingTable.mount",
        scripts=component_assets("ranking_table", "ranking_table.js", "ranking_table.css"),
        elem_id=elem_id,
    )
