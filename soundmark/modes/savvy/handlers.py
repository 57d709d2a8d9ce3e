"""What happens on each event of the spatial tab: read what the browser sent, play, and say which page to show."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.games.flow import GameFlow
from soundmark.games.handlers import GameHandlers
from soundmark.games.opponent_choice import OpponentChoice, as_opponent
from soundmark.games.wire import read_round_id, read_ticket
from soundmark.models.baselines.directions import DIRECTIONS
from soundmark.models.baselines.places import MIDDLE
from soundmark.modes.savvy.play import MODE_ID, SavvyPlay
from soundmark.modes.savvy.stage_view import AddressOf
from soundmark.modes.savvy.stages import Finished, Settled, Stage
from soundmark.modes.savvy.view import Page, Screen, question_page, result_page, summary_page
from soundmark.modes.savvy.wire import read_choice, read_submission
from soundmark.pack_loader import PackKey
from soundmark.types import Note, SpatialTruth

SAVVY_PACK: PackKey[SpatialTruth] = PackKey(MODE_ID)


@dataclass(frozen=True)
class SavvyHandlers(GameHandlers[SpatialTruth, Stage, Page]):
    """The events of the spatial tab.

    Attributes:
        play: the game engine.
        address_of: gives the address of a file in the served folder.
    """

    play: SavvyPlay
    address_of: AddressOf

    @property
    def key(self) -> PackKey[SpatialTruth]:
        """Names the mode and its questions."""
        return SAVVY_PACK

    @property
    def flow(self) -> GameFlow[SpatialTruth, Stage]:
        """How its games go."""
        return self.play.flow

    @property
    def opponents(self) -> OpponentChoice:
        """Who can be played against."""
        return OpponentChoice(self.services, SAVVY_PACK, tuple(map(as_opponent, DIRECTIONS)), MIDDLE)

    @property
    def welcome(self) -> Page:
        """The page before a game."""
        return Page(screen=Screen.WELCOME)

    def open_page(self, ticket_value: object) -> tuple[Page, Note]:
        """As every mode's; what the first answer needs is loaded meanwhile."""
        self.play.warm_up(self.services.packs.if_ready(SAVVY_PACK))
        return super().open_page(ticket_value)

    def answer(self, ticket_value: object, card_value: object, stage_value: object) -> Page:
        """Answer the round with a sector, a distance, or "I don't know"."""
        player = self.player(read_ticket(ticket_value))
        submission = read_submission(card_value, stage_value)
        return self.page(self.play.answer(player, read_round_id(card_value), submission))

    def heard_as(
        self, ticket_value: object, card_value: object, mics: object, is_paper: object, stage_value: object
    ) -> Page:
        """An answered round as other microphones, the published procedure or a part of the pipeline have it."""
        player, choice = self.player(read_ticket(ticket_value)), read_choice(mics, is_paper, stage_value)
        return self.page(self.play.heard_as(player, read_round_id(card_value), choice))

    def page(self, stage: Stage) -> Page:
        """The page of where a game stands."""
        if isinstance(stage, Finished):
            return summary_page(stage, url=self.services.settings.public_url)
        if isinstance(stage, Settled):
            return result_page(stage, self.address_of)
        return question_page(stage, self.address_of)
