"""What the tabs of all games have in common: the browser's ticket, the start, and errors that become sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, ParamSpec, Protocol, TypeVar

import gradio as gr
from gradio.blocks import Block

from components.events import Inputs, Listener, Updates, on, sentence
from components.note import note
from components.opponent_picker import opponent_picker
from components.page import TICKET_JS, ready_js, ticket_component
from components.static_files import serve
from components.texts import page_texts, said, say_class
from components.widget import JsonValue
from soundmark.games.opponent_choice import OpponentChoice
from soundmark.games.opponents import MachineAnswers
from soundmark.games.wire import read_ticket
from soundmark.services import Services
from soundmark.store.journal import AnswerTable
from soundmark.store.rounds import UnknownRound
from soundmark.types import SoundmarkError

WELCOME = "welcome"
P = ParamSpec("P")


class GamePage(Protocol):
    """What a handler of a tab gives: the state of the tab."""

    @property
    def screen(self) -> str:
        """Which part is seen: `WELCOME`, or one of the game's."""


PageT = TypeVar("PageT", bound=GamePage)
PageT_co = TypeVar("PageT_co", bound=GamePage, covariant=True)


class TabHandlers(Protocol[PageT_co]):
    """What every tab's handlers have."""

    @property
    def services(self) -> Services:
        """What the app gives."""

    @property
    def opponents(self) -> OpponentChoice:
        """Who can be played against."""

    def open_page(self, ticket_value: object, /) -> tuple[PageT_co, JsonValue]:
        """The page for a browser that has just loaded it, and what to say, as a note."""

    def notice(self) -> JsonValue:
        """What players should know of the questions, as a note."""


class GameTab(ABC, Generic[PageT]):
    """The widgets of a game and how they follow a page; a mode's own tab builds them.

    Args:
        mode: id of the mode, with which the ids of its elements begin.
        handlers: what happens.
        gone: the page after an event of a round that the server does not know any more.
    """

    welcome: gr.Column
    game: gr.Column
    message: gr.HTML
    notice: gr.HTML
    opponent: gr.HTML
    unlogged: gr.Checkbox
    log_state: gr.HTML

    def __init__(self, mode: str, handlers: TabHandlers[PageT], gone: PageT) -> None:
        self.mode = mode
        self._common = handlers
        self._gone = gone
        self.ticket = ticket_component()

    @abstractmethod
    def updates(self, page: PageT) -> Updates:
        """What each widget becomes on a page. A widget gets its value bare: an update would lose its props."""

    @property
    @abstractmethod
    def of_game(self) -> Sequence[Block]:
        """All widgets that a page may change."""

    def guarded(self, handler: Callable[P, PageT], shown: Inputs) -> Callable[P, Updates]:
        """The handler as an event: errors become a sentence, and after an unknown round the page is `gone`.

        Args:
            handler: what happens.
            shown: the widgets that may change.
        """

        def run(*args: P.args, **kwargs: P.kwargs) -> Updates:
            try:
                page = handler(*args, **kwargs)
            except UnknownRound as error:
                gr.Warning(sentence(error))
                page = self._gone
            except SoundmarkError as error:
                raise gr.Error(sentence(error), print_exception=False) from error
            updates = self.updates(page)
            return {widget: updates[widget] for widget in shown if widget in updates}

        return run

    def turns_page(
        self,
        listener: Listener,
        handler: Callable[..., PageT],
        inputs: Inputs,
        shown: Inputs,
        *,
        is_plain: bool = True,
    ) -> None:
        """Register an event that gives a page.

        Args:
            listener: as `button.click`.
            handler: what happens.
            inputs: as for every Gradio event.
            shown: the widgets that may change: as few as can be, and of these as few as can be that stay as they are.
                For one that gets no value Gradio makes a new component, which takes longer than the handler.
            is_plain: whether all inputs are widgets of ours (see `components.events.on`).
        """
        event = self.guarded(handler, shown)
        on(listener, event, inputs, shown, has_ticket=self.ticket in inputs, is_plain=is_plain)

    def _opened(self, ticket: object) -> Updates:
        shown: Updates = {}
        try:
            page, message = self._common.open_page(ticket)
            # The page starts with the welcome: nothing to change then, and a Play that was pressed meanwhile stays.
            shown = {} if page.screen == WELCOME else self.updates(page)
        except SoundmarkError as error:
            message = error.note
        return {
            **shown,
            self.message: message,
            self.notice: self._common.notice(),
            self.log_state: self._common.services.log_note(),
            self.unlogged: not read_ticket(ticket).is_logged,
            self.opponent: self._common.opponents.value(),
        }

    def follow_page(self) -> None:
        """Follow the browser's ticket when the page that is being built is opened, and keep what it chose."""
        self.unlogged.input(None, self.unlogged, None, js="(isChosen) => SoundmarkPage.keepUnlogged(isChosen)")
        page = gr.context.Context.root_block
        if page is None:
            return
        opened = page.load(
            self._opened,
            [self.ticket],
            [self.message, self.notice, self.log_state, self.unlogged, self.opponent, *self.of_game],
            js=TICKET_JS,
            preprocess=False,  # all values are JSON as they come and go
            postprocess=False,
            api_visibility="private",
            show_progress="hidden",
            concurrency_limit=None,
        )
        opened.then(None, js=ready_js(self.mode))


