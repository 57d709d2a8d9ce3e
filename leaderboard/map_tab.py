"""The part of the board of places that shows true places and guesses on a map: layout and wiring only."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping
from typing import Any

import gradio as gr

from components.events import sentence
from components.note import note
from components.page import TICKET_JS, ticket_component
from components.save_file import save_file
from leaderboard.live_figures import LiveFigures
from leaderboard.live_map import LiveMap
from leaderboard.visit import visit_of
from leaderboard.worded import accordion, button, worded, words_for
from soundmark.owner import ownership_of
from soundmark.types import Note, SoundmarkError

JsonValue = Mapping[str, object]


class MapPart:
    """The map, worked out only when it is asked for.

    Args:
        figures: of the board.
        name: of the board, for ids.
        quiet: how all events of the tab are registered.
    """

    def __init__(self, figures: LiveFigures, name: str, quiet: Mapping[str, Any]) -> None:
        live, ownership = LiveMap(figures), ownership_of(figures.services.settings)
        ticket = ticket_component()
        with accordion("board_map", f"{name}-map") as drawer:
            who = worded(gr.Dropdown, "board_map_who", f"{name}-map-who", choices=[])
            every = worded(gr.Checkbox, "board_map_every", f"{name}-map-every", visible=False)
            about = note(elem_id=f"{name}-map-told")
            plot = gr.Plot(show_label=False, elem_id=f"{name}-map-figure", visible=False)
            save = button("board_map_save", f"{name}-map-save", visible=False)
            about_file = note(elem_id=f"{name}-map-about")
            saved = save_file(elem_id=f"{name}-map-file")

        def sees_all(wanted: object, request: gr.Request) -> bool:
            return wanted is True and ownership.is_owner(visit_of(request))

        def draw(ticket_value: object, label: object, wanted: object, request: gr.Request) -> tuple[Any, ...]:
            told: Note
            try:
                words = words_for(request)
                drawn, text = live.shown(ticket_value, label, every_clip=sees_all(wanted, request), words=words)
                told = {"text": text}
            except SoundmarkError as error:
                drawn, told = None, error.note
            there = drawn is not None
            return (
                told,
                gr.update(value=drawn, visible=there),
                gr.update(visible=there),
                {"key": "board_map_file"} if there else {},
            )

        def opened(ticket_value: object, label: object, wanted: object, request: gr.Request) -> tuple[Any, ...]:
            labels = figures.rows()
            chosen = label if label in labels else next(iter(labels), None)
            choices = figures.choices(words_for(request))
            owns = ownership.is_owner(visit_of(request))
            rest = draw(ticket_value, chosen, wanted, request)
            return gr.update(choices=choices, value=chosen), gr.update(visible=owns), *rest

        def file(ticket_value: object, label: object, wanted: object, request: gr.Request) -> JsonValue:
            try:
                page = live.page(ticket_value, label, every_clip=sees_all(wanted, request), words=words_for(request))
            except SoundmarkError as error:
                raise gr.Error(sentence(error), print_exception=False) from error
            content = base64.b64encode(page.encode("utf-8", "replace")).decode("ascii")
            return {"key": secrets.token_hex(8), "name": "soundmark-map.html", "base64": content} if page else {}

        asked, shown = [ticket, who, every], [about, plot, save, about_file]
        drawer.expand(opened, asked, [who, every, *shown], **quiet, js=TICKET_JS, trigger_mode="once")
        for choice in (who, every):
            choice.input(draw, asked, shown, **quiet, js=TICKET_JS, trigger_mode="always_last")
        save.click(file, asked, saved, **quiet, js=TICKET_JS, trigger_mode="once")
