"""What happens on each event of a quiz tab: read what the browser sent, play, and say which page to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from soundmark.games.deal import GameKind
from soundmark.games.links import LinkError, SeedLink, read_link
from soundmark.games.opponent_choice import OpponentChoice, as_opponent
from soundmark.games.table import Wish
from soundmark.games.wire import Ticket, read_round_id, read_ticket
from soundmark.models.baselines.choices import CHOICES, LONGEST
from soundmark.pack_loader import PackKey
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.stages import Finished, Settled, Stage, spec_of
from soundmark.quiz.view import JsonValue, Page, Screen, clip_value, question_page, result_page, summary_page
from soundmark.quiz.wire import read_chosen, read_link_filters, read_submission
from soundmark.services import Services
from soundmark.store.ids import Player
from soundmark.types import ChoiceTruth


@dataclass(frozen=True, slots=True)
class QuizHandlers:
    """The events of a quiz tab.

    Attributes:
        services: what the app gives.
        config: the quiz.
        play: its game engine.
        published: rows of the benchmark's paper that stand beside a player's result.
        address_of: gives the address of a file in the served folder.
    """

    services: Services
    config: QuizConfig
    play: QuizPlay
    published: Sequence[JsonValue]
    address_of: Callable[[Path], str]

    @property
    def opponents(self) -> OpponentChoice:
        """Who can be played against."""
        key = PackKey[ChoiceTruth](self.config.mode)
        return OpponentChoice(self.services, key, tuple(map(as_opponent, CHOICES)), LONGEST)

    def open_page(self, ticket_value: object) -> tuple[Page, JsonValue]:
        """The page for a browser that has just loaded it: its tab's game goes on. Also what to say, as a note."""
        ticket = read_ticket(ticket_value)
        try:
            link = self._link(ticket)
        except LinkError as error:
            return Page(screen=Screen.WELCOME), error.note
        stage = None
        if self.config.mode in ticket.games:
            stage = self.play.resume(self._player(ticket), ticket.games[self.config.mode])
        if link is not None and (stage is None or spec_of(stage).seed != link.seed):
            return Page(screen=Screen.WELCOME), self._invitation(link)
        return (Page(screen=Screen.WELCOME) if stage is None else self._page(stage)), {"text": ""}

    def notice(self) -> JsonValue:
        """What players should know of the questions, as a note; nothing while they are not read yet."""
        pack = self.services.packs.if_ready(PackKey[ChoiceTruth](self.config.mode))
        return {"key": "" if pack is None else pack.notice_key}

    def start(self, ticket_value: object) -> Page:
        """A new game: that of the page's link, else a free one."""
        ticket = read_ticket(ticket_value)
        try:
            link = self._link(ticket)
        except LinkError:
            link = None
        chosen = read_chosen(self.config, ticket.said.get(self.config.mode))
        wish = Wish(
            kind=GameKind.FREE if link is None else GameKind.SEED,
            seed="" if link is None else link.seed,
            rounds=self.play.table.rounds if link is None else link.rounds,
            filters=chosen.filters if link is None else read_link_filters(self.config, link.filters),
            said=chosen.said,
            is_logged=ticket.is_logged,
            opponent=self.opponents.of(ticket),
        )
        return self._page(self.play.start(self._player(ticket), wish))

    def start_free(self, ticket_value: object) -> Page:
        """A new free game, whatever the page's link says."""
        fields = ticket_value if isinstance(ticket_value, Mapping) else {}
        return self.start({**fields, "query": ""})

    def start_daily(self, ticket_value: object) -> Page:
        """Today's game, or where the player stands in it."""
        ticket = read_ticket(ticket_value)
        chosen = read_chosen(self.config, ticket.said.get(self.config.mode))
        wish = Wish(
            kind=GameKind.DAILY,
            filters=chosen.filters,
            said=chosen.said,
            is_logged=ticket.is_logged,
            opponent=self.opponents.of(ticket),
        )
        return self._page(self.play.start(self._player(ticket), wish))

    def answer(self, ticket_value: object, card_value: object, player_value: object) -> Page:
        """Answer the round with the choice that was taken, or with "I don't know"."""
        player = self._player(read_ticket(ticket_value))
        submission = read_submission(card_value, player_value)
        return result_page(self.play.answer(player, read_round_id(card_value), submission))

    def following(self, card_value: object) -> Page:
        """The next round, or the end of the game."""
        return self._page(self.play.after(read_round_id(card_value)))

    def _player(self, ticket: Ticket) -> Player:
        return self.services.players.player(ticket.player)

    def _page(self, stage: Stage) -> Page:
        if isinstance(stage, Finished):
            return summary_page(stage, self.config, url=self.services.settings.public_url, published=self.published)
        published, record = stage.published, stage.seat.record
        clip = None if published is None else clip_value(record, published, self.address_of(published.path))
        return result_page(stage, clip=clip) if isinstance(stage, Settled) else question_page(stage, clip=clip)

    def _invitation(self, link: SeedLink) -> JsonValue:
        pack = self.services.packs.if_ready(PackKey[ChoiceTruth](self.config.mode))
        is_other_list = pack is not None and link.clips not in ("", pack.revision)
        return {"key": "invited_other_list" if is_other_list else "invited", "params": {"n": link.rounds}}

    def _link(self, ticket: Ticket) -> SeedLink | None:
        link = read_link(ticket.query)
        return link if link is not None and link.mode == self.config.mode else None
