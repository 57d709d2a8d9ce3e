"""Two answers side by side without their authors, a vote, and then the names."""

from __future__ import annotations

import gradio as gr

from components.static_files import component_assets
from components.widget import JsonValue, widget


def battle_card(value: JsonValue | None = None, *, elem_id: str | None = None) -> gr.HTML:
    """The card. Its value is described in `static/battle_card.js`; events 'vote', 'skip', 'report' and 'next'."""
    return widget(
        value,
        template='<div class="sm-battle"></div>',
        mount="SoundmarkBattleCard.mount",
        scripts=component_assets("battle_card", "answer_text.js", "battle_card.js", "battle_card.css"),
        events=["vote", "skip", "report", "next"],
        elem_id=elem_id,
    )
