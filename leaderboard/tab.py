"""The leaderboard's tab: layout and wiring only."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import gradio as gr

from components.events import Updates
from components.page import TICKET_JS, ticket_component
from components.ranking_table import column_meanings, ranking_table
from components.texts import page_texts, said, say_class
from leaderboard.arena_board import ArenaBoard
from leaderboard.arena_tab import ArenaPart
from leaderboard.boards import ARENA, Board, board_key, boards_of, texts_of
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.details_tab import DetailsPart
from leaderboard.geo_view import message_value
from leaderboard.last_tables import LastTables
from leaderboard.notes import FOR_SCRIPTS, JsonValue
from leaderboard.own import OwnAnswers
from leaderboard.own_tab import build_own
from leaderboard.paper_view import citation, paper_views
from leaderboard.plain_spec import plain_spec
from leaderboard.spatial_board import SpatialBoard
from leaderboard.with_figures import WithFigures
from leaderboard.worded import accordion, button
from soundmark.quiz.config import QuizConfig
from soundmark.services import Services
from soundmark.types import SoundmarkError

REFRESH_EVERY_S = 60
QUIET: Mapping[str, Any] = MappingProxyType(
    {"api_visibility": "private", "show_progress": "hidden", "concurrency_limit": None}
)
"""How all events of this tab are registered."""


def build_tab(services: Services, tab: gr.Tab, *, quizzes: Iterable[tuple[str, QuizConfig]] = ()) -> None:
    """Build the tab in the open `gr.Blocks`.

    Args:
        services: what the app gives.
        tab: the tab that is open; the table is brought up to date whenever it is selected.
        quizzes: title and quiz of those modes for which no board was written; a title may occur twice.
    """
    specs = [plain_spec(title, config) for title, config in quizzes]
    boards = boards_of(services, specs)
    last = LastTables(services, boards)
    ticket = ticket_component()
    with gr.Row(elem_classes="sm-board-bar"):
        which = gr.Radio(
            [(page_texts()(board_key(mode)), mode) for mode in boards],
            value=next(iter(boards)),
            label=page_texts()("board_which"),
            show_label=False,
            container=False,
            elem_id="leaderboard-which",
            elem_classes=["sm-segments", *map(say_class, ("board_which", *map(board_key, boards)))],
            visible=len(boards) > 1,
        )
        refresh = button("board_refresh", "leaderboard-refresh", scale=0, min_width=110)
    first = next(iter(boards))
    parts = {mode: _build_board(mode, board, last, specs, is_shown=mode == first) for mode, board in boards.items()}
    # Which board is seen is the page's own business: the parts follow the choice that is marked, however it came about,
    # and no answer of the server, which may be late, does more than fill the table of the board that it is of.
    modes = list(boards)
    which.change(None, which, [part.column for part in parts.values()], js=_turn_js(modes), trigger_mode="multiple")
    # Before all else that opening the tab begins: events of one kind wait until those before them are sent.
    linked = tab.select(None, which, which, js=_link_js(modes), trigger_mode="multiple")
    build_own(OwnAnswers(services), ticket, tab, QUIET)
    arena = next((part.arena for part in parts.values() if part.arena is not None), None)

    def show(ticket_value: object, mode: object, *votes: object) -> Updates:
        chosen = mode if isinstance(mode, str) and mode in boards else first
        try:
            value = last.at_once(chosen, ticket_value) if not chosen_votes(chosen, votes) else arena_value(votes)
        except SoundmarkError as error:
            value = message_value(error.note)
        return {parts[chosen].table: value}

    async def bring_up_to_date(ticket_value: object, mode: object, *votes: object) -> Updates:
        chosen = mode if isinstance(mode, str) and mode in boards else first
        try:
            if chosen_votes(chosen, votes):
                value = await asyncio.to_thread(arena_value, votes)
            else:
                value = await last.now(chosen, ticket_value)
        except SoundmarkError as error:
            value = message_value(error.note)
        return {parts[chosen].table: value}

    def chosen_votes(mode: str, votes: Sequence[object]) -> bool:
        return mode == ARENA and any(votes)

    def arena_value(votes: Sequence[object]) -> JsonValue:
        return {} if arena is None else arena.value(votes)

    tables = [part.table for part in parts.values()]
    votes = [] if arena is None else list(arena.choices.values())  # a refresh keeps to the votes that were chosen
    asked: dict[str, Any] = {"inputs": [ticket, which, *votes], "outputs": tables, **QUIET, "js": TICKET_JS}
    which.input(
        show,
        **asked | {"js": f"(...values) => {{ SoundmarkPage.choose(); return ({TICKET_JS})(...values); }}"},
        trigger_mode="multiple",
    )
    linked.then(show, **asked, trigger_mode="multiple")
    # A table that is being counted anew presses it too: another board must not wait for the one before it.
    refresh.click(bring_up_to_date, **asked, trigger_mode="multiple")


class _Part(NamedTuple):
    """What stands on the page for one board."""

    column: gr.Column
    table: gr.HTML
    arena: ArenaPart | None


def _build_board(mode: str, board: Board, last: LastTables, specs: Sequence[ChoiceSpec], *, is_shown: bool) -> _Part:
    name = "leaderboard" if mode == "geo" else f"leaderboard-{mode}"
    with gr.Column(visible=is_shown) as column:
        _build_lead(mode, name, specs)
        chosen = ArenaPart(board, QUIET) if isinstance(board, ArenaBoard) else None
        table = ranking_table(
            elem_id=f"{name}-table",
            board=mode,
            more=paper_views(mode),
            counted=FOR_SCRIPTS,
            cite=citation(mode),
            refresh="leaderboard-refresh",
            every_s=REFRESH_EVERY_S,
        )
        if chosen is not None:
            chosen.build_figures()
            chosen.wire(table)
        if isinstance(board, WithFigures | SpatialBoard):
            DetailsPart(board.figures, name, QUIET, partial(last.counted, mode))
        _build_explanation(mode, name, specs)
    return _Part(column, table, chosen)


def _build_lead(mode: str, name: str, specs: Sequence[ChoiceSpec]) -> None:
    said(texts_of(mode, specs).lead, elem_id=f"{name}-heading")


def _build_explanation(mode: str, name: str, specs: Sequence[ChoiceSpec]) -> None:
    texts = texts_of(mode, specs)
    said(texts.explained)
    with accordion("board_columns", f"{name}-columns"):
        column_meanings(texts.columns_mean, counted=FOR_SCRIPTS)


def _link_js(modes: Sequence[str]) -> str:
    """JavaScript that turns a chosen mode into the one of a link, as long as nobody chose by hand."""
    return f"(chosen) => SoundmarkPage.chosenByLink(chosen, {json.dumps(modes)})"


def _turn_js(modes: Sequence[str]) -> str:
    """JavaScript that shows the part of the chosen mode and hides the others at once, before its table has come."""
    return f"(chosen) => {json.dumps(modes)}.map((mode) => ({{ __type__: 'update', visible: mode === chosen }}))"
