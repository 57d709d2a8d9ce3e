"""What happens on each event of the spatial tab: read what the browser sent, play, and say which page to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from soundmark.games.deal import GameKind
from soundmark.games.links import LinkError, SeedLink, read_link
from soundmark.games.opponent_choice import OpponentChoice, as_opponent
from soundmark.games.table import Wish
from soundmark.games.wire import Ticket, read_round_id, read_ticket
from soundmark.models.baselines.directions import DIRECTIONS
from soundmark.models.baselines.places import MIDDLE
from soundmark.modes.savvy.play import MODE_ID, SavvyPlay
from soundmark.modes.savvy.stage_view import AddressOf
from soundmark.modes.savvy.stages import Finished, Settled, Stage, spec_of
from soundmark.modes.savvy.view import JsonValue, Page, Screen, question_page, result_page, summary_page
from soundmark.modes.savvy.wire import read_choice, read_submission
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.store.ids import Player
from soundmark.types import SpatialTruth

SAVVY_PACK: PackKey[SpatialTruth] = PackKey(MODE_ID)


@dataclass(frozen=True, slots=True)
class SavvyHandlers:
    """The events of the spatial tab.

    Attributes:
        services: what the app gives.
        play: the game engine.
        address_of: gives the address of a file in the served folder.
    """

    services: Services
    play: SavvyPlay
    address_of: AddressOf

    @property
    def opponents(self) -> OpponentChoice:
        """Who can be played against."""
        return OpponentChoice(self.services, SAVVY_PACK, tuple(map(as_opponent, DIRECTIONS)), MIDDLE)

    def open_page(self, ticket_value: object) -> tuple[Page, JsonValue]:
        """The page for a browser that has just loaded it: its tab's game goes on. Also what to say, as a note."""
        self.play.warm_up(self.services.packs.if_ready(SAVVY_PACK))
        ticket = read_ticket(ticket_value)
        try:
            link = self._link(ticket)
        except LinkError as error:
            return Page(screen=Screen.WELCOME), error.note
        stage = None
        if MODE_ID in ticket.games:
            stage = self.play.flow.resume(self._player(ticket), ticket.games[MODE_ID])
        if link is not None and (stage is None or spec_of(stage).seed != link.seed):
            return Page(screen=Screen.WELCOME), self._invitation(link)
        return (Page(screen=Screen.WELCOME) if stage is None else self._page(stage)), {"text": ""}

    def notice(self) -> JsonValue:
        """What players should know of the questions, as a note; nothing while they are not read yet."""
        pack = self.services.packs.if_ready(SAVVY_PACK)
        return {"key": "" if pack is None else pack.notice_key}

    def start(self, ticket_value: object) -> Page:
        """A new game: that of the page's link, else a free one."""
        ticket = read_ticket(ticket_value)
        try:
            link = self._link(ticket)
        except LinkError:
            link = None
        wish = Wish(
            kind=GameKind.FREE if link is None else GameKind.SEED,
            seed="" if link is None else link.seed,
            rounds=self.play.table.rounds if link is None else link.rounds,
            is_logged=ticket.is_logged,
            opponent=self.opponents.of(ticket),
        )
        return self._page(self.play.flow.start(self._player(ticket), wish))

    def start_free(self, ticket_value: object) -> Page:
        """A new free game, whatever the page's link says."""
        fields = ticket_value if isinstance(ticket_value, Mapping) else {}
        return self.start({**fields, "query": ""})

    def start_daily(self, ticket_value: object) -> Page:
        """Today's game, or where the player stands in it."""
        ticket = read_ticket(ticket_value)
        wish = Wish(kind=GameKind.DAILY, is_logged=ticket.is_logged, opponent=self.opponents.of(ticket))
        return self._page(self.play.flow.start(self._player(ticket), wish))

    def answer(self, ticket_value: object, card_value: object, stage_value: object) -> Page:
        """Answer the round with a sector, a distance, or "I don't know"."""
        player = self._player(read_ticket(ticket_value))
        submission = read_submission(card_value, stage_value)
        return self._page(self.play.answer(player, read_round_id(card_value), submission))

    def following(self, card_value: object) -> Page:
        """The next round, or the end of the game."""
        return self._page(self.play.flow.after(read_round_id(card_value)))

    def heard_as(
        self, ticket_value: object, card_value: object, mics: object, is_paper: object, stage_value: object
    ) -> Page:
        """An answered round as other microphones, the published procedure or a part of the pipeline have it."""
        player, choice = self._player(read_ticket(ticket_value)), read_choice(mics, is_paper, stage_value)
        return self._page(self.play.heard_as(player, read_round_id(card_value), choice))

    def _player(self, ticket: Ticket) -> Player:
        return self.services.players.player(ticket.player)

    def _page(self, stage: Stage) -> Page:
        if isinstance(stage, Finished):
            return summary_page(stage, url=self.services.settings.public_url)
        if isinstance(stage, Settled):
            return result_page(stage, self.address_of)
        return question_page(stage, self.address_of)

    def _invitation(self, link: SeedLink) -> JsonValue:
        pack = self.services.packs.if_ready(SAVVY_PACK)
        is_other_list = pack is not None and link.clips not in ("", pack.revision)
        return {"key": "invited_other_list" if is_other_list else "invited", "params": {"n": link.rounds}}

    def _link(self, ticket: Ticket) -> SeedLink | None:
        link = read_link(ticket.query)
        return link if link is not None and link.mode == MODE_ID else None
