"""The tab of a quiz, which every quiz mode builds with its own configuration: layout and wiring only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec

import gradio as gr
from gradio.blocks import Block

from components.about_you import about_you
from components.choice_card import choice_card
from components.clip_player import clip_player
from components.events import Inputs, Listener, Updates, on, sentence
from components.note import note
from components.opponent_picker import opponent_picker
from components.page import TICKET_JS, ready_js, ticket_component
from components.quiz_summary import quiz_summary
from components.round_bar import round_bar
from components.static_files import file_url, serve
from components.texts import page_texts, said, say_class
from soundmark.games.stock import PreparedGames
from soundmark.games.table import GameTable
from soundmark.games.wire import read_ticket
from soundmark.pack_loader import PackKey
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.handlers import QuizHandlers
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.view import JsonValue, Page, Screen
from soundmark.services import Services
from soundmark.store.rounds import UnknownRound
from soundmark.types import ChoiceTruth, SoundmarkError

ROUNDS = 10
GONE: JsonValue = {"phase": "gone"}
P = ParamSpec("P")


class QuizTab:
    """The widgets of a quiz tab and how they follow a `Page`."""

    def __init__(self, handlers: QuizHandlers) -> None:
        self.handlers = handlers
        self.mode = handlers.config.mode
        self.ticket = ticket_component()
        with gr.Column() as self.welcome:
            self._build_welcome(handlers.config)
        with gr.Column(visible=False, elem_classes="sm-game") as self.game:
            with gr.Column(elem_classes="sm-in-round"):
                self.bar = round_bar(elem_id=f"{self.mode}-bar")
                self.player = clip_player(elem_id=f"{self.mode}-player")
            self.card = choice_card(elem_id=f"{self.mode}-card")
            with gr.Column(elem_classes="sm-in-summary"):
                self.summary = quiz_summary(elem_id=f"{self.mode}-summary")
                with gr.Row(elem_classes="sm-actions"):
                    self.again = self._button("play_again", "again", variant="primary")
                    self.daily_again = self._button("daily_game", "daily-again")
        self._of_start: Sequence[Block] = [self.message, self.notice, self.log_state, self.unlogged, self.opponent]
        self._of_game: Sequence[Block] = [self.bar, self.player, self.card, self.summary]
        self._wire()

    def _button(self, key: str, name: str, *classes: str, **kwargs: object) -> gr.Button:
        return gr.Button(
            page_texts()(key),
            elem_id=f"{self.mode}-{name}",
            elem_classes=[say_class(key), *classes],
            **kwargs,  # type: ignore[arg-type]
        )

    def _build_welcome(self, config: QuizConfig) -> None:
        said([("h2", config.title_key), ("p", config.lead_key)], css_class="sm-hero")
        self.message = note(elem_id=f"{self.mode}-message")
        self.notice = note(elem_id=f"{self.mode}-notice")
        # Nothing stands between a visitor and the first sound but what decides whether it can be understood.
        if any(one.asks_level for one in config.filters):
            about_you(_options(config), elem_id=f"{self.mode}-about")
        with gr.Row():
            self.play = self._button("play", "play", "sm-big", variant="primary", scale=2)
            self.daily = self._button("daily_game", "daily", "sm-big", scale=1)
        if not any(one.asks_level for one in config.filters):
            about_you(_options(config), elem_id=f"{self.mode}-about")
        self.opponent = opponent_picker(self.handlers.opponents.value(), elem_id=f"{self.mode}-opponent")
        said([("p", "consent")])
        self.unlogged = gr.Checkbox(
            label=page_texts()("play_without_logging"),
            value=False,
            elem_id=f"{self.mode}-unlogged",
            elem_classes=[say_class("play_without_logging")],
            container=False,
        )
        self.log_state = note(elem_id=f"{self.mode}-log-state")
        with gr.Accordion(
            page_texts()("what_is_logged"),
            open=False,
            elem_id=f"{self.mode}-logged",
            elem_classes=[say_class("what_is_logged")],
        ):
            who = "logged_of_you" if self.handlers.services.players.is_logged else "logged_of_nobody"
            said([("p", "logged_of_a_round"), ("p", who)])

    def updates(self, page: Page) -> Updates:
        """What each widget becomes on a page. A widget gets its value bare: an update would lose its props."""
        found: Updates = {}
        found[self.welcome] = gr.update(visible=page.screen is Screen.WELCOME)
        found[self.game] = gr.update(visible=page.screen is Screen.GAME)
        values = {self.bar: page.bar, self.player: page.clip, self.card: page.card}
        found[self.summary] = {} if page.summary is None else page.summary
        found.update({widget: value for widget, value in values.items() if value is not None})
        return found

    def guarded(self, handler: Callable[P, Page], shown: Inputs) -> Callable[P, Updates]:
        """The handler as an event: errors become a sentence, and after an unknown round the card asks for the start.

        Args:
            handler: what happens.
            shown: the widgets that may change.
        """

        def run(*args: P.args, **kwargs: P.kwargs) -> Updates:
            try:
                page = handler(*args, **kwargs)
            except UnknownRound as error:
                gr.Warning(sentence(error))
                page = Page(screen=Screen.WELCOME, card=GONE)
            except SoundmarkError as error:
                raise gr.Error(sentence(error), print_exception=False) from error
            updates = self.updates(page)
            return {widget: updates[widget] for widget in shown if widget in updates}

        return run

    def _opened(self, ticket: object) -> Updates:
        try:
            page, message = self.handlers.open_page(ticket)
        except SoundmarkError as error:
            page, message = Page(screen=Screen.WELCOME), {"text": str(error)}
        told: Updates = {
            self.message: message,
            self.notice: self.handlers.notice(),
            self.log_state: {"text": self.handlers.log_sentence()},
            self.unlogged: not read_ticket(ticket).is_logged,
            self.opponent: self.handlers.opponents.value(),
        }
        # The page starts with the welcome: nothing to change then, and a Play that was pressed meanwhile stays.
        return told if page.screen is Screen.WELCOME else {**self.updates(page), **told}

    def _wire(self) -> None:
        here = self.handlers
        starts = ((self.play, here.start), (self.again, here.start_free))
        dailies = ((self.daily, here.start_daily), (self.daily_again, here.start_daily))
        everything = [self.welcome, self.game, *self._of_game]
        for button, handler in (*starts, *dailies):
            self._on(button.click, self.guarded(handler, everything), [self.ticket], everything)
        # As few outputs as can be, and none among them that stays as it is: for one that gets no value Gradio makes a
        # new component, which takes longer than the handler.
        told = [self.bar, self.card]
        self._on(self.card.answer, self.guarded(here.answer, told), [self.ticket, self.card, self.player], told)
        self._on(self.card.next, self.guarded(here.following, self._of_game), [self.card], self._of_game)
        self._on(self.card.gone, self._to_the_start, [], [self.welcome, self.game])
        self.unlogged.input(None, self.unlogged, None, js="(isChosen) => SoundmarkPage.keepUnlogged(isChosen)")

    def _on(self, listener: Listener, handler: Callable[..., Updates], inputs: Inputs, outputs: Inputs) -> None:
        on(listener, handler, inputs, outputs, has_ticket=self.ticket in inputs, is_plain=True)

    def _to_the_start(self) -> Updates:
        return {self.welcome: gr.update(visible=True), self.game: gr.update(visible=False)}

    def on_load(self, page: gr.Blocks) -> None:
        """Follow the browser's ticket when the page is opened."""
        opened = page.load(
            self._opened,
            [self.ticket],
            [*self._of_start, self.welcome, self.game, *self._of_game],
            js=TICKET_JS,
            api_visibility="private",
            show_progress="hidden",
            concurrency_limit=None,
        )
        opened.then(None, js=ready_js(self.mode))


