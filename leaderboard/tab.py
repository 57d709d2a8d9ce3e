"""The leaderboard's tab: layout and wiring only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import gradio as gr

from components.page import TICKET_JS, ticket_component
from components.ranking_table import ranking_table
from leaderboard.geo import geo_table
from leaderboard.geo_view import COLUMNS_MEAN, EXPLANATION, JsonValue, heading, message_value, table_value
from soundmark.services import Services
from soundmark.store.ids import PlayerError
from soundmark.store.schema import GeoRow
from soundmark.types import SoundmarkError


def current_value(services: Services, ticket: object) -> JsonValue:
    """The table as the log is now, with the row of the browser's player marked.

    Raises:
        JournalError: when the log cannot be read.
    """
    pack = services.packs.pack_if_ready()
    # Until the clips are checked, the clip list of the newest answer stands in.
    clip_list = _newest_clip_list(services) if pack is None else pack.benchmark
    places = () if pack is None else [question.truth.place for question in pack.questions]
    table = geo_table(_rows(services, clip_list), own_id=_own_id(services, ticket), places=places)
    return table_value(table, clip_list=clip_list, ids_are_logged=services.players.is_logged)


def _newest_clip_list(services: Services) -> str:
    return next((row.benchmark for row in services.journal.rows("geo", last=1)), "")


def _rows(services: Services, clip_list: str) -> Iterator[GeoRow]:
    return (row for row in services.journal.rows("geo", benchmark=clip_list) if isinstance(row, GeoRow))


def _own_id(services: Services, ticket: object) -> str | None:
    """The player's logged id; None for a browser that does not say who it is, which may look at the table all the same."""
    try:
        return services.players.player(ticket.get("player") if isinstance(ticket, Mapping) else None).responder_id
    except PlayerError:
        return None


def build_tab(services: Services, tab: gr.Tab) -> None:
    """Build the tab in the open `gr.Blocks`.

    Args:
        services: what the app gives.
        tab: the tab that is open; the table is counted anew whenever it is selected.
    """
    ticket = ticket_component()
    gr.Markdown(heading(), elem_id="leaderboard-heading")
    table = ranking_table(elem_id="leaderboard-table")
    gr.Markdown(EXPLANATION, elem_classes="sm-consent")
    refresh = gr.Button("Count again", elem_id="leaderboard-refresh")
    with gr.Accordion("What the columns mean", open=False, elem_id="leaderboard-columns"):
        gr.Markdown(COLUMNS_MEAN, elem_classes="sm-consent")

    def show(ticket_value: object) -> JsonValue:
        try:
            return current_value(services, ticket_value)
        except SoundmarkError as error:
            return message_value(str(error))

    listeners = [refresh.click, tab.select]
    page = gr.context.Context.root_block
    if page is not None:
        listeners.append(page.load)
    for listener in listeners:
        listener(
            show,
            [ticket],
            [table],
            js=f"() => [{TICKET_JS}]",
            api_visibility="private",
            show_progress="hidden",
            trigger_mode="once",
        )
