"""The tab of the spatial mode: layout and wiring only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec

import gradio as gr
from gradio.blocks import Block

from components.events import Inputs, Updates, on, sentence
from components.note import note
from components.opponent_picker import opponent_picker
from components.page import TICKET_JS, ready_js, ticket_component
from components.quiz_summary import quiz_summary
from components.round_bar import round_bar
from components.spatial_answer import spatial_answer
from components.spatial_stage import spatial_stage
from components.static_files import file_url, serve
from components.texts import page_texts, said, say_class
from soundmark.games.table import GameTable
from soundmark.games.wire import read_ticket
from soundmark.modes.savvy.copies import SceneDesk
from soundmark.modes.savvy.films import FilmDesk
from soundmark.modes.savvy.handlers import SAVVY_PACK, SavvyHandlers
from soundmark.modes.savvy.hearing import MICROPHONE_SETS, HearingShelf
from soundmark.modes.savvy.own_tab import OwnRecordingTab
from soundmark.modes.savvy.play import MODE_ID, ROUNDS, SavvyPlay
from soundmark.modes.savvy.round import template_of
from soundmark.modes.savvy.view import Page, Screen
from soundmark.services import Services
from soundmark.store.rounds import UnknownRound
from soundmark.types import SoundmarkError

P = ParamSpec("P")


class SavvyTab:
    """The widgets of the spatial tab and how they follow a `Page`."""

    def __init__(self, handlers: SavvyHandlers) -> None:
        self.handlers = handlers
        self.ticket = ticket_component()
        with gr.Column() as self.welcome:
            self._build_welcome()
        with gr.Column(visible=False, elem_classes="sm-game") as self.game:
            with gr.Column(elem_classes="sm-in-round"):
                self.bar = round_bar(elem_id="savvy-bar")
                self.stage = spatial_stage(elem_id="savvy-stage")
            self.card = spatial_answer(elem_id="savvy-card")
            self._build_microphones()
            with gr.Column(elem_classes="sm-in-summary"):
                self.summary = quiz_summary(elem_id="savvy-summary")
                with gr.Row(elem_classes="sm-actions"):
                    self.again = self._button("play_again", "again", variant="primary")
                    self.daily_again = self._button("daily_game", "daily-again")
        self._wire()

    def _button(self, key: str, name: str, *classes: str, **kwargs: object) -> gr.Button:
        return gr.Button(
            page_texts()(key),
            elem_id=f"savvy-{name}",
            elem_classes=[say_class(key), *classes],
            **kwargs,  # type: ignore[arg-type]
        )

    def _build_welcome(self) -> None:
        said([("h2", "savvy_title"), ("p", "savvy_lead")], css_class="sm-hero")
        self.message = note(elem_id="savvy-message")
        self.notice = note(elem_id="savvy-notice")
        with gr.Row():
            self.play = self._button("play", "play", "sm-big", variant="primary", scale=2)
            self.daily = self._button("daily_game", "daily", "sm-big", scale=1)
        self.opponent = opponent_picker(self.handlers.opponents.value(), elem_id="savvy-opponent")
        said([("p", "consent")])
        self.unlogged = gr.Checkbox(
            label=page_texts()("play_without_logging"),
            value=False,
            elem_id="savvy-unlogged",
            elem_classes=[say_class("play_without_logging")],
            container=False,
        )
        self.log_state = note(elem_id="savvy-log-state")
        with gr.Accordion(
            page_texts()("what_is_logged"),
            open=False,
            elem_id="savvy-logged",
            elem_classes=[say_class("what_is_logged")],
        ):
            who = "logged_of_you" if self.handlers.services.players.is_logged else "logged_of_nobody"
            said([("p", "savvy_logged"), ("p", who)])
        OwnRecordingTab(self.handlers.services.clips.public_dir)

    def _build_microphones(self) -> None:
        """After the answer: the same recording as fewer microphones or the published procedure hear it."""
        with (
            gr.Column(visible=False) as self.otherwise,
            gr.Accordion(
                page_texts()("savvy_otherwise"),
                open=False,
                elem_id="savvy-otherwise",
                elem_classes=[say_class("savvy_otherwise")],
            ),
        ):
            said([("p", "savvy_otherwise_lead")])
            self.mics = gr.Radio(
                list(MICROPHONE_SETS),
                value=MICROPHONE_SETS[0],
                label=page_texts()("savvy_microphones"),
                elem_id="savvy-mics",
            )
            self.paper = gr.Checkbox(label=page_texts()("savvy_paper"), value=False, elem_id="savvy-paper")

    def _outputs(self) -> list[Block]:
        of_start = [self.welcome, self.message, self.notice, self.log_state, self.unlogged, self.opponent]
        return [*of_start, self.game, self.otherwise, self.bar, self.stage, self.card, self.summary]

    def updates(self, page: Page) -> Updates:
        """What each widget becomes on a page. A widget gets its value bare: an update would lose its props."""
        is_game = page.screen is Screen.GAME
        found: Updates = {
            self.welcome: gr.update(visible=not is_game),
            self.game: gr.update(visible=is_game),
            self.otherwise: gr.update(visible=page.can_be_heard_otherwise),
        }
        values = {self.bar: page.bar, self.stage: page.stage, self.card: page.card, self.summary: page.summary}
        found.update({widget: value for widget, value in values.items() if value is not None})
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
        for button, handler in (*starts, *dailies):
            on(button.click, self.guarded(handler), [self.ticket], self._outputs(), has_ticket=True)
        told: Sequence[Block] = [self.welcome, self.game, self.otherwise, self.bar, self.stage, self.card]
        on(
            self.card.answer,
            self.guarded(here.answer, told),
            [self.ticket, self.card, self.stage],
            told,
            has_ticket=True,
        )
        following: Sequence[Block] = [*told, self.summary]
        on(self.card.next, self.guarded(here.following, following), [self.card], following)
        heard = [self.ticket, self.card, self.mics, self.paper]
        seen: Sequence[Block] = [self.welcome, self.game, self.stage]
        for listener in (self.mics.input, self.paper.input):
            on(listener, self.guarded(here.heard_as, seen), heard, seen, has_ticket=True)
        self.unlogged.input(None, self.unlogged, None, js="(isChosen) => SoundmarkPage.keepUnlogged(isChosen)")

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
    desk = SceneDesk(services.clips)
    play = SavvyPlay(
        table=GameTable(
            mode=MODE_ID,
            book=services.book,
            load_pack=services.packs.of(SAVVY_PACK).pack,
            desk=desk,
            rounds=ROUNDS,
            class_of=template_of,
        ),
        desk=desk,
        films=FilmDesk(services.clips),
        shelf=HearingShelf(),
        answers=lambda benchmark, question_id, last: services.answers.rows(
            "spatial", benchmark=benchmark, question_id=question_id, last=last
        ),
        deployment=services.settings.deployment,
        machines=lambda benchmark, question_ids: services.answers.machine_rows(
            "spatial", benchmark=benchmark, question_ids=question_ids
        ),
    )
    tab = SavvyTab(SavvyHandlers(services, play, file_url))
    page = gr.context.Context.root_block
    if page is not None:
        tab.on_load(page)
