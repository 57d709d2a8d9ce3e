"""The leaderboard's tab: layout and wiring only."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import gradio as gr

from components.answer_list import answer_list
from components.events import Updates
from components.note import note
from components.page import TICKET_JS, ticket_component
from components.prose import prose
from components.ranking_table import ranking_table
from components.save_file import save_file
from components.texts import page_texts
from leaderboard.boards import boards_of, texts_of
from leaderboard.geo_view import JsonValue, message_value
from leaderboard.own import OwnAnswers
from soundmark.services import Services
from soundmark.types import SoundmarkError

QUIET: Mapping[str, Any] = MappingProxyType(
    {"js": TICKET_JS, "api_visibility": "private", "show_progress": "hidden", "concurrency_limit": None}
)
"""How all events of this tab are registered."""


def build_tab(services: Services, tab: gr.Tab) -> None:
    """Build the tab in the open `gr.Blocks`.

    Args:
        services: what the app gives.
        tab: the tab that is open; the table is brought up to date whenever it is selected.
    """
    boards = boards_of(services)
    ticket = ticket_component()
    which = gr.Radio(
        [(page_texts()(f"board_{mode}"), mode) for mode in boards],
        value=next(iter(boards)),
        label=page_texts()("board_which"),
        show_label=False,
        container=False,
        elem_id="leaderboard-which",
        elem_classes="sm-segments",
        visible=len(boards) > 1,
    )
    parts = {mode: _build_board(mode, is_shown=mode == next(iter(boards))) for mode in boards}
    refresh = gr.Button("Refresh", elem_id="leaderboard-refresh", size="sm")
    _build_own(OwnAnswers(services), ticket, tab)

    def show(ticket_value: object, mode: object) -> Updates:
        board = boards.get(mode) if isinstance(mode, str) else None
        if board is None or not isinstance(mode, str):
            return {}
        try:
            return {parts[mode].table: board.value(ticket_value)}
        except SoundmarkError as error:
            return {parts[mode].table: message_value(str(error))}

    tables = [part.table for part in parts.values()]
    for listener in (refresh.click, tab.select):
        listener(show, [ticket, which], tables, trigger_mode="once", **QUIET)
    columns = [part.column for part in parts.values()]
    turned = which.change(None, which, columns, js=_turn_js(list(boards)))
    turned.then(show, [ticket, which], tables, **QUIET)
    page = gr.context.Context.root_block
    if page is not None:
        page.load(None, None, which, js=f"() => SoundmarkPage.choiceOfLink({json.dumps(list(boards))})")


class _Part(NamedTuple):
    """What stands on the page for one board."""

    column: gr.Column
    table: gr.HTML


def _build_board(mode: str, *, is_shown: bool) -> _Part:
    title, explanation, columns_mean = texts_of(mode)
    name = "leaderboard" if mode == "geo" else f"leaderboard-{mode}"
    with gr.Column(visible=True if is_shown else "hidden") as column:
        prose(title, elem_id=f"{name}-heading")
        table = ranking_table(elem_id=f"{name}-table")
        prose(explanation)
        with gr.Accordion("What the columns mean", open=False, elem_id=f"{name}-columns"):
            prose(columns_mean)
    return _Part(column, table)


def _turn_js(modes: Sequence[str]) -> str:
    """JavaScript that shows the part of the chosen mode and hides the others at once, before its table has come."""
    return (
        f"(chosen) => {json.dumps(list(modes))}"
        ".map((mode) => ({ __type__: 'update', visible: mode === chosen ? true : 'hidden' }))"
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

    tab.select(show, [ticket], [told, answers], **QUIET)
    save.click(file, [ticket], [saved], **QUIET)
    take_back.click(taken_back, [ticket, sure], [told, answers, sure, take_back], **QUIET)
    sure.input(None, sure, take_back, js="(isSure) => ({ __type__: 'update', interactive: isSure })")
