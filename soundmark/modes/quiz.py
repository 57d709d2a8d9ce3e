"""The tab of a quiz, which every quiz mode builds with its own configuration: layout and wiring only."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr
from gradio.blocks import Block

from components.about_you import about_you
from components.choice_card import choice_card
from components.clip_player import clip_player
from components.events import Updates, on
from components.quiz_summary import quiz_summary
from components.round_bar import round_bar
from components.static_files import file_url
from soundmark.games.logged import logged_answers, machine_answers
from soundmark.games.stock import PreparedGames
from soundmark.games.table import GameTable
from soundmark.modes.game_tab import TranslatedTab, serve_clips
from soundmark.pack_loader import PackKey
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.handlers import QuizHandlers
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.view import JsonValue, Page, Screen
from soundmark.services import Services
from soundmark.types import ChoiceTruth

ROUNDS = 10
GONE: JsonValue = {"phase": "gone"}


class QuizTab(TranslatedTab[Page]):
    """The widgets of a quiz tab and how they follow a `Page`."""

    def __init__(self, handlers: QuizHandlers) -> None:
        super().__init__(handlers.config.mode, handlers, gone=Page(screen=Screen.WELCOME, card=GONE))
        self.handlers = handlers
        with gr.Column() as self.welcome:
            self._build_welcome(handlers.config)
        with gr.Column(visible=False, elem_classes="sm-game") as self.game:
            with gr.Column(elem_classes="sm-in-round"):
                self.bar = round_bar(elem_id=f"{self.mode}-bar")
                self.player = clip_player(elem_id=f"{self.mode}-player")
            self.card = choice_card(elem_id=f"{self.mode}-card")
            with gr.Column(elem_classes="sm-in-summary"):
                self.summary = quiz_summary(elem_id=f"{self.mode}-summary")
                self.build_again()
        self._of_round: Sequence[Block] = [self.bar, self.player, self.card, self.summary]
        self._wire()

    def _build_welcome(self, config: QuizConfig) -> None:
        self.build_head(config.title_key, config.lead_key)
        # Nothing stands between a visitor and the first sound but what decides whether it can be understood.
        if any(one.asks_level for one in config.filters):
            about_you(_options(config), elem_id=f"{self.mode}-about")
        self.build_play()
        if not any(one.asks_level for one in config.filters):
            about_you(_options(config), elem_id=f"{self.mode}-about")
        self.build_terms("logged_of_a_round")

    @property
    def of_game(self) -> Sequence[Block]:
        """All widgets that a page may change."""
        return [self.welcome, self.game, *self._of_round]

    def updates(self, page: Page) -> Updates:
        """What each widget becomes on a page. A widget gets its value bare: an update would lose its props."""
        found: Updates = {}
        found[self.welcome] = gr.update(visible=page.screen is Screen.WELCOME)
        found[self.game] = gr.update(visible=page.screen is Screen.GAME)
        values = {self.bar: page.bar, self.player: page.clip, self.card: page.card}
        found[self.summary] = {} if page.summary is None else page.summary
        found.update({widget: value for widget, value in values.items() if value is not None})
        return found

    def _wire(self) -> None:
        here = self.handlers
        starts = ((self.play, here.start), (self.again, here.start_free))
        dailies = ((self.daily, here.start_daily), (self.daily_again, here.start_daily))
        for button, handler in (*starts, *dailies):
            self.turns_page(button.click, handler, [self.ticket], self.of_game)
        self.turns_page(self.card.answer, here.answer, [self.ticket, self.card, self.player], [self.bar, self.card])
        self.turns_page(self.card.next, here.following, [self.card], self._of_round)
        on(self.card.gone, self._to_the_start, [], [self.welcome, self.game], is_plain=True)

    def _to_the_start(self) -> Updates:
        return {self.welcome: gr.update(visible=True), self.game: gr.update(visible=False)}


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
    serve_clips(services)
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
        answers=logged_answers(services, "choice"),
        prompt_id=config.prompt_id,
        deployment=services.settings.deployment,
        order_key=services.players.salt,
        machines=machine_answers(services, "choice"),
    )
    QuizTab(QuizHandlers(services, config, play, published, file_url)).follow_page()
