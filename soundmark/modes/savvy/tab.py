"""The tab of the spatial mode: layout and wiring only."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr
from gradio.blocks import Block

from components.events import Updates
from components.quiz_summary import quiz_summary
from components.round_bar import round_bar
from components.spatial_answer import spatial_answer
from components.spatial_stage import spatial_stage
from components.static_files import file_url
from components.texts import page_texts, said, say_class
from soundmark.games.logged import logged_answers, machine_answers
from soundmark.games.table import GameTable
from soundmark.modes.game_tab import TranslatedTab, serve_clips
from soundmark.modes.savvy.copies import SceneDesk
from soundmark.modes.savvy.films import FilmDesk
from soundmark.modes.savvy.handlers import SAVVY_PACK, SavvyHandlers
from soundmark.modes.savvy.hearing import MICROPHONE_SETS, HearingShelf
from soundmark.modes.savvy.own_tab import OwnRecordingTab
from soundmark.modes.savvy.play import MODE_ID, ROUNDS, SavvyPlay
from soundmark.modes.savvy.round import template_of
from soundmark.modes.savvy.telling import Tellings
from soundmark.modes.savvy.view import Page, Screen
from soundmark.services import Services


class SavvyTab(TranslatedTab[Page]):
    """The widgets of the spatial tab and how they follow a `Page`."""

    def __init__(self, handlers: SavvyHandlers) -> None:
        super().__init__(MODE_ID, handlers, gone=Page(screen=Screen.WELCOME))
        self.handlers = handlers
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
                self.build_again()
        self._wire()

    def _build_welcome(self) -> None:
        self.build_head("savvy_title", "savvy_lead")
        self.build_play()
        self.build_terms("savvy_logged")
        services = self.handlers.services
        OwnRecordingTab(services.clips.public_dir, services.settings.own_recording_s)

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

    @property
    def of_game(self) -> Sequence[Block]:
        """All widgets that a page may change."""
        return [self.welcome, self.game, self.otherwise, self.bar, self.stage, self.card, self.summary]

    def updates(self, page: Page) -> Updates:
        """What each widget becomes on a page. A widget gets its value bare: an update would lose its props."""
        is_game = page.screen is Screen.GAME
        found: Updates = {
            self.welcome: gr.update(visible=not is_game),
            self.game: gr.update(visible=is_game),
            self.otherwise: gr.update(visible=page.can_be_heard_otherwise),
            self.summary: {} if page.summary is None else page.summary,
        }
        values = {self.bar: page.bar, self.stage: page.stage, self.card: page.card}
        found.update({widget: value for widget, value in values.items() if value is not None})
        return found

    def _wire(self) -> None:
        here = self.handlers
        starts = ((self.play, here.start), (self.again, here.start_free))
        dailies = ((self.daily, here.start_daily), (self.daily_again, here.start_daily))
        for button, handler in (*starts, *dailies):
            self.turns_page(button.click, handler, [self.ticket], self.of_game)
        told = [self.welcome, self.game, self.otherwise, self.bar, self.stage, self.card]
        self.turns_page(self.card.answer, here.answer, [self.ticket, self.card, self.stage], told)
        self.turns_page(self.card.next, here.following, [self.card], self.of_game)
        heard = [self.ticket, self.card, self.mics, self.paper, self.stage]
        seen = [self.welcome, self.game, self.stage, self.card]
        for listener in (self.mics.input, self.paper.input, self.stage.switch):
            self.turns_page(listener, here.heard_as, heard, seen, is_plain=False)


def build_tab(services: Services) -> None:
    """Build the tab in the open `gr.Blocks`."""
    serve_clips(services)
    desk = SceneDesk(services.clips)
    play = SavvyPlay(
        table=GameTable(
            mode=MODE_ID,
            book=services.book,
            load_pack=services.packs.of(SAVVY_PACK).pack,
            desk=desk,
            rounds=ROUNDS,
            class_of=template_of,
            gives_away=Tellings().gives_away,
        ),
        desk=desk,
        films=FilmDesk(services.clips),
        shelf=HearingShelf(),
        answers=logged_answers(services, "spatial"),
        deployment=services.settings.deployment,
        machines=machine_answers(services, "spatial"),
    )
    SavvyTab(SavvyHandlers(services, play, file_url)).follow_page()
