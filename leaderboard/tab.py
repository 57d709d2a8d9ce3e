"""The leaderboard's tab: layout and wiring only."""

from __future__ import annotations

import html
from typing import Any

import gradio as gr

from components.answer_list import answer_list
from components.note import note
from components.page import TICKET_JS, ticket_component
from components.prose import prose
from components.ranking_table import ranking_table
from components.save_file import save_file
from leaderboard.board import GeoBoard
from leaderboard.geo_view import COLUMNS_MEAN, EXPLANATION, JsonValue, heading, message_value
from leaderboard.own import OwnAnswers
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
    _build_own(OwnAnswers(services), ticket, tab)

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


def _build_own(own: OwnAnswers, ticket: gr.JSON, tab: gr.Tab) -> None:
    """The part in which a person sees, saves and takes back own answers."""
    with gr.Accordion("My answers", open=False, elem_id="own-answers"):
        told = note(elem_id="own-told")
        answers = answer_list(elem_id="own-list")
        saved = save_file(elem_id="own-file")
        with gr.Row():
            save = gr.Button("Save as CSV", size="sm", elem_id="own-save")
            take_back = gr.Button(
                "Take all back", size="sm", variant="stop", elem_id="own-take-back", interactive=False
            )
        sure = gr.Checkbox(label="Yes, take all my answers back. This cannot be undone.", elem_id="own-sure")

    def show(ticket_value: object) -> tuple[JsonValue, JsonValue]:
        try:
            text, listed = own.told(ticket_value)
        except SoundmarkError as error:
            return {"text": str(error)}, {}
        return {"text": text}, listed

    def file(ticket_value: object) -> JsonValue:
        try:
            return own.file(ticket_value)
        except SoundmarkError as error:
            raise gr.Error(html.escape(str(error)), print_exception=False) from error

    def taken_back(ticket_value: object, is_sure: object) -> tuple[JsonValue, JsonValue, bool, dict[str, object]]:
        try:
            said = own.take_back(ticket_value) if is_sure is True else "Tick the box first."
        except SoundmarkError as error:
            said = str(error)
        return {"text": said}, show(ticket_value)[1], False, gr.update(interactive=False)

    quiet: dict[str, Any] = {
        "js": TICKET_JS,
        "api_visibility": "private",
        "show_progress": "hidden",
        "concurrency_limit": None,
    }
    tab.select(show, [ticket], [told, answers], **quiet)
    save.click(file, [ticket], [saved], **quiet)
    take_back.click(taken_back, [ticket, sure], [told, answers, sure, take_back], **quiet)
    sure.input(None, sure, take_back, js="(isSure) => ({ __type__: 'update', interactive: isSure })")
