"""The arena's tab: layout and wiring only."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from typing import ParamSpec

import gradio as gr
from gradio.blocks import Block

from components.battle_card import battle_card
from components.clip_player import clip_player
from components.events import Inputs, Listener, Updates, on, sentence
from components.note import note
from components.page import BUSY_JS, BUSY_TICKET_JS, IDLE_JS, TICKET_JS, ready_js, ticket_component
from components.photo import photo
from components.static_files import file_url, serve
from components.texts import page_texts, said, say_class
from components.uploaded import uploaded
from components.world_map import world_map
from soundmark.games.wire import read_ticket
from soundmark.modes.arena.assembled import arena_of
from soundmark.modes.arena.handlers import ANYTHING, PLACES, ArenaHandlers
from soundmark.modes.arena.prompts import MAX_PROMPT_CHARS
from soundmark.modes.arena.refusals import NOT_TAKEN
from soundmark.modes.arena.register import MODE_ID
from soundmark.modes.arena.ring import MAX_BOUTS
from soundmark.modes.arena.stages import ArenaError
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.modes.arena.view import Page, Screen
from soundmark.services import Services
from soundmark.store.round_records import UnknownRound
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)
P = ParamSpec("P")
UPLOADS_AT_ONCE = 2
EXPIRED = ArenaError("This battle has expired. Please start a new one.", key="err_arena_expired")
WATCHERS = 2 * MAX_BOUTS
"""Pages that may watch answers grow at the same time: fewer than there may be events, so that others get their turn."""


class ArenaTab:
    """The widgets of the tab and how they follow a `Page`."""

    def __init__(self, handlers: ArenaHandlers) -> None:
        self.handlers = handlers
        contenders = handlers.play.ring.contenders
        self.takes = [kind for kind in ExhibitKind if contenders.can_meet(kind)]
        self.ticket = ticket_component()
        with gr.Column() as self.welcome:
            self._build_welcome()
        with gr.Column(visible=False, elem_classes="sm-arena") as self.game:
            self.player = clip_player(elem_id="arena-player")
            self.photo = photo(elem_id="arena-photo")
            self.battle = battle_card(elem_id="arena-battle")
            self.map = world_map(elem_id="arena-map")  # seen while it has pins, by the style sheet
        self._wire()

    def _build_welcome(self) -> None:
        said([("h2", "arena_title"), ("p", "arena_lead")], css_class="sm-hero")
        self.message = note(elem_id="arena-message")
        self.play = gr.Button(
            page_texts()("arena_start"),
            variant="primary",
            elem_id="arena-play",
            elem_classes=["sm-big", say_class("arena_start")],
        )
        self.about = gr.Radio(
            [(page_texts()("arena_about_places"), PLACES), (page_texts()("arena_about_any"), ANYTHING)],
            value=PLACES,
            label=page_texts()("arena_about"),
            show_label=False,
            container=False,
            visible=self.handlers.has_other_questions(),
            elem_id="arena-about",
            elem_classes=["sm-segments", *map(say_class, ("arena_about", "arena_about_places", "arena_about_any"))],
        )
        self.runs_on = note(self.handlers.runs_on(), elem_id="arena-runs-on")
        # The components are there in any case, so that events always find them; without models nobody sees them.
        with gr.Accordion(
            page_texts()("arena_own"),
            open=False,
            visible=bool(self.takes),
            elem_id="arena-own",
            elem_classes=[say_class("arena_own")],
        ):
            self._build_upload()
        said([("p", "consent_to_vote")])
        self.unlogged = gr.Checkbox(
            label=page_texts()("play_without_logging"),
            value=False,
            elem_id="arena-unlogged",
            elem_classes=[say_class("play_without_logging")],
            container=False,
        )
        self.counts = note(elem_id="arena-counts")
        self.log_state = note(elem_id="arena-log-state")
        with gr.Accordion(
            page_texts()("arena_how"), open=False, elem_id="arena-logged", elem_classes=[say_class("arena_how")]
        ):
            parts = ("pairs", "counting", "logging")
            said([(tag, f"arena_how_{part}{end}") for part in parts for tag, end in (("h4", "_title"), ("p", ""))])

    def _build_upload(self) -> None:
        said([("p", "arena_own_about")])
        types = [
            kind
            for kind, exhibit in (("audio", ExhibitKind.SOUND), ("image", ExhibitKind.PHOTO))
            if exhibit in self.takes
        ]
        self.file = gr.File(label=page_texts()("arena_file"), file_types=types, elem_id="arena-file", height=140)
        self.brought = photo(elem_id="arena-brought")
        self.prompt = gr.Textbox(
            label=page_texts()("arena_prompt"),
            lines=2,
            max_length=MAX_PROMPT_CHARS,
            elem_id="arena-prompt",
            elem_classes=[say_class("arena_prompt")],
        )
        publishes = self.handlers.play.publishes_uploads
        self.consent = gr.Checkbox(
            label=page_texts()("arena_consent"),
            value=False,
            visible=publishes,
            elem_id="arena-consent",
            elem_classes=[say_class("arena_consent")],
            container=False,
        )
        self.ask = gr.Button(
            page_texts()("arena_ask"), variant="primary", elem_id="arena-ask", elem_classes=[say_class("arena_ask")]
        )

    def _outputs(self) -> list[Block]:
        of_start = [self.welcome, self.message, self.counts, self.log_state, self.unlogged, self.brought, self.prompt]
        return [*of_start, self.game, self.player, self.photo, self.battle, self.map]

    def updates(self, page: Page) -> Updates:
        """What each widget becomes on a page. A widget gets its value bare: an update would lose its props."""
        is_battle = page.screen is Screen.BATTLE
        found: Updates = {}
        if not is_battle or page.photo is not None:  # else the battle is on the page already
            found[self.welcome] = gr.update(visible=not is_battle)
            found[self.game] = gr.update(visible=is_battle)
        values = {self.battle: page.battle, self.player: page.clip, self.photo: page.photo, self.map: page.map}
        found.update({widget: value for widget, value in values.items() if value is not None})
        if page.message is not None:
            found[self.message] = page.message
        if is_battle and page.photo is not None:
            found[self.brought] = {}
            if page.is_own:
                found[self.prompt] = ""  # it was about what was brought, and not about the clips that follow
        return found

    def guarded(self, handler: Callable[P, Page], shown: Inputs) -> Callable[P, Updates]:
        """The handler as an event: errors become a sentence, and an unknown battle leads back to the start."""

        def run(*args: P.args, **kwargs: P.kwargs) -> Updates:
            try:
                page = handler(*args, **kwargs)
            except UnknownRound:
                gr.Warning(sentence(EXPIRED))
                page = Page(screen=Screen.WELCOME)
            except SoundmarkError as error:
                raise gr.Error(sentence(error), print_exception=False) from error
            updates = self.updates(page)
            return {widget: updates[widget] for widget in shown if widget in updates}

        return run

    async def _watched(self, ticket: object, battle: object) -> AsyncIterator[Updates | dict[str, object]]:
        shown = self._growing()
        yield gr.skip()  # of a generator that yields nothing at all, Gradio empties every output
        try:
            async for page in self.handlers.watch(ticket, battle):
                updates = self.updates(page)
                yield {widget: updates[widget] for widget in shown if widget in updates}
        except SoundmarkError as error:
            raise gr.Error(sentence(error), print_exception=False) from error

    def _growing(self) -> list[Block]:
        return [self.welcome, self.message, self.game, self.battle, self.map]

    def _opened(self, ticket: object) -> Updates:
        try:
            page = self.handlers.open_page(ticket)
        except SoundmarkError as error:
            page = Page(screen=Screen.WELCOME, message=error.note)
        told: Updates = {
            self.message: page.message or {},
            self.counts: self.handlers.counts(),
            self.log_state: self.handlers.services.log_note(),
            self.unlogged: not read_ticket(ticket).is_logged,
        }
        # The page starts with the welcome: nothing to change then, and a start that was pressed meanwhile stays.
        return told if page.screen is Screen.WELCOME else {**self.updates(page), **told}

    def _brought(self, file: object) -> Updates:
        try:
            with uploaded(file, NOT_TAKEN) as path:
                return {self.file: None, self.brought: self.handlers.bring(path)}
        except SoundmarkError as error:
            gr.Warning(sentence(error))
            return {self.file: None, self.brought: {}}

    def _starts(self, listener: Listener, handler: Callable[..., Page], inputs: Inputs) -> None:
        """A battle is begun, and then watched until both answers are there."""
        event = listener(
            self.guarded(handler, self._outputs()),
            inputs,
            self._outputs(),
            js=BUSY_TICKET_JS,
            trigger_mode="once",
            api_visibility="private",
            show_progress="hidden",
            concurrency_limit=None,
        )
        event.failure(None, js=IDLE_JS)
        self._watches(event.success(None, js=IDLE_JS).then)

    def _watches(self, listener: Listener) -> None:
        listener(
            self._watched,
            [self.ticket, self.battle],
            self._growing(),
            js=TICKET_JS,
            api_visibility="private",
            show_progress="hidden",
            concurrency_limit=WATCHERS,
            concurrency_id="arena-watchers",
        )

    def _wire(self) -> None:
        here = self.handlers
        self._starts(self.play.click, here.start, [self.ticket, self.prompt, self.about])
        self._starts(self.battle.next, here.start, [self.ticket, self.prompt, self.about])
        self._starts(self.battle.skip, here.skip, [self.ticket, self.battle, self.prompt, self.about])
        self._starts(self.ask.click, here.start_upload, [self.ticket, self.brought, self.prompt, self.consent])
        told = [self.welcome, self.game, self.battle, self.map]
        on(
            self.battle.vote,
            self.guarded(here.vote, told),
            [self.ticket, self.battle, self.player],
            told,
            has_ticket=True,
        )
        on(
            self.battle.report,
            self.guarded(here.report, self._outputs()),
            [self.ticket, self.battle],
            self._outputs(),
            has_ticket=True,
        )
        self.file.upload(
            self._brought,
            [self.file],
            [self.file, self.brought],
            js=BUSY_JS,
            api_visibility="private",
            show_progress="minimal",
            concurrency_limit=UPLOADS_AT_ONCE,
            concurrency_id="arena-uploads",
        ).then(None, js=IDLE_JS)
        self.unlogged.input(None, self.unlogged, None, js="(isChosen) => SoundmarkPage.keepUnlogged(isChosen)")

    def on_load(self, page: gr.Blocks) -> None:
        """Follow the browser's ticket when the page is opened."""
        opened = page.load(
            self._opened,
            [self.ticket],
            self._outputs(),
            js=TICKET_JS,
            preprocess=False,  # all values are JSON as they come and go
            postprocess=False,
            api_visibility="private",
            show_progress="hidden",
            concurrency_limit=None,
        )
        self._watches(opened.then(None, js=ready_js(MODE_ID)).then)


def build_tab(services: Services) -> None:
    """Build the tab in the open `gr.Blocks`."""
    public_dir = services.clips.public_dir
    public_dir.mkdir(parents=True, exist_ok=True)
    serve(public_dir)
    tab = ArenaTab(ArenaHandlers(services, arena_of(services), file_url))
    page = gr.context.Context.root_block
    if page is not None:
        tab.on_load(page)
