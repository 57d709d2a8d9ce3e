"""The geo tab: layout and wiring only."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

import gradio as gr
from gradio.blocks import Block

from components.clip_player import clip_player
from components.events import Updates, on
from components.note import note
from components.result_card import result_card
from components.round_bar import round_bar
from components.share_card import share_card
from components.static_files import file_url
from components.texts import page_texts, say_class
from components.world_map import world_map
from soundmark.games.logged import logged_answers, machine_answers
from soundmark.games.stock import PreparedGames
from soundmark.games.table import GameTable
from soundmark.geography.typed_place import MAX_MATCHES, NamedPlace
from soundmark.modes.game_tab import TranslatedTab, serve_clips
from soundmark.modes.geo.handlers import GEO_PACK, GeoHandlers, with_pin
from soundmark.modes.geo.play import MODE_ID, TIME_LIMITS_S, GeoPlay
from soundmark.modes.geo.round import Hint
from soundmark.modes.geo.view import Page, Screen
from soundmark.services import Services
from soundmark.types import Note, SoundmarkError, worded

log = logging.getLogger(__name__)


class GeoTab(TranslatedTab[Page]):
    """The widgets of the tab and how they follow a `Page`."""

    def __init__(self, handlers: GeoHandlers) -> None:
        super().__init__(MODE_ID, handlers, gone=Page(screen=Screen.WELCOME))
        self.handlers = handlers
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
                    self.next = self._button("geo_next", "next", say_class("geo_see_game"), variant="primary")
            with gr.Column(elem_classes="sm-in-summary"):
                self.share = share_card(elem_id="geo-share")
                self.build_again()
        self._wire()

    def _build_welcome(self) -> None:
        self.build_head("geo_title", "geo_lead")
        self.build_play()
        limits = {"geo_no_limit": 0, **{f"geo_limit_{limit_s}": limit_s for limit_s in TIME_LIMITS_S}}
        self.limit = gr.Radio(
            [(page_texts()(key), limit_s) for key, limit_s in limits.items()],
            value=0,
            label=page_texts()("geo_limit"),
            elem_id="geo-limit",
            elem_classes=[say_class(key) for key in ("geo_limit", *limits)],
        )
        self.build_terms("geo_logged")

    def _build_guessing(self) -> None:
        self.continent = note(elem_id="geo-continent")
        with gr.Row(elem_classes="sm-actions"):
            self.submit = self._button(
                "geo_submit", "submit", variant="primary", interactive=False, scale=3, min_width=120
            )
            self.give_up = self._button("geo_give_up", "give-up", scale=1, min_width=100)
        with gr.Row(equal_height=True):
            self.place = gr.Textbox(
                label=page_texts()("geo_place"),
                placeholder="Lima  ·  48.86, 2.35",
                max_length=200,
                elem_id="geo-place",
                elem_classes=[say_class("geo_place")],
                scale=3,
                min_width=180,
            )
            self.set_pin = self._button("geo_set_pin", "set-pin", scale=0, min_width=110)
        self.place_note = note(elem_id="geo-place-note")
        # Gradio takes these values alone from a page that was open when the server was restarted.
        numbers = [(str(number), number) for number in range(MAX_MATCHES)]
        self.choices = gr.Radio(
            numbers,
            visible=False,
            label=page_texts()("geo_which"),
            elem_id="geo-choices",
            elem_classes=[say_class("geo_which")],
        )
        with gr.Row():
            self.hints = {
                hint: self._button(f"geo_hint_{hint.value}", f"hint-{hint.value}", size="md") for hint in Hint
            }

    @property
    def of_game(self) -> Sequence[Block]:
        """All widgets that a page may change."""
        shown = [self.welcome, self.game, self.bar, self.player, self.map, self.result, self.next, self.share]
        of_guess = [self.submit, self.place, self.place_note, self.choices, self.continent, *self.hints.values()]
        return [*shown, *of_guess]

    def updates(self, page: Page) -> Updates:
        """What each widget becomes on a page. A widget gets its value bare: an update would lose its props."""
        screen = page.screen
        found: Updates = {
            self.result: {} if page.result is None else page.result,
            self.share: {} if page.share is None else page.share,
            self.next: page_texts()("geo_see_game" if page.is_last else "geo_next"),
        }
        if screen is not Screen.RESULT or page.clip is not None:  # else the game is on the page already
            found[self.welcome] = gr.update(visible=screen is Screen.WELCOME)
            found[self.game] = gr.update(visible=screen is not Screen.WELCOME)
        values = {self.bar: page.bar, self.player: page.clip, self.map: page.map}
        found.update({widget: value for widget, value in values.items() if value is not None})
        if screen is Screen.GUESS and page.map is not None:
            found[self.submit] = gr.update(interactive=page.map["guess"] is not None)
            found[self.continent] = _hint_note(page.continent)
            for hint, button in self.hints.items():
                found[button] = gr.update(interactive=hint not in page.bought)
            if page.clip is not None:
                found[self.place] = ""
                found[self.place_note] = {"text": ""}
                found[self.choices] = gr.update(visible=False, value=None)
        return found

    def _typed(self, text: object, map_value: object) -> Updates:
        try:
            search = self.handlers.typed(text)
            if len(search.matches) == 1:
                return self._pinned(map_value, search.matches[0])
        except SoundmarkError as error:
            return {self.place_note: error.note, self.choices: gr.update(visible=False)}
        labels = [(option.label, number) for number, option in enumerate(search.options)]
        return {
            self.place_note: {"text": ""} if search.matches else search.note,
            self.choices: gr.update(visible=bool(labels), choices=labels, value=None),
        }

    def _chosen(self, text: object, map_value: object, number: object) -> Updates:
        try:
            place = self.handlers.chosen(text, number)
            if place is not None:
                return self._pinned(map_value, place)
        except SoundmarkError as error:
            return {self.place_note: error.note}
        return {self.choices: gr.update(visible=False)}

    def _pinned(self, map_value: object, place: NamedPlace) -> Updates:
        value = with_pin(map_value, place)
        self.handlers.keep_draft(value)
        return {
            self.map: value,
            self.submit: gr.update(interactive=True),
            # Its choices stay: an answer that was sent meanwhile holds one of them, and Gradio would refuse it.
            self.choices: gr.update(visible=False, value=None),
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
        starts = [self.ticket, self.limit]
        self.turns_page(self.play.click, here.start, starts, self.of_game, is_plain=False)
        self.turns_page(self.again.click, here.start_free, starts, self.of_game, is_plain=False)
        for button in (self.daily, self.daily_again):
            self.turns_page(button.click, here.start_daily, [self.ticket], self.of_game)
        shown = [self.welcome, self.game, self.bar, self.map, self.result, self.next]
        self.turns_page(self.submit.click, here.submit, answer, shown, is_plain=False)
        self.turns_page(self.give_up.click, here.give_up, answer, shown, is_plain=False)
        self.turns_page(self.bar.timeout, here.time_up, answer, shown, is_plain=False)
        self.turns_page(self.next.click, here.following, [self.map], self.of_game)
        for hint, button in self.hints.items():
            bought = [*shown, self.submit, self.continent, *self.hints.values()]
            self.turns_page(button.click, partial(here.hint, hint=hint), [self.map], bought)
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
        of_old_text = "() => ({ __type__: 'update', visible: false, value: null })"
        self.place.input(None, None, self.choices, js=of_old_text)
        self.place.change(None, self.place, self.submit, js=f"(text) => (text.trim() ? {can} : {as_it_is})")


def _hint_note(continent: str | None) -> Note:
    """The sentence that the continent hint buys."""
    return {"text": ""} if continent is None else worded("geo_in_continent", continent={"name": continent})


def build_tab(services: Services) -> None:
    """Build the tab in the open `gr.Blocks`."""
    serve_clips(services)
    loader = services.packs.of(GEO_PACK)
    play = GeoPlay(
        table=GameTable(
            mode=MODE_ID,
            book=services.book,
            load_pack=loader.pack,
            desk=services.clips,
            stock=PreparedGames(loader.pack_if_ready, may_fetch=not services.settings.offline),
        ),
        answers=logged_answers(services, "geo"),
        deployment=services.settings.deployment,
        machines=machine_answers(services, "geo"),
    )
    GeoTab(GeoHandlers(services, play, file_url)).follow_page()
