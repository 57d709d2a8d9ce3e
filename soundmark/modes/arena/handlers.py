"""What happens on each event of the arena's tab: read what the browser sent, play, and say which page to show."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from soundmark.games.wire import read_ticket
from soundmark.modes.arena.battle import SIDES, Phase
from soundmark.modes.arena.play import ArenaPlay
from soundmark.modes.arena.refusals import nothing_chosen, too_few_models
from soundmark.modes.arena.register import MODE_ID
from soundmark.modes.arena.said import AnyQuestion
from soundmark.modes.arena.stages import ArenaError, BrokenOffError, ListenFirstError, Stage, Wish
from soundmark.modes.arena.upload import ExhibitKind, take
from soundmark.modes.arena.view import JsonValue, Page, Screen, Told, battle_page, upload_value
from soundmark.modes.arena.wire import read_ballot, read_battle_id, read_prompt, read_report, read_upload
from soundmark.services import Services
from soundmark.store.ids import Player
from soundmark.types import Note, SoundmarkError, worded

PLACES, ANYTHING = "places", "anything"
"""What questions are about."""
STEP_S = 0.35
"""How often growing answers are shown."""
FAILED = worded("arena_gave_up")
REPORTED = worded("arena_reported")


@dataclass(frozen=True, slots=True)
class ArenaHandlers:
    """The events of the arena's tab.

    Attributes:
        services: what the app gives.
        play: the engine.
        address_of: gives the address of a file in the served folder.
    """

    services: Services
    play: ArenaPlay
    address_of: Callable[[Path], str]

    def open_page(self, ticket_value: object) -> Page:
        """The page for a browser that has just loaded it: its tab's battle goes on."""
        ticket = read_ticket(ticket_value)
        stage = None
        if MODE_ID in ticket.games:
            stage = self.play.resume(self._player(ticket_value), ticket.games[MODE_ID])
        return Page(screen=Screen.WELCOME) if stage is None else self._page(stage, is_new=True)

    def start(self, ticket_value: object, prompt: object = "", about: object = PLACES) -> Page:
        """A battle about a question of a benchmark: about places, or of any kind."""
        return self._started(ticket_value, _wish(prompt, about))

    def start_upload(self, ticket_value: object, brought: object, prompt: object, consents: object) -> Page:
        """A battle about what the visitor brought, or in their own words about a clip.

        Raises:
            UploadError: when there is neither, or the upload is gone.
        """
        name, words = read_upload(brought), read_prompt(prompt)
        if not name and not words.strip():
            raise nothing_chosen()
        return self._started(ticket_value, Wish(upload=name, prompt=words, may_publish=consents is True))

    def _started(self, ticket_value: object, wish: Wish, *, is_skipping: bool = False) -> Page:
        ticket = read_ticket(ticket_value)
        leaving = None if is_skipping else ticket.games.get(MODE_ID)
        wish = dataclasses.replace(wish, is_logged=ticket.is_logged, leaving=leaving)
        return self._page(self.play.start(self._player(ticket_value), wish), is_new=True)

    def bring(self, path: Path) -> JsonValue:
        """Take an uploaded file: encode it anew and keep that. Returns it as the page shows it.

        Raises:
            UploadError: when it cannot be taken; the text says why.
            PublishError: when it cannot be kept.
        """
        exhibit = take(path)
        if not self.play.ring.contenders.can_meet(exhibit.kind):
            raise too_few_models(is_photo=exhibit.kind is ExhibitKind.PHOTO)
        name = self.play.exhibits.shelf.keep(exhibit)
        return upload_value(name, self.play.exhibits.own_files.show(exhibit), self.address_of)

    async def watch(self, ticket_value: object, battle_value: object) -> AsyncIterator[Page]:
        """The page while answers grow, until both are there; nothing when no models are being asked.

        It ends when the visitor goes on without a vote: the page then has another battle, which this one must not
        cover. Whoever waits for a model takes no thread meanwhile.
        """
        try:
            stage = await asyncio.to_thread(self._seat, ticket_value, battle_value)
        except BrokenOffError as error:
            yield Page(screen=Screen.WELCOME, message=error.note)
            return
        except SoundmarkError:
            return
        while stage.bout is not None and not await stage.bout.ends(STEP_S):
            growing = await asyncio.to_thread(self._growing, stage)
            if growing is None:
                return
            yield growing
        page = await asyncio.to_thread(self._watched_to_the_end, stage, ticket_value, battle_value)
        if page is not None:
            yield page

    def _seat(self, ticket_value: object, battle_value: object) -> Stage:
        return self.play.seat(self._player(ticket_value), read_battle_id(battle_value))

    def _growing(self, stage: Stage) -> Page | None:
        """What is shown while answers grow; None when the visitor has gone on."""
        return None if self.play.register.is_closed(stage.record.round_id) else self._page(stage)

    def _watched_to_the_end(self, stage: Stage, ticket_value: object, battle_value: object) -> Page | None:
        """What is shown when nobody is asked any more; None when the page shows that already, or another battle."""
        was_asked = stage.bout is not None
        if not was_asked and stage.state.phase is not Phase.FAILED:
            is_news = stage.state.phase is Phase.VOTE and _shows_asking(battle_value)
            return self._page(stage) if is_news else None
        stage = self._seat(ticket_value, battle_value)
        if stage.has_been_left:
            return None
        if stage.state.phase is Phase.VOTE:
            return self._page(stage)
        return Page(screen=Screen.WELCOME, message=FAILED)

    def vote(self, ticket_value: object, battle_value: object, player_value: object) -> Page:
        """Store the vote and tell the names; who has not listened or read is asked to do so first."""
        ballot = read_ballot(battle_value, player_value)
        player, battle_id = self._player(ticket_value), read_battle_id(battle_value)
        try:
            return self._page(self.play.vote(player, battle_id, ballot))
        except ListenFirstError as error:
            page = self._page(self._seat(ticket_value, battle_value))
            return dataclasses.replace(page, battle={**(page.battle or {}), "notice": error.note})

    def skip(self, ticket_value: object, battle_value: object, prompt: object = "", about: object = PLACES) -> Page:
        """The next battle, without a vote on this one, which stays open when no other can be begun."""
        player, battle_id = self._player(ticket_value), read_battle_id(battle_value)
        self.play.register.seat(player, battle_id)  # whoever names another visitor's battle begins none
        page = self._started(ticket_value, _wish(prompt, about), is_skipping=True)
        self.play.skip(player, battle_id)
        return page

    def report(self, ticket_value: object, battle_value: object) -> Page:
        """Report a battle, and go back to the start."""
        self.play.report(self._player(ticket_value), read_battle_id(battle_value), read_report(battle_value))
        return Page(screen=Screen.WELCOME, message=REPORTED)

    def has_other_questions(self) -> bool:
        """Whether other modes with questions in words are enabled, so that there is something to choose."""
        return self.services.packs.count() > 1

    def runs_on(self) -> Note:
        """What the arena runs on."""
        sounds, photos = (len(self.play.ring.contenders.able(kind)) for kind in (ExhibitKind.SOUND, ExhibitKind.PHOTO))
        if max(sounds, photos) < 2:
            return worded("arena_runs_log")
        return worded("arena_runs_live", sounds=sounds, photos=photos)

    def counts(self) -> Note:
        """How many votes there are, and how many are left out of the ratings and why."""
        try:
            tally = self.play.standings.tally()
        except SoundmarkError as error:
            return error.note
        n_votes, left_out = f"{tally.n_votes:,}", tally.left_out.total()
        if not left_out:
            return worded("arena_counts", n=n_votes)
        reasons = [worded(f"arena_out_{name}", n=f"{count:,}") for name, count in tally.left_out.most_common()]
        listed = reduce(lambda before, one: worded("arena_then", before=before, one=one), reasons)
        return worded("arena_counts_left_out", n=n_votes, left=f"{left_out:,}", reasons=listed)

    def _player(self, ticket_value: object) -> Player:
        return self.services.players.player(read_ticket(ticket_value).player)

    def _page(self, stage: Stage, *, is_new: bool = False) -> Page:
        found = self.play.exhibits.questions.question(stage.subject)
        question = None if found is None else found[1]
        return battle_page(stage, self.address_of, self._told(stage, question), question=question, is_new=is_new)

    def _told(self, stage: Stage, question: AnyQuestion | None) -> Told | None:
        """What is told: nothing before the vote is stored."""
        if stage.vote is None:
            return None
        if stage.state.phase is not Phase.VOTED:
            raise ArenaError("This battle cannot be shown. Please start a new one.", key="err_arena_shown")
        truth = self.play.exhibits.questions.truth(stage.subject)
        right = ""
        if question is not None and truth.choice_index is not None:
            right = question.choices[truth.choice_index]
        ratings = self.play.standings.tally().ratings
        rated = {side: ratings.get(stage.state.meeting.answer(side).name) for side in SIDES}
        return Told(truth=truth, rated=rated, right=right)


def _wish(prompt: object, about: object) -> Wish:
    return Wish(prompt=read_prompt(prompt), any_kind=about == ANYTHING)


def _shows_asking(battle_value: object) -> bool:
    return isinstance(battle_value, dict) and battle_value.get("phase") == "asking"
