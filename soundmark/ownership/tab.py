"""The owner's page: layout and wiring only. Every handler asks anew whether it serves the owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gradio as gr

from components.events import on
from components.owner_board import owner_board
from components.owner_door import OwnerEntry
from components.page import page_header, ready_js
from components.shell import TITLE, PageTab
from components.texts import page_texts, said, say_class
from components.widget import JsonValue
from soundmark.modes.arena.shelf import Shelf
from soundmark.owner import Ownership, ownership_of, read_visit
from soundmark.ownership.asked import Scope, answer
from soundmark.ownership.board import OwnerBoard
from soundmark.ownership.last_errors import LastErrors
from soundmark.ownership.who import who_is
from soundmark.services import Services


def owner_entry(services: Services, errors: LastErrors, tabs: Sequence[PageTab] = ()) -> OwnerEntry:
    """The owner's page and its door.

    Args:
        services: what the app gives.
        errors: the newest warnings and errors.
        tabs: further tabs for the owner alone.
    """
    rule = ownership_of(services.settings)
    board = OwnerBoard(services=services, errors=errors, shelf=Shelf(services.settings.data_dir / "arena_uploads"))
    return OwnerEntry(
        page=_page(board, rule, tabs),
        may_enter=lambda scope: rule.is_owner(read_visit(scope)),
        who=lambda scope: who_is(read_visit(scope), rule, services.players),
        asks_password=bool(services.settings.owner_key),
    )


def _page(board: OwnerBoard, rule: Ownership, tabs: Sequence[PageTab]) -> gr.Blocks:
    blocks: gr.Blocks = gr.Blocks(title=TITLE, analytics_enabled=False)
    with blocks:
        page_header()
        with gr.Tabs():
            with gr.Tab(page_texts()("owner_tab"), id="owner", elem_classes=[say_class("owner_tab")]):
                said([("h2", "owner_title"), ("p", "owner_lead")])
                _build_board(blocks, board, rule)
            for one in tabs:
                with gr.Tab(one.title, id=one.tab_id) as tab:
                    one.build(tab)
    return blocks


def _build_board(blocks: gr.Blocks, board: OwnerBoard, rule: Ownership) -> None:
    shown = owner_board(elem_id="owner-board")

    def fresh(request: gr.Request) -> JsonValue:
        return answer(_scope(request), rule, board.value)

    def acted(value: object, request: gr.Request) -> JsonValue:
        pressed = value.get("act") if isinstance(value, Mapping) else None
        return answer(_scope(request), rule, lambda: board.act(pressed), board.value)

    opened = blocks.load(fresh, None, shown, api_visibility="private", show_progress="hidden", concurrency_limit=None)
    opened.then(None, js=ready_js("owner"))
    on(shown.act, acted, [shown], [shown], is_plain=True)  # named in `owner_board`


def _scope(request: gr.Request) -> Scope:
    return {} if request.request is None else request.request.scope
