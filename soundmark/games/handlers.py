"""What is the same in every game's tab: it is opened, a game is started, and a round follows another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from soundmark.games.deal import GameKind, GameSpec
from soundmark.games.flow import GameFlow
from soundmark.games.links import LinkError, SeedLink, read_link
from soundmark.games.opponent_choice import OpponentChoice
from soundmark.games.table import Wish
from soundmark.games.wire import Ticket, read_round_id, read_ticket
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.store.ids import Player
from soundmark.types import Note, TruthT_co, worded

StageT = TypeVar("StageT")
PageT_co = TypeVar("PageT_co", covariant=True)
NOTHING_SAID: Note = {"text": ""}


@dataclass(frozen=True)
class GameHandlers(ABC, Generic[TruthT_co, StageT, PageT_co]):
    """The events that every game's tab has: read what the browser sent, play, and say which page to show.

    Attributes:
        services: what the app gives.
    """

    services: Services

    @property
    @abstractmethod
    def key(self) -> PackKey[TruthT_co]:
        """Names the mode and its questions."""

    @property
    @abstractmethod
    def flow(self) -> GameFlow[TruthT_co, StageT]:
        """How its games go."""

    @property
    @abstractmethod
    def opponents(self) -> OpponentChoice:
        """Who can be played against."""

    @property
    @abstractmethod
    def welcome(self) -> PageT_co:
        """The page before a game."""

    @abstractmethod
    def page(self, stage: StageT) -> PageT_co:
        """The page of where a game stands."""

    def open_page(self, ticket_value: object) -> tuple[PageT_co, Note]:
        """The page for a browser that has just loaded it: its tab's game goes on. Also what to say, as a note."""
        ticket = read_ticket(ticket_value)
        try:
            link = self._link(ticket)
        except LinkError as error:
            return self.welcome, error.note
        stage = self._stage(ticket, link)
        if stage is not None:
            return self.page(stage), NOTHING_SAID
        return self.welcome, NOTHING_SAID if link is None else self._invitation(link)

    def notice(self) -> Note:
        """What players should know of the questions, as a note; nothing while they are not read yet."""
        pack = self.services.packs.if_ready(self.key)
        return worded("" if pack is None else pack.notice_key)

    def start(self, ticket_value: object) -> PageT_co:
        """A new game: that of the page's link, else a free one."""
        return self._start(read_ticket(ticket_value))

    def start_free(self, ticket_value: object) -> PageT_co:
        """A new free game, whatever the page's link says."""
        return self._start(replace(read_ticket(ticket_value), query=""))

    def start_daily(self, ticket_value: object) -> PageT_co:
        """Today's game, or where the player stands in it."""
        ticket = read_ticket(ticket_value)
        return self._begin(ticket, self.wish(ticket, GameKind.DAILY))

    def following(self, round_value: object) -> PageT_co:
        """The page after a round: the next one, or the end of the game.

        Args:
            round_value: of the widget that shows the round.
        """
        return self.page(self.flow.after(read_round_id(round_value)))

    def wish(self, ticket: Ticket, kind: GameKind, link: SeedLink | None = None) -> Wish:
        """The game that a browser asks for.

        Args:
            ticket: the browser's.
            kind: of the game.
            link: to the game, when somebody shared it.
        """
        return Wish(
            kind=kind,
            seed="" if link is None else link.seed,
            rounds=self.flow.table.rounds if link is None else link.rounds,
            is_logged=ticket.is_logged,
            opponent=self.opponents.of(ticket),
        )

    def player(self, ticket: Ticket) -> Player:
        """Whose ticket it is.

        Raises:
            PlayerError: when it names nobody that can be.
        """
        return self.services.players.player(ticket.player)

    def _start(self, ticket: Ticket, *, time_limit_s: int | None = None) -> PageT_co:
        try:
            link = self._link(ticket)
        except LinkError:
            link = None
        wish = self.wish(ticket, GameKind.FREE if link is None else GameKind.SEED, link)
        return self._begin(ticket, replace(wish, time_limit_s=time_limit_s))

    def _begin(self, ticket: Ticket, wish: Wish) -> PageT_co:
        return self.page(self.flow.start(self.player(ticket), wish))

    def _stage(self, ticket: Ticket, link: SeedLink | None) -> StageT | None:
        """Where the tab's own game stands; None without one, and when the link asks for another."""
        game_id = ticket.games.get(self.key.mode)
        if game_id is None:
            return None
        player = self.player(ticket)
        game = self.flow.table.game_of(player, game_id)
        if game is None or (link is not None and GameSpec.from_json(game.spec).seed != link.seed):
            return None
        return self.flow.resume(player, game_id)

    def _link(self, ticket: Ticket) -> SeedLink | None:
        link = read_link(ticket.query)
        return link if link is not None and link.mode == self.key.mode else None

    def _invitation(self, link: SeedLink) -> Note:
        pack = self.services.packs.if_ready(self.key)
        is_other_list = pack is not None and link.clips not in ("", pack.revision)
        return worded("invited_other_list" if is_other_list else "invited", n=link.rounds)
