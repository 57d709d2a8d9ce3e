"""The part of a board that compares two rows, draws figures and saves the table: layout and wiring only."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import gradio as gr

from components.note import note
from components.save_file import save_file
from leaderboard.errors_tab import ErrorsPart
from leaderboard.live_figures import LiveFigures
from leaderboard.map_tab import MapPart
from leaderboard.notes import Speaker
from leaderboard.worded import accordion, button, worded, words_for
from soundmark.types import Note

JsonValue = Mapping[str, object]


class DetailsPart:
    """What is worked out only when it is asked for, in the open column.

    Args:
        figures: of the board.
        name: of the board, for ids.
        quiet: how all events of the tab are registered.
        counted: waits until all answers are counted: a table of before the start may be shown meanwhile.
    """

    def __init__(
        self, figures: LiveFigures, name: str, quiet: Mapping[str, Any], counted: Callable[[], Awaitable[None]]
    ) -> None:
        with accordion("board_details", f"{name}-details") as drawer:
            with gr.Row():
                first = worded(gr.Dropdown, "board_this_row", f"{name}-first", choices=[])
                second = worded(gr.Dropdown, "board_that_row", f"{name}-second", choices=[])
            said = note(elem_id=f"{name}-pair")
            plots = [
                gr.Plot(show_label=False, elem_id=f"{name}-figure-{number}") for number in range(figures.n_figures)
            ]
            saved = save_file(elem_id=f"{name}-file")
            parquet = button("board_parquet", f"{name}-parquet")

        if figures.is_geo:
            MapPart(figures, name, quiet)
            ErrorsPart(figures.services, name, quiet)

        async def opened(request: gr.Request) -> tuple[Any, ...]:
            await counted()
            return await asyncio.to_thread(drawn_now, words_for(request))

        def drawn_now(words: Speaker) -> tuple[Any, ...]:
            choices, drawn = figures.choices(words), figures.figures(words)
            drawn += [None] * (len(plots) - len(drawn))
            return gr.update(choices=choices), gr.update(choices=choices), *drawn

        def compared(one: object, other: object, request: gr.Request) -> Note:
            return figures.compared(one, other, words_for(request))

        def file() -> JsonValue:
            content = base64.b64encode(figures.parquet()).decode("ascii")
            return {"key": secrets.token_hex(8), "name": f"soundmark-{name}.parquet", "base64": content}

        drawer.expand(opened, None, [first, second, *plots], **quiet, trigger_mode="once")
        for choice in (first, second):
            choice.input(compared, [first, second], said, **quiet, trigger_mode="always_last")
        parquet.click(file, None, saved, **quiet, trigger_mode="once")
