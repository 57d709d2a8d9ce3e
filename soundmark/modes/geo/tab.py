"""The geo tab: layout and wiring only."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import ParamSpec

import gradio as gr
from gradio.blocks import Block

from components.clip_player import clip_player
from components.events import Inputs, Listener, Updates, on, sentence
from components.note import note
from components.opponent_picker import opponent_picker
from components.page import TICKET_JS, ready_js, ticket_component
from components.prose import prose
from components.result_card import result_card
from components.round_bar import round_bar
from components.share_card import share_card
from components.static_files import file_url, serve
from components.world_map import world_map
from soundmark.games.stock import PreparedGames
from soundmark.games.table import GameTable
from soundmark.games.wire import read_ticket
from soundmark.geography.typed_place import MAX_MATCHES, NamedPlace
from soundmark.modes.geo import texts
from soundmark.modes.geo.handlers import GEO_PACK, GeoHandlers, with_pin
from soundmark.modes.geo.play import MODE_ID, TIME_LIMITS_S, GeoPlay
from soundmark.modes.geo.round import Hint
from soundmark.modes.geo.view import Page, Screen, hint_label
from soundmark.services import Services
from soundmark.store.rounds import UnknownRound
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)
P = ParamSpec("P")


class GeoTab:
    """The widgets of the tab and how they follow a `Page`."""

    def __init__(self, handlers: GeoHandlers) -> None:
        self.handlers = handlers
        self.ticket = ticket_component()
        with gr.Column() as self.welcome:
            self._build_welcome()
        # Which of the game's parts is seen follows from its map's phase, by the style sheet: nothing is taken apart
        # and built again between the click and the truth.
        with gr.Column(visible=False, elem_classes="sm-game") as self.game:
            with gr.Column(elem_classes="sm-in-round"):
                self.bar = round_bar(elem_id="geo-bar")
                self.player = clip_player(elem_id="geo-player")
            self.map = world_map(elem_id="geo-map")
            with gr.Column(elem_classes="sm-in-guess"):
                self._build_guessing()
            with gr.Column(elem_classes="sm-in-result"):
                self.result = result_card(elem_id="geo-result")
                with gr.Row(elem_classes="sm-actions"):
                    self.next = gr.Button("Next round", variant="primary", elem_id="geo-next")
            with gr.Column(elem_classes="sm-in-summary"):
                self.share = share_card(elem_id="geo-share")
                with gr.Row(elem_classes="sm-actions"):
                    self.again = gr.Button("Play again", variant="primary", elem_id="geo-again")
                    self.daily_again = gr.Button("Daily game", elem_id="geo-daily-again")
        self._wire()

    def _build_welcome(self) -> None:
        gr.HTML(html_template=texts.HERO, js_on_load=None, apply_default_css=False)
        self.message = note(elem_id="geo-message")
        self.notice = note(elem_id="geo-notice")
        with gr.Row():
            self.play = gr.Button("Play", variant="primary", elem_id="geo-play", elem_classes="sm-big", scale=2)
            self.daily = gr.Button("Daily game", elem_id="geo-daily", elem_classes="sm-big", scale=1)
        self.limit = gr.Radio(
            [("No time limit", 0), *((f"{limit_s} s a round", limit_s) for limit_s in TIME_LIMITS_S)],
            value=0,
            label="Time limit",
            elem_id="geo-limit",
        )
        self.opponent = opponent_picker(
            self.handlers.opponents.value(), texts=texts.PLAY_AGAINST, elem_id="geo-opponent"
        )
        prose(texts.CONSENT)
        self.unlogged = gr.Checkbox(label="Play without logging", value=False, elem_id="geo-unlogged", container=False)
        self.log_state = note(elem_id="geo-log-state")
        with gr.Accordion("What is logged", open=False, elem_id="geo-logged"):
            services = self.handlers.services
            prose(texts.logged(ids_are_logged=services.players.is_logged))

    def _build_guessing(self) -> None:
        self.continent = note(elem_id="geo-continent")
        with gr.Row(elem_classes="sm-actions"):
            self.submit = gr.Button(
                "Submit guess", variant="primary", interactive=False, elem_id="geo-submit", scale=3, min_width=120
            )
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
        self.place_note = note(elem_id="geo-place-note")
        # Gradio takes these values alone from a page that was open when the server was restarted.
        numbers = [(str(number), number) for number in range(MAX_MATCHES)]
        self.choices = gr.Radio(numbers, visible=False, elem_id="geo-choices")
        with gr.Row():
            self.hints = {
                hint: gr.Button(hint_label(hint), size="md", elem_id=f"geo-hint-{hint.value}") for hint in Hint
            }

    def _outputs(self) -> list[Block]:
        of_start = [self.welcome, self.message, self.notice, self.log_state, self.unlogged, self.opponent]
        of_game = [self.game, self.bar, self.player, self.map, self.result, self.share, self.submit, self.next]
        return [*of_start, *of_game, self.place, self.place_note, self.choices, self.continent, *self.hints.values()]

    def updates(self, page: Page) -> Updates:
        """What each widget becomes on a page. A widget gets its value bare: an update would lose its props."""
        screen = page.screen
        found: Updates = {}
        if screen is not Screen.RESULT or page.clip is not None:  # else the game is on the page already
            found[self.welcome] = gr.update(visible=screen is Screen.WELCOME)
            found[self.game] = gr.update(visible=screen is not Screen.WELCOME)
        values = {
            self.bar: page.bar,
            self.player: page.clip,
            self.map: page.map,
            self.result: page.result,
            self.share: page.share,
        }
        found.update({widget: value for widget, value in values.items() if value is not None})
        if screen is Screen.GUESS and page.map is not None:
            found[self.submit] = gr.update(interactive=page.map["guess"] is not None)
            found[self.continent] = {"text": texts.continent(page.continent)}
            for hint, button in self.hints.items():
                found[button] = gr.update(interactive=hint not in page.bought)
            if page.clip is not None:
                found[self.place] = ""
                found[self.place_note] = {"text": ""}
                found[self.choices] = gr.update(visible=False, choices=[], value=None)
        if screen is Screen.RESULT:
            found[self.next] = "See your game" if page.is_last else "Next round"
        return found

    def guarded(self, handler: Callable[P, Page], shown: Inputs | None = None) -> Callable[P, Updates]:
        """The handler as an event: errors become a sentence, and an unknown round leads back to the start.

        Args:
            handler: what happens.
            shown: the widgets that may change; all of them by default.
        """

        def run(*args: P.args, **kwargs: P.kwargs) -> Updates:
            try:
                page = handler(*args, **kwargs)
            except UnknownRound as error:
                gr.Warning(sentence(error))
                page = Page(screen=Screen.WELCOME)
            except SoundmarkError as error:
                raise gr.Error(sentence(error), print_exception=False) from error
            updates = self.updates(page)
            return updates if shown is None else {widget: updates[widget] for widget in shown if widget in updates}

        return run

    def _opened(self, ticket: object) -> Updates:
        try:
            page, message = self.handlers.open_page(ticket)
        except SoundmarkError as error:
            page, message = Page(screen=Screen.WELCOME), str(error)
        said: Updates = {
            self.message: {"text": message},
            self.notice: self.handlers.notice(),
            self.log_state: {"text": self.handlers.log_sentence()},
            self.unlogged: not read_ticket(ticket).is_logged,
            self.opponent: self.handlers.opponents.value(),
        }
        # The page starts with the welcome: nothing to change then, and a Play that was pressed meanwhile stays.
        return said if page.screen is Screen.WELCOME else {**self.updates(page), **said}

    def _typed(self, text: object, map_value: object) -> Updates:
        try:
            search = self.handlers.typed(text)
            if len(search.matches) == 1:
                return self._pinned(map_value, search.matches[0])
        except SoundmarkError as error:
            return {self.place_note: {"text": str(error)}, self.choices: gr.update(visible=False)}
        labels = [(option.label, number) for number, option in enumerate(search.options)]
        return {
            self.place_note: {"text": "" if search.matches else search.question},
            self.choices: gr.update(
                visible=bool(labels), label=texts.which(search, str(text)), choices=labels, value=None
            ),
        }

    def _chosen(self, text: object, map_value: object, number: object) -> Updates:
        try:
            place = self.handlers.chosen(text, number)
            if place is not None:
                return self._pinned(map_value, place)
        except SoundmarkError as error:
            return {self.place_note: {"text": str(error)}}
        return {self.choices: gr.update(visible=False)}

    def _pinned(self, map_value: object, place: NamedPlace) -> Updates:
        value = with_pin(map_value, place)
        self.handlers.keep_draft(value)
        return {
            self.map: value,
            self.submit: gr.update(interactive=True),
            self.choices: gr.update(visible=False, choices=[], value=None),
            self.place: place.label,
            self.place_note: {"text": ""},
        }

    def _keep_draft(self, map_value: object) -> None:
        try:
            self.handlers.keep_draft(map_value)
        except SoundmarkError as error:
            log.info("A pin could not be kept: %s", error)

    def _wire(self) -> None:
        here = self.handlers
        # With the choice: who chooses and submits at once is not asked again.
        answer = [self.ticket, self.map, self.player, self.place, self.choices]

        def turns_page(listener: Listener, handler: Callable[..., Page], inputs: Inputs) -> None:
            has_ticket = inputs[0] is self.ticket
            on(listener, self.guarded(handler), inputs, self._outputs(), has_ticket=has_ticket)

        def answers(listener: Listener, handler: Callable[..., Page]) -> None:
            # As few outputs as can be: each costs time between the click and the truth.
            shown = [self.welcome, self.game, self.bar, self.map, self.result, self.next]
            on(listener, self.guarded(handler, shown), answer, shown, has_ticket=True)

        turns_page(self.play.click, here.start, [self.ticket, self.limit])
        turns_page(self.again.click, here.start_free, [self.ticket, self.limit])
        for button in (self.daily, self.daily_again):
            turns_page(button.click, here.start_daily, [self.ticket])
        answers(self.submit.click, here.submit)
        answers(self.give_up.click, here.give_up)
        answers(self.bar.timeout, here.time_up)
        turns_page(self.next.click, here.following, [self.map])
        for hint, button in self.hints.items():
            turns_page(button.click, partial(here.hint, hint=hint), [self.map])
        pinned = [self.map, self.submit, self.choices, self.place, self.place_note]
        for typed in (self.set_pin.click, self.place.submit):
            on(typed, self._typed, [self.place, self.map], pinned)
        on(self.choices.input, self._chosen, [self.place, self.map, self.choices], pinned)
        self.map.draft(
            self._keep_draft,
            [self.map],
            None,
            trigger_mode="always_last",
            api_visibility="private",
            show_progress="hidden",
            concurrency_limit=None,
        )
        # In the browser alone: a pin or a typed text makes Submit pressable at once, and a pin replaces the text.
        can, as_it_is = "{ __type__: 'update', interactive: true }", "{ __type__: 'update' }"
        self.map.guess(None, None, [self.submit, self.place], js=f"() => [{can}, '']")
        self.unlogged.input(None, self.unlogged, None, js="(isChosen) => SoundmarkPage.keepUnlogged(isChosen)")
        of_old_text = "() => ({ __type__: 'update', visible: false, value: null })"
        self.place.input(None, None, self.choices, js=of_old_text)
        self.place.change(None, self.place, self.submit, js=f"(text) => (text.trim() ? {can} : {as_it_is})")

    def on_load(self, page: gr.Blocks) -> None:
        """Follow the browser's ticket when the page is opened."""
        opened = page.load(
            self._opened,
            [self.ticket],
            self._outputs(),
            js=TICKET_JS,
            api_visibility="private",
            show_progress="hidden",
            concurrency_limit=None,
        )
        opened.then(None, js=ready_js(MODE_ID))


def build_tab(services: Services) -> None:
    """Build the tab in the open `gr.Blocks`."""
    public_dir = services.clips.public_dir
    public_dir.mkdir(parents=True, exist_ok=True)
    serve(public_dir)
    loader = services.packs.of(GEO_PACK)
    play = GeoPlay(
        table=GameTable(
            mode=MODE_ID,
            book=services.book,
            load_pack=loader.pack,
            desk=services.clips,
            stock=PreparedGames(loader.pack_if_ready, may_fetch=not services.settings.offline),
        ),
        answers=lambda benchmark, question_id, last: services.answers.rows(
            "geo", benchmark=benchmark, question_id=question_id, last=last
        ),
        deployment=services.settings.deployment,
        machines=lambda benchmark, question_ids: services.answers.machine_rows(
            "geo", benchmark=benchmark, question_ids=question_ids
        ),
    )
    tab = GeoTab(GeoHandlers(services, play, file_url))
    page = gr.context.Context.root_block
    if page is not None:
        tab.on_load(page)
