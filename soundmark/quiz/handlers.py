"""What happens on each event of a quiz tab: read what the browser sent, play, and say which page to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from soundmark.games.deal import GameKind
from soundmark.games.flow import GameFlow
from soundmark.games.handlers import GameHandlers
from soundmark.games.links import SeedLink
from soundmark.games.opponent_choice import OpponentChoice, as_opponent
from soundmark.games.table import Wish
from soundmark.games.wire import Ticket, read_round_id, read_ticket
from soundmark.models.baselines.choices import CHOICES, LONGEST
from soundmark.pack_loader import PackKey
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.stages import Finished, Settled, Stage
from soundmark.quiz.view import JsonValue, Page, Screen, clip_value, question_page, result_page, summary_page
from soundmark.quiz.wire import read_chosen, read_link_filters, read_submission
from soundmark.types import ChoiceTruth


@dataclass(frozen=True)
class QuizHandlers(GameHandlers[ChoiceTruth, Stage, Page]):
    """The events of a quiz tab.

    Attributes:
        config: the quiz.
        play: its game engine.
        published: rows of the benchmark's paper that stand beside a player's result.
        address_of: gives the address of a file in the served folder.
    """

    config: QuizConfig
    play: QuizPlay
    published: Sequence[JsonValue]
    address_of: Callable[[Path], str]

    @property
    def key(self) -> PackKey[ChoiceTruth]:
        """Names the mode and its questions."""
        return PackKey(self.config.mode)

    @property
    def flow(self) -> GameFlow[ChoiceTruth, Stage]:
        """How its games go."""
        return self.play.flow

    @property
    def opponents(self) -> OpponentChoice:
        """Who can be played against."""
        return OpponentChoice(self.services, self.key, tuple(map(as_opponent, CHOICES)), LONGEST)

    @property
    def welcome(self) -> Page:
        """The page before a game."""
        return Page(screen=Screen.WELCOME)

    def wish(self, ticket: Ticket, kind: GameKind, link: SeedLink | None = None) -> Wish:
        """As every mode's, about what the player chose, or the link."""
        chosen = read_chosen(self.config, ticket.said.get(self.config.mode))
        filters = chosen.filters if link is None else read_link_filters(self.config, link.filters)
        return replace(super().wish(ticket, kind, link), filters=filters, said=chosen.said)

    def answer(self, ticket_value: object, card_value: object, player_value: object) -> Page:
        """Answer the round with the choice that was taken, or with "I don't know"."""
        player = self.player(read_ticket(ticket_value))
        submission = read_submission(card_value, player_value)
        return result_page(self.play.answer(player, read_round_id(card_value), submission))

    def page(self, stage: Stage) -> Page:
        """The page of where a game stands."""
        if isinstance(stage, Finished):
            return summary_page(stage, self.config, url=self.services.settings.public_url, published=self.published)
        published, record = stage.published, stage.seat.record
        clip = None if published is None else clip_value(record, published, self.address_of(published.path))
        return result_page(stage, clip=clip) if isinstance(stage, Settled) else question_page(stage, clip=clip)
