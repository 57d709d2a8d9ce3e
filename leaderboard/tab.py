"""The leaderboard's tab: layout and wiring only."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import gradio as gr

from components.events import Updates
from components.page import TICKET_JS, ticket_component
from components.prose import prose
from components.ranking_table import ranking_table
from components.texts import page_texts, say_class
from leaderboard.arena_board import ArenaBoard
from leaderboard.arena_tab import ArenaPart
from leaderboard.boards import ARENA, Board, board_key, boards_of, texts_of
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.details_tab import DetailsPart
from leaderboard.geo_view import message_value
from leaderboard.own import OwnAnswers
from leaderboard.own_tab import build_own
from leaderboard.paper_view import citation, paper_views
from leaderboard.plain_spec import plain_spec
from leaderboard.spatial_board import SpatialBoard
from leaderboard.with_figures import WithFigures
from soundmark.quiz.config import QuizConfig
from soundmark.services import Services
from soundmark.types import SoundmarkError

REFRESH_EVERY_S = 60
QUIET: Mapping[str, Any] = MappingProxyType(
    {"api_visibility": "private", "show_progress": "hidden", "concurrency_limit": None}
)
"""How all events of this tab are registered."""


def build_tab(services: Services, tab: gr.Tab, *, quizzes: Mapping[str, QuizConfig] = MappingProxyType({})) -> None:
    """Build the tab in the open `gr.Blocks`.

    Args:
        services: what the app gives.
        tab: the tab that is open; the table is brought up to date whenever it is selected.
        quizzes: title -> quiz, of those modes for which no board was written.
    """
    specs = [plain_spec(title, config) for title, config in quizzes.items()]
    boards = boards_of(services, specs)
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
        refresh = gr.Button("Refresh", elem_id="leaderboard-refresh", size="sm", scale=0, min_width=110)
    first = next(iter(boards))
    parts = {mode: _build_board(mode, board, specs, is_shown=mode == first) for mode, board in boards.items()}
    build_own(OwnAnswers(services), ticket, tab, QUIET)
    arena = next((part.arena for part in parts.values() if part.arena is not None), None)

    def show(ticket_value: object, mode: object, *votes: object) -> Updates:
        chosen = mode if isinstance(mode, str) and mode in boards else next(iter(boards))
        try:
            value = boards[chosen].value(ticket_value) if chosen != ARENA or arena is None else arena.value(votes)
        except SoundmarkError as error:
            value = message_value(str(error))
        turned: Updates = {part.column: gr.update(visible=name == chosen) for name, part in parts.items()}
        return {which: chosen, **turned, parts[chosen].table: value}

    columns, tables = [part.column for part in parts.values()], [part.table for part in parts.values()]
    votes = [] if arena is None else list(arena.choices.values())  # a refresh keeps to the votes that were chosen
    shown: dict[str, Any] = {"fn": show, "inputs": [ticket, which, *votes], "outputs": [which, *columns, *tables]}
    refresh.click(**shown, **QUIET, js=TICKET_JS, trigger_mode="once")
    tab.select(**shown, **QUIET, js=_select_js(list(boards)), trigger_mode="once")
    chosen_part = which.input(None, which, columns, js=_turn_js(list(boards)))
    chosen_part.then(**shown, **QUIET, js=TICKET_JS)


class _Part(NamedTuple):
    """What stands on the page for one board."""

    column: gr.Column
    table: gr.HTML
    arena: ArenaPart | None


def _build_board(mode: str, board: Board, specs: Sequence[ChoiceSpec], *, is_shown: bool) -> _Part:
    title, explanation, columns_mean = texts_of(mode, specs)
    name = "leaderboard" if mode == "geo" else f"leaderboard-{mode}"
    with gr.Column(visible=is_shown) as column:
        prose(title, elem_id=f"{name}-heading")
        chosen = ArenaPart(board, QUIET) if isinstance(board, ArenaBoard) else None
        table = ranking_table(
            elem_id=f"{name}-table",
            board=mode,
            more=paper_views(mode),
            cite=citation(mode),
            refresh="leaderboard-refresh",
            every_s=REFRESH_EVERY_S,
        )
        if chosen is not None:
            chosen.build_figures()
            chosen.wire(table)
        if isinstance(board, WithFigures | SpatialBoard):
            DetailsPart(board.figures, name, QUIET)
        prose(explanation)
        with gr.Accordion("What the columns mean", open=False, elem_id=f"{name}-columns"):
            prose(columns_mean)
    return _Part(column, table, chosen)


def _select_js(modes: Sequence[str]) -> str:
    """JavaScript for an event with ticket and chosen mode: when the tab is first opened, a link may choose the mode."""
    return f"async (...values) => SoundmarkPage.chosenByLink(await ({TICKET_JS})(...values), {json.dumps(modes)})"


def _turn_js(modes: Sequence[str]) -> str:
    """JavaScript that shows the part of the chosen mode and hides the others at once, before its table has come."""
    return f"(chosen) => {json.dumps(modes)}.map((mode) => ({{ __type__: 'update', visible: mode === chosen }}))"
