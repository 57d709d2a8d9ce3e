"""A table of who did how well, with bars, intervals and marks, to sort by any column; or several of them."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget

SCRIPTS = ("ranking_words.js", "ranking_tools.js", "ranking_age.js", "ranking_table.js", "ranking_table.css")


def ranking_table(
    value: JsonValue | None = None,
    *,
    elem_id: str | None = None,
    board: str = "",
    label: str = "Ranking",
    more: Sequence[JsonValue] = (),
    cite: str = "",
    refresh: str = "",
    every_s: int = 0,
) -> gr.HTML:
    """The table. Its value is described in `static/ranking_table.js`.

    Args:
        value: what is shown first.
        elem_id: as for every Gradio component.
        board: what the table is called in links to a view of it.
        label: of the value itself in the list of views.
        more: further views, which stay when a new value comes.
        cite: how to cite the figures, as text.
        refresh: id of a button that asks for a new value; it is pressed while the table is seen.
        every_s: how often, in seconds; 0 for never.
    """
    return widget(
        value,
        template='<div class="sm-ranking"><p class="sm-ranking-message">\u2026</p></div>',
        mount="SoundmarkRankingTable.mount",
        scripts=component_assets("ranking_table", *SCRIPTS),
        options={
            "board": board,
            "label": label,
            "more": list(more),
            "cite": cite,
            "refresh": refresh,
            "every_s": every_s,
        },
        elem_id=elem_id,
    )
