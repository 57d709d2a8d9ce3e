"""The figure of why models name the wrong country: wiring only. The owner sorts errors on the owner's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gradio as gr

from components.note import note
from components.texts import said
from leaderboard.error_figure import error_figure
from leaderboard.error_sorting import ErrorSorting
from leaderboard.worded import accordion, words_for
from soundmark.services import Services
from soundmark.types import SoundmarkError, worded


class ErrorsPart:
    """The figure, drawn when it is asked for.

    Args:
        services: what the app gives.
        name: of the board, for ids.
        quiet: how all events of the tab are registered.
    """

    def __init__(self, services: Services, name: str, quiet: Mapping[str, Any]) -> None:
        sorting = ErrorSorting(services)
        with accordion("board_errors", f"{name}-errors") as drawer:
            told = note(elem_id=f"{name}-errors-told")
            plot = gr.Plot(show_label=False, elem_id=f"{name}-errors-figure", visible=False)
            said([("p", "errors_paper_says")])

        def opened(request: gr.Request) -> tuple[Any, ...]:
            try:
                drawn, why = error_figure(sorting.shares(), words_for(request)), worded("errors_none_sorted")
            except SoundmarkError as error:
                drawn, why = None, error.note
            return {} if drawn is not None else why, gr.update(value=drawn, visible=drawn is not None)

        drawer.expand(opened, None, [told, plot], **quiet, trigger_mode="once")
