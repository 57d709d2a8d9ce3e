"""The leaderboard's tab: layout and wiring only."""

from __future__ import annotations

import gradio as gr

from components.page import TICKET_JS, ticket_component
from components.prose import prose
from components.ranking_table import ranking_table
from leaderboard.board import GeoBoard
from leaderboard.geo_view import COLUMNS_MEAN, EXPLANATION, JsonValue, heading, message_value
from soundmark.services import Services
from soundmark.types import SoundmarkError


def build_tab(services: Services, tab: gr.Tab) -> None:
    """Build the tab in the open `gr.Blocks`.

    Args:
        services: what the app gives.
        tab: the tab that is open; the table is brought up to date whenever it is selected.
    """
    board = GeoBoard(services)
    ticket = ticket_component()
    prose(heading(), elem_id="leaderboard-heading")
    table = ranking_table(elem_id="leaderboard-table")
    refresh = gr.Button("Refresh", elem_id="leaderboard-refresh", size="sm")
    prose(EXPLANATION)
    with gr.Accordion("What the columns mean", open=False, elem_id="leaderboard-columns"):
        prose(COLUMNS_MEAN)

    def show(ticket_value: object) -> JsonValue:
        try:
            return board.value(ticket_value)
        except SoundmarkError as error:
            return message_value(str(error))

    for listener in (refresh.click, tab.select):
        listener(
            show,
            [ticket],
            [table],
            js=TICKET_JS,
            api_visibility="private",
            show_progress="hidden",
            trigger_mode="once",
            concurrency_limit=None,
        )
