"""The part of the leaderboard's tab with a person's own answers: layout and wiring only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import gradio as gr

from components.answer_list import answer_list
from components.events import sentence
from components.note import note
from components.page import TICKET_JS
from components.save_file import save_file
from components.texts import page_texts, say_class
from leaderboard.own import OwnAnswers
from leaderboard.own_view import JsonValue
from soundmark.types import SoundmarkError, worded


def build_own(own: OwnAnswers, ticket: gr.JSON, tab: gr.Tab, quiet: Mapping[str, Any]) -> None:
    """Build it in the open `gr.Blocks`.

    Args:
        own: the answers.
        ticket: says whose.
        tab: the list is brought up to date whenever it is selected.
        quiet: how events of the tab are registered.
    """
    with gr.Accordion(
        page_texts()("mine_title"), open=False, elem_id="own-answers", elem_classes=[say_class("mine_title")]
    ):
        told = note(elem_id="own-told")
        answers = answer_list(elem_id="own-list")
        saved = save_file(elem_id="own-file")
        with gr.Row():
            save = _button("own_csv", "own-save")
            take_back = _button("mine_take_back", "own-take-back", variant="stop")
        sure = gr.Checkbox(label=page_texts()("mine_sure"), elem_id="own-sure", elem_classes=[say_class("mine_sure")])

    def show(ticket_value: object) -> tuple[JsonValue, JsonValue]:
        try:
            return own.told(ticket_value)
        except SoundmarkError as error:
            return error.note, {}

    def file(ticket_value: object) -> JsonValue:
        try:
            return own.file(ticket_value)
        except SoundmarkError as error:
            raise gr.Error(sentence(error), print_exception=False) from error

    def taken_back(ticket_value: object, is_sure: object) -> tuple[JsonValue, JsonValue, bool, dict[str, object]]:
        try:
            said = own.take_back(ticket_value) if is_sure is True else worded("mine_tick")
        except SoundmarkError as error:
            said = error.note
        return said, show(ticket_value)[1], False, gr.update(interactive=False)

    tab.select(show, [ticket], [told, answers], **quiet, js=TICKET_JS)
    save.click(file, [ticket], [saved], **quiet, js=TICKET_JS)
    take_back.click(taken_back, [ticket, sure], [told, answers, sure, take_back], **quiet, js=TICKET_JS)
    sure.input(None, sure, take_back, js="(isSure) => ({ __type__: 'update', interactive: isSure })")


def _button(key: str, name: str, *, variant: Literal["secondary", "stop"] = "secondary") -> gr.Button:
    return gr.Button(
        page_texts()(key),
        size="sm",
        elem_id=name,
        elem_classes=[say_class(key)],
        variant=variant,
        interactive=variant != "stop",
    )
