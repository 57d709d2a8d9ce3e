"""What happens on each event of the arena's tab: read what the browser sent, play, and say which page to show."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from soundmark.games.wire import read_ticket
from soundmark.modes.arena.battle import SIDES, Phase
from soundmark.modes.arena.play import ArenaPlay
from soundmark.modes.arena.register import MODE_ID
from soundmark.modes.arena.stages import ArenaError, BrokenOffError, Stage, Wish
from soundmark.modes.arena.upload import ExhibitKind, UploadError, take
from soundmark.modes.arena.view import JsonValue, Page, Screen, Told, battle_page, upload_value
from soundmark.modes.arena.wire import read_ballot, read_battle_id, read_prompt, read_report, read_upload
from soundmark.services import Services
from soundmark.store.ids import Player
from soundmark.types import SoundmarkError

PLACES, ANYTHING = "places", "anything"
"""What questions are about."""
STEP_S = 0.35
"""How often growing answers are shown."""
FAILED = "No two models gave an answer that can be voted on. Nothing is held against you: start another battle."
REPORTED = "Thank you. The battle was closed and your report is kept for whoever runs this app."


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

    def log_sentence(self) -> str:
        """Where votes go at the moment."""
        try:
            return self.services.log_sentence()
        except SoundmarkError as error:
            return str(error)

    def start(self, ticket_value: object, prompt: object = "", about: object = PLACES) -> Page:
        """A battle about a question of a benchmark: about places, or of any kind."""
        return self._started(ticket_value, Wish(prompt=read_prompt(prompt), any_kind=about == ANYTHING))

    def start_upload(self, ticket_value: object, brought: object, prompt: object, consents: object) -> Page:
        """A battle about what the visitor brought.

        Raises:
            UploadError: when there is nothing, or it is gone.
        """
        name = read_upload(brought)
        if not name:
            raise UploadError("Choose a recording or a photo first.")
        return self._started(ticket_value, Wish(upload=name, prompt=read_prompt(prompt), may_publish=consents is True))

    def _started(self, ticket_value: object, wish: Wish) -> Page:
        ticket = read_ticket(ticket_value)
        wish = dataclasses.replace(wish, is_logged=ticket.is_logged, leaving=ticket.games.get(MODE_ID))
        return self._page(self.play.start(self._player(ticket_value), wish), is_new=True)

    def bring(self, path: Path) -> JsonValue:
        """Take an uploaded file: encode it anew and keep that. Returns it as the page shows it.

        Raises:
            UploadError, AudioError: when it cannot be taken; the text says why.
            PublishError: when it cannot be kept.
        """
        exhibit = take(path)
        if not self.play.ring.contenders.can_meet(exhibit.kind):
            kinds = {ExhibitKind.SOUND: "recordings", ExhibitKind.PHOTO: "photos"}
            raise UploadError(f"Fewer than two models here take {kinds[exhibit.kind]}. Bring something else.")
        name = self.play.exhibits.shelf.keep(exhibit)
        return upload_value(name, self.play.exhibits.show(exhibit), self.address_of)

    async def watch(self, ticket_value: object, battle_value: object) -> AsyncIterator[Page]:
        """The page while answers grow, until both are there; nothing when no models are being asked.

        Whoever waits for a model takes no thread meanwhile.
        """
        try:
            stage = await asyncio.to_thread(self._seat, ticket_value, battle_value)
        except BrokenOffError as error:
            yield Page(screen=Screen.WELCOME, message=str(error))
            return
        except SoundmarkError:
            return
        while stage.bout is not None and not await stage.bout.ends(STEP_S):
            yield await asyncio.to_thread(self._page, stage)
        page = await asyncio.to_thread(self._watched_to_the_end, stage, ticket_value, battle_value)
        if page is not None:
            yield page

    def _seat(self, ticket_value: object, battle_value: object) -> Stage:
        return self.play.seat(self._player(ticket_value), read_battle_id(battle_value))

    def _watched_to_the_end(self, stage: Stage, ticket_value: object, battle_value: object) -> Page | None:
        """What is shown when nobody is asked any more; None when the page shows that already."""
        was_asked = stage.bout is not None
        if not was_asked and stage.state.phase is not Phase.FAILED:
            is_news = stage.state.phase is Phase.VOTE and _shows_asking(battle_value)
            return self._page(stage) if is_news else None
        stage = self._seat(ticket_value, battle_value)
        if stage.state.phase is Phase.VOTE:
            return self._page(stage)
        return Page(screen=Screen.WELCOME, message=FAILED)

    def vote(self, ticket_value: object, battle_value: object, player_value: object) -> Page:
        """Store the vote and tell the names."""
        ballot = read_ballot(battle_value, player_value)
        return self._page(self.play.vote(self._player(ticket_value), read_battle_id(battle_value), ballot))

    def skip(self, ticket_value: object, battle_value: object, prompt: object = "", about: object = PLACES) -> Page:
        """The next battle, without a vote on this one."""
        self.play.skip(self._player(ticket_value), read_battle_id(battle_value))
        return self.start(ticket_value, prompt, about)

    def report(self, ticket_value: object, battle_value: object) -> Page:
        """Report a battle, and go back to the start."""
        self.play.report(self._player(ticket_value), read_battle_id(battle_value), read_report(battle_value))
        return Page(screen=Screen.WELCOME, message=REPORTED)

    def has_other_questions(self) -> bool:
        """Whether other modes with questions in words are enabled, so that there is something to choose."""
        return self.services.packs.count() > 1

    def runs_on(self) -> str:
        """What the arena runs on, in a sentence or two."""
        sounds, photos = (len(self.play.ring.contenders.able(kind)) for kind in (ExhibitKind.SOUND, ExhibitKind.PHOTO))
        if max(sounds, photos) < 2:
            return (
                "This arena runs on answers that are there already: what models and built-in baselines said about the "
                "clips of the benchmarks. Own recordings and photos need two models that can be asked."
            )
        return f"This arena asks models as you play: {sounds} that listen and {photos} that look at photos."

    def counts(self) -> str:
        """How many votes there are, and how many are left out of the ratings and why."""
        try:
            tally = self.play.standings.tally()
        except SoundmarkError as error:
            return str(error)
        left_out = tally.left_out.total()
        if not left_out:
            return f"{tally.n_votes:,} {'vote' if tally.n_votes == 1 else 'votes'} so far."
        reasons = ", ".join(f"{count:,} {LEFT_OUT[name]}" for name, count in tally.left_out.most_common())
        return (
            f"{tally.n_votes:,} votes count so far; {left_out:,} more are kept and left out of the ratings ({reasons})."
        )

    def _player(self, ticket_value: object) -> Player:
        return self.services.players.player(read_ticket(ticket_value).player)

    def _page(self, stage: Stage, *, is_new: bool = False) -> Page:
        return battle_page(stage, self.address_of, self._told(stage), is_new=is_new)

    def _told(self, stage: Stage) -> Told | None:
        """What is told: nothing before the vote is stored."""
        if stage.vote is None:
            return None
        if stage.state.phase is not Phase.VOTED:
            raise ArenaError("This battle cannot be shown. Please start a new one.")
        truth = self.play.exhibits.truth(stage.subject)
        found = self.play.exhibits.question(stage.subject)
        right = ""
        if found is not None and truth.choice_index is not None:
            right = found[1].choices[truth.choice_index]
        ratings = self.play.standings.tally().ratings
        rated = {side: ratings.get(stage.state.meeting.answer(side).name) for side in SIDES}
        return Told(truth=truth, rated=rated, right=right)


LEFT_OUT = {
    "listened": "hardly heard or seen",
    "nameless": "with a model given away",
    "fresh": "on clips judged before",
    "pace": "too fast",
}


def _shows_asking(battle_value: object) -> bool:
    return isinstance(battle_value, dict) and battle_value.get("phase") == "asking"
