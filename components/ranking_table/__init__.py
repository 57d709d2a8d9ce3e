"""A table of who did how well, with bars, intervals and marks, to sort by any column; or several of them."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget
from soundmark.types import Note

SCRIPTS = ("ranking_words.js", "ranking_tools.js", "ranking_age.js", "ranking_table.js", "ranking_table.css")


def ranking_table(
    value: JsonValue | None = None,
    *,
    elem_id: str | None = None,
    board: str = "",
    label: str = "Ranking",
    more: Sequence[JsonValue] = (),
    counted: Sequence[Sequence[object]] = (),
    cite: Sequence[Note] = (),
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
        counted: fixed words with something in them, as `static/ranking_words.js` has them.
        cite: how to cite the figures, a line a note.
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
            "counted": list(counted),
            "cite": list(cite),
            "refresh": refresh,
            "every_s": every_s,
        },
        elem_id=elem_id,
    )


def column_meanings(
    meanings: Sequence[tuple[Sequence[str], Note]],
    *,
    counted: Sequence[Sequence[object]] = (),
    elem_id: str | None = None,
) -> gr.HTML:
    """What the columns of a table mean.

    Args:
        meanings: headers of columns, as the table has them, and what they mean.
        counted: as for the table.
        elem_id: as for every Gradio component.
    """
    return widget(
        None,
        template='<dl class="sm-ranking-meanings"></dl>',
        mount="SoundmarkRankingWords.mountMeanings",
        scripts=component_assets("ranking_table", *SCRIPTS),
        options={"meanings": [[list(headers), meaning] for headers, meaning in meanings], "counted": list(counted)},
        elem_id=elem_id,
    )