class TranslatedTab(GameTab[PageT]):
    """A tab whose fixed texts are said in the reader's language, with the parts that all such tabs have."""

    play: gr.Button
    daily: gr.Button
    again: gr.Button
    daily_again: gr.Button

    def build_head(self, title_key: str, lead_key: str) -> None:
        """What is played, and what to know before."""
        said([("h2", title_key), ("p", lead_key)], css_class="sm-hero")
        self.message = note(elem_id=f"{self.mode}-message")
        self.notice = note(elem_id=f"{self.mode}-notice")

    def build_play(self) -> None:
        """The buttons that start a game."""
        with gr.Row():
            self.play = self._button("play", "play", "sm-big", variant="primary", scale=2)
            self.daily = self._button("daily_game", "daily", "sm-big", scale=1)

    def build_again(self) -> None:
        """The buttons that start another one."""
        with gr.Row(elem_classes="sm-actions"):
            self.again = self._button("play_again", "again", variant="primary")
            self.daily_again = self._button("daily_game", "daily-again")

    def build_terms(self, logged_key: str) -> None:
        """Whom to play against, and what is logged.

        Args:
            logged_key: of the text that says what is logged of a round.
        """
        self.opponent = opponent_picker(self._common.opponents.value(), elem_id=f"{self.mode}-opponent")
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
            who = "logged_of_you" if self._common.services.players.is_logged else "logged_of_nobody"
            said([("p", logged_key), ("p", who)])

    def _button(self, key: str, name: str, *classes: str, **kwargs: object) -> gr.Button:
        return gr.Button(
            page_texts()(key),
            elem_id=f"{self.mode}-{name}",
            elem_classes=[say_class(key), *classes],
            **kwargs,  # type: ignore[arg-type]
        )


def serve_clips(services: Services) -> None:
    """Let browsers have the playable copies."""
    public_dir = services.clips.public_dir
    public_dir.mkdir(parents=True, exist_ok=True)
    serve(public_dir)


def logged_answers(services: Services, table: AnswerTable) -> Callable[[str, str, int], Iterable[object]]:
    """Gives the newest logged answers to a question, given benchmark, question id and how many at most."""
    return lambda benchmark, question_id, last: services.answers.rows(
        table, benchmark=benchmark, question_id=question_id, last=last
    )


def machine_answers(services: Services, table: AnswerTable) -> MachineAnswers:
    """Gives the logged answers of models and baselines to some questions."""
    return lambda benchmark, question_ids: services.answers.machine_rows(
        table, benchmark=benchmark, question_ids=question_ids
    )
