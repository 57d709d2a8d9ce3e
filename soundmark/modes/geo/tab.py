"""The geo tab: layout and wiring only."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec

import gradio as gr

from components.clip_player import clip_player
from components.page import TICKET_JS, ticket_component
from components.result_card import result_card
from components.round_bar import round_bar
from components.share_card import share_card
from components.static_files import file_url, serve
from components.world_map import world_map
from soundmark.modes.geo import texts
from soundmark.modes.geo.game import TIME_LIMITS_S
from soundmark.modes.geo.handlers import GeoHandlers, with_pin
from soundmark.modes.geo.play import GeoPlay
from soundmark.modes.geo.round import Hint
from soundmark.modes.geo.view import Page, Screen, hint_label
from soundmark.services import Services
from soundmark.store.rounds import UnknownRound
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)
P = ParamSpec("P")
Updates = dict[object, object]


class GeoTab:
    """The widgets of the tab and how they follow a `Page`."""

    def __init__(self, handlers: GeoHandlers) -> None:
        self.handlers = handlers
        self.ticket = ticket_component()
        with gr.Column() as self.welcome:
            self._build_welcome()
        with gr.Column(visible=False) as self.game:
            with gr.Column() as self.listening:
                self.bar = round_bar(elem_id="geo-bar")
                self.player = clip_player(elem_id="geo-player")
            self.map = world_map(elem_id="geo-map")
            with gr.Column() as self.guessing:
                self._build_guessing()
            with gr.Column(visible=False) as self.after:
                self.result = result_card(elem_id="geo-result")
                with gr.Row(elem_classes="sm-actions"):
                    self.next = gr.Button("Next round", variant="primary", elem_id="geo-next")
            with gr.Column(visible=False) as self.end:
                self.share = share_card(elem_id="geo-share")
                with gr.Row():
                    self.again = gr.Button("Play again", variant="primary", elem_id="geo-again")
                    self.daily_again = gr.Button("Daily game", elem_id="geo-daily-again")
        self._wire()

    def _build_welcome(self) -> None:
        gr.HTML(html_template=texts.HERO, js_on_load=None, apply_default_css=False)
        self.message = gr.Markdown(visible=False, elem_id="geo-message", elem_classes="sm-message")
        with gr.Row():
            self.play = gr.Button("Play", variant="primary", elem_id="geo-play", elem_classes="sm-big", scale=2)
            self.daily = gr.Button("Daily game", elem_id="geo-daily", elem_classes="sm-big", scale=1)
        self.limit = gr.Radio(
            [("No time limit", 0), *((f"{limit_s} s a round", limit_s) for limit_s in TIME_LIMITS_S)],
            value=0,
            label="Time limit",
            elem_id="geo-limit",
        )
        if self.handlers.services.settings.clips_dir is None:
            gr.Markdown(texts.DEMO, elem_classes="sm-consent", elem_id="geo-demo")
        gr.Markdown(texts.CONSENT, elem_classes="sm-consent")
        with gr.Accordion("What is logged", open=False, elem_id="geo-logged"):
            gr.Markdown(texts.logged(self.handlers.services.settings.on_space), elem_classes="sm-consent")

    def _build_guessing(self) -> None:
        with gr.Row(elem_classes="sm-actions"):
            self.submit = gr.Button("Submit guess", variant="primary", interactive=False, elem_id="geo-submit", scale=3, min_width=120)
            self.give_up = gr.Button("Give up", elem_id="geo-give-up", scale=1, min_width=100)
        with gr.Row(equal_height=True):
            self.place = gr.Textbox(
                label="Or type a place or coordinates",
                placeholder="Lima  ·  48.86, 2.35  ·  25°02′N 121°34′E",
                max_length=200,
                elem_id="geo-place",
                scale=3,
                min_width=180,
            )
            self.set_pin = gr.Button("Set pin", elem_id="geo-set-pin", scale=0, min_width=110)
        self.choices = gr.Radio(visible=False, elem_id="geo-choices")
        with gr.Row():
            self.hints = {
                hint: gr.Button(hint_label(hint), size="md", elem_id=f"geo-hint-{hint.value}") for hint in Hint
            }
        self.continent = gr.Markdown(visible=False, elem_id="geo-continent")

    def _outputs(self) -> list[gr.blocks.Block]:
        return [
            self.welcome, self.game, self.listening, self.guessing, self.after, self.end, self.message,
            self.bar, self.player, self.map, self.result, self.share,
            self.submit, self.next, self.place, self.choices, self.continent, *self.hints.values(),
        ]  # fmt: skip

    def updates(self, page: Page) -> Updates:
        """What each widget becomes on a page. Widgets with a value of their own get it bare: an update would lose props."""
        screen = page.screen
        found: Updates = {
            self.welcome: gr.update(visible=screen is Screen.WELCOME),
            self.game: gr.update(visible=screen is not Screen.WELCOME),
            self.listening: gr.update(visible=screen in (Screen.GUESS, Screen.RESULT)),
            self.guessing: gr.update(visible=screen is Screen.GUESS),
            self.after: gr.update(visible=screen is Screen.RESULT),
            self.end: gr.update(visible=screen is Screen.SUMMARY),
        }
        values = {
            self.bar: page.bar, self.player: page.clip, self.map: page.map, self.result: page.result, self.share: page.share
        }  # fmt: skip
        found |= {widget: value for widget, value in values.items() if value is not None}
        if screen is Screen.GUESS and page.map is not None:
            found |= {
                self.submit: gr.update(interactive=page.map["guess"] is not None),
                self.continent: gr.update(visible=page.continent is not None, value=texts.continent(page.continent)),
                **{button: gr.update(interactive=hint not in page.bought) for hint, button in self.hints.items()},
            }
            if page.clip is not None:
                found |= {self.place: "", self.choices: gr.update(visible=False, choices=[], value=None)}
        if screen is Screen.RESULT:
            found[self.next] = gr.update(value="See your game" if page.is_last else "Next round")
        return found

    def guarded(self, handler: Callable[P, Page]) -> Callable[P, Updates]:
        """The handler as an event: errors become a sentence, and an unknown round leads back to the start."""

        def run(*args: P.args, **kwargs: P.kwargs) -> Updates:
            try:
                return self.updates(handler(*args, **kwargs))
            except UnknownRound as error:
                gr.Warning(str(error))
                return self.updates(Page(screen=Screen.WELCOME))
            except SoundmarkError as error:
                raise gr.Error(str(error), print_exception=False) from error

        return run

    def _opened(self, ticket: object) -> Updates:
        try:
            page, message = self.handlers.open_page(ticket)
        except SoundmarkError as error:
            page, message = Page(screen=Screen.WELCOME), str(error)
        return {**self.updates(page), self.message: gr.update(visible=bool(message), value=texts.plain(message))}

    def _typed(self, text: object, map_value: object) -> Updates:
        try:
            search = self.handlers.typed(text)
            if len(search.matches) == 1:
                return self._pinned(map_value, 0, search)
        except SoundmarkError as error:
            raise gr.Error(str(error), print_exception=False) from error
        if not search.matches:
            gr.Warning(search.question)
            return {self.choices: gr.update(visible=False, choices=[], value=None)}
        labels = [(match.label, number) for number, match in enumerate(search.matches)]
        return {self.choices: gr.update(visible=True, label=search.question, choices=labels, value=None)}

    def _chosen(self, text: object, map_value: object, number: object) -> Updates:
        try:
            search = self.handlers.typed(text)
            if isinstance(number, int) and 0 <= number < len(search.matches):
                return self._pinned(map_value, number, search)
        except SoundmarkError as error:
            raise gr.Error(str(error), print_exception=False) from error
        return {self.choices: gr.update(visible=False)}

    def _pinned(self, map_value: object, number: int, search: object) -> Updates:
        match = search.matches[number]  # type: ignore[attr-defined]
        value = with_pin(map_value, match.place)
        self.handlers.keep_draft(value)
        return {
            self.map: value,
            self.submit: gr.update(interactive=True),
            self.choices: gr.update(visible=False, choices=[], value=None),
            self.place: match.label,
        }

    def _keep_draft(self, map_value: object) -> None:
        try:
            self.handlers.keep_draft(map_value)
        except SoundmarkError as error:
            log.info("A pin could not be kept: %s", error)

    def _wire(self) -> None:
        everything, here = self._outputs(), self.handlers
        quiet = {"api_visibility": "private", "show_progress": "hidden", "queue": True}
        ticket_first = "(...values) => [" + TICKET_JS + ", ...values.slice(1)]"
        answer_inputs = [self.ticket, self.map, self.player]

        def on(listener: Callable[..., object], handler: Callable[..., Page], inputs: list[object], js: str | None) -> None:
            listener(self.guarded(handler), inputs, everything, js=js, trigger_mode="once", **quiet)

        on(self.play.click, here.start, [self.ticket, self.limit], ticket_first)
        on(self.again.click, here.start_free, [self.ticket, self.limit], ticket_first)
        for button in (self.daily, self.daily_again):
            on(button.click, here.start_daily, [self.ticket], ticket_first)
        on(self.submit.click, here.submit, answer_inputs, ticket_first)
        on(self.give_up.click, here.give_up, answer_inputs, ticket_first)
        on(self.bar.timeout, here.time_up, answer_inputs, ticket_first)
        on(self.next.click, here.following, [self.map], None)
        for hint, button in self.hints.items():
            on(button.click, lambda value, bought=hint: here.hint(value, bought), [self.map], None)
        pinned = [self.map, self.submit, self.choices, self.place]
        for typed in (self.set_pin.click, self.place.submit):
            typed(self._typed, [self.place, self.map], pinned, **quiet)
        self.choices.input(self._chosen, [self.place, self.map, self.choices], pinned, **quiet)
        self.map.draft(self._keep_draft, [self.map], None, trigger_mode="always_last", **quiet)
        # In the browser alone: a pin makes Submit pressable at once.
        self.map.guess(None, None, self.submit, js="() => ({ __type__: 'update', interactive: true })")

    def on_load(self, page: gr.Blocks) -> None:
        """Follow the browser's ticket when the page is opened."""
        page.load(
            self._opened, [self.ticket], self._outputs(), js=f"() => [{TICKET_JS}]", api_visibility="private",
            show_progress="hidden",
        )  # fmt: skip


def build_tab(services: Services) -> None:
    """Build the tab in the open `gr.Blocks`."""
    public_dir = services.clips.public_dir
    public_dir.mkdir(parents=True, exist_ok=True)
    serve(public_dir)
    play = GeoPlay(book=services.book, load_pack=services.packs.pack, deployment=services.settings.deployment)
    tab = GeoTab(GeoHandlers(services, play, file_url))
    page = gr.context.Context.root_block
    if page is not None:
        tab.on_load(page)