def _options(config: QuizConfig) -> JsonValue:
    return {
        "mode": config.mode,
        "filters": [
            {
                "tag": one.tag,
                "label": one.label_key,
                "asks_level": one.asks_level,
                "values": list(map(list, one.values.items())),
            }
            for one in config.filters
        ],
        "asks": [
            {
                "name": ask.name,
                "label": ask.label_key,
                "values": [*map(list, ask.values.items()), ["", "rather_not_say"]],
            }
            for ask in config.asks
        ],
    }


def build_quiz_tab(services: Services, config: QuizConfig, published: Sequence[JsonValue] = ()) -> None:
    """Build the tab of a quiz in the open `gr.Blocks`.

    Args:
        services: what the app gives.
        config: the quiz.
        published: rows of the benchmark's paper to stand beside a player's result.
    """
    public_dir = services.clips.public_dir
    public_dir.mkdir(parents=True, exist_ok=True)
    serve(public_dir)
    loader = services.packs.of(PackKey[ChoiceTruth](config.mode))
    play = QuizPlay(
        table=GameTable(
            mode=config.mode,
            book=services.book,
            load_pack=loader.pack,
            desk=services.clips,
            rounds=ROUNDS,
            stock=PreparedGames(loader.pack_if_ready, may_fetch=not services.settings.offline),
        ),
        answers=lambda benchmark, question_id, last: services.answers.rows(
            "choice", benchmark=benchmark, question_id=question_id, last=last
        ),
        prompt_id=config.prompt_id,
        deployment=services.settings.deployment,
        order_key=services.players.salt,
        machines=lambda benchmark, question_ids: services.answers.machine_rows(
            "choice", benchmark=benchmark, question_ids=question_ids
        ),
    )
    tab = QuizTab(QuizHandlers(services, config, play, published, file_url))
    page = gr.context.Context.root_block
    if page is not None:
        tab.on_load(page)
