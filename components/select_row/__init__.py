"""A row of lists to choose from, said in the reader's language, whose choice a link can carry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import gradio as gr

from components.static_files import component_assets
from components.widget import widget


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """One list.

    Attributes:
        name: of what is chosen.
        label_key: of the page's text beside it.
        options: value -> key of its text, in their order; the first is chosen first.
        has_languages: what is offered besides are codes of languages (BCP 47), which the browser names.
    """

    name: str
    label_key: str
    options: dict[str, str]
    has_languages: bool = False


def select_row(selects: Sequence[Select], *, elem_id: str, linked: str = "") -> gr.HTML:
    """The lists. The value is described in `static/select_row.js`; events 'choose' and 'look'.

    Args:
        selects: the lists.
        elem_id: as for every Gradio component.
        linked: of which leaderboard a link carries the choice; '' for none.
    """
    return widget(
        {"chosen": {one.name: next(iter(one.options)) for one in selects}},
        template='<div class="sm-selects"></div>',
        mount="SoundmarkSelectRow.mount",
        scripts=component_assets("select_row", "select_row.js", "select_row.css"),
        options={"selects": [asdict(one) for one in selects], "linked": linked},
        events=["choose", "look"],
        elem_id=elem_id,
    )
